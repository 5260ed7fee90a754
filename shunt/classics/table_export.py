"""The whole table of a `sidings` puzzle as a file: CSV, or Parquet with the `tables` extra.

There are two columns: `state`, in the notation that people type (`57218/346/`, with the cars on the headshunt before a `|`, and
the siding of the locomotive after an `@`), and `distance`, which is empty if the goal cannot be reached. If there are several
cars that the goal does not name, all of them are written `*`, because their distances are the same.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from shunt.errors import InputError
from shunt.files.atomic import written_whole
from shunt.files.version import to_install
from shunt.search.core.arrays import BATCH
from shunt.sidings.search.graph import Occupancy
from shunt.sidings.search.table import DistanceTable

Letters = npt.NDArray[np.uint8]
UNNAMED = "*"


def write_table(table: DistanceTable, path: str | os.PathLike[str]) -> None:
    """Write every state and its distance to `path`, whole or not at all; the name ends in `.csv` or `.parquet`.

    Raise `InputError` if the ending is unknown, the file cannot be written, or the library for Parquet is missing.
    """
    target = Path(path)
    writers: dict[str, Callable[[DistanceTable, IO[bytes]], None]] = {".csv": _write_csv, ".parquet": _write_parquet}
    writer = writers.get(target.suffix.lower())
    if writer is None:
        raise InputError("target", f"{target} is neither CSV nor Parquet", "use a name that ends in .csv or .parquet")
    with written_whole(target) as file:
        if writer is _write_parquet and not file.seekable():
            raise InputError("target", "Parquet is not written to a terminal or a pipe", "name a file")
        writer(table, file)


def _write_csv(table: DistanceTable, file: IO[bytes]) -> None:
    file.write(b"state,distance\n")
    for states, distances in _blocks(table):
        unseen = distances == table.unseen
        digits = len(str(len(table.levels) - 1))
        lines = np.zeros((len(states), states.shape[1] + digits + 2), dtype=np.uint8)
        lines[:, : states.shape[1]] = states
        lines[:, states.shape[1]] = ord(",")
        for place in range(digits):
            power = 10 ** (digits - 1 - place)
            shown = ~unseen & ((distances >= power) | (power == 1))
            lines[:, states.shape[1] + 1 + place] = np.where(shown, ord("0") + distances // power % 10, 0)
        lines[:, -1] = ord("\n")
        file.write(lines[lines != 0].tobytes())


def _write_parquet(table: DistanceTable, file: IO[bytes]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise InputError("target", "Parquet needs pyarrow", f"{to_install('tables')}, or write a .csv") from None
    schema = pa.schema([("state", pa.string()), ("distance", pa.int16())])
    with pq.ParquetWriter(file, schema) as writer:
        for states, distances in _blocks(table):
            ends = np.cumsum((states != 0).sum(axis=1))
            offsets = np.concatenate([[0], ends]).astype(np.int32)
            text: Any = pa.StringArray.from_buffers(
                len(states), pa.py_buffer(offsets.tobytes()), pa.py_buffer(states[states != 0].tobytes())
            )
            numbers = pa.array(distances.astype(np.int16), mask=distances == table.unseen)
            writer.write_table(pa.Table.from_arrays([text, numbers], schema=schema))


def _blocks(table: DistanceTable) -> Iterator[tuple[Letters, npt.NDArray[np.int64]]]:
    """Yield the states as rows of letters (0 = nothing) with their distances, some at a time, in the index's order."""
    names = _names(table)
    width = max(len(name) for name in names)
    letters = np.zeros((len(names), width), dtype=np.uint8)
    for kind, name in enumerate(names):
        letters[kind, : len(name)] = list(name)
    rows = table.index.rows
    for occupancy, distances in zip(table.problem.graph.occupancies, table.distance, strict=True):
        for begin in range(0, len(rows), BATCH):
            part = rows[begin : begin + BATCH]
            yield _letters(occupancy, part, letters), distances[begin : begin + BATCH].astype(np.int64)


def _names(table: DistanceTable) -> list[bytes]:
    """Return how each kind of car is written."""
    problem = table.problem
    cars = {problem.kinds[car]: car for car in reversed(problem.rules.cars)}
    named = {problem.kinds[car] for car in problem.goal.named}
    several = {kind for kind, count in Counter(problem.kinds.values()).items() if count > 1 and kind not in named}
    return [(UNNAMED if kind in several else cars[kind]).encode() for kind in sorted(cars)]


def _letters(occupancy: Occupancy, rows: Letters, letters: Letters) -> Letters:
    width = letters.shape[1]
    columns: list[Letters] = []

    def put(text: str) -> None:
        columns.extend(np.full((len(rows), 1), ord(letter), dtype=np.uint8) for letter in text)

    seat = 0
    for track, length in enumerate(occupancy.lengths):
        put("/" if track > 1 else "")
        for place in range(length):
            put(" " if place and width > 1 else "")
            columns.append(letters[rows[:, seat]])
            seat += 1
        put("|" if track == 0 and length else "")
    put(f"@{occupancy.locomotive}" if occupancy.locomotive else "")
    return np.concatenate(columns, axis=1)
