"""The puzzle as a document: route cards and sidings cards, their files, how they are played, and what is proven of them.

The road of a file: `files.load_card` → `models` (the shape of its tables) → `trains` or `shunt.sidings.cards.files` (what they
mean on the layout, with every fault) → `card` (the value). `writing` gives the file back. What differs by kind is a method of
the card, or a function that asks for the kind and refuses others with `kinds.refused`.

`build` makes cards from values, `play` plays them, `solution` and `stop` are what a search answers, `tiers` names the tiers
of difficulty, `claims` holds what a file says of itself against what is proven, and `layout_report` says how a layout was
understood. The room needs `rules`, `track` and `files`.
"""
