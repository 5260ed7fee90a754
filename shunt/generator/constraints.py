"""The declaration of constraints on cards: the allowed values, the check, and the help, in one place.

A constraint is a field of a frozen dataclass (`CardSpec`, or the `Filters` of a catalogue) that is declared with `constraint`.
Its parameter in Python and its key in JSON are the field's name. `faults_of` checks it, and `commands/generator_options.py` makes
the options of the commands from the same declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any, Literal, ParamSpec

from shunt.errors import Fault, raise_faults

P = ParamSpec("P")

Range = tuple[int, int]
"""The minimum and the maximum, both included."""

Sort = Literal["range", "open range", "open real range", "choice", "several", "flag", "either", "score", "names", "text"]


@dataclass(frozen=True)
class Constraint:
    """The declaration of one constraint.

    `sort`: a range (minimum, maximum), a range that may be open, of whole or real numbers, one choice, several choices, a flag,
    one of two or neither, a score from 0 to 1, names, or a text. `choices`: the allowed choices; `unknown` is the beginning of
    the fault of any other. `bounds`: the bounds of a range, from the whole spec. `option`: its name on the command line, if it
    differs from the field's. `column`: the column of a catalogue with its value.

    `cards`, `pack`, `boards`, `catalogue`, `find`: the help of its option in each command, or "" if the command does not offer
    it (`pack=True`: the same as `cards`). `of_kinds`: whether all cards of a kind share the value. Statistics can be filtered
    only by such values, so that no single cards need to be read.
    """

    default: Any
    sort: Sort
    unknown: str = ""
    _: KW_ONLY
    cards: str = ""
    pack: str | Literal[True] = ""
    boards: str = ""
    catalogue: str = ""
    find: str = ""
    of_kinds: bool = True
    choices: tuple[str, ...] = ()
    bounds: Callable[[Any], Range] | None = None
    option: str = ""
    metavar: str | None = None
    column: str = ""

    def help(self, command: str) -> str:
        """Return the help of its option in a command, or "" if the command does not offer it."""
        if command == "stats":
            return self.find if self.of_kinds else ""
        return str(getattr(self, "cards" if (command, self.pack) == ("pack", True) else command))


def _declared(make: Callable[P, Constraint]) -> Callable[P, Any]:
    """Return a function that makes a field of a dataclass with a constraint."""

    def declare(*given: P.args, **named: P.kwargs) -> Any:
        one = make(*given, **named)
        return field(default=one.default, metadata={"constraint": one})

    return declare


constraint = _declared(Constraint)
"""Return a field of a dataclass that is declared as a `Constraint` with these arguments."""


def constraints_of(spec: Any) -> dict[str, Constraint]:
    """Return the constraints of a dataclass or of one of its values, by name, in the order of their declaration."""
    return {one.name: one.metadata["constraint"] for one in fields(spec) if "constraint" in one.metadata}


def set_constraints(spec: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that actually constrain something: numbers or choices that are given, flags that are set, and names."""
    flags = {name for name, one in constraints_of(spec).items() if one.sort == "flag"}
    return {name: value for name, value in values.items() if value not in (None, ()) and not (value is False and name in flags)}


def faults_of(spec: Any) -> list[Fault]:
    """Return the faults of each constraint by itself: an empty range, a value out of bounds, or an unknown choice."""
    return [fault for name, one in constraints_of(spec).items() for fault in _faults(spec, name, one)]


def _faults(spec: Any, name: str, one: Constraint) -> list[Fault]:
    value = getattr(spec, name)
    if one.sort == "range" and one.bounds is not None and value is not None:
        (least, most), (low, high) = value, one.bounds(spec)
        if least > most:
            return [Fault(name, f"{least}-{most} is empty", "write the smaller number first")]
        if least < low or most > high:
            shown = f"{least}-{most}" if least < most else str(most)
            return [Fault(name, f"{shown} is out of bounds", f"from {low} to {high}")]
    if one.sort in ("open range", "open real range") and None not in value and value[0] > value[1]:
        return [Fault(name, f"the range {value[0]}-{value[1]} is empty", f"write {value[1]}-{value[0]}")]
    if one.unknown and one.sort in ("choice", "several"):
        asked = value if isinstance(value, tuple) else (value,)
        wrong = [part for part in dict.fromkeys(asked) if part not in (None, *one.choices)]
        return [Fault(name, f"{one.unknown} {part!r}", "one of " + ", ".join(one.choices)) for part in wrong]
    if one.sort == "score" and not 0.0 <= value <= 1.0:
        return [Fault(name, f"{value:g} is not a score", "a number from 0 to 1")]
    return []


def ranges(counts: Mapping[str, Any]) -> dict[str, Range]:
    """Return every count as minimum and maximum; raise `InputError` for anything but a number or a pair of numbers."""
    faults, pairs = [], {}
    for name, count in counts.items():
        pair = (count, count) if isinstance(count, int) else tuple(count) if isinstance(count, tuple | list) else ()
        if len(pair) != 2 or not all(isinstance(number, int) and not isinstance(number, bool) for number in pair):
            faults.append(Fault(name, f"{count!r} is not a number of {name}", "give a whole number, or a pair such as (2, 3)"))
        else:
            pairs[name] = (int(pair[0]), int(pair[1]))
    raise_faults(faults)
    return pairs
