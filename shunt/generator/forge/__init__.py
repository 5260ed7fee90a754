"""The forge, which makes new cards from a board and constraints, new boards, and the hardest card of a board.

The order is `run.py` → `shard.py` → `sidings/generator/forge.py`, `measures.py` → `proof.py`. `hardest.py` tries everything in
place of `run.py`, and `boards.py` is independent. Searches and state graphs come from `search`, and ratings from `rating`.
"""
