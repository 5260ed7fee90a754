"""`shunt play`: a card, a deck of cards, or a table game in the terminal; `shunt moves`: the legal moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cards.tiers import TIERS
from shunt.cli import options, output
from shunt.cli.commands import COMMANDS, DECKS, GAMES
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import choice_option, log_option, number_option
from shunt.errors import IllegalMoveError, InputError, NotationError
from shunt.files.lazy import load_place

if TYPE_CHECKING:
    from shunt.cards.card import Card

HELP = """  A A1>B1 +red   a move, as `moves` lists it; - may be written for >, and the number of a listed move for the move
  moves          list the legal moves with their numbers
  undo, redo     take back a move, or make it again; undo 3 takes back three
  hint           show one best move, and how many moves remain
  rank           show the rank for the moves so far, and your best result on a pack's card
  log            list the moves so far
  show           draw the board again
  restart        take back all moves
  quit           leave; so do Ctrl-C and the end of input"""


@click.command("play", context_settings={"ignore_unknown_options": True})
@options.shipped_argument("what", "CARD|PACK|GAME", "cards")
@number_option("--card", "Number of the card in a pack. Default: the next unsolved card.", "number", least=1)
@choice_option("--tier", TIERS, "Tier of the card in a pack.", has_default=False)
@log_option
@click.argument("rest", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF THE GAME]")
def command(what: str, number: int | None, tier: str | None, file: str | None, rest: tuple[str, ...]) -> int:
    """Play a card in the terminal. You can type moves, take them back and ask for hints, and your rank is printed at
    the end.

    CARD is a file or the name of a shipped card. PACK is a folder or the name of a shipped pack. Its next unsolved card is
    played, and the result is recorded in the log of the pack (`shunt pack log`). GAME is express, humpyard, tiles or
    yardmaster. This runs `shunt GAME play` with the same options. At the prompt, ? lists the commands.

    \b
    Examples:
      shunt play first-swap
      shunt play box-forty --tier green
      shunt play express --bots greedy

    Exit status: 0 if the card was solved or the game ended, 1 if you quit before that.
    """
    if what in GAMES and not Path(what).exists():
        return int(load_place(COMMANDS[what][0]).main(["play", *rest], f"shunt {what}", standalone_mode=False) or 0)
    if rest:
        raise click.UsageError(f"unexpected arguments: {' '.join(rest)}")
    of_pack = load_place(DECKS)(what, number, tier, file)
    if of_pack is None and (number is not None or tier is not None):
        raise InputError("--card, --tier", f"{what} is not a pack", "leave them out, or name a pack")
    card, log = of_pack or (_single_card(what), None)
    return ExitStatus.NO if card is None else Player(card, log).run()


@click.command("moves")
@options.card_argument
@click.argument("moves", nargs=-1)
@options.json_option
def moves_command(card: str, moves: tuple[str, ...], as_json: bool) -> int:
    """Print every legal move of CARD, one per line, from its start or after MOVES.

    \b
    Examples:
      shunt moves first-swap
      shunt moves first-swap 'A A1>B3' --json

    Exit status: 0 if the moves are printed, 1 if one of MOVES is illegal.
    """
    from shunt.cli.arguments import card_named
    from shunt.cli.moves import played

    game = played(card_named(card), moves)
    if game.broken:
        output.note(game.broken.words)
        return ExitStatus.NO
    legal = [str(move) for move in game.legal_moves]
    made = [move.notation for move in game.moves]
    output.show({"schema": "shunt-moves/1", "card": game.card.name, "after": made, "moves": legal} if as_json else legal)
    return ExitStatus.ANSWERED


def _single_card(name: str) -> Card:
    """Return the card to play that is not from a pack."""
    from shunt.cli.arguments import card_named
    from shunt.files.library import card_names, yard_names

    if name in yard_names() and name not in card_names() and not Path(name).exists():
        remedy = f"sort trains in it on a page: shunt page {name}; or play shunt humpyard play"
        raise InputError("CARD", f"{name} is a hump yard, not a card", remedy)
    return card_named(name)


class Player:
    """A card being played by a person. `log` is the log of its pack, or None if the card is not from a pack."""

    def __init__(self, card: Card, log: Any) -> None:
        self.card, self.log, self.game = card, log, card.play()
        self.undone: list[Any] = []
        self.hints = 0

    def run(self) -> int:
        """Play until the card is solved or the person leaves."""
        from shunt.cli.answers import heading_line, puzzle_lines
        from shunt.cli.keyboard import read_line

        for line in (heading_line(self.card), *puzzle_lines(self.card)):
            output.say_wrapped(line)
        self._show()
        while not self.game.goal_is_met:
            try:
                line = read_line(f"move {len(self.game.moves) + 1}> ").strip()
            except (EOFError, KeyboardInterrupt):
                line = "quit"
            if line in ("quit", "exit", "q"):
                output.say(f"left after {output.counted(len(self.game.moves), 'moves')}, not solved")
                return ExitStatus.NO
            if line:
                self._act(line)
        return self._finish()

    def _act(self, line: str) -> None:
        """Carry out a typed command."""
        word, _, rest = line.lower().partition(" ")
        count = int(rest[:6]) if rest.isascii() and rest.isdigit() else 1
        made = len(self.game.moves)
        if line in ("?", "help"):
            output.say(HELP)
        elif line == "rank":
            self._rank()
        elif line in ("log", "moves"):
            listed: list[Any] = list(self.game.moves if line == "log" else self.game.legal_moves)
            for number, move in enumerate(listed, 1):
                output.say(f"{number:3}. {move}")
            if line == "log" and not listed:
                output.say("no move has been made yet")
        elif line == "show":
            self._show()
        elif line == "hint":
            self._hint()
        elif line == "restart":
            self._take_back(made)
        elif word in ("undo", "redo") and (not rest or rest.isascii() and rest.isdigit()):
            self._take_back(min(count, made)) if word == "undo" else self._make_again(count)
        else:
            self._move(line)

    def _take_back(self, count: int) -> None:
        if not self.game.moves:
            output.say("no move has been made yet")
            return
        for _ in range(count):
            self.undone.append(self.game.pop().move)
        self._show()

    def _make_again(self, count: int) -> None:
        """Make moves again that were taken back, at most `count`."""
        again = [self.undone.pop() for _ in range(min(count, len(self.undone)))]
        for move in again:
            output.say_wrapped(self.game.push(move).words)
        if again:
            self._show()
        else:
            output.say("no move was taken back")

    def _rank(self) -> None:
        """Print the rank that the moves so far would earn, the moves that other ranks allow, and the best result so far."""
        ranks, count = self.card.ranks, len(self.game.moves)
        made = output.counted(count, "moves")
        if ranks is None:
            output.say_wrapped(f"{made}; this card gives no ranks")
        else:
            output.say_wrapped(f"{made}: {ranks.rank(count) or 'no rank'} if the goal were reached now ({ranks})")
        best = self.log.best().get(self.card.name) if self.log else None
        if best is not None:
            output.say(f"your best: {output.counted(best.moves, 'moves')}, {best.rank or 'no rank'}")

    def _move(self, line: str) -> None:
        legal = list(self.game.legal_moves) if line.isascii() and line.isdigit() and len(line) < 6 else []
        if legal and not 1 <= int(line) <= len(legal):
            output.say(f"the moves are numbered from 1 to {len(legal)}")
            return
        try:
            made = self.game.push(legal[int(line) - 1]) if legal else self._push(line)
        except (IllegalMoveError, NotationError) as error:
            why = error.why if isinstance(error, IllegalMoveError) else str(error)
            output.say_wrapped(f"{why} (? lists what can be typed)")
            return
        self.undone.clear()
        output.say_wrapped(made.words)
        self._show()

    def _push(self, line: str) -> Any:
        """Make a typed move. If no move has this text, make the only legal move that differs from it just in upper and lower
        case."""
        try:
            return self.game.push(line)
        except (IllegalMoveError, NotationError):
            same = [move for move in self.game.legal_moves if str(move).lower() == line.lower().replace("-", ">")]
            if len(same) != 1:
                raise
            return self.game.push(same[0])

    def _hint(self) -> None:
        from shunt.cli.answers import search
        from shunt.search.core.limits import Limits

        answer = search(self.card.starting_at(self.game.position), None, Limits(time=60.0))
        self.hints += 1
        if answer.status == "unsolvable":
            output.say("the goal cannot be reached from here: take moves back")
        elif not answer.moves:
            output.say("not found within a minute")
        else:
            left = output.counted(len(answer.moves), "moves")
            output.say_wrapped(f"{answer.moves[0].notation} ({left} to the goal)")

    def _show(self) -> None:
        from shunt.cli.answers import card_picture

        output.say()
        output.show_picture(card_picture(self.card, self.game.position))
        allowed = f" of {self.card.limit} allowed" if self.card.limit is not None else ""
        counted = f"{output.counted(len(self.game.moves), 'moves')}{allowed}"
        output.say()
        output.say_wrapped(f"{counted} · goal {self.card.rules.describe_goal(self.card.goal)}")

    def _finish(self) -> int:
        moves, rank = len(self.game.moves), self.game.rank
        counted = output.counted(moves, "moves")
        if not self.game.is_solved:
            output.say_wrapped(f"the goal is met in {counted}, and {self.card.limit} are allowed: not solved")
            return ExitStatus.NO
        helped = f", with {output.counted(self.hints, 'hints')}" if self.hints else ""
        output.say(f"solved in {counted}{helped}: {rank or 'no rank'}")
        if self.log is not None:
            self.log.add(self.card.name, moves, rank)
            output.note(f"recorded in {self.log.path}")
        return ExitStatus.ANSWERED
