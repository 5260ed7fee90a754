"""`shunt check`: everything that is wrong with files, and whether what cards claim holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.answers import MOVES
from shunt.cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from shunt.cards.card import Card


@dataclass
class Checked:
    """What is known of one sound file: what it is, what a proof said of it, and what of its claims does not hold."""

    file: str
    kind: str
    name: str
    status: int = ExitStatus.ANSWERED
    proven: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    words: str = "sound"

    def as_json(self) -> dict[str, Any]:
        """The same for `--json`."""
        told: dict[str, Any] = {"file": self.file, "kind": self.kind, "name": self.name, "valid": True}
        return told | ({"proof": self.proven | {"wrong": self.wrong}} if self.proven else {})


@click.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=options.Shipped("cards", "layouts"))
@click.option("--prove", is_flag=True, help="Prove every card's optimum again, and replay the Yard Guide that it carries.")
@options.json_option
@options.limit_options
def command(files: tuple[str, ...], prove: bool, as_json: bool, **limits: Any) -> int:
    """Say everything that is wrong with cards and layouts: file, line, place, and what would be right.

    \b
      shunt check my-card.toml my-board.toml
      shunt check puzzles/cards/*.toml --prove

    Exit status: 0 all are sound, 2 one is not (each fault has a line on stderr, and stdout stays empty); with --prove also 1
    where what a card claims does not hold, and 3 where a limit left that open.
    """
    from shunt.cards.files import problems
    from shunt.cli.arguments import shipped_or_file
    from shunt.errors import InputError

    paths = [shipped_or_file(file) for file in files]
    faults = [fault for path in paths for fault in problems(path)]
    if faults:
        raise InputError(dict.fromkeys(faults))
    checked = []
    for path in paths:
        checked.append(_checked(str(path), prove, limits))
        if checked[-1].status == ExitStatus.INTERRUPTED:
            break
    status = max(
        (one.status for one in checked),
        key=(ExitStatus.ANSWERED, ExitStatus.STOPPED, ExitStatus.NO, ExitStatus.INTERRUPTED).index,
    )
    if as_json:
        told = {"schema": "shunt-check/1", "valid": True, "holds": status == ExitStatus.ANSWERED if prove else None}
        output.print_json(told | {"files": [one.as_json() for one in checked]})
    else:
        for one in checked:
            output.say(f"{one.file}: {one.kind} {one.name}, {one.words}")
            for wrong in one.wrong:
                output.say(f"  {wrong}")
    return status


def _checked(path: str, prove: bool, limits: dict[str, Any]) -> Checked:
    from shunt.cli.arguments import card_or_layout

    found = card_or_layout(path)
    if found.card is None:
        assert found.layout is not None
        return Checked(path, "layout", found.layout.name)
    checked = Checked(path, "card", found.card.name)
    if prove:
        _prove(found.card, checked, limits)
    return checked


def _prove(card: Card, checked: Checked, limits: dict[str, Any]) -> None:
    """Prove the card again, and note what of its claims does not hold."""
    from shunt.cli.answers import exit_status, search, why_stopped
    from shunt.errors import TooLargeError

    try:
        answer = search(card, None, limits)
    except TooLargeError as too_large:
        checked.wrong = _wrong_guide(card, None)
        checked.words, checked.status = f"not proven: {too_large}", ExitStatus.NO if checked.wrong else ExitStatus.STOPPED
        return
    optimum = answer.as_json()["moves"]
    checked.proven = {
        "status": answer.status,
        "optimum": optimum,
        "lower_bound": answer.lower_bound,
        "states": answer.states,
    }
    checked.wrong = _wrong_claims(card, answer.status, optimum, answer.lower_bound)
    if answer.status == "unknown":
        checked.words = (
            f"not proven: {why_stopped(answer.stopped)}; "
            f"no solution has fewer than {output.counted(answer.lower_bound, answer.metric[0])}"
        )
        checked.status = exit_status(answer)
    else:
        checked.words = "proven unsolvable" if optimum is None else f"optimum {_number(optimum)} proven"
        if answer.method == "guide":  # which no search can confirm
            checked.words += " by the Yard Guide, since nothing counts less"
        claims = "and all that the card claims holds" if card.proof or card.guide else "and the card claims nothing"
        checked.words += ", " + ("but not all that the card claims holds:" if checked.wrong else claims)
    if checked.wrong:
        checked.status = max(checked.status, ExitStatus.NO) if checked.status != ExitStatus.STOPPED else ExitStatus.NO


def _wrong_claims(card: Card, status: str, optimum: Any, lower_bound: Any) -> list[str]:
    wrong = []
    claimed, said = card.proof.get("optimum"), card.proof.get("status")
    if status == "optimal":
        if claimed is not None and claimed != optimum:
            wrong.append(f"proof.optimum says {_number(claimed)}, but it is {_number(optimum)}")
        if said == "unsolvable":
            wrong.append(f"proof.status says unsolvable, but the optimum is {_number(optimum)}")
        if card.ranks is not None and card.metric[0] in MOVES and card.ranks.yard_master != optimum:
            wrong.append(f"options.ranks.yard_master says {card.ranks.yard_master}, but the optimum is {optimum}")
    elif status == "unsolvable":
        if claimed is not None or said == "optimal":
            told = "proof.status says optimal" if claimed is None else f"proof.optimum says {_number(claimed)}"
            wrong.append(f"{told}, but the card has no solution")
    elif status == "unknown" and isinstance(claimed, int) and isinstance(lower_bound, int) and claimed < lower_bound:
        wrong.append(f"proof.optimum says {claimed}, but no solution has fewer than {lower_bound}")
    return wrong + _wrong_guide(card, claimed)


def _number(optimum: Any) -> str:
    """An optimum in one metric or in several."""
    return ", ".join(map(str, optimum)) if isinstance(optimum, list) else str(optimum)


def _wrong_guide(card: Card, claimed: Any) -> list[str]:
    """What is wrong with the Yard Guide that the card carries."""
    from shunt.cli.cards.play import play, stored_guide
    from shunt.errors import InputError

    if not card.guide:
        return []
    try:
        game = play(card, stored_guide(card))
    except InputError as error:
        return [f"{fault.where}: {fault.what}" for fault in error.faults]
    if game.broken:
        return [f"guide.moves: move {game.broken.number} is illegal (rule: {game.broken.rule}): {game.broken.why}"]
    if not game.goal_is_met:
        return ["guide.moves does not end at the goal"]
    if card.metric[0] in MOVES and isinstance(claimed, int) and claimed != len(game.moves):
        return [f"guide.moves has {output.counted(len(game.moves), 'moves')}, but proof.optimum says {claimed}"]
    return []
