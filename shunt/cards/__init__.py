"""Puzzles as documents: route cards and sidings cards, their files, code to play them, and what is proven about them.

A file passes through these modules: `files.load_card` → `models` (the shape of its tables) → `trains` or
`shunt.sidings.cards.files` (their meaning on the layout, with every fault) → `card` (the value). `writing` writes a card back to
a file. Behaviour that differs between kinds of cards is a method of the card, or a function that checks the kind and refuses
others with `kinds.refused`.

`build` makes cards from values, and `play` plays them. `solution` and `stop` describe the result of a search, and `tiers` names
the tiers of difficulty. `claims` compares the values stored in a file with a proof, and `layout_report` describes how a layout
was understood. The room needs `rules`, `track` and `files`.
"""
