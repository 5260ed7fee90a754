"""The whole table of a `sidings` puzzle as a file: CSV, or Parquet with the `tables` extra.

There are two columns: `state`, in the notation that people type (`57218/346/`, with the cars on the headshunt before a `|`, and
the siding of the locomotive after an `@`), and `distance`, which is empty if the goal cannot be reached. If there are several
cars that the goal does not name, all of them are written `*`, because their distances are the same.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from shunt.errors import InputError
from shunt.files.atomic import written_whole
from shunt.files.reading import StrPath
from shunt.files.version import to_install
from shunt.search.core.arrays import BATCH
from shunt.sidings.search.graph import Occupancy
from shunt.sidings.search.table import Distances, DistanceTable

Texts = npt.NDArray[np.bytes_]
ENDINGS = (".csv", ".parquet")
UNNAMED = "*"


def check_ending(path: StrPath) -> None:
    """Raise `InputError` unless the name of a table ends in `.csv` or `.parquet`."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise InputError("target", f"{os.fspath(path)} is neither CSV nor Parquet", "use a name that ends in .csv or .parquet")


def write_table(table: DistanceTable, path: StrPath) -> None:
    """Write every state and its distance to `path`, whole or not at all; the name ends in `.csv` or `.parquet`.

    Raise `InputError` if the ending is unknown, the file cannot be written, or the library for Parquet is missing.
    """
    check_ending(path)
    is_csv = Path(path).suffix.lower() == ".csv"
    with written_whole(Path(path)) as file:
        if not is_csv and not file.seekable():
            raise InputError("target", "Parquet is not written to a terminal or a pipe", "name a file")
        (_write_csv if is_csv else _write_parquet)(table, file)


def _write_csv(table: DistanceTable, file: IO[bytes]) -> None:
    file.write(b"state,distance\n")
    for states, distances in _blocks(table):
        numbers = np.where(distances == table.unseen, b"", distances.astype(np.bytes_))
        lines = np.strings.add(np.strings.add(states, b","), np.strings.add(numbers, b"\n"))
        file.write(b"".join(lines.tolist()))


def _write_parquet(table: DistanceTable, file: IO[bytes]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise InputError("target", "Parquet needs pyarrow", f"{to_install('tables')}, or write a .csv") from None
    schema = pa.schema([("state", pa.string()), ("distance", pa.int16())])
    with pq.ParquetWriter(file, schema) as writer:
        for states, distances in _blocks(table):
            numbers = pa.array(distances.astype(np.int16), mask=distances == table.unseen)
            writer.write_table(pa.Table.from_arrays([pa.array(states.tolist(), pa.string()), numbers], schema=schema))


def _blocks(table: DistanceTable) -> Iterator[tuple[Texts, Distances]]:
    """Yield the states as texts with their distances, some at a time, in the index's order."""
    names, rows = np.array(_names(table)), table.index.rows
    for occupancy, distances in zip(table.problem.graph.occupancies, table.distance, strict=True):
        first, *after_cars = _between_cars(occupancy, " " if names.itemsize > 1 else "")
        for begin in range(0, len(rows), BATCH):
            cars = names[rows[begin : begin + BATCH]]
            states = np.full(len(cars), first)
            for seat, text in enumerate(after_cars):
                states = np.strings.add(states, np.strings.add(cars[:, seat], text))
            yield states, distances[begin : begin + BATCH]


def _between_cars(occupancy: Occupancy, gap: str) -> list[bytes]:
    """Return what is written before the first car of an occupancy, between its cars, and after the last."""
    head, *sidings = (gap.join("?" * length) for length in occupancy.lengths)
    at = f"@{occupancy.locomotive}" if occupancy.locomotive else ""
    return (head + "|" * bool(head) + "/".join(sidings) + at).encode().split(b"?")


def _names(table: DistanceTable) -> list[bytes]:
    """Return how each kind of car is written."""
    problem = table.problem
    cars = {problem.kinds[car]: car for car in reversed(problem.rules.cars)}
    named = {problem.kinds[car] for car in problem.goal.named}
    several = {kind for kind, count in Counter(problem.kinds.values()).items() if count > 1 and kind not in named}
    return [(UNNAMED if kind in several else cars[kind]).encode() for kind in sorted(cars)]
