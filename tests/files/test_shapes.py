"""Tables as they are declared: what is read, and where faults are found when values of shipped files are changed."""

import copy
import json
from typing import Any

import pytest

from shunt.cards.models import SidingsCardFile, TrainCardFile
from shunt.files.document import parse_document
from shunt.files.library import file_meant
from shunt.files.shapes import Shape
from shunt.files.validation import check_shape
from shunt.hump.yard_file import YardFile
from shunt.track.layout_file import LayoutFile

FILES = [
    *((TrainCardFile, file_meant("cards", name)) for name in ("first-swap", "roundhouse-rotation")),
    (SidingsCardFile, file_meant("cards", "inglenook-533-classic")),
    (LayoutFile, file_meant("layouts", "turntable-19")),
    (YardFile, file_meant("yards", "two-storeys")),
]
OTHERS = (None, 1, -1, 1.5, True, "", "x", "a b", [], {}, ["x"], {"x": 1}, {"x": None})


def places(table: Any, around: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value in nested tables and lists."""
    keys = list(table) if isinstance(table, dict) else list(range(len(table))) if isinstance(table, list) else []
    keys = keys if len(around) == 0 or len(keys) < 4 else keys[:3]  # of many entries that are alike, the first
    return [path for key in keys for path in [(*around, key), *places(table[key], (*around, key))]]


def read(shape: type[Shape], data: Any) -> tuple[Any, list[Any]]:
    return check_shape(shape, parse_document("probe.json", json.dumps(data).encode()))


@pytest.mark.parametrize(("shape", "path"), FILES, ids=[path.stem for _, path in FILES])
def test_a_changed_value_is_read_as_it_is_or_faulted_where_it_stands(shape, path):
    sound = parse_document(str(path), path.read_bytes()).data
    assert read(shape, sound)[1] == []
    for place in places(sound):
        data = copy.deepcopy(sound)
        table = data
        for key in place[:-1]:
            table = table[key]
        for other in OTHERS:
            table[place[-1]] = other
            found, faults = read(shape, data)
            assert faults or found is not None
            assert all(fault.where.startswith(str(place[0])) and fault.what for fault in faults), (place, other)


def test_values_are_never_converted():
    yard = {"schema": "shunt-yard/1", "tiles": []}
    assert read(YardFile, yard | {"headings": 5})[0].headings == 5
    for other in ("5", 5.0, True):
        assert read(YardFile, yard | {"headings": other})[1]
