"""The forge: new cards from a board and constraints, new boards, and the hardest card of a board.

`run.py` → `shard.py` → `sidings/generator/forge.py`, `measures.py` → `proof.py`; `hardest.py` tries everything in place of
`run.py`; `boards.py` stands by itself. It takes searches and state graphs from `search`, and the rating from `rating`.
"""
