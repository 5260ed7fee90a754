"""The command `shunt`: a group whose commands are imported when they are called, and one place for everything that can go wrong.

Exit status of every command: 0 answered · 1 the answer is no · 2 bad usage or input (stdout stays empty) · 3 stopped at a limit ·
70 internal error · 130 interrupted. stdout is data, stderr is progress and complaints; a closed pipe is no error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from shunt.errors import IllegalMoveError, InputError, ShuntError

__all__ = ["COMMANDS", "cli", "main"]

ANSWERED, NO, BAD_INPUT, STOPPED, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 70, 130

COMMANDS: dict[str, tuple[str, str]] = {
    "solve": ("shunt.cli.cards.solve:command", "Prove the fewest moves of a card and print its Yard Guide."),
    "hint": ("shunt.cli.cards.hint:command", "One best move, from the start or after given moves."),
    "replay": ("shunt.cli.cards.replay:command", "Play moves by the rules and say what each does."),
    "show": ("shunt.cli.cards.show:command", "Draw a card or a layout in the terminal."),
    "list": ("shunt.cli.cards.list:command", "The shipped cards and layouts."),
    "check": ("shunt.cli.cards.check:command", "Every fault of cards and layouts, with its line."),
    "flood": ("shunt.cli.cards.flood:command", "Count everything that can be reached, move by move."),
    "inglenook": ("shunt.cli.classics.inglenook:command", "Solve an Inglenook typed as 57218/346, or list all of it."),
    "timesaver": ("shunt.cli.classics.timesaver:command", "Set out cars on the Timesaver, given or drawn, par proven."),
    "solutions": ("shunt.cli.cards.solutions:command", "All shortest solutions of a card: counted, listed, drawn by lot."),
    "tablebase": ("shunt.cli.cards.tablebase:command", "Exact distances of every arrangement in a file: build, info, probe."),
    "graph": ("shunt.cli.cards.graph:command", "What is joined to what, as DOT, GraphML or JSON."),
    "export": ("shunt.cli.cards.export:command", "A card as a planning problem (PDDL), for other solvers."),
    "bid": ("shunt.cli.hump.bid:command", "Hump Yard bids: checked, judged, their chances, advice."),
    "yard": ("shunt.cli.hump.yard:command", "Hump yards: shown, checked, designed."),
    "humpyard": ("shunt.cli.hump.humpyard:command", "The game of Hump Yard: play against bots, or let bots play."),
    "rate": ("shunt.cli.cards.rate:command", "How hard a card is likely to be, and why."),
    "forge": ("shunt.cli.generate.forge:command", "New cards as wished: proven, rated, nothing superfluous."),
    "boards": ("shunt.cli.generate.forge:boards_command", "New boards: proposed, measured, the best kept."),
    "pack": ("shunt.cli.generate.pack:command", "Packs of cards: made, checked, added to."),
    "daily": ("shunt.cli.generate.daily:command", "The card of a date, the same for everybody."),
    "generate": ("shunt.cli.generate.generate:command", "Cards by the thousand into a catalogue; stopped, it goes on."),
    "catalogue": ("shunt.cli.generate.catalogue:command", "Cards by the million in one file: add, find, export, stats."),
    "completion": ("shunt.cli.completion:command", "The line that makes your shell complete names."),
}
"""Name → where the command is (`module:attribute`, imported when it is called) and what the list of commands says of it."""


class _Commands(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:  # click knows of no commands here to be like what was typed
            raise click.exceptions.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **__: Any) -> NoReturn:
        """Run one command and leave with its exit status, whatever happens (click's own handler would exit with 1)."""
        sys.exit(_status(self, sys.argv[1:] if args is None else list(args)))


def _version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from shunt.cli.options import program_version

        click.echo(f"shunt {program_version()}")
        context.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit.")
def cli() -> None:
    """Shunting puzzles, solved to a proven optimum.

    A CARD is a file, or the name of a shipped card; a LAYOUT likewise (`shunt list` names them).

    \b
      shunt list
      shunt show first-swap
      shunt solve first-swap
      shunt solve my-card.toml --json
    """


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line (`sys.argv` by default) and leave with its exit status."""
    cli.main(args)


# --------------------------------------------------------------------------------------------------------------------
# How it ends


def _status(group: click.Group, args: list[str]) -> int:
    try:
        return _complaining(group, args)
    except BrokenPipeError:
        return _silenced()
    except KeyboardInterrupt as told:
        _complain(str(told) or "interrupted")  # whoever knows what is kept, or proven so far, raises it anew with these words
        return INTERRUPTED
    except Exception as error:
        if _was_interrupted(error):
            _complain("interrupted")
            return INTERRUPTED
        return _internal(error)


def _complaining(group: click.Group, args: list[str]) -> int:
    """Run a command; what is wrong with its input goes to stderr, line by line."""
    try:
        return _run(group, args)
    except click.exceptions.Exit as leaving:
        _flush()
        return leaving.exit_code
    except click.ClickException as error:
        error.show(sys.stderr)
        return BAD_INPUT
    except (click.Abort, EOFError):
        _complain("interrupted")
        return INTERRUPTED
    except InputError as error:
        for fault in error.faults:
            _complain(str(fault), prefix="" if fault.file else "shunt: ")
        return BAD_INPUT
    except IllegalMoveError as error:
        _complain(str(error))
        return NO
    except ShuntError as error:
        _complain(str(error))
        return BAD_INPUT
    except MemoryError:
        _complain("stopped at a limit: the machine has no memory left; nothing is proven")
        return STOPPED
    except OSError as error:
        if isinstance(error, BrokenPipeError) or error.filename is not None:
            raise
        _complain(f"the output cannot be written: {error.strerror or error}")
        return BAD_INPUT


def _run(group: click.Group, args: list[str]) -> int:
    asked = os.environ.get("_SHUNT_COMPLETE")
    if asked:
        from click.shell_completion import shell_complete

        return shell_complete(group, {}, "shunt", "_SHUNT_COMPLETE", asked)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # titles from files may hold what the terminal cannot print
    with group.make_context("shunt", args) as context:
        status = group.invoke(context)
    _flush()
    return status if isinstance(status, int) else ANSWERED


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _complain(text: str, prefix: str = "shunt: ") -> None:
    click.echo(prefix + text, err=True)


def _silenced() -> int:
    """The reader of a pipe has seen enough: keep Python from complaining about what is left in the buffer."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.isatty():
                os.dup2(nothing, stream.fileno())
    except (OSError, ValueError):
        pass
    return ANSWERED


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C lies behind an error: one that comes while an extension is imported surfaces as an error of that import."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def _internal(error: Exception) -> int:
    _complain(f"internal error: {type(error).__name__}: {error}")
    if os.environ.get("SHUNT_DEBUG"):
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    else:
        _complain("this is a bug of the program, not of your input. Please report it with the command, its files, and what")
        _complain("the same command prints with SHUNT_DEBUG=1 in front of it")
    return INTERNAL
