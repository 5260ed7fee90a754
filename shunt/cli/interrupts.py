"""What commands that write something share: which files they may write, and what an interrupt leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shunt.cli.options import STDIN


def refuse_shipped(card: str) -> None:
    """Raise `InputError` for a card given by its name or on the standard input: `--save` writes into the user's own files."""
    from shunt.errors import Fault, InputError
    from shunt.files.library import card_path

    if card == STDIN:
        raise InputError(Fault("--save", "the standard input is not a file to save into", "give the path of a file"))
    found = card_path(card)
    if isinstance(found, Path):  # a path is returned unchanged, a name becomes the path of the shipped file
        what = f"{card} names a shipped card, which is not changed"
        raise InputError(Fault("--save", what, f"copy {found} and give the path of the copy"))


@contextmanager
def keeping(words: str) -> Iterator[None]:
    """Have Ctrl-C report what is kept and how to resume: `interrupted: WORDS`, unless the interrupt has words already."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(str(interrupt) or f"interrupted: {words}") from None
