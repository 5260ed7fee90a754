"""The file of a search for a yard, from which it is resumed: `schema = "shunt-design/1"`, JSON."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Annotated, Literal

from shunt.errors import Fault, InputError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import Document, read_document
from shunt.files.shapes import Bounds, Shape, entry
from shunt.files.validation import check_schema, check_shape
from shunt.humpyard.design import Designer, Searcher, Task, Trail
from shunt.humpyard.exhaustive import EveryYard
from shunt.search.core.limits import Limits
from shunt.track.yard import Yard

SCHEMA = "shunt-design/1"
IMPROVED = "bettered"  # what files call the step of the last improvement


class DesignFile(Shape):
    """The fields of `Task` and `Trail`, yards as their texts; `every`: all yards are tried, and `step` counts those tried."""

    schema_: Literal["shunt-design/1"] = entry(alias="schema")
    every: bool = entry()
    start: str = entry()
    tiles: int = entry()
    cars: int = entry()
    stop: Literal["farthest", "any"] = entry()
    returns: bool = entry()
    steps: int = entry()
    seed: int = entry()
    sample: int = entry()
    heat: float = entry()
    patience: int = entry()
    step: Annotated[int, Bounds(ge=0)] = entry()
    yard: str = entry()
    total: Annotated[int, Bounds(ge=0)] = entry()
    best: str = entry()
    best_total: Annotated[int, Bounds(ge=0)] = entry()
    improved: Annotated[int, Bounds(ge=0)] = entry(alias=IMPROVED)


def write_design(path: str | os.PathLike[str], searcher: Searcher) -> None:
    """Write the state of a search, whole or not at all."""
    trail = asdict(searcher.trail)
    trail[IMPROVED] = trail.pop("improved")
    content = {"schema": SCHEMA, "every": isinstance(searcher, EveryYard)} | asdict(searcher.task) | trail
    content |= {
        name: str(getattr(searcher.task, name, None) or getattr(searcher.trail, name)) for name in ("start", "yard", "best")
    }
    write_text_atomically(path, json.dumps(content, indent=1) + "\n")


def read_design(path: str | os.PathLike[str], limits: Limits | None = None) -> Searcher:
    """Read a search from its file, to be resumed; raise `InputError` with every fault."""
    document = read_document(path)
    if faults := check_schema(document, SCHEMA, {SCHEMA: "a search for a yard"}):
        raise InputError(faults)
    model, faults = check_shape(DesignFile, document)
    if model is None:
        raise InputError(faults)
    yards = {name: _yard(document, name, getattr(model, name), faults) for name in ("start", "yard", "best")}
    if faults:
        raise InputError(faults)
    try:
        task = Task(
            yards["start"], model.tiles, model.cars, model.stop, model.returns, model.steps, model.seed, model.sample, model.heat,
            model.patience,
        )  # fmt: skip
    except InputError as error:
        raise InputError([fault.at(document.path) for fault in error.faults]) from None
    trail = Trail(model.step, yards["yard"], model.total, yards["best"], model.best_total, model.improved)
    return EveryYard(task, trail, limits) if model.every else Designer(task, trail, limits)


def _yard(document: Document, name: str, text: str, faults: list[Fault]) -> Yard:
    """Return the yard of a compact text; add its faults to `faults`."""
    try:
        return Yard.parse(text)
    except InputError as error:
        faults += [Fault(name, fault.what, fault.remedy, file=document.path) for fault in error.faults]
        return Yard()
