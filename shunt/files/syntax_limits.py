"""Limits on the syntax of a file, checked before it is parsed: nesting, parts of a key, length of a key, digits of a number.

Parsers take time and memory that grow with the square of such things: 60 kB of TOML with one key of 30,000 parts took 3.6 GB.
One pass over the text, without recursion, finds what is beyond any file of ours.
"""

from __future__ import annotations

import re

DEEPEST = 64  # tables and lists within each other
MOST_PARTS = 16  # of a dotted key
LONGEST_KEY = 200  # characters of one part
MOST_DIGITS = 400  # of a number

# A string that is not closed ends with the text, so that no text is read twice; the parser refuses it.
_STRINGS = (
    r'"""(?:[^\\"]|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
)
_TOML = re.compile(rf"(?P<comment>#[^\n]*+)|(?P<text>{_STRINGS})|(?P<word>[A-Za-z0-9_\-+]++)|(?P<sign>[.=\[\]{{}},\n])", re.S)
_JSON = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*+"?)|(?P<word>[0-9]++)|(?P<sign>[\[\]{}])', re.S)


def syntax_fault(text: str, is_json: bool) -> tuple[str, str, int] | None:
    """Return what is beyond the limits of a TOML or JSON text, the remedy and the line; None if nothing is."""
    return _json_fault(text) if is_json else _toml_fault(text)


def _json_fault(text: str) -> tuple[str, str, int] | None:
    depth = 0
    for match in _JSON.finditer(text):
        token = match.group()
        if token in "[{":
            depth += 1
            if depth > DEEPEST:
                return (*_too_deep(), _line(text, match.start()))
        elif token in "]}":
            depth -= 1
        elif match.lastgroup == "word" and len(token) > MOST_DIGITS:
            return (*_too_many_digits(token), _line(text, match.start()))
    return None


def _toml_fault(text: str) -> tuple[str, str, int] | None:
    depth = parts = 0
    longest, after_dot = 0, False
    for match in _TOML.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind in ("word", "text"):
            if kind == "word" and len(token) > MOST_DIGITS and token.strip("+-_").isdigit():
                return (*_too_many_digits(token), _line(text, match.start()))
            parts = parts + 1 if after_dot else 1
            longest = max(longest, len(token)) if after_dot else len(token)
            if parts > MOST_PARTS:
                what = f"a key has more than {MOST_PARTS} parts with dots between them"
                return what, "shunt's formats need at most four", _line(text, match.start())
        elif token == "=" and longest > LONGEST_KEY:
            what = f"a key has {longest:,} characters, at most {LONGEST_KEY} are read"
            return what, "keys are names", _line(text, match.start())
        elif token in ("[", "{"):
            depth += 1
            if depth > DEEPEST:
                return (*_too_deep(), _line(text, match.start()))
        elif token in ("]", "}"):
            depth = max(0, depth - 1)
        after_dot = token == "." and kind == "sign"
        if kind == "sign" and token != ".":
            parts = longest = 0
    return None


def _too_deep() -> tuple[str, str]:
    return f"tables and lists are nested more than {DEEPEST} deep", "shunt's formats nest at most five levels"


def _too_many_digits(token: str) -> tuple[str, str]:
    return f"a number has {len(token):,} digits, at most {MOST_DIGITS} are read", "write a smaller number"


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
