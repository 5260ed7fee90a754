"""The search for a card's tablebase, and the method that looks up a solution in it.

This is separate from `reader.py`, so that a card without a tablebase is solved without loading the code that reads one.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from shunt.cards.card import RouteCard
from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.files.reading import StrPath, reason_of
from shunt.search.core.search import Search
from shunt.search.task import Method

if TYPE_CHECKING:
    from shunt.search.tablebase.format import TablebaseError
    from shunt.search.tablebase.reader import Tablebase

SUFFIX = ".table"
FOLDER_VARIABLE = "SHUNT_TABLEBASES"


def beside(card: RouteCard) -> Path | None:
    """Return the file of a card's tablebase outside folders of tablebases, or None for a card without a file."""
    return Path(card.path).with_suffix(SUFFIX) if card.path else None


def _tables_in(folder: str) -> list[Path]:
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        what = f"{printable(folder)} cannot be read: {reason_of(error)}"
        raise InputError("tablebases", what, "name a folder that you may read") from None
    return sorted(Path(folder, name) for name in names if name.endswith(SUFFIX) and os.path.isfile(os.path.join(folder, name)))


def find(card: RouteCard, folder: StrPath | None = None) -> tuple[Tablebase | None, list[TablebaseError]]:
    """Return the tablebase of a card if there is one, and the faults of files that have its name but cannot be used.

    It may be beside the card's file, under the card's name in the current folder (where tablebases of shipped cards are built),
    or in `folder`, by default the one in SHUNT_TABLEBASES. Files in the folder are chosen by the puzzle in their header, not by
    their names, and valid tablebases of other puzzles are ignored. Raise `InputError` if `folder` is not a folder.
    """
    if folder is not None and not os.path.isdir(folder):
        raise InputError("tablebases", f"{printable(os.fspath(folder))} is not a folder", "name a folder of tablebases")
    where = os.fspath(folder) if folder is not None else os.environ.get(FOLDER_VARIABLE, "")
    files = dict.fromkeys((beside(card), Path(card.name + SUFFIX)))
    named, others = [path for path in files if path is not None and os.path.isfile(path)], _tables_in(where) if where else []
    if not named and not others:
        return None, []
    from shunt.search.tablebase.reader import choose

    return choose(card, named, others)


class TableLookup(Method):
    """A shortest solution read from a tablebase of the puzzle, if there is one."""

    @cached_property
    def _found(self) -> tuple[Tablebase | None, list[TablebaseError]]:
        return find(self.task.card, self.task.options.tablebases)

    def fits(self) -> bool:
        """Return whether there is a table."""
        table, _ = self._found
        if table is not None:
            self.why = f"a table of this puzzle: {table.file}"
        return table is not None

    def faults(self) -> list[str]:
        """Return the faults of files that have the table's name but cannot be used."""
        return [str(error) for error in self._found[1]]

    def begin(self, is_asked: bool) -> Search:
        """Return the search of the table; raise `InputError` if there is none."""
        table, faults = self._found
        if table is None:
            missing = Fault("", f"no tablebase of {self.task.card.name} was found", "build one: shunt tablebase build CARD")
            raise InputError([fault for error in faults for fault in error.faults] or missing)
        from shunt.search.tablebase.reader import TableSearch

        return TableSearch(table, self.task.card.start, self.task.limits, is_asked)
