"""A train of Hump Yard sorted by hand at the terminal: its yard before each move, and the help about moves."""

from __future__ import annotations

from shunt.cli.output import columns, counted, knows_unicode
from shunt.hump.game.by_hand import Sorting, sorting_of
from shunt.hump.game.state import HumpState
from shunt.hump.moves import legal_moves
from shunt.hump.pictures.terminal import draw_yard
from shunt.hump.rules import Hump, MoveRules
from shunt.render.characters import Picture
from shunt.rules.position import Position

HELP = """  CUT FROM>TO       a move: the cars of a cut, lead car first, and the spaces where its lead car
                    is and must end: red+blue q0>2.1.NS
  CUT FROM>sink     the exit; only the whole train may leave
  … via 1.0.NE      after a move with several paths: a space that the lead car passes
  undo              take back your last move; before the first, in practice, your last decision
  optimum           let the fewest moves decide whether your bid holds, instead of your first move
  give up           fail
  list              every legal action, with a number that can be typed instead
  yard [PLAYER]     draw a yard (your own by default; players are numbered from 1)
  save, quit        save the game; quit leaves it
Of several cars of one colour red is any, red.2 the second in the train.
A cut is a chain of cars. It takes the branch you want at each switch and pushes nothing."""
ENDS = {"farthest": "A move ends only where the cut can go no further.", "any": "A move may end anywhere on its path."}
SPACES = """A space is COLUMN.ROW.TRACK: 2.1.NS is the track from the north to the south edge of the tile in
column 2, row 1; the picture has the numbers at its edges. q0 q1 … are the source, from the yard on."""


def sorting_parts(view: HumpState, rules: MoveRules) -> list[Picture | str]:
    """Return the yard with the cars where they are; before the first move, what is asked as well."""
    sorting, parts = sorting_of(view, rules), list[Picture | str]()
    if not view.typed:
        train, order = " ".join(view.tried), " ".join(view.order)
        parts = [
            f"Sort {train} into {order} (the lead car first) in at most {counted(sorting.bid, 'moves')}.",
            "A move is the cut, lead car first, and where its lead car goes: red q0>2.1.NS; the exit ends in >sink.",
        ]
    places = dict(zip(sorting.positions[-1].places, sorting.rules.names, strict=True))
    parts.append(draw_yard(sorting.rules.track.yard, places, unicode=knows_unicode(), width=columns()))
    return [*parts, "   " + ", ".join(f"{name} on {space}" for space, name in places.items())]


def help_lines(sorting: Sorting) -> list[str]:
    """Return what can be typed, the names of cars and spaces, and every move from here."""
    rules = sorting.rules
    lines = [*HELP.splitlines(), ENDS[rules.stop], "", *SPACES.splitlines()]
    for tile in rules.track.yard.all_tiles:
        spaces = [f"{tile.at[0]}.{tile.at[1]}.{segment}" for segment in tile.segments]
        lines.append(f"  {f'tile {tile.kind} at {tile.at[0]},{tile.at[1]}':<18}{' '.join(spaces)}")
    return [*lines, "", "The moves from here, by cut:", *move_lines(rules, sorting.positions[-1])]


def move_lines(rules: Hump, position: Position) -> list[str]:
    """Return every move from a position, a line for each cut and its place."""
    ends: dict[str, list[str]] = {}
    for move in legal_moves(rules, position):
        cut, way = f"{'+'.join(move.cut)} {move.start}>", str(move).partition(">")[2]
        ends.setdefault(cut, []).append(way)
    width = max(map(len, ends), default=0)
    return [f"  {cut:<{width}}  {'  '.join(ways)}" for cut, ways in ends.items()] or ["  none"]
