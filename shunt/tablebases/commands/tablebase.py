"""`shunt tablebase`: files with the exact distance to a goal of every arrangement: build, describe, query."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shunt.cards.stop import StopKind
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching
from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.files.version import program_version

if TYPE_CHECKING:
    from shunt.cards.card import RouteCard
    from shunt.rules.position import Position
    from shunt.search.core.limits import Limits

LARGE_TABLEBASE = 100_000_000  # bytes of memory


@click.group("tablebase")
def command() -> None:
    """Build and query tablebases, which store the distance from every arrangement of a board to a goal.

    `shunt solve my-card.toml` finds my-card.table beside the card or in the current folder. In the folder of --tablebases
    or SHUNT_TABLEBASES it finds tablebases with any name.

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
    "File to write. Default: NAME.table in the folder of SHUNT_TABLEBASES, otherwise beside the card's file, or for a "
    "shipped card in the current folder.",
)
@options.json_option
@options.limit_options
def build_command(card: str, file: str | None, as_json: bool, limits: Limits) -> int:
    """Build the tablebase of CARD, with the distance to its goal from every arrangement of its pieces.

    For each arrangement, the build needs 2 bits of memory (3 if there is plenty) and 1 byte of disk space. If the build was
    stopped or killed, the same command resumes it. An existing tablebase is not changed until the new one is complete.

    \b
    Examples:
      shunt tablebase build first-swap
      shunt tablebase build my-card.toml -o my-card.table --max-memory 2G

    Exit status: 0 if the file is written, 3 if a limit stopped the build, 130 if interrupted.
    """
    loaded = _route_card(card)
    from shunt.tablebases.builder import default_file

    target = file or default_file(loaded, is_shipped=not Path(card).exists())
    output.check_output("--output", target)
    with watching("building the table") as progress:
        from shunt.search.core.limits import LimitReached, begun
        from shunt.tablebases.builder import build

        bounds = begun(limits, progress)
        _announce(loaded)
        try:
            with output.output_of():
                header = build(loaded, target, bounds, program=program_version())
        except LimitReached as limit:
            more = "" if limit.stop.kind is StopKind.TIME else " with a higher limit"
            output.note(f"stopped at the limit of {limit.stop}; {_kept(target)}{more}")
            return ExitStatus.STOPPED
        except KeyboardInterrupt:
            output.note(f"interrupted; {_kept(target)}")
            return ExitStatus.INTERRUPTED
    if as_json:
        output.print_json({"file": target, **header.as_json(), "seconds": round(bounds.seconds, 3)})
    else:
        output.say(f"{target}: {header.slots:,} arrangements, {header.file_size:,} bytes, in {bounds.seconds:.1f} s")
    return ExitStatus.ANSWERED


def _announce(card: RouteCard) -> None:
    """Print what a large build will take, before it starts."""
    from shunt.search.index.bitsets import BYTES_A_SLOT
    from shunt.search.trains.codec import Codec
    from shunt.tablebases.builder import memory_for

    memory = memory_for(Codec.for_rules(card.rules))
    if memory >= LARGE_TABLEBASE:
        disk = memory / BYTES_A_SLOT / 1e6
        output.note(
            f"building takes {memory / 1e6:,.0f} MB of memory and {disk:,.0f} MB of disk space, most of it only while it runs"
        )


def _kept(target: str) -> str:
    """Return what remains of a build that was stopped."""
    from shunt.tablebases.builder import levels_kept

    if not (levels := levels_kept(target)):
        return "no level was finished and nothing is kept: start again"
    return f"{output.counted(levels, 'finished levels')} kept in {target}.part: the same command resumes there"


def _route_card(card: str) -> RouteCard:
    from shunt.cards.card import RouteCard
    from shunt.cards.kinds import refused
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    if not isinstance(loaded, RouteCard):
        raise refused(loaded, "the puzzle of a tablebase")
    if loaded.metric != ("moves",):
        raise InputError(Fault("options.metric", "tablebases support the metric moves only", "remove the metric", loaded.path))
    return loaded


# --------------------------------------------------------------------------------------------------------------------
# info


@command.command("info")
@click.argument("file")
@options.flag("--verify", "Read the whole file and check every block.")
@options.json_option
def info_command(file: str, verify: bool, as_json: bool) -> None:
    """Print the puzzle of a tablebase, and how many arrangements are at each distance from the goal.

    Without --verify, only the header and the size are checked, which is instant.

    \b
    Examples:
      shunt tablebase info first-swap.table
      shunt tablebase info first-swap.table --verify

    Exit status: 0 if the file is sound, 2 if it is truncated, changed or not a tablebase.
    """
    from shunt.search.tablebase.reader import Tablebase

    table = Tablebase.open(file)
    if verify:
        table.verify()
    if as_json:
        output.print_json({"file": file, **table.header.as_json(), "puzzle": table.header.puzzle, "verified": verify})
        return
    header, roster = table.header, table.rules.roster
    output.say(f"{len(table.rules.plan.spaces)} spaces, {', '.join(roster.pieces)}")
    goal = table.goal.as_names(table.rules.plan)
    output.say(f"goal: {' · '.join(f'{name} {place}' for name, place in goal.items())}")
    output.say_levels("arrangements", header.levels, 12)
    output.say(f"\n{header.slots:,} arrangements, {header.bits} bits each; from {header.unreached:,} the goal cannot be reached")
    sound = "every block is sound" if verify else "header sound; --verify checks the data too"
    output.say(f"written by shunt {header.program}; {sound}")


# --------------------------------------------------------------------------------------------------------------------
# databases


@command.command("databases")
@options.databases_option
@options.flag("--clear", "Remove all stored databases.")
@options.json_option
def databases_command(databases: str | None, clear: bool, as_json: bool) -> None:
    """Print the number and size of the stored pattern databases.

    A* builds such databases for hard cards, and `shunt solve` stores them for other cards on the same board. If they take
    more than 1 GB, the least recently used ones are removed.

    \b
    Examples:
      shunt tablebase databases
      shunt tablebase databases --clear
    """
    from shunt.search.tablebase.database_store import DatabaseStore, databases_folder

    with output.parameters_as():
        folder = databases_folder(databases)
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


# --------------------------------------------------------------------------------------------------------------------
# probe


@command.command("probe")
@click.argument("file")
@click.argument("position", nargs=-1)
@options.text_option("--card", "CARD", "Query the start of this card. The tablebase must be for the same puzzle.")
@options.text_option("--after", "MOVES", "Query the position of --card after these moves, separated by ;.")
@options.json_option
def probe_command(file: str, position: tuple[str, ...], card: str | None, after: str | None, as_json: bool) -> int:
    """Print the fewest moves from POSITION to the goal, and a best move.

    POSITION gives the space of every piece, such as 'A=A1>A2' red=B1 green=C2, and the turntables that are not at position 0,
    such as T=1.

    \b
    Examples:
      shunt tablebase probe first-swap.table 'A=A1>A2' red=B1 green=C2
      shunt tablebase probe first-swap.table --card first-swap --after 'A A1>B3'

    Exit status: 0 if the moves are printed, 1 if the goal cannot be reached or a move is illegal.
    """
    if bool(position) == (card is not None) or (after and card is None):
        raise click.UsageError("give either a POSITION, or --card and perhaps --after")
    from shunt.rules.position_text import parse_position
    from shunt.search.tablebase.reader import Tablebase, open_for

    if card is not None:
        loaded = _route_card(card)
        table, place = open_for(loaded, file), _played(loaded, after)
    else:
        table = Tablebase.open(file)
        place = parse_position(table.rules, " ".join(position))
    distance, notation = table.distance(place), table.best_move(place)
    if as_json:
        fields = {"position": table.rules.names(place), "turntables": table.rules.turntables(place)}
        output.print_json({"schema": "shunt-probe/1"} | fields | {"moves": distance, "best": notation})
    elif distance is None:
        output.say("the goal cannot be reached from here")
    elif not distance:
        output.say("0 moves: the goal is met")
    else:
        output.say(f"{distance} {'moves' if distance > 1 else 'move'}; best: {notation}")
    return ExitStatus.NO if distance is None else ExitStatus.ANSWERED


def _played(card: RouteCard, after: str | None) -> Position:
    from shunt.cli.moves import played
    from shunt.rules.position import Position

    game = played(card, [after] if after else [])
    if game.broken:
        raise game.broken
    assert isinstance(game.position, Position)
    return game.position
