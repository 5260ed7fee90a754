"""Where tablebases are looked for: beside a card's file, in the current folder, in a folder of tablebases.

Apart from `reader.py`, so that a card without a tablebase is solved without loading what reads one.
"""

from __future__ import annotations

import os
from pathlib import Path

from shunt.cards.card import RouteCard
from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.files.reading import reason_of

SUFFIX = ".table"
FOLDER_VARIABLE = "SHUNT_TABLEBASES"


def beside(card: RouteCard) -> Path | None:
    """Return the file of a card's tablebase, unless that is in a folder of tablebases; None for a card without a file."""
    return Path(card.path).with_suffix(SUFFIX) if card.path else None


def table_files(card: RouteCard, folder: str | os.PathLike[str] | None = None) -> tuple[list[Path], list[Path]]:
    """Return the files named after a card, and every tablebase in `folder`.

    `folder` is None for the one that the environment variable SHUNT_TABLEBASES names. Raises `InputError` if it is not a folder.
    """
    if folder is not None and not os.path.isdir(folder):
        raise InputError(Fault("tablebases", f"{printable(os.fspath(folder))} is not a folder", "name a folder of tablebases"))
    where = os.fspath(folder) if folder is not None else os.environ.get(FOLDER_VARIABLE, "")
    named = [
        path for path in dict.fromkeys((beside(card), Path(card.name + SUFFIX))) if path is not None and os.path.isfile(path)
    ]
    return named, _tables_in(where) if where else []


def _tables_in(folder: str) -> list[Path]:
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        what = f"{printable(folder)} cannot be read: {reason_of(error)}"
        raise InputError(Fault("tablebases", what, "name a folder that you may read")) from None
    return sorted(Path(folder, name) for name in names if name.endswith(SUFFIX) and os.path.isfile(os.path.join(folder, name)))
