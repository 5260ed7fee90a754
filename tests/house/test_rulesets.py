"""Rulesets are a protocol: kinds of cards are told apart in one place only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import PACKAGE, SOURCES, found_in

KINDS = {"RouteCard", "SidingsCard"}


def type_switches(path: Path, tree: ast.Module) -> Iterator[str]:
    """Every `isinstance` (or `match`) that asks for the kind of a card."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            asked = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.MatchClass):
            asked = {ast.unparse(node.cls)}
        else:
            continue
        if asked & KINDS:
            yield f"line {node.lineno}: a card's rules know what depends on its ruleset; else use a registry by card.ruleset"


def test_kinds_of_cards_are_told_apart_where_they_are_registered() -> None:
    assert found_in([path for path in SOURCES if path != PACKAGE / "cards" / "kinds.py"], type_switches) == []


def test_type_switches_are_noticed() -> None:
    for text in ("isinstance(card, RouteCard)", "isinstance(x, (int, SidingsCard))", "match c:\n case RouteCard(): pass"):
        assert list(type_switches(PACKAGE, ast.parse(text)))
    assert not list(type_switches(PACKAGE, ast.parse("isinstance(layout, SidingsLayout)")))
