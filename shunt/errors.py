"""The error family of the package: what is wrong, where, and the remedy.

Validators collect `Fault`s and raise one `InputError` with all of them, so that an author sees every fault of a file at
once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of an input.

    `where` is a key path inside the file, such as `start.cars.red`, or the name of a parameter. `remedy` says how to
    correct the fault. `line` counts from 1. `file` and `line` may be added later with `at`.
    """

    where: str
    what: str
    remedy: str = ""
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part)
        head = ": ".join(part for part in (place, self.where, self.what) if part)
        return f"{head} ({self.remedy})" if self.remedy else head

    def at(self, file: str, line: int | None = None) -> Fault:
        """Return the fault with this `file` and `line`, unless it already names a file."""
        return self if self.file else replace(self, file=file, line=self.line or line)


class ShuntError(Exception):
    """Base of every error that the package raises on purpose."""


class InputError(ShuntError, ValueError):
    """An input, such as a file, parameter or notation, that cannot be used. `faults` lists everything that is wrong
    with it."""

    def __init__(self, faults: Iterable[Fault] | Fault | str, what: str = "", remedy: str = "") -> None:
        """Take faults, or the texts of one fault: where it is, what is wrong and the remedy, or only what is wrong."""
        if isinstance(faults, str):
            faults = Fault(faults, what, remedy) if what else Fault("", faults)
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class LayoutError(InputError):
    """Tracks that do not form a layout."""


class CardError(InputError):
    """A card that does not fit its layout or contradicts itself."""


class NotationError(InputError):
    """Text that is not a move, a heading or a position."""


class TooLargeError(InputError):
    """A puzzle that does not fit into a packed state."""


@contextmanager
def faults_as(placed: Callable[[Fault], Fault]) -> Iterator[None]:
    """Convert the faults raised in the block with `placed`."""
    try:
        yield
    except InputError as error:
        raise type(error)(map(placed, error.faults)) from None


@contextmanager
def faults_into(faults: list[Fault], placed: Callable[[Fault], Fault] = lambda fault: fault) -> Iterator[None]:
    """Add the faults raised in the block to `faults`, converted with `placed`, and go on after the block."""
    try:
        yield
    except InputError as error:
        faults += map(placed, error.faults)


def raise_faults(faults: Iterable[Fault], kind: type[InputError] = InputError) -> None:
    """Raise an error with all `faults`, if there are any."""
    if found := tuple(faults):
        raise kind(found)


class IllegalMoveError(ShuntError, ValueError):
    """A move that the rules forbid. `rule` names the broken rule, and `number` is the position of the move in its list, counted
    from 1."""

    def __init__(self, rule: str, why: str, number: int | None = None) -> None:
        self.rule, self.why, self.number = rule, why, number
        super().__init__(f"move {number}: {why}" if number else why)

    @property
    def words(self) -> str:
        """A sentence that describes the error and names the rule."""
        return f"move {self.number} is illegal (rule: {self.rule}): {self.why}"

    def as_json(self) -> dict[str, str | int | None]:
        """Return the error as a JSON object, which `shunt replay --json` prints under the key `broken`."""
        return {"move": self.number, "rule": self.rule, "why": self.why}


FEW, MANY, SHOWN = 5, 12, 5  # names that are always listed, at most listed whole, and listed of more than these


def number_faults(where: str, value: object, *, least: float = 0, whole: bool = True) -> list[Fault]:
    """Return the fault of a parameter that is not a number of at least `least` (if `whole`, a whole one).

    >>> number_faults("bid", 5), str(number_faults("bid", "5")[0])
    ([], "bid: '5' is not a whole number (give one of at least 0)")
    """
    from numbers import Integral, Real

    if isinstance(value, bool) or not isinstance(value, Integral if whole else Real) or value != value:
        return [Fault(where, f"{value!r} is not a {'whole ' * whole}number", f"give one of at least {least:g}")]
    return [Fault(where, f"{value} is below {least:g}", f"give a number of at least {least:g}")] if value < least else []


def suggest(name: str, known: Iterable[str], listed_by: str = "") -> str:
    """Return the remedy for an unknown name: the nearest known ones, compared without regard to case.

    `listed_by` is a command that lists them all, for the case that no name is near.

    >>> suggest("b1", ["A1", "B1", "C1"]), suggest("clockwise", ["each-move", "manual", "locked"])
    ('did you mean B1?', 'known: each-move locked manual')
    """
    names = sorted(dict.fromkeys(known), key=_by_number)
    if near := nearest(name, names):
        return f"did you mean {either(near)}?"
    if len(names) <= MANY:
        return "known: " + " ".join(names)
    if listed_by:
        return f"{listed_by} lists the {len(names)} names"
    likeness = _by_likeness(name, names)
    shown = ", ".join(list(likeness)[:SHOWN])
    return f"{len(names)} names are known, {'the nearest are' if max(likeness.values()) > 0 else 'such as'} {shown}"


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three known names that may be meant, the likeliest first; without regard to case."""
    names = list(dict.fromkeys(known))
    wanted = name.casefold()
    if same := [one for one in names if one.casefold() == wanted]:
        return same
    likeness = _by_likeness(name, names)
    near = [one for one in list(likeness)[:3] if likeness[one] >= 0.5]
    if len(names) <= FEW:  # a few names are better listed than guessed at
        near = [one for one in near if likeness[one] >= 0.65 and abs(len(one) - len(name)) <= 2]
    return near


def _by_likeness(name: str, names: Iterable[str]) -> dict[str, float]:
    """Return name → how like it is to `name` (0 to 1), the likest first."""
    from difflib import SequenceMatcher

    likeness = {one: SequenceMatcher(None, one.casefold(), name.casefold()).ratio() for one in names}
    return dict(sorted(likeness.items(), key=lambda item: -item[1]))


def either(names: list[str]) -> str:
    """Return names as a choice: `A1, B1 or C1`."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _by_number(name: str) -> list[int | str]:
    """Return a sort key that orders names as people count: 2 before 10, A2 before A10."""
    return [int(part) if number % 2 else part for number, part in enumerate(re.split(r"([0-9]{1,18})", name))]


def counted(count: object, what: str, one: str = "") -> str:
    """Return a number with what it counts, given as a plural: `1 move`, `2 moves`. Several numbers keep the plural.

    `one` is the singular if it is more than the plural without its s.
    """
    if not isinstance(count, int):
        return f"{count} {what}"
    return f"{count:,} {(one or what.removesuffix('s')) if count == 1 else what}"
