"""Remedies for misspelt names, and the common base of the errors."""

import pytest

import shunt
from shunt.errors import suggest

BOARD = [f"{letter}{number}" for letter in "ABCDEF" for number in range(1, 5)]


def test_case_does_not_count():
    assert suggest("b1", BOARD) == "did you mean B1?"
    assert suggest("RED", ["red", "green"]) == "did you mean red?"
    assert suggest("a", ["A", "a."]) == "did you mean A?"


@pytest.mark.parametrize(
    ("name", "known", "remedy"),
    [
        ("B9", BOARD, "did you mean B1, B2 or B3?"),
        ("ruleset", ["rulesets", "rules"], "did you mean rulesets or rules?"),
        ("clockwise", ["each-move", "manual", "locked"], "known: each-move locked manual"),
        ("x", ["10", "2", "1", "20"], "known: 1 2 10 20"),
        ("zz", ["B1", "A10", "A2", "A", "7", "C"], "known: 7 A A2 A10 B1 C"),
        ("?", ["٣", "1", "9" * 40], f"known: 1 {'9' * 40} ٣"),  # only 0 … 9 are counted by
        ("zzz", BOARD, "24 names are known, such as A1, A2, A3, A4, B1"),
        ("x", [], "known: "),
    ],
)
def test_the_nearest_names_are_suggested(name, known, remedy):
    assert suggest(name, known) == remedy


def test_one_except_clause_catches_every_public_error():
    public = [getattr(shunt, name) for name in shunt.__all__]
    errors = [one for one in public if isinstance(one, type) and issubclass(one, BaseException)]
    assert len(errors) > 8
    assert [one for one in errors if not issubclass(one, shunt.ShuntError)] == []
