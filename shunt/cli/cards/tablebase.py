"""`shunt tablebase`: files with the exact distance to a goal of every arrangement: build, describe, query."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shunt.cards.stop import StopKind
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching
from shunt.files.printable import printable
from shunt.files.version import program_version

if TYPE_CHECKING:
    from shunt.cards.card import RouteCard
    from shunt.rules.position import Position
    from shunt.search.tablebase.format import Header
    from shunt.search.tablebase.reader import Tablebase

BAR = 40  # columns of the longest bar
LARGE = 100_000_000  # bytes of memory


@click.group("tablebase")
def command() -> None:
    """Build and query tablebases: files with the exact distance to a goal of every arrangement of a board.

    `shunt solve my-card.toml` finds my-card.table beside the card or in the current folder. Tablebases in another folder are
    found with --tablebases or SHUNT_TABLEBASES, whatever their names.

    \b
    Examples:
      shunt tablebase build first-swap
      shunt tablebase info first-swap.table --verify
      shunt tablebase probe first-swap.table --card first-swap --after 'A A1>B3'
      shunt tablebase probe first-swap.table 'A=A1>A2' red=B1 green=C2
    """


# --------------------------------------------------------------------------------------------------------------------
# build


@command.command("build")
@options.card_argument
@options.output_option(
    "File to write. Default: NAME.table in the folder SHUNT_TABLEBASES, else beside the card's file (for a shipped card: in the "
    "current folder).",
    "--out",
)
@options.json_option
@options.limit_options
def build_command(card: str, file: str | None, as_json: bool, **limits: Any) -> int:
    """Build the tablebase of CARD: the distance to its goal from every arrangement of its board and pieces.

    Building takes 2 bits of memory (where memory is ample, 3) and, while it runs, 1 byte of disk for each arrangement. A build
    that was stopped or killed is resumed when the same command is given again; until it is finished, an earlier tablebase is
    not changed.

    \b
    Examples:
      shunt tablebase build first-swap
      shunt tablebase build my-card.toml -o my-card.table --max-memory 2G

    Exit status: 0 written · 3 stopped at a limit · 130 interrupted.
    """
    loaded = _route_card(card)
    target = file or _default_target(card, loaded)
    with watching("building the table") as progress:
        from shunt.search.core.limits import LimitReached
        from shunt.search.tablebase.builder import build

        bounds = options.limits_of(**limits)
        _announce(loaded)
        try:
            with output.output_of():
                header = build(loaded.rules, loaded.goal, target, bounds, progress, program=program_version())
        except LimitReached as limit:
            more = "" if limit.stop.kind is StopKind.TIME else " with a higher limit"
            output.note(f"stopped at the limit of {limit.stop}; {_kept(target)}{more}")
            return ExitStatus.STOPPED
        except KeyboardInterrupt:
            output.note(f"interrupted; {_kept(target)}")
            return ExitStatus.INTERRUPTED
    if as_json:
        output.print_json({"file": target, **_figures(header), "seconds": round(bounds.seconds, 3)})
    else:
        output.say(f"{target}: {header.slots:,} arrangements, {header.file_size:,} bytes, in {bounds.seconds:.1f} s")
    return ExitStatus.ANSWERED


def _announce(card: RouteCard) -> None:
    """Print what a large build will take, before it starts."""
    from shunt.search.index.bitsets import BYTES_A_SLOT
    from shunt.search.tablebase.builder import memory_for
    from shunt.search.trains.codec import Codec

    memory = memory_for(Codec.for_rules(card.rules))
    if memory >= LARGE:
        disk = memory / BYTES_A_SLOT / 1e6
        output.note(f"building takes {memory / 1e6:,.0f} MB of memory and {disk:,.0f} MB of disk, most of it only while it runs")


def _kept(target: str) -> str:
    """Return what remains of a build that was stopped."""
    from shunt.search.tablebase.builder import levels_kept

    if not (levels := levels_kept(target)):
        return "no level was finished and nothing is kept: start again"
    return f"{output.counted(levels, 'finished levels')} kept in {target}.part: the same command resumes there"


def _route_card(card: str) -> RouteCard:
    from shunt.cli.arguments import route_card_named
    from shunt.errors import Fault, InputError

    loaded = route_card_named(card)
    if loaded.metric != ("moves",):
        raise InputError(Fault("options.metric", "a tablebase counts moves", "remove the metric", loaded.path))
    return loaded


def _default_target(named: str, card: RouteCard) -> str:
    """Return the file where `solve` looks for the table: beside the card, or for a shipped card in the current folder."""
    from shunt.search.tablebase.files import FOLDER_VARIABLE, SUFFIX, beside
    from shunt.search.tablebase.format import key_of, puzzle_of
    from shunt.search.tablebase.reader import is_of

    folder, own = os.environ.get(FOLDER_VARIABLE), beside(card)
    if not folder and own is not None and Path(named).exists():
        return str(own)
    target = Path(folder or ".") / (card.name + SUFFIX)
    if target.exists() and not is_of(target, card.rules, card.goal):  # cards of one name have a table each
        target = target.with_name(f"{card.name}-{key_of(puzzle_of(card.rules, card.goal))[:8]}{SUFFIX}")
    return str(target)


# --------------------------------------------------------------------------------------------------------------------
# info


@command.command("info")
@click.argument("file")
@click.option("--verify", is_flag=True, help="Read the whole file and check every block.")
@options.json_option
def info_command(file: str, verify: bool, as_json: bool) -> int:
    """Print what a tablebase is of, and how many arrangements are at each distance from the goal.

    Without --verify only the header and the size are checked, which is immediate.

    \b
    Examples:
      shunt tablebase info first-swap.table
      shunt tablebase info first-swap.table --verify

    Exit status: 0 what was checked is sound · 2 the file is truncated, changed, or not a tablebase.
    """
    from shunt.search.tablebase.reader import Tablebase

    table = Tablebase.open(file)
    if verify:
        table.verify()
    if as_json:
        output.print_json({"file": file, **_figures(table.header), "puzzle": table.header.puzzle, "verified": verify})
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


def _figures(header: Header) -> dict[str, Any]:
    from shunt.search.tablebase.format import SCHEMA

    fields = {"schema": SCHEMA, "key": header.key, "program": header.program, "slots": header.slots, "bits": header.bits}
    return fields | {"levels": list(header.levels), "unreached": header.unreached, "bytes": header.file_size}


# --------------------------------------------------------------------------------------------------------------------
# databases


@command.command("databases")
@options.databases_option
@click.option("--clear", is_flag=True, help="Remove them.")
@options.json_option
def databases_command(databases: str | None, clear: bool, as_json: bool) -> int:
    """Print how many pattern databases are kept, and how much room they take.

    A* builds such databases for hard cards, and `shunt solve` keeps them for the next card on the same board. Those used longest
    ago are removed when they would take more than 1 GB.

    \b
    Examples:
      shunt tablebase databases
      shunt tablebase databases --clear
    """
    from shunt.search.methods.database_sizes import folder_of
    from shunt.search.tablebase.database_store import DatabaseStore

    with output.parameters_as(databases="--databases"):
        folder = folder_of(databases)
        store = DatabaseStore(folder) if folder is not None else None
        sizes = [status.st_size for _, status in store.files()] if store is not None else []
        removed = store.clear() if store is not None and clear else 0
    if as_json:
        kept = {"folder": str(folder) if folder is not None else None, "databases": len(sizes), "bytes": sum(sizes)}
        output.print_json({"schema": "shunt-databases/1"} | kept | {"removed": removed})
    elif folder is None:
        output.say("no pattern databases are kept: SHUNT_DATABASES is empty")
    else:
        shown = f"{output.counted(len(sizes), 'pattern databases')}, {output.counted(sum(sizes), 'bytes')}"
        output.say(f"{shown}, in {printable(str(folder))}{'; all removed' if clear else ''}")
    return ExitStatus.ANSWERED


# --------------------------------------------------------------------------------------------------------------------
# probe


@command.command("probe")
@click.argument("file")
@click.argument("position", nargs=-1)
@click.option("--card", metavar="CARD", help="Query the start of this card; the tablebase must be of its puzzle.")
@click.option("--after", metavar="MOVES", help="Query the position of --card after these moves, separated by ;.")
@options.json_option
def probe_command(file: str, position: tuple[str, ...], card: str | None, after: str | None, as_json: bool) -> int:
    """Print the fewest moves from POSITION to the goal, and a best move.

    POSITION names the space of every piece, such as 'A=A1>A2' red=B1 green=C2, and turntables that are not at 0, such as T=1.

    \b
    Examples:
      shunt tablebase probe first-swap.table 'A=A1>A2' red=B1 green=C2
      shunt tablebase probe first-swap.table --card first-swap --after 'A A1>B3'

    Exit status: 0 answered · 1 the goal cannot be reached, or a move is illegal.
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
        fields = {"schema": "shunt-probe/1", "position": names, "turntables": turned}
        output.print_json(fields | {"moves": distance, "best": notation})
    elif distance is None:
        output.say("the goal cannot be reached from here")
    elif not distance:
        output.say("0 moves: the goal is met")
    else:
        output.say(f"{distance} {'moves' if distance > 1 else 'move'}; best: {notation}")
    return ExitStatus.NO if distance is None else ExitStatus.ANSWERED


def best_move(table: Tablebase, position: Position) -> str | None:
    """Return a best move in notation; None if the goal is met or cannot be reached."""
    from shunt.rules.guide import describe
    from shunt.rules.referee import run_between

    after = table.best(position)
    if after is None:
        return None
    run = run_between(table.rules, position, after)
    return f"{run}+1" if isinstance(run, str) else str(describe(table.rules, position, run))


def _played(card: RouteCard, after: str | None) -> Position:
    from shunt.cli.typed_moves import play, typed_moves

    game = play(card, typed_moves(card, [after] if after else []))
    if game.broken:
        raise game.broken
    position: Position = game.position
    return position


def _typed(table: Tablebase, text: str) -> Position:
    """Return the position that `text` names; raises `NotationError` with every fault."""
    from shunt.errors import Fault, NotationError
    from shunt.files.numbers import whole_number
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
            index = whole_number(place)
            turned[name] = index if index is not None and index < numbers[name] else -1
            if turned[name] < 0:
                faults.append(Fault(name, f"{place!r} is not one of its positions", f"they are 0 to {numbers[name] - 1}"))
        else:
            faults.append(
                Fault("", f"{part!r}: unknown piece {name!r}", f"write PIECE=SPACE for each of {', '.join(roster.pieces)}")
            )
    faults += [Fault(name, "its space is missing", f"add {name}=SPACE") for name in roster.pieces if name not in places]
    if not faults:
        position = position_from_names(roster, places, headings, tuple(turned.get(name, 0) for name in numbers))
        faults = rules.faults_of(position, "")
    if faults:
        raise NotationError(faults)
    return position
