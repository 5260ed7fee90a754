"""A train of Hump Yard sorted by hand at the terminal: moves typed one a line, each checked by the referee as it is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shunt.cli.keyboard import read_line
from shunt.cli.output import columns, counted, knows_unicode, say, say_wrapped, show_picture
from shunt.hump.game.by_hand import sorting_of
from shunt.hump.game.state import HumpAction, HumpState
from shunt.hump.moves import legal_moves
from shunt.hump.pictures.terminal import draw_yard
from shunt.hump.rules import Hump
from shunt.rules.position import Position

if TYPE_CHECKING:
    from shunt.games.commands.terminal import Terminal
    from shunt.hump.game.game import HumpGame

HELP = """  CUT FROM>TO       a move: the cars of a cut, lead car first, and the spaces where its lead car
                    is and must end: red+blue q0>2.1.NS
  CUT FROM>sink     the exit; only the whole train may leave
  … via 1.0.NE      after a move with several paths: a space that the lead car passes
  undo              take back your last move; before the first, in practice, your last decision
  optimum           let the fewest moves decide whether your bid holds, instead of your first move
  give up           fail
  list              all moves from here
  yard [PLAYER]     draw a yard (your own by default; players are numbered from 1)
  save, quit        save the game; quit leaves it
Of several cars of one colour red is any, red.2 the second in the train.
A cut is a chain of cars. It takes the branch you want at each switch and pushes nothing."""
ENDS = {"farthest": "A move ends only where the cut can go no further.", "any": "A move may end anywhere on its path."}
SPACES = """A space is COLUMN.ROW.TRACK: 2.1.NS is the track from the north to the south edge of the tile in
column 2, row 1; the picture has the numbers at its edges. q0 q1 … are the source, from the yard on."""


def sort_by_hand(terminal: Terminal, game: HumpGame, state: HumpState, player: int) -> HumpAction:
    """Return what the person does with a train: its moves once they bring it out or the bid is used, `optimum` or `give up`."""
    cars, bid = state.tried, state.bid_of(player)
    who = f"{terminal.table.name(player)}: " if len(terminal.table.people) > 1 else ""
    say_wrapped(
        f"{who}Sort {' '.join(cars)} into {' '.join(state.order)} (the lead car first) in at most {counted(bid, 'moves')}."
    )
    say_wrapped("A move is the cut, lead car first, and where its lead car goes: red q0>2.1.NS; the exit ends in >sink.")
    while True:
        sorting = sorting_of(state, game.options.rules)
        if sorting.verdict.holds or len(state.typed) >= bid:
            return HumpAction("moves", typed=state.typed)
        rules, position = sorting.rules, sorting.positions[-1]
        places = dict(zip(position.places, rules.names, strict=True))
        show_picture(draw_yard(state.yards[player], places, sites=False, unicode=knows_unicode(), width=columns()))
        say_wrapped("   " + ", ".join(f"{name} on {space}" for space, name in places.items()))
        prompt = f"Move {len(state.typed) + 1} of {bid} (undo, {'' if state.typed else 'optimum, '}give up; ? helps): "
        text = _typed(terminal, player, rules, position, prompt)
        if text == "give up" or (text == "optimum" and not state.typed):
            return HumpAction(text)
        if text == "undo":
            if not state.typed:
                terminal.answered(player, text)  # in practice back to the decision before this train
            state = replace(state, typed=state.typed[:-1])
        elif why := sorting.refusal(text, "; ? lists the moves from here"):
            say_wrapped(f"   {why}")
        else:
            state = replace(state, typed=(*state.typed, " ".join(text.split())))


def _typed(terminal: Terminal, player: int, rules: Hump, position: Position, prompt: str) -> str:
    """Return the next line that does more than ask for something to be shown."""
    while True:
        text = read_line(prompt)
        word = text.partition(" ")[0]
        if word in ("?", "help", ""):
            for line in help_lines(rules, position):
                say(line)
        elif word in ("list", "moves"):
            for line in move_lines(rules, position):
                say(line)
        elif not (word in ("yard", "advise", "save", "quit") and terminal.answered(player, text)):
            return text


def help_lines(rules: Hump, position: Position) -> list[str]:
    """Return what can be typed, the names of cars and spaces, and every move from a position."""
    lines = [*HELP.splitlines(), ENDS[rules.stop], "", *SPACES.splitlines()]
    for tile in rules.track.yard.all_tiles:
        spaces = [f"{tile.at[0]}.{tile.at[1]}.{segment}" for segment in tile.segments]
        lines.append(f"  {f'tile {tile.kind} at {tile.at[0]},{tile.at[1]}':<18}{' '.join(spaces)}")
    return [*lines, "", "The moves from here, by cut:", *move_lines(rules, position)]


def move_lines(rules: Hump, position: Position) -> list[str]:
    """Return every move from a position, a line for each cut and its place."""
    ends: dict[str, list[str]] = {}
    for move in legal_moves(rules, position):
        cut, way = f"{'+'.join(move.cut)} {move.start}>", str(move).partition(">")[2]
        ends.setdefault(cut, []).append(way)
    width = max(map(len, ends), default=0)
    return [f"  {cut:<{width}}  {'  '.join(ways)}" for cut, ways in ends.items()] or ["  none"]
