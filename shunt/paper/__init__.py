"""Cards on paper: PDF files of sheets of cards, booklets, boards with their pieces, lists for the layout room, Hump Yard.

The road of `shunt print first-forty`: `commands/print.py` reads the options and the cards and makes an `Order` (`order.py`, which
checks them against the sizes in `sheets.py`). `products.py` says by kind which function prints it. For cards that is
`print_cards`: `front.py` and `back.py` draw both sides as scenes, as large as their text allows (measured by `fonts.py`), and
`pdf.py` places them on sheets with crop marks. `painter.py` paints a scene on a page with reportlab. Other kinds are drawn by
`booklet.py` (with `rule_texts.py` and the flowing text of `flow.py`), `poster.py`, `switch_lists.py`, `parts.py` and
`table_games.py`.

A further size of cards or of paper is one entry of `CARDS` or `PAPERS` in `sheets.py`; a further kind one entry in `products.py`.
From the core it takes cards and how they are drawn (`shunt/render`), from the generator packs, from hump its tiles, from games
their rules.
"""
