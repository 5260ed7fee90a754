"""One table of metrics: documents and pages say the same, and an objective's words have the right plural."""

import re

import pytest

from shunt.rules.objective import SIDINGS_METRICS, TRAIN_METRICS, Objective
from tests.cli.running import ROOT


def test_the_document_has_every_metric():
    page = (ROOT / "docs/reference/metrics.md").read_text("utf-8")
    for metric in [*TRAIN_METRICS.values(), *SIDINGS_METRICS.values()]:
        assert f"| `{metric.name}` | {metric.help} |" in page


def test_pages_have_the_same_table():
    text = (ROOT / "shunt/pages/source/rules/metrics.ts").read_text("utf-8")
    rows = re.findall(r'^  (\w+): \{ one: "([^"]*)", many: "([^"]*)"', text, re.MULTILINE)
    table = [(metric.name, metric.one, metric.many) for metric in [*TRAIN_METRICS.values(), *SIDINGS_METRICS.values()]]
    assert rows == table


@pytest.mark.parametrize(
    ("objective", "counts", "words"),
    [
        ("moves", (1,), "1 move"),
        ("distance,moves", (1, 2), "1 space run, 2 moves"),
        ("2*runs + couplings", (7,), "7 in 2*runs+couplings"),
        ("1*pulls", (2,), "2 pulls"),
    ],
)
def test_counts_in_words(objective, counts, words):
    assert Objective(objective).words(counts) == words


def test_an_objective_is_written_in_one_way():
    assert Objective("moves , 01*runs+ 2*couplings") == ("moves", "runs+2*couplings")
    assert Objective(["moves", "runs"]).key == "moves+runs"
    assert Objective("moves+runs").key == "(moves+runs)"
