"""Table games in the browser: the rules, the bots and everything hidden stay here; a page shows what one player may see.

    page ──▶ Hall ──▶ BrowserTable ──▶ GameTable (games/table.py): seats, events, undo, the saved game
                          │
                          └──▶ look(): the face of the game from one player's view, the log in words, whose turn it is

A table has a name, and every seat of a person a secret. A request that does not give the secret of a seat learns nothing. After
every action the game is saved, so that it continues when the server is started again.
"""
