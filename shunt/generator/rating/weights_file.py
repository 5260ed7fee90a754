"""Files of weights, `schema = "shunt-weights/1"`, which `shunt rate --fit` writes and `--weights` reads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError
from shunt.files.document import Document, read_document
from shunt.files.reading import StrPath
from shunt.files.shapes import Free, Shape, entry
from shunt.files.validation import check_schema, check_shape
from shunt.generator.rating.fit import Fit, normalised, unit_of
from shunt.generator.rating.weights import CONNECTED_NAME, MOST, SHIPPED, WEIGHTS, Weights, points

SCHEMA = "shunt-weights/1"
KINDS = {SCHEMA: "a file of weights", "shunt-card/1": "a route card", "shunt-layout/1": "a layout"}
DIGITS = 3
LEAST_STEP = 0.05  # between the borders of two tiers

Value = Annotated[float, Field(ge=0, le=1000)]
Border = Annotated[float, Field(ge=0, le=MOST)]


class WeightsTable(Shape):
    """The weight of every feature."""

    wandering: Value = entry("Weight of the wandering solver.", 2.4)
    decomposition: Value = entry("Weight of the decomposition.", 1.6)
    handling: Value = entry("Weight of handling changes.", 1.4)
    counterintuitive: Value = entry("Weight of counter-intuitive moves.", 1.0)
    traps: Value = entry("Weight of traps.", 0.8)
    length: Value = entry("Weight of the optimum.", 2.0)
    narrowness: Value = entry("Weight of the scarcity of solutions.", 0.8)
    connected: Value = entry("Weight of the optimum where positions can be reached from each other.", 2.8, alias=CONNECTED_NAME)


def _begin(tier: str, example: float) -> Any:
    """Declare the grade at which a tier begins."""
    return entry(f"Grade at which {tier} begins{'' if example else ', which is 0'}.", example)


class TiersTable(Shape):
    """The grade at which each tier begins."""

    blue: Border = _begin("blue", 0)
    green: Border = _begin("green", 2.6)
    yellow: Border = _begin("yellow", 4.0)
    red: Border = _begin("red", 5.2)
    black: Border = _begin("black", 6.4)


class WeightsFile(Shape):
    """A file of weights."""

    schema_: Literal["shunt-weights/1"] = entry("File type and version.", alias="schema")
    version: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.\-]{1,40}$")] = entry(
        "Version of the weights, which is written into every rating: letters, digits, _, - and .", "fit-1a2b3c4d"
    )
    weights: WeightsTable = entry("The weights.", "[weights]")
    tiers: TiersTable = entry("Grades at which the tiers begin.", "[tiers]")
    fit: Free = entry("Data to which the weights were fitted, written by the program.", "[fit]", default={})
    about: Free = entry("Any keys, such as title, source and notes.", "[about]", default={})


def read_weights(path: StrPath) -> Weights:
    """Read a file of weights; raise `InputError`, which lists every fault."""
    document = read_document(path)
    model, faults = check_shape(WeightsFile, document)
    if document.data.get("schema") != SCHEMA:
        faults = [*check_schema(document, SCHEMA, KINDS), *(one for one in faults if one.where != "schema")]
    if model is not None:
        faults += _value_faults(document, model)
    if model is None or faults:
        raise InputError(faults)
    weights = {name: float(getattr(model.weights, name)) for name in WEIGHTS}
    tiers = {name: float(getattr(model.tiers, name)) for name in TIERS}
    return Weights(model.version, weights, float(model.weights.connected), tiers)


def _value_faults(document: Document, model: WeightsFile) -> Iterator[Fault]:
    """Yield the faults of values that are valid one by one: weights that are all 0, or tiers that do not rise."""
    if not any(getattr(model.weights, name) for name in WEIGHTS):
        yield document.fault(("weights",), "every weight is 0", "give one feature a weight above 0")
    if model.version == SHIPPED.version:
        what = f"{model.version!r} is the version of the shipped weights"
        yield document.fault(("version",), what, "choose another, such as mine-1")
    borders = [getattr(model.tiers, name) for name in TIERS]
    if borders[0] != 0:
        yield document.fault(("tiers", TIERS[0]), f"{TIERS[0]} begins at {borders[0]:g}", "write 0")
    for name, before, border in zip(TIERS[1:], borders, borders[1:], strict=False):
        if border <= before:
            what = f"{name} begins at {border:g}, and the tier before it at {before:g}"
            yield document.fault(("tiers", name), what, "write rising numbers")


def fitted_weights(fit: Fit) -> Weights:
    """Return the weights of a fit. Every tier keeps its share of the cards that were played."""
    rounded = {name: round(value, DIGITS) for name, value in normalised(fit.effects).items()}
    connected = rounded.pop(CONNECTED_NAME)
    figures = json.dumps([sorted(rounded.items()), connected, fit.attempts, fit.measure])
    version = "fit-" + hashlib.sha256(figures.encode()).hexdigest()[:8]
    return Weights(version, rounded, connected, _borders(fit, Weights(version, rounded, connected)))


def _borders(fit: Fit, weights: Weights) -> dict[str, float]:
    """Return the grades at which tiers begin. The shipped borders are moved in the same way as the sorted grades of the cards."""
    import numpy as np

    shipped = np.sort([sum(points(one).values()) for one in fit.features.values()])
    fitted = np.sort([sum(points(one, weights).values()) for one in fit.features.values()])
    moved = np.interp(list(SHIPPED.tiers.values()), [0.0, *shipped, MOST], [0.0, *fitted, MOST])
    borders: list[float] = []
    for value in moved:
        borders.append(round(max(float(value), borders[-1] + LEAST_STEP if borders else 0.0), 2))
    return dict(zip(SHIPPED.tiers, borders, strict=True))


def weights_table(weights: Weights, fit: Fit) -> dict[str, Any]:
    """Return the content of a file of weights, with a description of the data they were fitted to."""
    return {
        "schema": SCHEMA,
        "version": weights.version,
        "weights": {**weights.weights, CONNECTED_NAME: weights.connected_length},
        "tiers": dict(weights.tiers),
        "fit": {
            "measure": fit.measure,
            "cards": len(fit.features),
            "players": len(fit.found.players),
            "efforts": fit.attempts,
            "errors": {name: round(error * unit_of(fit.effects), DIGITS) for name, error in fit.errors.items()},
            "effects": {name: round(value, DIGITS) for name, value in fit.effects.items()},
            "agreement": round(fit.agreement, DIGITS),
            "shipped-agreement": round(fit.shipped_agreement, DIGITS),
            "skill": round(fit.found.skill_spread, DIGITS),
            "chance": round(fit.found.noise, DIGITS),
            "unsaid": round(fit.found.unsaid, DIGITS),
        },
    }
