"""What commands that write something share: which files they may write, and what an interrupt leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from shunt.cli.options import STDIN
from shunt.cli.output import check_output, output_of


def check_save(card: str) -> None:
    """Raise `InputError`, before any work, if `--save` cannot write into the card's file.

    It writes into the user's own files only: not for a card given by its name or on the standard input.
    """
    from shunt.errors import Fault, InputError
    from shunt.files.library import card_path

    if card == STDIN:
        raise InputError(Fault("--save", "the standard input is not a file to save into", "give the path of a file"))
    found = card_path(card)
    if isinstance(found, Path):  # a path is returned unchanged, a name becomes the path of the shipped file
        what = f"{card} names a shipped card, which is not changed"
        raise InputError(Fault("--save", what, f"copy {found} and give the path of the copy"))
    check_output("--save", card)


@contextmanager
def printed_anyway(option: str) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Let a command print its answer although its file cannot be written after all.

    Yields a function that calls what writes; an `InputError` of it is raised when the block ends, as a fault of `option`.
    """
    from shunt.errors import InputError

    kept: list[InputError] = []

    def attempt(write: Callable[[], None]) -> None:
        """Write, and keep the fault for the end of the block if that fails."""
        try:
            with output_of(option):
                write()
        except InputError as error:
            kept.append(error)

    yield attempt
    if kept:
        raise kept[0]


@contextmanager
def keeping(words: str) -> Iterator[None]:
    """Have Ctrl-C report what is kept and how to resume: `interrupted: WORDS`, unless the interrupt has words already."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        interrupt.args = interrupt.args or (f"interrupted: {words}",)
        raise


@contextmanager
def with_notes() -> Iterator[None]:
    """Have Ctrl-C print the first note that the work has added to it, unless the interrupt has words already."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        interrupt.args = interrupt.args or tuple(getattr(interrupt, "__notes__", ())[:1])
        raise
