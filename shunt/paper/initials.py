"""Letters for pieces whose names are too long to be written on them: capitals, no two alike, with the number of the name."""

from __future__ import annotations

from collections.abc import Sequence

PRINTERS = {"black": "K"}
"""Names with a letter of their own: black is K, as in print, so that it is not blue's."""


def initials(names: Sequence[str]) -> dict[str, str]:
    """Map every name to a capital letter that no other has, and its number: `blue12` to `B12`; numbers stay as they are.

    The first letter is preferred, then the last and the others in their order; where all are taken, two letters.

    >>> initials(["1", "red", "black", "blue"])
    {'1': '1', 'red': 'R', 'black': 'K', 'blue': 'B'}
    """
    stems = dict.fromkeys(name.rstrip("0123456789") for name in names)
    letters: dict[str, str] = {}
    for stem in sorted(stems, key=lambda stem: stem not in PRINTERS):
        taken = set(letters.values())
        singles = [PRINTERS[stem]] if stem in PRINTERS else []
        singles += [letter.upper() for letter in stem[:1] + stem[-1:] + stem[1:] if letter.isalnum()]
        pairs = [(stem[:1] + letter).upper() for letter in stem[1:] if letter.isalnum()]
        letters[stem] = next((letter for letter in (*singles, *pairs) if letter not in taken), stem) if stem else ""
    return {name: letters[stem := name.rstrip("0123456789")] + name[len(stem) :] for name in names}
