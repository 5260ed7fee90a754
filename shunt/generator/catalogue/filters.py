"""The filters of a query of a catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shunt.cards.tiers import TIERS
from shunt.errors import InputError, raise_faults
from shunt.generator.constraints import constraint, constraints_of, faults_of

Range = tuple[int | None, int | None]
"""The minimum and the maximum. Either may be None."""
OPEN: Range = (None, None)
RULESETS = ("switcher", "railway", "sidings")

NUMBERED_TIERS = ("", *TIERS)
"""The tiers by their number in the catalogue, easiest first. Number 0 is for cards without a rating."""


@dataclass(frozen=True)
class Filters:
    """The filters of a query. A default does not filter. `text`: words, each of which must be the beginning of a word in the name
    or title."""

    boards: tuple[str, ...] = constraint(
        (), "several", option="board", metavar="NAME", find="Only cards on this board. Repeat the option for more boards."
    )
    tiers: tuple[str, ...] = constraint(
        (),
        "several",
        "unknown tier",
        choices=TIERS,
        option="tier",
        find="Only cards of this tier. Repeat the option for more tiers.",
    )
    ruleset: str | None = constraint(None, "choice", choices=RULESETS, find="Only cards of this ruleset.")
    optimum: Range = constraint(OPEN, "open range", column="optimum", find="Only cards with this optimum: 6, 6-9, 6- or -9.")
    locomotives: Range = constraint(OPEN, "open range", column="locomotives", find="Number of locomotives.")
    cars: Range = constraint(OPEN, "open range", column="cars", find="Number of cars.")
    broken: Range = constraint(OPEN, "open range", column="broken", find="Number of broken tracks.")
    turntable: bool | None = constraint(
        None, "either", option="turntable/no-turntable", find="Only boards with a turntable, or only boards without one."
    )
    unique: bool | None = constraint(
        None,
        "either",
        option="unique/several",
        find="Only cards with one shortest solution, or only cards with several. "
        "Solutions that differ only in the order of their moves count as one.",
    )
    grade: tuple[float | None, float | None] = constraint(
        OPEN, "open real range", of_kinds=False, find="Only cards with a grade in this range, from 0 to 10."
    )
    text: str = constraint(
        "",
        "text",
        metavar="WORDS",
        of_kinds=False,
        find="Only cards whose name or title contains these words or word prefixes.",
    )

    def __post_init__(self) -> None:
        raise_faults(faults_of(self))

    @property
    def by_kind_alone(self) -> bool:
        """Return whether all cards of a kind are included or excluded together."""
        return not self.text and self.grade == (None, None)

    def condition(self) -> tuple[str, list[Any]]:
        """Return the condition on the tables of `source`, with its values."""
        terms: list[str] = ["k.cards > 0"]
        values: list[Any] = []

        def within(column: str, least: Any, most: Any) -> None:
            for sign, bound in ((">=", least), ("<=", most)):
                if bound is not None:
                    terms.append(f"{column} {sign} ?")
                    values.append(bound)

        if self.boards:
            terms.append(f"k.board IN (SELECT board FROM boards WHERE name IN ({', '.join('?' * len(self.boards))}))")
            values += self.boards
        if self.tiers:
            terms.append(f"k.tier IN ({', '.join('?' * len(self.tiers))})")
            values += [NUMBERED_TIERS.index(tier) for tier in self.tiers]
        for name, one in constraints_of(self).items():
            if one.column:
                within(f"k.{one.column}", *getattr(self, name))
        within("k.ruleset", self.ruleset, self.ruleset)
        within("k.is_unique", self.unique, self.unique)
        if self.turntable is not None:
            within("k.turntables", *((1, None) if self.turntable else (None, 0)))
        within("c.grade", *self.grade)
        if self.text:  # each word as the beginning of a word; `card-77-12` is a phrase whose last word may be longer
            words = ["".join(letter if letter.isalnum() else " " for letter in word).strip() for word in self.text.split()]
            if not any(words):
                raise InputError("text", f"{self.text!r} has no word in it", "write words, or the beginnings of words")
            terms.append("words MATCH ?")
            values.append(" ".join(f'"{word}" *' for word in words if word))
        elif self.grade != OPEN:  # most kinds are far from a narrow range, and are skipped by their tier and optimum
            for table in "rk":
                within(f"{table}.most_grade", self.grade[0], None)
                within(f"{table}.least_grade", None, self.grade[1])
        return " AND ".join(terms), values

    @property
    def source(self) -> str:
        """The tables of the condition, in such an order that cards come in order, unless they are found by words."""
        if self.text:
            return "words w CROSS JOIN cards c ON c.number = w.rowid CROSS JOIN kinds k USING (kind)"
        rungs = "" if self.grade == OPEN else "rungs r CROSS JOIN "
        using = rungs and " USING (tier, optimum)"
        return f"{rungs}kinds k INDEXED BY kinds_in_order{using} CROSS JOIN cards c USING (kind)"


EVERYTHING = Filters()
