"""A report on how the program understood a layout, with its switches, loops, wyes and warnings, as text and as JSON."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from shunt.cards.card import board_lines
from shunt.errors import Fault
from shunt.files.document import Document, read_document
from shunt.track.directions import lying_on
from shunt.track.layout import Layout
from shunt.track.plain_tracks import capacities
from shunt.track.survey import Survey, layout_warnings, survey

LABEL = 12
"""The width of the label before each line."""
MOST_WYES = 6
"""The number of wyes that are listed, the smallest first."""
MOST_NAMED = 24
"""The number of names that a line lists. If there are more, the line gives their number."""


def placed_warnings(layout: Layout, document: Document, settings: tuple[int, ...] = ()) -> list[Fault]:
    """Return the warnings, with their lines, of a layout that `document` contains or names. `settings` are the turntable
    positions."""
    document, inner = _place_of(layout, document)
    lying = [
        document.fault((*inner, "at", space), f"{space} lies on {other}", "move one of them apart, or leave out [at]")
        for space, other in lying_on(layout.plan, layout.at, layout.angles)
    ]
    return document.placed(layout_warnings(layout.plan, settings), inner) + lying


def _place_of(layout: Layout, document: Document) -> tuple[Document, tuple[str, ...]]:
    """Return the document that contains a layout, and its place there."""
    if isinstance(document.data.get("layout"), Mapping):
        return document, ("layout",)
    if layout.path and "tracks" not in document.data:  # the layout of a card, in a file of its own
        return read_document(layout.path), ()
    return document, ()


@dataclass(frozen=True)
class LayoutReport:
    """The report of `check` on one layout: a survey of its plan, its warnings, and the spaces that its runs name only once."""

    layout: Layout
    survey: Survey
    warnings: tuple[Fault, ...]
    named_once: tuple[str, ...]
    settings: tuple[int, ...] = ()

    @classmethod
    def from_document(cls, layout: Layout, document: Document, settings: tuple[int, ...] = ()) -> LayoutReport:
        """Build the report on a layout that `document` contains or names. `settings` are the turntable positions at a card's
        start."""
        document, inner = _place_of(layout, document)
        table = document.data["layout"] if inner else document.data
        runs = table.get("tracks", ()) if isinstance(table, Mapping) else ()
        counts = Counter(space for run in runs for space in run.split() if space != "|")
        once = tuple(space for space, count in counts.items() if count == 1)
        return cls(layout, survey(layout.plan, settings), tuple(placed_warnings(layout, document, settings)), once, settings)

    def lines(self, width: int) -> list[str]:
        """Return the report in lines of at most `width` columns."""
        found, parts = self.survey, "all connected"
        if len(found.parts) > 1:
            parts = f"{len(found.parts)} parts that are not connected: {' | '.join(map(_listed, found.parts[:6]))}"
        can, on = ("can", f" on {_listed(found.run_rounds)}") if found.run_rounds else ("cannot", "")
        rows = [
            ("spaces", f"{found.spaces}, {parts}"),
            ("switches", _switches(found)),
            ("cars held", capacity_line(self.layout)),
            ("dead ends", _listed(dict.fromkeys(end.space for end in found.dead_ends)) or "none"),
            ("loop", " ".join(found.loop) or "none: no run comes back to its start without reversing"),
            # The spaces from each tail of a triangle to the next are listed after it, in brackets.
            ("wyes", ", ".join(map(str, found.wyes[:MOST_WYES])) + " …" * (len(found.wyes) > MOST_WYES) or "none"),
            ("turning", _turning(found)),
            ("run-round", f"a locomotive {can} run round a car{on}"),
            ("named once", self.named_once and f"{_listed(self.named_once)} (a misspelt name would be among them)"),
        ]
        for line in board_lines(self.layout.plan):
            first, _, rest = line.partition(" ")
            rows.append((first, rest) if first == "turntable" else ("also", line))
        for index, table in enumerate(self.layout.plan.turntables):
            if table.rotation == "locked":  # the figures above assume one position of this turntable
                where = f"at position {self.settings[index]}, as on the card" if self.settings else "at position 0"
                other = "" if self.settings else "; a card may lock it at another one (start.turntables)"
                rows.append(("locked", f"this report assumes that {table.name} is {where}{other}"))
        wrap = textwrap.TextWrapper(max(width, 40), "", " " * LABEL, break_on_hyphens=False, break_long_words=False).wrap
        return [line for label, words in rows if words for line in wrap(f"{label:<{LABEL}}{words}")]

    def as_json(self) -> dict[str, Any]:
        """Return the report as a dictionary for `--json`."""
        found, turning = self.survey, self.survey.turning
        return {
            "name": self.layout.name,
            "spaces": list(self.layout.plan.spaces),
            "switches": [{"space": one.tail.space, "end": one.tail.end, "legs": list(one.legs)} for one in found.switches],
            "cars_held": capacities(self.layout.plan),
            "dead_ends": list(dict.fromkeys(end.space for end in found.dead_ends)),
            "parts": [list(part) for part in found.parts],
            "loop": list(found.loop),
            "wyes": list(map(asdict, found.wyes)),
            "turning": turning and {"facility": turning.facility} | asdict(turning),
            "run_round": found.run_round or None,
            "run_rounds": list(found.run_rounds),
            "named_once": list(self.named_once),
            "turntables": list(map(asdict, self.layout.plan.turntables)),
        }


def capacity_line(layout: Layout) -> str:
    """Return a line that says how many cars each track of a railway holds. It is empty for boards without points on which nothing
    stops."""
    if not (layout.plan.no_stop or layout.about.get("routes")):
        return ""
    return " · ".join(f"{name} {cars}" for name, cars in capacities(layout.plan).items())


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = f" … ({len(names)} in all)" if len(names) > MOST_NAMED else ""
    return " ".join(names[:MOST_NAMED]) + more


def _switches(found: Survey) -> str:
    words = [f"{one.tail.space} to {'/'.join(one.legs)}" for one in found.switches[:MOST_NAMED]]
    more = " …" if len(found.switches) > MOST_NAMED else ""
    return f"{len(found.switches)}: " + ", ".join(words) + more if words else "none"


def _turning(found: Survey) -> str:
    turning = found.turning
    if turning is None:
        return "a locomotive cannot turn"
    by = f"turntable {' and '.join(turning.turntables)}" if turning.turntables else f"a {turning.facility}"
    return f"a locomotive can turn by {by}: {_listed(turning.spaces)}"
