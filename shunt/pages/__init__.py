"""Pages for a browser: cards to play, sites of them, and an editor, each in one HTML file that needs no network.

The road of `shunt page first-swap`: `commands/page.py` calls `page.py`, which collects what the program needs to play: `cards.py`
(by kind of card, with `boards.py` for what is joined to what and the drawings) or `yards.py`. The
data go as JSON into the page that `html.py` makes, beside the built program (`built/`, made from the TypeScript in `source/` by
`make pages`). `shunt site` collects cards in `collection.py` and writes the pages of `site.py` as a folder; `shunt serve` and
`shunt edit` answer requests for them on this computer: `server/local.py` is the server, `server/editing.py` the editor's session,
`server/answers.py` what it asks about a text.

From the core it takes cards, rules, searches and drawings, from the generator packs and ratings, from hump yards and tables.
"""
