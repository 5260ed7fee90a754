"""Everything about the puzzles of the ruleset `sidings` (Inglenook and similar puzzles).

Each module or folder belongs to the room or wing with the same name, and follows its import rules.

rules       the referee, its moves and positions as text
cards       the card as a value, its reader and writer
search      the engine
render      pictures, and the text for terminals
generator   new cards, ratings, canonical ids
films, pages, classics, railways
"""
