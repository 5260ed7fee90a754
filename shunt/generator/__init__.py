"""New cards: made, proven, rated, put into packs and catalogues. It needs the core, and no other wing.

The road of `shunt make cards`, in order:

1. `commands/make.py` makes a `CardSpec` (`spec.py`) from options that follow from its declaration (`constraints.py`).
2. `forge/run.py` gives out shards, to `workers.py` or one after the other, until there are enough cards.
3. `forge/shard.py` draws a board's pieces, searches back from goals, and chooses starts; `sidings/generator/forge.py`
   does so for yards.
4. `forge/proof.py` removes what is superfluous, and proves the card by two searches; `forge/measures.py` says how it looks.
5. `rating/rate.py` rates it: `landscape.py` holds its states, their graph is in `state_graph.py`; `features.py` counts,
   `weights.py` weighs.
6. `canonical.py` gives the card its id, the same for all its symmetric and renamed forms.

`folder_update.py` writes a folder whole, for packs and for the site of `pages`.

`packs/` chooses cards for a pack, orders and titles them; `catalogue/` keeps cards by the million. What differs by kind of card
or layout is a `singledispatch` function beside its subject.
"""
