"""The parts that the notations of all rulesets share: names, numbers before moves, and two spaces with a `>` or a `-` between
them.

`A1>E1` may also be written `A1-E1`, because a shell interprets an unquoted `>` and writes a file. Names may contain hyphens, so a
text like `north-east-2` can be split at more than one place. If the names of the board are known, it is split where both parts
are names (the longest first part wins). Blanks around the hyphen (`north-east - 2`) always decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from shunt.errors import NotationError

NAME = r"[A-Za-z0-9_.\-]+"
"""A name of a space or a piece, as a regular expression."""

NAME_RULE = "names consist of the letters a–z and A–Z, digits, _, - and ."
"""The remedy for a text that is not a name."""

PAIR = rf"{NAME}(?:\s*>\s*{NAME}|\s+-\s+{NAME})?"
"""Two names with a separator, as a regular expression. `split_pair` finds the end of the first name."""

_NUMBER = re.compile(r"\s*\d+(?:[.:]\s+|\)\s*)")


def normal(text: str) -> str:
    """Return `text` with `>` for every arrow and single blanks."""
    return " ".join(text.replace("→", ">").split())


def split_pair(text: str, known: Collection[str] | None = None) -> tuple[str, str] | None:
    """Split `A1>E1`, `A1-E1` or `A1 - E1` into its two names. Return None if the boundary is ambiguous.

    >>> split_pair("A1-E1"), split_pair("a-b-c"), split_pair("a-b-c", ["a-b", "c"])
    (('A1', 'E1'), None, ('a-b', 'c'))
    """
    for separator in (">", " - "):
        first, found, second = (part.strip() for part in text.partition(separator))
        if found:
            return (first, second) if first and second else None
    cuts = [(text[:at].strip(), text[at + 1 :].strip()) for at, char in enumerate(text) if char == "-"]
    cuts = [cut for cut in reversed(cuts) if all(cut)]
    if known is not None and len(cuts) > 1:
        both = [cut for cut in cuts if cut[0] in known and cut[1] in known]
        one = [cut for cut in cuts if cut[0] in known] or [cut for cut in cuts if cut[1] in known]
        cuts = (both or one)[:1] or cuts
    return cuts[0] if len(cuts) == 1 else None


def without_number(text: str, parse: Callable[[str], object]) -> str:
    """Return the text of a move without the number before it. In `3. A1>B2`, however, `3.` is the name of a locomotive.

    `parse` raises `NotationError` for a text that is not a move.
    """
    number = _NUMBER.match(text)
    if number is None:
        return text
    rest = text[number.end() :]
    for either in (rest, text):
        try:
            parse(either)
        except NotationError:
            continue
        return either
    return rest
