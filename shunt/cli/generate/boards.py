"""`shunt make boards` (also `shunt boards`): new boards, proposed and measured."""

from __future__ import annotations

from pathlib import Path

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.generate.generator_options import folder_for
from shunt.cli.interrupts import keeping
from shunt.cli.options import Whole
from shunt.cli.progress import watching

NOTHING = "nothing was written; the same command makes the same boards, from the start"


@click.command("boards")
@click.option("--feature", type=click.Choice(["wye", "balloon", "turntable", "loop"]), help="What the board must have.")
@click.option("--spaces", type=options.Span(), default="14-20", show_default=True, metavar="RANGE", help="Number of spaces.")
@click.option("-n", "--count", type=Whole(1), default=1, show_default=True, metavar="N", help="Number of boards.")
@click.option("--tries", type=Whole(1), default=60, show_default=True, metavar="N", help="Number of boards to propose.")
@options.text_seed_option("Random seed: the same seed gives the same boards.")
@options.folder_option("Folder for the layouts.", "--out", default="cards_out", show_default=True)
@options.work_limit_options
@options.json_option
def command(feature: str | None, spaces: tuple[int, int], count: int, tries: int, seed: str, folder: str, as_json: bool) -> int:
    """Make new boards and print the names of their layout files.

    Boards are proposed at random and measured with a locomotive and two cars: the share of positions that can be reached from
    each other, the most moves that any goal takes, and how much the goals differ in that. The best are kept. `shunt boards` is
    the same command.

    \b
    Examples:
      shunt make boards
      shunt make boards --feature balloon --spaces 14-16 -n 3 -o my-boards

    Exit status: 0 made · 1 none of the proposed boards can be used.
    """
    from shunt.files.atomic import write_text_atomically
    from shunt.generator.forge.boards import BoardSpec, layout_text, propose

    with folder_for(Path(folder)):
        with keeping(NOTHING), watching() as progress:
            found = propose(BoardSpec(feature, spaces, seed), count, tries, progress)
        if not found:
            output.note("none of the proposed boards can be used; more --tries may help")
            return ExitStatus.NO
        files = []
        for board in found:
            path = Path(folder) / f"{board.layout.name}.toml"
            write_text_atomically(path, layout_text(board))
            files.append(str(path))
    if as_json:
        made = [{"file": file, **board.as_json()} for file, board in zip(files, found, strict=True)]
        output.print_json({"schema": "shunt-boards/1", "boards": made})
    else:
        for file, board in zip(files, found, strict=True):
            output.say(file)
            output.note(board.words())
    return ExitStatus.ANSWERED
