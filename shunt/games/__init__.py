"""Table games: the rules, bots, simulations and companions of four games, on one protocol.

The road of `shunt express simulate`, in order:

1. `commands/express.py`: the command, made from a `FrontEnd` (`commands/front.py`) by `commands/simulate.py`.
2. `registry.py`: the game and its bots by name, imported when they are asked for.
3. `simulate.py`: the games, handed out to processes; game g follows from the seed and g alone.
4. `protocol.py`: a `Match` asks the game who acts, lets chance draw and the bots choose, and applies what they do.
5. `express/game.py`: the rules of the game; its state, views and texts stand beside it, its kernels in `express/engine/`.
6. `bots.py`, `planning.py`: bots of every game, which see views only; `thinking.py` keeps their time for a move.
7. `statistics.py`, `plots.py`: the tables and the chart of the results.

A game played by people goes through `commands/play.py`, `table.py` and `commands/terminal.py` in place of step 3; a
game on a real table through `companion.py` and `commands/game_commands.py`. `adapters/` plays every game in OpenSpiel and
PettingZoo.

The room takes `files`, `render`, `cli` and the limits and decorators of `search/core` from the core, and no wing. The
registry names Hump Yard, whose rules are in `hump`, as text.
"""
