"""The command `shunt`: its top group, and the one place where all commands end.

`main` reads the arguments, and `commands` names the module of each command, which is imported only then. The core's commands are
in `cards/`, and each wing has its own. A command declares its options with `options` and interprets its arguments (a card, a
layout, moves) with `arguments`. It calls the library with the `limits` that it receives and a `progress` display, words the
result with `answers`, and prints it with `output` or writes pictures with `picture_files`. It returns an
`ExitStatus`, or nothing if it has answered.

stdout is data, and stderr is progress and messages. A closed pipe is not an error. The exit statuses are in
`shunt.cli.exit_status`. The room uses every room of the core. Only `commands` names wings, as text.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

import click

from shunt.cli.commands import SECTIONS, LazyGroup
from shunt.cli.exit_status import ExitStatus
from shunt.cli.output import complain, note, say
from shunt.cli.progress import announce_compiling
from shunt.errors import IllegalMoveError, InputError, ShuntError
from shunt.files.printable import is_unicode
from shunt.search.core.interrupts import interrupts

__all__ = ["cli", "main"]

MOST_FAULTS = 100  # that are printed of one input


class _Program(LazyGroup):
    """The top group. A call ends with one of our exit statuses, while click's own handler would exit with 1."""

    sections = SECTIONS

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: object, **__: object) -> NoReturn:
        """Run one command and exit with its status, however it ends."""
        announce_compiling()
        try:
            status = _complaining(self, sys.argv[1:] if args is None else list(args))
        except BrokenPipeError:
            _discard(sys.stdout, sys.stderr)
            status = ExitStatus.ANSWERED
        except KeyboardInterrupt as interrupt:
            note(": ".join(["interrupted", *map(str, interrupt.args)]))  # the argument says what was kept
            status = ExitStatus.INTERRUPTED
        except Exception as error:
            status = _internal(error)
        sys.exit(int(status))


def _version(context: click.Context, parameter: click.Parameter, is_set: bool) -> None:
    if is_set:
        from shunt.files.version import environment_lines

        say("\n".join(environment_lines()))
        context.exit()


@click.group(
    cls=_Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the versions and exit.")
def cli() -> None:
    """Solve, make and play shunting puzzles. Every optimum is proven.

    A CARD is a file, the name of a shipped card (see `shunt list`), or - for standard input. A LAYOUT or a YARD is a
    file or a shipped name. Each command's help has examples. Most commands have the option --json.

    \b
    Examples:
      shunt list
      shunt show first-swap
      shunt solve first-swap
      shunt solve first-swap --json
      shunt make cards wye-18 --tier green
    """


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line (`sys.argv` by default) and exit with its status."""
    cli.main(args)


# --------------------------------------------------------------------------------------------------------------------
# How a command ends


def _complaining(group: click.Group, args: list[str]) -> int:
    """Run a command; print the faults of its input on stderr, one per line."""
    try:
        return _run(group, args)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        complain(shown.getvalue(), end="")
        return ExitStatus.BAD_INPUT
    except (click.Abort, EOFError):
        note("interrupted")
        return ExitStatus.INTERRUPTED
    except InputError as error:
        for fault in error.faults[:MOST_FAULTS]:
            complain(f"{'' if fault.file else 'shunt: '}{fault}")
        if len(error.faults) > MOST_FAULTS:
            note(f"and {len(error.faults) - MOST_FAULTS:,} more faults")
        return ExitStatus.BAD_INPUT
    except IllegalMoveError as error:
        note(str(error))
        return ExitStatus.NO
    except ShuntError as error:
        from shunt.search.core.limits import LimitReached

        if isinstance(error, LimitReached):  # where its command does not expect one
            note(f"stopped at the limit of {error.stop}")
            return ExitStatus.STOPPED
        note(str(error))
        return ExitStatus.BAD_INPUT
    except UnicodeEncodeError:
        broken = [word for word in args if not is_unicode(word)]
        if not broken:
            raise
        note(f"{broken[0]!r} has bytes that are not UTF-8 (only names of files may have some)")
        return ExitStatus.BAD_INPUT
    except ModuleNotFoundError as error:
        if error.name is None or "." in error.name or error.name == "shunt":
            raise
        again = f"pip install {error.name}, or shunt-puzzles again"
        note(f"the package {error.name} is missing from this installation ({again})")
        return ExitStatus.BAD_INPUT
    except MemoryError:
        note("stopped at a limit: the machine has no more memory, and nothing is proven")
        return ExitStatus.STOPPED
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        place = "the output cannot be written" if error.filename is None else f"{error.filename} cannot be used"
        note(f"{place}: {error.strerror or error}")
        if error.filename is None:
            _discard(sys.stdout)
        return ExitStatus.BAD_INPUT


def _run(group: click.Group, args: list[str]) -> int:
    completion = os.environ.get("_SHUNT_COMPLETE")
    if completion:
        from click.shell_completion import shell_complete

        return shell_complete(group, {}, "shunt", "_SHUNT_COMPLETE", completion)
    # A closed stdin ends at once, a closed stderr forgets; a closed stdout stays: what it would lose is an error.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - as long as the program
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # titles from files may hold what the terminal cannot print
    try:
        with interrupts, group.make_context("shunt", args) as context:
            status = group.invoke(context)
    except click.exceptions.Exit as leaving:
        status = leaving.exit_code
    if sys.stdout is not None:
        sys.stdout.flush()
    return status if isinstance(status, int) else ExitStatus.ANSWERED


def _discard(*streams: TextIO | None) -> None:
    """Discard the rest of the stream buffers, unless they go to a terminal, because Python would fail to write them at exit."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        for stream in streams:
            if stream is not None and not stream.isatty():
                os.dup2(nothing, stream.fileno())
    except (OSError, ValueError):
        pass


def _internal(error: Exception) -> int:
    note(f"internal error: {type(error).__name__}: {error}")
    if os.environ.get("SHUNT_DEBUG"):
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    else:
        note("this is a bug in the program, not a fault of your input. Please report it with the command, its files, and")
        note("what the same command prints with SHUNT_DEBUG=1 in front of it")
    return ExitStatus.INTERNAL
