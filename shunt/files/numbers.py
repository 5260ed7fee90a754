"""Whole numbers in texts from people and files: bounded before they are converted."""

from __future__ import annotations

import re

MOST_DIGITS = 18
"""Digits that are read: such a number fits into 64 bits, and Python refuses to convert some thousands of digits at all."""

DIGITS = rf"[0-9]{{1,{MOST_DIGITS}}}"
"""A whole number in a regular expression."""

_NUMBER = re.compile(DIGITS)


def whole_number(text: str) -> int | None:
    """Return the number that digits write; None for anything else, and for numbers of more than `MOST_DIGITS` digits.

    >>> whole_number("12"), whole_number("-1"), whole_number("9" * 5000)
    (12, None, None)
    """
    return int(text) if _NUMBER.fullmatch(text) else None
