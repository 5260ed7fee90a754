"""A small reader of PDDL that plays problems action by action, and Fast Downward where it is installed."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path
from typing import Any

from shunt.classics.pddl.model import Pddl

Fact = tuple[str, ...]
State = frozenset[Fact]


@dataclass(frozen=True)
class Schema:
    """One action; its parameters with their types in order."""

    name: str
    parameters: dict[str, str]
    needs: tuple[Fact, ...]
    deletes: tuple[Fact, ...]
    adds: tuple[Fact, ...]
    cost: int


class Problem:
    """A domain and a problem, with the states that follow each other."""

    def __init__(self, texts: Pddl) -> None:
        domain, problem = (_parsed(text) for text in texts)
        self.parents = _typed(_section(domain, ":types"))
        objects = _typed(_section(domain, ":constants")) | _typed(_section(problem, ":objects"))
        self.objects = {name: self._ancestors(kind) for name, kind in objects.items()}
        self.actions = [_schema(part[1:]) for part in domain[1:] if part[0] == ":action"]
        fluent = {atom[0] for action in self.actions for atom in (*action.adds, *action.deletes)}
        init = [tuple(fact) for fact in _section(problem, ":init") if fact[0] != "="]
        self.init: State = frozenset(fact for fact in init if fact[0] in fluent)
        self.static: State = frozenset(fact for fact in init if fact[0] not in fluent)
        self.goal: State = frozenset(tuple(fact) for fact in _section(problem, ":goal")[0][1:])
        declared = {part[0] for part in _section(domain, ":predicates")}
        unknown = {fact[0] for fact in init} | fluent | {atom[0] for action in self.actions for atom in action.needs}
        assert unknown <= declared, f"not declared: {unknown - declared}"

    def _ancestors(self, kind: str) -> set[str]:
        return {kind} if kind == "object" else {kind} | self._ancestors(self.parents.get(kind, "object"))

    def following(self, state: State) -> Iterator[tuple[int, str, State]]:
        """Cost, text and result of every applicable action."""
        facts = {}
        for fact in sorted(state | self.static):
            facts.setdefault((fact[0], len(fact)), []).append(fact)
        for action in self.actions:
            for bound in self._matches(action, list(action.needs), {}, facts):
                gone, come = ({_filled(atom, bound) for atom in atoms} for atoms in (action.deletes, action.adds))
                words = " ".join([action.name, *(bound[name] for name in action.parameters)])
                yield action.cost, f"({words})", (state - gone) | come

    def _matches(self, action: Schema, needs: list[Fact], bound: dict[str, str], facts: Any) -> Iterator[dict[str, str]]:
        if not needs:
            free = [name for name in action.parameters if name not in bound]
            fitting = [[thing for thing, kinds in self.objects.items() if action.parameters[name] in kinds] for name in free]
            for values in product(*fitting):
                yield bound | dict(zip(free, values, strict=True))
            return
        free = [sum(term.startswith("?") and term not in bound for term in atom[1:]) for atom in needs]
        atom = needs[free.index(min(free))]
        rest = [other for other in needs if other is not atom]
        for fact in facts.get((atom[0], len(atom)), ()):
            more = dict(bound)
            for term, value in zip(atom[1:], fact[1:], strict=True):
                if more.setdefault(term, value) != value if term.startswith("?") else term != value:
                    break
                if term in action.parameters and action.parameters[term] not in self.objects[value]:
                    break
            else:
                yield from self._matches(action, rest, more, facts)

    def one_move(self) -> dict[State, str]:
        """The idle states one unit of cost away from the beginning, each with a plan that leads there."""
        found = {}
        todo = [(0, self.init, "")]
        seen = {(0, self.init)}
        while todo:
            spent, here, plan = todo.pop()
            for cost, action, there in self.following(here):
                step = (spent + cost, there)
                if step[0] <= 1 and step not in seen:
                    seen.add(step)
                    todo.append((*step, f"{plan}{action}\n"))
                    if step[0] and ("idle",) in there:
                        found[there] = todo[-1][2]
        return found


def fast_downward(texts: Pddl, folder: Path, search: str = "astar(blind())", seconds: int = 300) -> int | None:
    """The cost of Fast Downward's optimal plan; None where it proves that there is none."""
    for name, text in zip(("domain.pddl", "problem.pddl"), texts, strict=True):
        Path(folder, name).write_text(text)
    command = [sys.executable, str(planner()), "--overall-time-limit", str(seconds), "domain.pddl", "problem.pddl"]
    done = subprocess.run([*command, "--search", search], cwd=folder, capture_output=True, text=True)
    if done.returncode in (11, 12):
        return None
    cost = re.search(r"Plan cost: (\d+)", done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert cost, done.stdout
    return int(cost[1])


def planner() -> Path | None:
    """The planner's driver; None where it is not installed."""
    found = importlib.util.find_spec("up_fast_downward")
    return Path(found.origin).parent / "downward" / "fast-downward.py" if found and found.origin else None


# --------------------------------------------------------------------------------------------------------------------
# Reading


def _parsed(text: str) -> Any:
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            assert re.fullmatch(r"[?:]?[a-z][a-z0-9_-]*|[=-]|\d+", token), token
            stack[-1].append(token)
    (whole,) = stack[0]
    return whole


def _section(whole: Any, name: str) -> Any:
    return next((part[1:] for part in whole if part[0] == name), [])


def _typed(words: list[str]) -> dict[str, str]:
    """`a b - t c` → {a: t, b: t, c: object}."""
    kinds = {}
    waiting = []
    marks = iter(words)
    for word in marks:
        if word == "-":
            kind = next(marks)
            kinds |= dict.fromkeys(waiting, kind)
            waiting = []
        else:
            assert word not in {*kinds, *waiting}, f"{word} is declared twice"
            waiting.append(word)
    return kinds | dict.fromkeys(waiting, "object")


def _schema(parts: list[Any]) -> Schema:
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    effects = {key: list(group) for key, group in groupby(sorted(told[":effect"][1:], key=_sort), _sort)}
    return Schema(
        parts[0],
        _typed(told[":parameters"]),
        tuple(tuple(atom) for atom in told[":precondition"][1:]),
        tuple(tuple(atom[1]) for atom in effects.get("not", ())),
        tuple(tuple(atom) for atom in effects.get("", ())),
        sum(int(atom[2]) for atom in effects.get("increase", ())),
    )


def _sort(effect: list[Any]) -> str:
    return effect[0] if effect[0] in ("not", "increase") else ""


def _filled(atom: Fact, bound: dict[str, str]) -> Fact:
    return (atom[0], *(bound.get(term, term) for term in atom[1:]))
