"""Pictures: scenes of shapes and text in millimetres, drawn as SVG, PNG and GIF, and boards in characters for a terminal.

From a card to its picture: `values` (`svg`, `text`) calls the function that the class of a value names, for cards `cards`
(the board at a position, the front of a card), which takes the board from `board` (tracks) or `shunt.sidings.render`. A board
asks `geometry` where its track runs, `labels` and `placing` for free places beside it, and draws with `rails`, `pieces` and
`marks`; `words` has what is printed, `appearance` the colours of the pieces. The result is a `Scene` (`scene`), which `svg` and
`raster` write, in the colours of `themes`. `layers` draws boards for what moves: films and pages. In a terminal `terminal` draws
a `Picture` (`characters`): `terminal_labels` places the names, `terminal_pens` draws the track.

The room takes layouts from `track`, positions and moves from `rules`, cards and games from `cards`. A wing's values draw
themselves: their class names the functions that draw them (`shunt/pictures.py`).
"""
