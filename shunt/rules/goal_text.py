"""Goals in words. Pieces that are alike are named together, as in `two reds to G and H`."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.rules.goal import Goal
from shunt.rules.position import Roster
from shunt.track.plan import Plan

COUNTS = ("no", "any", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WORD = 3  # letters that a name has at least of which several can be spoken of: two reds, but w1 and w2


def goal_text(goal: Goal, roster: Roster, plan: Plan) -> str:
    """Return a line that describes the goal."""
    named = goal.as_names(plan)
    together = {name: group for group in roster.interchangeable if not set(group) & set(goal.headings) for name in group}
    found: list[str] = []
    for name, place in named.items():
        if name not in together:
            found.append(f"{name} {place}")
        elif (words := _alike_text(named, together[name])) not in found:
            found.append(words)
    return " · ".join(found)


def _alike_text(named: dict[str, str], group: Sequence[str]) -> str:
    """Return the goal of pieces that are alike."""
    places = [place for name, place in named.items() if name in group]
    where = listed(in_ranges(list(dict.fromkeys(places))))
    kinds = {name.rstrip("0123456789").rstrip("-_.") for name in group}
    kind = kinds.pop() if len(kinds) == 1 else ""
    if len(kind) < WORD:
        count = "" if len(places) == len(group) else f"{in_words(len(places))} of "
        return f"{count}{' '.join(in_ranges(group))}, alike, to {where}"
    return f"{in_words(len(places))} {kind}{'s' * (len(places) > 1)} to {where}"


def in_words(count: int) -> str:
    """Return a count in words if the word is short. Return `any` for one of several."""
    return COUNTS[count] if count < len(COUNTS) else str(count)


def listed(words: Sequence[str]) -> str:
    """Return words as a readable list: `A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def in_ranges(names: Sequence[str]) -> list[str]:
    """Return names in the order of their numbers. Three or more consecutive names are written as a range, such as `w1–w16`."""

    def key(name: str) -> tuple[str, int, str]:
        head = name.rstrip("0123456789")
        number = name[len(head) :]
        return (head, int(number[-9:]), name) if number else (name, -1, name)

    keys = sorted(map(key, names))
    found: list[list[tuple[str, int, str]]] = []
    for head, number, name in keys:
        if found and number > 0 and found[-1][-1][:2] == (head, number - 1):
            found[-1].append((head, number, name))
        else:
            found.append([(head, number, name)])
    words: list[str] = []
    for run in found:
        words += [f"{run[0][2]}–{run[-1][2]}"] if len(run) > 2 else [name for _, _, name in run]
    return words
