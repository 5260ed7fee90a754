"""A catalogue as a folder of Parquet files, one for the first digits of the id, filled by many workers at once.

    FOLDER/run.json              what decides the cards, and how many shards are in the files beside it
    FOLDER/cards-0.parquet …     cards whose id begins with 0 …, sorted by id
    FOLDER/unmerged/shards/…     while a run lasts: the cards of each shard
    FOLDER/unmerged/blocks/…     and of each thousand shards

A worker writes a shard into a file of its own, a block collects a thousand of them, and a partition is merged from the parts of
all blocks that belong to it. Every file follows from the run alone and is written whole or not at all. So a run that is stopped
anywhere, by the death of workers, scheduler or machine, continues with the files that are missing and ends with the same bytes.
Equal puzzles have equal ids and meet in one partition, where the lowest shard names them.
"""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from shunt.errors import Fault, InputError
from shunt.files.atomic import lock, write_bytes_atomically, write_text_atomically
from shunt.files.printable import printable
from shunt.files.reading import reason_of
from shunt.files.version import to_install
from shunt.generator.catalogue.rows import CardRow
from shunt.generator.catalogue.shards import RunState, ShardWork, do_missing
from shunt.generator.catalogue.store import board_number
from shunt.generator.workers import WorkerPool

SCHEMA = "shunt-partitions/1"
HEAD = "run.json"
UNMERGED = "unmerged"
BLOCK = 1_000  # shards of a block
AT_ONCE = 10_000  # rows of a row group
OWN = {"board_number": "int64", "shard": "int32"}
"""Columns beside those of `CardRow`: the board's number, by which cards are ordered, and the shard that a card comes from."""

_TYPES = {"str": "string", "int": "int32", "float | None": "float64"}


def arrow(what: str = "catalogue") -> tuple[Any, Any]:
    """Return `pyarrow` and its module for Parquet; raise `InputError` if they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        remedy = f"{to_install('tables')}, or use a catalogue in one .sqlite file"
        raise InputError(Fault(what, "a catalogue of Parquet files needs pyarrow", remedy)) from None
    return pyarrow, pyarrow.parquet


def schema() -> Any:
    """Return the columns of every file."""
    pa, _ = arrow()
    types = {one.name: _TYPES[str(one.type)] for one in fields(CardRow)} | OWN
    return pa.schema([(name, pa.type_for_alias(kind)) for name, kind in types.items()])


@dataclass(frozen=True)
class PartitionHead:
    """The content of `run.json`: the run, how many digits of the id name a partition, and how many shards are merged."""

    key: str
    version: str
    digits: int = 1
    shards: int = 0

    def write(self, folder: Path) -> None:
        """Write the file."""
        content = {"schema": SCHEMA, "version": self.version, "digits": self.digits, "shards": self.shards}
        write_text_atomically(folder / HEAD, json.dumps(content | {"run": json.loads(self.key)}, indent=1) + "\n")


def read_head(folder: Path) -> PartitionHead:
    """Return the head of a folder; raise `InputError` if it is not a catalogue of Parquet files."""
    shown, remedy = printable(str(folder / HEAD)), "restore the folder from a copy, or generate it again"
    try:
        content = json.loads((folder / HEAD).read_bytes())
        if content["schema"] != SCHEMA:
            raise InputError(Fault("schema", f"{content['schema']!r} is not {SCHEMA}", "use the version that made it", shown))
        run = json.dumps(content["run"], sort_keys=True, ensure_ascii=False)
        head = PartitionHead(run, content["version"], content["digits"], content["shards"])
    except OSError as error:
        raise InputError(Fault("", f"the file cannot be read: {reason_of(error)}", remedy, shown)) from None
    except InputError:
        raise
    except (ValueError, KeyError, TypeError):
        raise InputError(Fault("", "the file is damaged", remedy, shown)) from None
    if not (isinstance(head.digits, int) and 1 <= head.digits <= 3 and isinstance(head.shards, int) and head.shards >= 0):
        raise InputError(Fault("", "the file is damaged", remedy, shown))
    return head


def is_partitioned(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a folder with a catalogue of Parquet files."""
    with suppress(OSError, ValueError):
        return Path(path, HEAD).is_file()
    return False


def partition_names(digits: int) -> list[str]:
    """Return the beginnings of ids, one for each partition."""
    return [f"{number:0{digits}x}" for number in range(16**digits)]


def partition_file(folder: Path, beginning: str) -> Path:
    """Return the file of a partition."""
    return folder / f"cards-{beginning}.parquet"


# --------------------------------------------------------------------------------------------------------------------
# What workers do


def _unmerged(folder: str, key: str) -> Path:
    """Return the folder of the files to be merged; raise `InputError` if this worker does not see the run with this key."""
    if not is_partitioned(folder) or read_head(Path(folder)).key != key:
        import socket

        what = f"the worker on {socket.gethostname()} does not see this run in {printable(folder)}"
        raise InputError(Fault("output", what, "choose a folder on a disk that all workers share"))
    return Path(folder) / UNMERGED


def _do_shard(place: tuple[str, str], work: ShardWork, shard: int) -> int:
    """Write the cards of one shard into a file of its own; return how many there are."""
    folder = _unmerged(*place)
    rows = work(shard)
    pa, _ = arrow()
    records = [{name: getattr(row, name) for name in row.__slots__} for row in rows]
    for record, row in zip(records, rows, strict=True):
        record |= {"board_number": board_number(row.board, row.layout), "shard": shard}
    _write(_shard_file(folder, shard), [_unique(pa.Table.from_pylist(records, schema=schema()))])
    return len(rows)


def _merge_block(place: tuple[str, str], digits: int, blocks: Sequence[range], number: int) -> int:
    """Merge the shards of a block into one file, a row group for each partition."""
    import pyarrow.compute as pc

    folder, shards = _unmerged(*place), blocks[number]
    target = _block_file(folder, shards)
    if not target.exists():
        table = _unique(_read([_shard_file(folder, shard) for shard in shards]))
        beginnings = partition_names(digits)
        _write(target, (table.filter(pc.starts_with(table["id"], beginning)) for beginning in beginnings))
    for shard in shards:
        _shard_file(folder, shard).unlink(missing_ok=True)
    return 0


def _merge_partition(place: tuple[str, str], digits: int, blocks: Sequence[range], number: int) -> int:
    """Merge one partition from itself and from its part of all blocks; return how many cards it has."""
    folder, name = _unmerged(*place), partition_names(digits)[number]
    target = partition_file(folder.parent, name)
    earlier = [target] if target.exists() else []
    table = _unique(_read([*earlier, *(_block_file(folder, shards) for shards in blocks)], name))
    _write(target, (table.slice(begin, AT_ONCE) for begin in range(0, max(1, len(table)), AT_ONCE)))
    return len(table)


def _shard_file(folder: Path, shard: int) -> Path:
    return folder / "shards" / f"{shard // BLOCK:06}" / f"{shard:09}.parquet"


def _block_file(folder: Path, shards: range) -> Path:
    return folder / "blocks" / f"{shards.start:09}-{shards.stop:09}.parquet"


def _read(files: Sequence[Path], beginning: str = "") -> Any:
    """Return the rows of files, those whose id begins like that; row groups of other partitions are not read."""
    pa, pq = arrow()
    wanted = [("id", ">=", beginning), ("id", "<", beginning + "g")] if beginning else None
    return pa.concat_tables([schema().empty_table(), *(pq.read_table(file, filters=wanted) for file in files)])


def _unique(table: Any) -> Any:
    """Return a table sorted by id with one row an id: that of the lowest shard."""
    pa, _ = arrow()
    table = table.sort_by([("id", "ascending"), ("shard", "ascending")])
    ids = table["id"].to_pylist()
    first = [place == 0 or one != ids[place - 1] for place, one in enumerate(ids)]
    return table.filter(pa.array(first, pa.bool_())).combine_chunks()


def _write(target: Path, parts: Iterable[Any]) -> None:
    """Write a file whole or not at all, each part as a row group."""
    _, pq = arrow()
    content = io.BytesIO()
    with pq.ParquetWriter(content, schema(), compression="zstd") as writer:
        for part in parts:
            if len(part):
                writer.write_table(part, row_group_size=max(1, len(part)))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_atomically(target, content.getvalue())
    except (OSError, InputError) as error:
        reason = error.faults[0].what if isinstance(error, InputError) else reason_of(error)
        what = f"{reason}; what was written before is safe"
        raise InputError(Fault("", what, "free some space; the same command resumes", printable(str(target)))) from None


# --------------------------------------------------------------------------------------------------------------------
# Runs

Shown = Callable[[str, RunState], None]
"""What shows progress: it is called with what is counted and how far it is."""


def fill_partitions(
    path: str | os.PathLike[str],
    head: PartitionHead,
    work: ShardWork,
    shards: int,
    workers: Executor | WorkerPool,
    progress: Shown = lambda what, state: None,
) -> tuple[RunState, int]:
    """Do the shards below `shards` that a folder does not hold, and merge them; return the run and how many cards it holds.

    All workers must see the folder. The bytes of its files depend on the run and on `shards` alone. `progress` is called with
    what is counted after each shard, block and partition. Raises `InputError` for a folder with another run.
    """
    arrow("output")
    folder = Path(path)
    with _alone(folder, head) as known:
        place = str(folder.absolute()), head.key

        def do(what: str, missing: Sequence[int], total: int, task: Callable[[int], int]) -> RunState:
            return do_missing(missing, total, task, lambda number, cards: cards, workers, partial(progress, what))

        missing = _missing(folder / UNMERGED, known.shards, shards)
        state = do("shards", missing, shards, partial(_do_shard, place, work))
        if known.shards < shards:
            blocks, names = tuple(_blocks(known.shards, shards)), partition_names(known.digits)
            do("blocks", range(len(blocks)), len(blocks), partial(_merge_block, place, known.digits, blocks))
            merge = partial(_merge_partition, place, known.digits, blocks)
            held = do("partitions", range(len(names)), len(names), merge).made
            PartitionHead(head.key, head.version, known.digits, shards).write(folder)
        else:
            held = 0
            for file in (partition_file(folder, name) for name in partition_names(known.digits)):
                with reading_parquet(file):
                    held += int(arrow()[1].read_metadata(file).num_rows)
        shutil.rmtree(folder / UNMERGED, ignore_errors=True)
    return state, held


def _missing(folder: Path, begin: int, end: int) -> list[int]:
    """Return the shards that have no file and are in no block."""
    blocked = [shards for shards in _blocks(begin, end) if _block_file(folder, shards).exists()]
    done = {shard for shards in blocked for shard in shards}
    done |= {int(file.stem) for file in folder.glob("shards/*/*.parquet") if file.stem.isdigit()}
    return [shard for shard in range(begin, end) if shard not in done]


def _blocks(begin: int, end: int) -> Iterator[range]:
    """Yield the shards from `begin` to `end` in blocks whose borders are multiples of `BLOCK`."""
    while begin < end:
        border = min(end, begin // BLOCK * BLOCK + BLOCK)
        yield range(begin, border)
        begin = border


@contextmanager
def reading_parquet(file: str | os.PathLike[str]) -> Iterator[None]:
    """Turn errors of Parquet into an `InputError` that names the file."""
    pa, _ = arrow()
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        what = f"the catalogue is damaged: {str(error).splitlines()[0]}"
        raise InputError(Fault("", what, "restore it from a copy, or generate it again", printable(os.fspath(file)))) from None


@contextmanager
def _alone(folder: Path, head: PartitionHead) -> Iterator[PartitionHead]:
    """Make the folder if needed and lock it; yield its head; raise `InputError` for another run or a program that writes."""
    shown = printable(str(folder))
    if folder.is_dir() and any(folder.iterdir()) and not is_partitioned(folder):
        raise InputError(Fault("output", "this folder is not empty and not a catalogue", "name a new folder", shown))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise InputError(Fault("output", f"the folder cannot be made: {reason_of(error)}", "name another one", shown)) from None
    try:
        lock(handle)
        if not is_partitioned(folder):
            head.write(folder)
        known = read_head(folder)
        if known.key != head.key:
            what = "this folder holds cards of another run: of other constraints, another seed or another version"
            raise InputError(Fault("output", what, "name a new folder", shown))
        yield known
    except BlockingIOError:
        raise InputError(Fault("output", "another program writes into this folder", "wait for it to end", shown)) from None
    finally:
        os.close(handle)
