"""The JSON Schemas stand in step with the models, and say yes and no to the same files."""

import json
import tomllib
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from shunt.files.library import card_names, file_meant, layout_names, shipped_file, yard_names
from tests.docs.json_schemas import schema_texts, write_schemas

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
CARD, LAYOUT, YARD = "shunt-card-1.json", "shunt-layout-1.json", "shunt-yard-1.json"


def test_the_schemas_in_the_guide_are_those_of_the_models(tmp_path):
    for path in write_schemas(tmp_path / "schemas"):
        assert path.read_text() == (FOLDER / path.name).read_text(), "run: python -m tests.docs.json_schemas"
    assert sorted(schema_texts()) == sorted(path.name for path in FOLDER.iterdir())


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads(schema_texts()[name])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_shipped_files_fit_their_schema():
    for name in card_names():
        assert validator(CARD).is_valid(tomllib.loads(shipped_file("cards", name).read_text())), name
    for name in layout_names():
        assert validator(LAYOUT).is_valid(tomllib.loads(shipped_file("layouts", name).read_text())), name
    for name in yard_names():
        assert validator(YARD).is_valid(tomllib.loads(Path(file_meant("yards", name)).read_text())), name


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("goal",), None),
        (("limit",), 3),
        (("options", "limit"), "9"),
        (("options", "limits"), 9),
        (("ruleset",), "hump"),
        (("name",), "a b"),
        (("layout",), 3),
    ],
)
def test_bad_cards_do_not_fit(path, value):
    card = tomllib.loads(shipped_file("cards", "first-swap").read_text())
    table = card
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    assert not validator(CARD).is_valid(card)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("", True),
        ('tiles = [{ at = [2, 1], tile = "end", turn = 2 }]', True),
        ('tiles = [{ at = [2, 1], tile = "62" }]', False),
        ("tiles = [{ at = [2], tile = 62 }]", False),
        ("tiles = [{ at = [2, 1] }]", False),
        ('branches = "left"', False),
        ("heading = 5", False),
    ],
)
def test_yards_fit_or_do_not(text, fits):
    assert validator(YARD).is_valid(tomllib.loads(f'schema = "shunt-yard/1"\n{text}')) == fits
