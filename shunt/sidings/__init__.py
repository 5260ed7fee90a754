"""Everything about the puzzles `sidings` (Inglenook and its kin).

Each module or folder belongs to the room or the wing after which it is named, and imports what that may import.

rules       the referee, its moves and positions as text
cards       the card as a value, its reader and writer
search      the engine
render      pictures, and the text for terminals
generator   new cards, ratings, canonical ids
films, pages, classics, railways
"""
