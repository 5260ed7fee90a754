"""`shunt tablebase`: exact distances of every arrangement of a board, in a file: built, examined, asked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import RouteCard
    from shunt.rules.position import Position
    from shunt.search.tablebase.format import Header
    from shunt.search.tablebase.reader import Tablebase

BAR = 40  # columns of the longest bar
WORTH_TELLING = 100_000_000  # bytes of memory


@click.group("tablebase")
def command() -> None:
    """Exact distances to a goal for every arrangement of a board, in a file that answers at once.

    \b
      shunt tablebase build my-card.toml
      shunt tablebase info my-card.table --verify
      shunt tablebase probe my-card.table --card my-card.toml --after 'A A1>B2'
      shunt tablebase probe my-card.table 'A=A1>A2 red=B1 green=C2'

    `shunt solve my-card.toml` then finds my-card.table beside the card (or in the current folder); tables in a folder are found
    with --tablebases or SHUNT_TABLEBASES, whatever they are called.
    """


# --------------------------------------------------------------------------------------------------------------------
# build


@command.command("build")
@options.card_argument
@click.option(
    "--out",
    metavar="FILE",
    help="The file to write. Default: with the card's name in the folder SHUNT_TABLEBASES; or else beside the card's file, for a "
    "shipped card in the current folder.",
)
@options.json_option
@options.limit_options
def build_command(card: str, out: str | None, as_json: bool, **limits: Any) -> int:
    """Write the distance to the goal of CARD from every arrangement of its board and pieces.

    It takes 3 bits of memory and, while it is built, 1 byte of disk an arrangement. A build that was stopped or killed goes on
    where it was when the same command is run again; until it is done, an earlier table stays as it is.

    Exit status: 0 written, 3 stopped at a limit, 130 interrupted.
    """
    loaded = _route_card(card)
    target = out or _default_target(card, loaded)
    with watching("building the table") as progress:
        from shunt.search.core.limits import LimitReached
        from shunt.search.tablebase.builder import build

        bounds = options.limits_of(**limits)
        _announce(loaded)
        try:
            with output.output_of("--out"):
                header = build(loaded.rules, loaded.goal, target, bounds, progress, program=output.program_version())
        except LimitReached as limit:
            more = "" if limit.which.startswith("time") else " with a higher limit"
            output.note(f"stopped at the limit of {limit.which}; {_kept(target)}{more}")
            return ExitStatus.STOPPED
        except KeyboardInterrupt:
            output.note(f"interrupted; {_kept(target)}")
            return ExitStatus.INTERRUPTED
    if as_json:
        output.print_json({"file": target, **_told(header), "seconds": round(bounds.seconds, 3)})
    else:
        output.say(f"{target}: {header.slots:,} arrangements, {header.file_size:,} bytes, in {bounds.seconds:.1f} s")
    return ExitStatus.ANSWERED


def _announce(card: RouteCard) -> None:
    """What a large build will take, told before it takes it."""
    from shunt.search.index.bitsets import BYTES_A_SLOT
    from shunt.search.tablebase.builder import memory_for
    from shunt.search.trains.codec import Codec

    memory = memory_for(Codec.for_rules(card.rules))
    if memory >= WORTH_TELLING:
        disk = memory / BYTES_A_SLOT / 1e6
        output.note(f"building takes {memory / 1e6:,.0f} MB of memory and {disk:,.0f} MB of disk, of which most is given back")


def _kept(target: str) -> str:
    """What of a build that was stopped is left."""
    from shunt.search.tablebase.builder import levels_kept

    if not (levels := levels_kept(target)):
        return "no level was finished and nothing is kept: begin again"
    return f"{output.counted(levels, 'finished levels')} kept in {target}.part: the same command goes on from there"


def _route_card(card: str) -> RouteCard:
    from shunt.cli.arguments import route_card_named
    from shunt.errors import Fault, InputError

    loaded = route_card_named(card)
    if loaded.metric != ("moves",):
        raise InputError(Fault("options.metric", "a tablebase counts moves", "leave the metric out", loaded.path))
    return loaded


def _default_target(named: str, card: RouteCard) -> str:
    """Where `solve` will find the table; for a shipped card (its folder is not the user's) the folder one is in."""
    from shunt.search.tablebase.format import key_of, puzzle_of
    from shunt.search.tablebase.reader import FOLDER_VARIABLE, SUFFIX, beside, is_of

    folder, own = os.environ.get(FOLDER_VARIABLE), beside(card)
    if not folder and own is not None and Path(named).exists():
        return str(own)
    target = Path(folder or ".") / (card.name + SUFFIX)
    if target.exists() and not is_of(target, card.rules, card.goal):  # cards of one name keep a table each
        target = target.with_name(f"{card.name}-{key_of(puzzle_of(card.rules, card.goal))[:8]}{SUFFIX}")
    return str(target)


# --------------------------------------------------------------------------------------------------------------------
# info


@command.command("info")
@click.argument("file")
@click.option("--verify", is_flag=True, help="Read all of it and check every block.")
@options.json_option
def info_command(file: str, verify: bool, as_json: bool) -> int:
    """What a tablebase is of, and how many arrangements are how far from the goal.

    Without --verify only the header and the size are checked, which is done at once.

    Exit status: 0 what was checked is sound, 2 it is truncated, edited, or no tablebase.
    """
    from shunt.search.tablebase.reader import Tablebase

    table = Tablebase.open(file)
    if verify:
        table.verify()
    if as_json:
        output.print_json({"file": file, **_told(table.header), "puzzle": table.header.puzzle, "verified": verify})
        return ExitStatus.ANSWERED
    header, roster = table.header, table.rules.roster
    output.say(f"{len(table.rules.plan.spaces)} spaces, {', '.join(roster.pieces)}")
    output.say(f"goal: {_goal_words(table)}")
    most = max(header.levels, default=1)
    output.say("moves  arrangements")
    for moves, slots in enumerate(header.levels):
        output.say(f"{moves:5}  {slots:12,}  {'#' * (-(-slots * BAR // most))}")
    output.say(f"\n{header.slots:,} arrangements, {header.bits} bits each; from {header.unreached:,} the goal cannot be reached")
    sound = "every block is sound" if verify else "header sound; --verify checks the data too"
    output.say(f"written by shunt {header.program}; {sound}")
    return ExitStatus.ANSWERED


def _goal_words(table: Tablebase) -> str:
    from shunt.rules.position import heading_text
    from shunt.track.plan import End

    plan, goal = table.rules.plan, table.goal
    placed = {
        name: heading_text(plan, End(space, goal.headings[name])) if name in goal.headings else space
        for name, space in goal.places.items()
    }
    return " · ".join(f"{name} {place}" for name, place in placed.items())


def _told(header: Header) -> dict[str, Any]:
    from shunt.search.tablebase.format import SCHEMA

    told = {"schema": SCHEMA, "key": header.key, "program": header.program, "slots": header.slots, "bits": header.bits}
    return told | {"levels": list(header.levels), "unreached": header.unreached, "bytes": header.file_size}


# --------------------------------------------------------------------------------------------------------------------
# probe


@command.command("probe")
@click.argument("file")
@click.argument("position", nargs=-1)
@click.option("--card", metavar="CARD", help="Ask for the start of this card; the table must be of its puzzle.")
@click.option("--after", metavar="MOVES", help="… after these moves, separated by ;.")
@options.json_option
def probe_command(file: str, position: tuple[str, ...], card: str | None, after: str | None, as_json: bool) -> int:
    """The fewest moves from POSITION to the goal, and a best move.

    POSITION names every piece: 'A=A1>A2 red=B1 green=C2', and turntables that are not at 0: 'T=1'.

    Exit status: 0 told (also where the goal is met already), 1 the goal cannot be reached, or one of MOVES is illegal.
    """
    if bool(position) == (card is not None) or (after and card is None):
        raise click.UsageError("give either a POSITION, or --card and perhaps --after")
    from shunt.search.tablebase.reader import Tablebase, open_for

    if card is not None:
        loaded = _route_card(card)
        table, place = open_for(loaded.rules, loaded.goal, file), _played(loaded, after)
    else:
        table = Tablebase.open(file)
        place = _typed(table, " ".join(position))
    distance, notation = table.distance(place), best_move(table, place)
    if as_json:
        plan = table.rules.plan
        names = table.rules.roster.as_names(plan, place)
        turned = {turntable.name: index for turntable, index in zip(plan.turntables, place.turntables, strict=True)}
        told = {"schema": "shunt-probe/1", "position": names, "turntables": turned}
        output.print_json(told | {"moves": distance, "best": notation})
    elif distance is None:
        output.say("the goal cannot be reached from here")
    elif not distance:
        output.say("0 moves: the goal is met")
    else:
        output.say(f"{distance} {'moves' if distance > 1 else 'move'}; best: {notation}")
    return ExitStatus.NO if distance is None else ExitStatus.ANSWERED


def best_move(table: Tablebase, position: Position) -> str | None:
    """A best move in notation; None where there is nothing to do or nothing that helps."""
    from shunt.rules.guide import describe
    from shunt.rules.referee import run_between

    after = table.best(position)
    if after is None:
        return None
    run = run_between(table.rules, position, after)
    return f"{run}+1" if isinstance(run, str) else str(describe(table.rules, position, run))


def _played(card: RouteCard, after: str | None) -> Position:
    from shunt.cli.cards.play import play, typed_moves

    game = play(card, typed_moves(card, [after] if after else []))
    if game.broken:
        raise game.broken
    position: Position = game.position
    return position


def _typed(table: Tablebase, text: str) -> Position:
    """The position that `text` names; raises `NotationError` with everything that is wrong with it."""
    from shunt.errors import Fault, NotationError
    from shunt.rules.position import parse_heading, position_from_names

    rules, roster = table.rules, table.rules.roster
    places: dict[str, str] = {}
    headings: dict[str, int] = {}
    turned: dict[str, int] = {}
    faults: list[Fault] = []
    numbers = {turntable.name: len(turntable.positions) for turntable in rules.plan.turntables}
    for part in text.replace(",", " ").split():
        name, _, place = part.partition("=")
        if name in places or name in turned:
            faults.append(Fault(name, "named twice"))
        elif rules.has_headings and name in roster.locomotives:
            try:
                places[name], headings[name] = parse_heading(rules.plan, place)
            except NotationError as error:
                faults += [Fault(name, fault.what, fault.remedy) for fault in error.faults]
                places[name], headings[name] = "", 0
        elif name in roster.pieces:
            places[name] = place
        elif name in numbers:
            turned[name] = int(place) if place.isdecimal() and int(place) < numbers[name] else -1
            if turned[name] < 0:
                faults.append(Fault(name, f"{place!r} is not one of its positions", f"they are 0 to {numbers[name] - 1}"))
        else:
            faults.append(
                Fault("", f"{part!r}: there is no piece {name!r}", f"write PIECE=SPACE for each of {', '.join(roster.pieces)}")
            )
    faults += [Fault(name, "it is not said where it stands", f"add {name}=SPACE") for name in roster.pieces if name not in places]
    if not faults:
        position = position_from_names(roster, places, headings, tuple(turned.get(name, 0) for name in numbers))
        faults = [Fault("", what) for what in table.faults_of(position)]
    if faults:
        raise NotationError(faults)
    return position
