"""One protocol for kinds: what depends on the kind is a method, or a `singledispatch` function that refuses what a kind lacks."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import shunt
from shunt.cards.card import Card
from shunt.cards.kinds import route_card
from shunt.errors import InputError
from tests.house.sources import PACKAGE, ROOT, SOURCES, found_in, module_name, parsed

RULESETS = {"switcher", "railway", "sidings"}
KINDS = {"RouteCard", "SidingsCard", "Switcher", "Sidings", "SidingsLayout", "SidingsPosition", "SidingsGoal", "SidingsMove"}
# The modules that say what a kind is.
OWN = {
    PACKAGE / part
    for part in ("cards/trains.py", "cards/sidings.py", "rules/train_rules.py", "rules/switcher.py", "rules/sidings.py")
}
OTHERS = [path for path in SOURCES if path not in OWN]
CARDS: list[Card] = [shunt.load(name) for name in ("first-swap", "switchback", "inglenook-533")]
LAYOUTS = [shunt.load_layout("fan-10"), CARDS[2].layout]


# --------------------------------------------------------------------------------------------------------------------
# Dispatchers


def is_dispatcher(node: ast.AST) -> bool:
    """Return whether a function is decorated with `singledispatch`."""
    return isinstance(node, ast.FunctionDef) and any("singledispatch" in ast.unparse(mark) for mark in node.decorator_list)


def dispatchers() -> dict[str, Any]:
    """Return every `singledispatch` function of the package by name."""
    names = [(module_name(path), node.name) for path in SOURCES for node in parsed(path).body if is_dispatcher(node)]
    return {f"{module}.{name}": getattr(importlib.import_module(module), name) for module, name in names}


def values_for(dispatcher: Any) -> list[Any]:
    """Return a value of every kind that a dispatcher may be given: cards, rules, or layouts; none if it is not about kinds."""
    first = str(next(iter(inspect.signature(dispatcher).parameters.values())).annotation)
    known = {first, *(kind.__name__ for kind in dispatcher.registry)}
    if known & {"Card", "AnyCard", "RouteCard", "SidingsCard"}:
        return CARDS
    if known & {"Switcher", "Sidings"} or first.startswith("Ruleset"):
        return [card.rules for card in CARDS]
    return LAYOUTS if known & {"Layout", "SidingsLayout"} else []


def fault_of(dispatcher: Any, value: Any) -> str:
    """Return what is wrong with how a dispatcher treats a value: nothing if it has an answer, or refuses in words."""
    chosen = dispatcher.dispatch(type(value))
    if chosen is not dispatcher.dispatch(object):
        return ""
    needed = [one for one in inspect.signature(chosen).parameters.values() if one.default is one.empty and one.kind in (0, 1)]
    try:
        chosen(value, *[None] * (len(needed) - 1))
    except InputError as error:
        return "" if str(error) else "refuses without a word"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def test_every_dispatcher_answers_for_every_kind_or_refuses_in_words() -> None:
    found = dispatchers()
    assert found["shunt.cards.kinds.route_card"] is route_card
    asked = {name: values_for(dispatcher) for name, dispatcher in found.items()}
    faults = {f"{name}({value!r})": fault_of(found[name], value) for name, values in asked.items() for value in values}
    assert {name: fault for name, fault in faults.items() if fault} == {}
    assert sum(map(bool, asked.values())) > 3, "dispatchers are no longer found"


def test_a_kind_that_lacks_something_is_refused_with_the_remedy() -> None:
    with pytest.raises(InputError, match=r"cards of sidings have no trains \(use a card of switcher or railway\)"):
        route_card(CARDS[2])


# --------------------------------------------------------------------------------------------------------------------
# Other ways to tell kinds apart


def type_switches(path: Path, tree: ast.Module) -> Iterator[str]:
    """Yield every `isinstance` (or `match`) that asks for a kind."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            asked = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.MatchClass):
            asked = {ast.unparse(node.cls)}
        else:
            continue
        if asked & KINDS:
            yield f"line {node.lineno}: {ast.unparse(node)}"


def tables_by_ruleset(path: Path, tree: ast.Module) -> Iterator[str]:
    """Yield every dictionary whose keys are names of rulesets."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict) and len(RULESETS & {key.value for key in node.keys if isinstance(key, ast.Constant)}) > 1:
            yield f"line {node.lineno}: a table by ruleset"


def compared_names(path: Path, tree: ast.Module) -> Iterator[str]:
    """Yield every comparison with the name of a ruleset."""

    def names(node: ast.AST) -> bool:
        inner = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
        return bool(inner) and all(isinstance(one, ast.Constant) and one.value in RULESETS for one in inner)

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            is_key = isinstance(node.left, ast.Constant) and isinstance(node.ops[0], ast.In | ast.NotIn)  # "sidings" in table
            if any(map(names, node.comparators if is_key else [node.left, *node.comparators])):
                yield f"line {node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.MatchValue) and names(node.value):
            yield f"line {node.lineno}: case {ast.unparse(node.value)}"


LOOKS: list[Callable[[Path, ast.Module], Iterator[str]]] = [type_switches, tables_by_ruleset, compared_names]
# Commands that tell layouts apart: dispatch would load layouts for `--help`.
STILL = {"shunt/cli/cards/check.py", "shunt/cli/cards/show.py"}


@pytest.mark.parametrize("look", LOOKS)
def test_kinds_are_told_apart_by_dispatch_alone(look: Callable[[Path, ast.Module], Iterator[str]]) -> None:
    todo = [path for path in OTHERS if str(path.relative_to(ROOT)) not in STILL]
    assert found_in(todo, look) == []


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (type_switches, "isinstance(card, RouteCard)"),
        (type_switches, "isinstance(x, (int, SidingsCard))"),
        (type_switches, "match c:\n case RouteCard(): pass"),
        (type_switches, "isinstance(layout, SidingsLayout)"),
        (tables_by_ruleset, "{'switcher': 1, 'sidings': 2}"),
        (compared_names, "card.ruleset == 'railway'"),
        (compared_names, "ruleset in ('switcher', 'railway')"),
        (compared_names, "match ruleset:\n case 'sidings': pass"),
    ],
)
def test_other_ways_are_noticed(look: Callable[[Path, ast.Module], Iterator[str]], text: str) -> None:
    assert list(look(PACKAGE, ast.parse(text)))
    assert not list(look(PACKAGE, ast.parse("'sidings' in table or isinstance(x, str)")))
