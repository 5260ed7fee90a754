"""The guides in docs/: every example is a file that loads, every key is explained, every figure is true."""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from shunt.cards.files import load_card, problems
from shunt.cards.models import SidingsCardFile, TrainCardFile
from shunt.files.shapes import Shape, shapes_in
from shunt.hump.yard_file import YardFile, read_yard
from shunt.search.solve import solve
from shunt.track.layout_file import YARD_SCHEMA, LayoutFile, SidingsLayoutFile
from tests.docs.json_schemas import schema_texts

DOCS = Path(__file__).resolve().parents[2] / "docs"
FORMATS = [DOCS / "reference" / f"{name}.md" for name in ("formats", "layouts", "cards", "yards")]
PAGES = (*FORMATS, DOCS / "how-to" / "transcribe.md")
TEXT = "".join(page.read_text() for page in FORMATS)
EXAMPLES = {
    name: text for page in PAGES for text, name in re.findall(r"```toml\n(# file: (\S+)\n.*?)```", page.read_text(), re.DOTALL)
}


@pytest.fixture
def folder(tmp_path):
    for name, text in EXAMPLES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_sound(folder, name):
    data = tomllib.loads(EXAMPLES[name])
    schema = json.loads(schema_texts()[data["schema"].replace("/", "-") + ".json"])
    assert Draft202012Validator(schema).is_valid(data)
    if data["schema"] == YARD_SCHEMA:
        assert str(read_yard(folder / name)) in TEXT  # the compact text beside it
    elif data.get("ruleset") != "sidings":
        assert problems(folder / name) == []


def test_every_block_of_toml_is_a_file_with_a_name_or_a_part_of_one():
    blocks = [block for page in PAGES for block in re.findall(r"```toml\n(.*?)```", page.read_text(), re.DOTALL)]
    assert sum("schema = " in block for block in blocks) == len(EXAMPLES) >= 8
    assert all(tomllib.loads(block) for block in blocks)


def shapes(shape: type[Shape]) -> Iterator[type[Shape]]:
    yield shape
    for declared in shape.model_fields.values():
        for inner in shapes_in(declared.annotation):
            yield from shapes(inner)


def test_every_key_is_explained():
    printed = {key for name in re.findall(r"```\{keys\} (\S+)", TEXT) for key in model(name).file_keys()}
    for top in (LayoutFile, SidingsLayoutFile, TrainCardFile, SidingsCardFile, YardFile):
        for shape in shapes(top):
            for key in shape.file_keys():
                assert key in printed, (shape.__name__, key)
                assert shape.model_fields[shape.file_keys()[key]].description, (shape.__name__, key)


def model(name: str) -> type[Shape]:
    """Return the model whose keys a page prints."""
    found = getattr(import_module(name.rpartition(".")[0]), name.rpartition(".")[2])
    return found


@pytest.mark.parametrize(("name", "optimum"), [("my-card", 8), ("inline-layout", 9)])
def test_the_examples_have_the_optima_that_the_guides_state(folder, name, optimum):
    card = load_card(folder / f"{name}.toml")
    assert solve(card, method="referee").optimum == optimum
    assert card.ranks is None or card.ranks.yard_master == optimum


def test_the_worked_example_has_no_solution_once_the_stub_is_broken(folder):
    card = load_card(folder / "my-card.toml")
    assert solve(replace(card, broken=frozenset({"H"})), method="referee").status == "unsolvable"


def test_the_message_in_the_guide_is_what_check_says(folder):
    text = EXAMPLES["first-swap.toml"].replace('red = "B1"', 'red = "B9"')
    (folder / "my-card.toml").write_text(text)
    (fault,) = problems(folder / "my-card.toml")
    assert str(fault).removeprefix(f"{folder}/") in TEXT
