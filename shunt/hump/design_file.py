"""The file of a search for a yard, from which it is resumed: `schema = "shunt-design/1"`, JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from shunt.errors import InputError, faults_as, faults_into, raise_faults
from shunt.files.atomic import write_text_atomically
from shunt.files.document import read_document
from shunt.files.reading import StrPath
from shunt.files.shapes import Shape, entry
from shunt.files.validation import check_schema, check_shape
from shunt.hump.designer import Designer, DesignTask, EveryYard, Searcher, Trail
from shunt.hump.rules import MoveRules
from shunt.hump.yard import Yard
from shunt.search.core.limits import Limits

SCHEMA = "shunt-design/1"


class DesignFile(Shape):
    """The fields of `DesignTask` and `Trail`, yards as their texts; `every`: all yards are tried, `step` counts those tried."""

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
    step: Annotated[int, Field(ge=0)] = entry()
    yard: str = entry()
    total: Annotated[int, Field(ge=0)] = entry()
    best: str = entry()
    best_total: Annotated[int, Field(ge=0)] = entry()
    improved: Annotated[int, Field(ge=0)] = entry()


def write_design(path: StrPath, searcher: Searcher) -> None:
    """Write the state of a search, whole or not at all."""
    task, trail = searcher.task, searcher.trail
    content = {"schema": SCHEMA, "every": isinstance(searcher, EveryYard)} | asdict(task) | asdict(trail)
    del content["rules"]
    content |= task.rules._asdict() | {"start": str(task.start), "yard": str(trail.yard), "best": str(trail.best)}
    write_text_atomically(path, json.dumps(content, indent=1) + "\n")


def read_design(path: StrPath, limits: Limits | None = None) -> Searcher:
    """Read a search from its file, to be resumed; raise `InputError`, which lists every fault."""
    document = read_document(path)
    raise_faults(check_schema(document, SCHEMA, {SCHEMA: "a search for a yard"}))
    model, faults = check_shape(DesignFile, document)
    if model is None:
        raise InputError(faults)
    yards = {}
    for name in ("start", "yard", "best"):
        with faults_into(faults, partial(replace, where=name, file=document.path)):
            yards[name] = Yard.parse(getattr(model, name))
    raise_faults(faults)
    with faults_as(lambda fault: fault.at(document.path)):
        rules = MoveRules(model.stop, model.returns)
        search = {name: getattr(model, name) for name in ("steps", "seed", "sample", "heat", "patience")}
        task = DesignTask(yards["start"], model.tiles, model.cars, rules, **search)
    trail = Trail(model.step, yards["yard"], model.total, yards["best"], model.best_total, model.improved)
    return EveryYard(task, trail, limits) if model.every else Designer(task, trail, limits)
