"""What commands that write something share: whose files they may write, and what an interrupt leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def refuse_shipped(card: str) -> None:
    """Raise `InputError` for a card given by its name: `--save` writes into files of the user's own, given by their path."""
    from shunt.errors import Fault, InputError
    from shunt.files.library import card_path

    found = card_path(card)
    if isinstance(found, Path):  # a path is handed back as it is, a name becomes the path of the shipped file
        what = f"{card} names a shipped card, which stays as it is"
        raise InputError(Fault("--save", what, f"copy {found} and give the path of the copy"))


@contextmanager
def keeping(words: str) -> Iterator[None]:
    """Have Ctrl-C say what is kept and how to go on: `interrupted: WORDS`, unless whatever it stopped knows better."""
    try:
        yield
    except KeyboardInterrupt as told:
        raise KeyboardInterrupt(str(told) or f"interrupted: {words}") from None
