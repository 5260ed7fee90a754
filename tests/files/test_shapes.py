"""Tables that are declared once: what is read without pydantic is exactly what pydantic's models accept."""

from __future__ import annotations

import copy
import math
import tomllib
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from shunt.cards.models import SidingsCardFile, TrainCardFile
from shunt.files.library import card_path, layout_path, yard_path
from shunt.files.models import model_of
from shunt.files.shapes import Bounds, Either, Free, Misfit, Name, Shape, entry
from shunt.humpyard.design_file import DesignFile
from shunt.track.layout import LayoutFile
from shunt.track.yard_file import YardFile
from tests.effort import examples


class Inner(Shape):
    """A table in a table."""

    number: Annotated[int, Bounds(ge=1, le=3)] = entry(description="From 1 to 3.", example=2)
    text: str = entry(default="none")


class Everything(Shape):
    """Every type of value that shapes use."""

    schema_: Literal["probe/1"] = entry(alias="schema")
    name: Name | None = entry(default=None)
    yes: bool = entry(default=False)
    share: Annotated[float, Bounds(ge=-1, le=1)] = entry(default=0.5)
    inner: Inner = entry(default=Inner(number=1))
    several: list[Inner] = entry(default=[])
    points: dict[Name, Annotated[list[float], Bounds(min_length=2, max_length=2)]] = entry(default={})
    letter: Annotated[str, Bounds(min_length=1, max_length=2)] = entry(default="x")
    either: Annotated[str | list[int], Either(lambda value: isinstance(value, list))] = entry(default="x")
    free: dict[str, Any] = entry(default={})
    about: Free = entry(default={})


KEYS = st.sampled_from(
    ["schema", "name", "yes", "share", "inner", "several", "points", "letter", "either", "free", "number", "text"]
)
LEAVES = st.sampled_from(
    [
        None,
        True,
        0,
        1,
        2,
        4,
        2**53 + 1,
        -(10**400),
        0.5,
        -1.5,
        math.inf,
        math.nan,
        "probe/1",
        "x",
        "",
        "a b",
        "x\n",
        "xyz",
        "ä",
        [],
    ]
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=6)
SOUND = {
    "schema": "probe/1",
    "share": 1,
    "inner": {"number": 3},
    "several": [{"number": 2, "text": ""}],
    "points": {"a": [1, 2.5]},
    "either": [1, 2],
    "free": {"when": "?", "inner": {"x": [None, math.inf]}},
}


def plain(value: Any) -> Any:
    """A shape as nested dictionaries of its attributes."""
    if isinstance(value, Shape):
        return {name: plain(inner) for name, inner in vars(value).items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return {key: plain(inner) for key, inner in value.items()} if isinstance(value, dict) else value


def check_alike(shape: type[Shape], data: Any) -> bool:
    """Both accept `data` and read the same, or neither accepts it; return whether they do."""
    before = repr(data)
    try:
        modelled = model_of(shape).model_validate(data).model_dump()
    except ValidationError:
        with pytest.raises(Misfit):
            shape.read(data)
        return False
    assert repr(plain(shape.read(data))) == repr(modelled)
    assert repr(data) == before
    return True


@given(KEYS, VALUES)
@settings(max_examples=examples(150))
def test_any_one_value_of_a_sound_table_may_be_anything(key: str, value: object) -> None:
    check_alike(Everything, SOUND | {key: value})


@given(VALUES)
def test_a_table_may_be_anything(data: object) -> None:
    check_alike(Everything, data)


def test_what_is_sound_and_what_is_not() -> None:
    assert check_alike(Everything, SOUND)
    assert not check_alike(Everything, {})
    for key, wrong in [
        *(("schema", "probe/2"), ("name", "a b"), ("name", "a\n"), ("yes", 1), ("share", True), ("share", 2), ("share", "1")),
        *(("inner", {}), ("inner", {"number": 2.0}), ("inner", {"number": 2, "x": 1}), ("several", {}), ("several", [3])),
        *(
            ("points", {"a": [1]}),
            ("points", {"a b": [1, 2]}),
            ("letter", ""),
            ("either", 3),
            ("either", ["x"]),
            ("more", 1),
            ("about", {"x": [{"y": None}]}),
        ),
    ]:
        assert not check_alike(Everything, SOUND | {key: wrong}), (key, wrong)


FILES = [
    *((TrainCardFile, card_path(name)) for name in ("first-swap", "roundhouse-rotation")),
    (SidingsCardFile, card_path("inglenook-533-classic")),
    (LayoutFile, layout_path("turntable-19")),
    (YardFile, yard_path("two-storeys")),
]


@pytest.mark.parametrize(("shape", "path"), FILES, ids=[path.stem for _, path in FILES])
def test_each_value_of_a_shipped_file_taken_away_or_changed(shape: type[Shape], path: Any) -> None:
    data = tomllib.loads(path.read_text())
    assert check_alike(shape, data)

    def places(table: Any) -> list[tuple[Any, Any]]:
        keys = list(table) if isinstance(table, dict) else range(len(table)) if isinstance(table, list) else []
        return [(table, key) for key in keys] + [place for key in keys for place in places(table[key])]

    data = copy.deepcopy(data)
    for table, key in places(data):
        kept = table[key]
        for other in (None, 1, -1, 1.5, "", "x", "a b", [], {}, ["x"], {"x": 1}):
            table[key] = other
            check_alike(shape, data)
        table[key] = kept
    assert check_alike(shape, data)


def test_a_default_belongs_to_one_table_alone() -> None:
    one, other = (Everything.read({"schema": "probe/1"}) for _ in range(2))
    one.several.append(Inner(number=2))
    assert other.several == []


def test_a_shape_is_made_of_its_own_entries() -> None:
    with pytest.raises(TypeError, match="number, text"):
        Inner()
    with pytest.raises(TypeError, match="number, text"):
        Inner(number=1, colour="red")
    assert Inner(number=1).table() == {"number": 1}
    assert set(DesignFile.file_keys()) >= {"schema", "every", "best_total"}
