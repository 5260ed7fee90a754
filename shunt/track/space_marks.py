"""The marks that a layout file can give to spaces, with one row for each mark.

Each row determines the key of the file with its faults and its schema, the writer, the words below a picture, the drawing, the
legend of posters, and the control of the editor, which reads rows from the schema. A mark with `is_rule` is part of the plan, so
it changes the ids of cards; the code of the rules gives it a meaning. Any other mark is only drawn and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from shunt.track.plan import KINDS

Stroke = tuple[tuple[float, float], ...]


class SpaceMark(NamedTuple):
    """A mark of spaces: a list of spaces in files, or a table from spaces to one of `values`.

    `words` is a line of text with `{spaces}`, or with `{space}` and `{value}`. `label` is its name in the editor and in legends.
    `strokes` are the lines of its sign, in space lengths along the track and across it.
    """

    key: str
    description: str
    example: str
    words: str
    label: str
    strokes: tuple[Stroke, ...]
    values: tuple[str, ...] = ()
    is_rule: bool = False

    def spaces(self, entry: Any) -> dict[str, str]:
        """Return the value of each space of an entry of a file. In a list it is the empty string."""
        return {space: entry[space] if self.values else "" for space in entry}

    def entry(self, spaces: Mapping[str, str]) -> list[str] | dict[str, str]:
        """Return the entry of a file."""
        return dict(spaces) if self.values else list(spaces)

    def lines(self, spaces: Mapping[str, str]) -> list[str]:
        """Return lines of text with the spaces that have the mark."""
        if self.values:
            return [self.words.format(space=space, value=value) for space, value in spaces.items()]
        return [self.words.format(spaces=" ".join(spaces))] if spaces else []

    def legend(self, value: str) -> str:
        """Return the meaning of the sign."""
        return f"{self.label[0].lower()}{self.label[1:]} {value}".rstrip()


def _parapet(side: int) -> Stroke:
    """Return the line of a parapet, whose ends turn away from the track."""
    reach, beside, ends = 0.33, 0.26 * side, 0.32 * side
    return (-reach - 0.06, ends), (-reach, beside), (reach, beside), (reach + 0.06, ends)


SPACE_MARKS = {
    mark.key: mark
    for mark in (
        SpaceMark(
            "no_stop",
            "Spaces that pieces may pass over but not stop on.",
            'no_stop = ["W1"]',
            "nothing may stop on {spaces}",
            "Nothing may stop here",
            tuple(((at, side * 0.13), (at + sign * 0.08, 0)) for at, sign in ((-0.12, -1), (0.12, 1)) for side in (-1, 1)),
            is_rule=True,
        ),
        SpaceMark(
            "closed",
            "Spaces that `cars` or `locomotives` may not enter, even as part of a train.",
            'closed = { W1 = "cars" }',
            "{space} is closed to {value}",
            "Closed to",
            (_parapet(-1), _parapet(1)),
            KINDS,
            is_rule=True,
        ),
    )
}
"""Every mark of spaces, by its key in files."""


def only_drawn() -> list[SpaceMark]:
    """Return the marks that have no meaning in the rules."""
    return [mark for mark in SPACE_MARKS.values() if not mark.is_rule]
