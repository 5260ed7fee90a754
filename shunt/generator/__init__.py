"""New cards: how they are made, proven, rated, and collected in packs and catalogues. This wing needs the core, and no other
wing.

`shunt make cards` takes these steps:

1. `commands/make.py` makes a `CardSpec` (`spec.py`) from options that are derived from its declaration (`constraints.py`).
2. `forge/run.py` gives out shards, to `workers.py` or one after the other, until there are enough cards.
3. `forge/shard.py` draws a board's pieces, searches back from goals, and chooses starts; `sidings/generator/forge.py`
   does so for yards.
4. `forge/proof.py` removes what is superfluous, and proves the card by two searches; `forge/measures.py` says how it looks.
5. `rating/rate.py` rates it: `landscape.py` holds its states, their graph is in `state_graph.py`; `features.py` counts,
   `weights.py` weighs.
6. `canonical.py` gives the card its id, the same for all its symmetric and renamed forms.

`folder_update.py` updates a whole folder in one step, for packs and for the site of `pages`.

`packs/` chooses cards for a pack, orders them and gives them titles. `catalogue/` stores millions of cards.
"""
