"""Names of spaces from the names that a railway's owner gave: blocks, turnouts and labels, in letters that names may have."""

from __future__ import annotations

import re
import unicodedata
from itertools import count as count_from

SPELT = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "&": " and "})
LONGEST = 32


def as_name(text: str) -> str:
    """Return a text as a name of letters, digits, `_`, `-` and `.`; empty if nothing is left of it.

    >>> as_name("Gleis 3 (Süd)"), as_name("站")
    ('Gleis-3-Sud', '')
    """
    plain = unicodedata.normalize("NFKD", text[: 4 * LONGEST].translate(SPELT))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return re.sub(r"[^A-Za-z0-9_.]+", "-", plain).strip("-.")[:LONGEST].strip("-.")


class Names:
    """The names that are taken; a further one of the same text gets a number."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.changed: dict[str, str] = {}
        self.numbers: dict[str, int] = {}  # of each name the last that was taken

    def new(self, text: str, otherwise: str = "", prefix: str = "", count: int = 1) -> list[str]:
        """Return names for `count` spaces in a row that are called `text` in the file, or `otherwise` if that gives no name.

        `prefix` is put before the latter if it does not begin with a letter.
        """
        if not as_name(otherwise)[:1].isalpha():
            otherwise = prefix + otherwise
        text = text or otherwise
        base = as_name(text) or as_name(otherwise) or "track"
        if text and base != text:
            self.changed[text] = base
        for number in count_from(self.numbers.get(base, 1)):
            stem = base if number == 1 else f"{base}.{number}"
            names = [stem] if count == 1 else [f"{stem}-{index}" for index in range(1, count + 1)]
            if self.taken.isdisjoint(name.casefold() for name in names):
                self.taken.update(name.casefold() for name in names)
                self.numbers[base] = number
                break
        return names
