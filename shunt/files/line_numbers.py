"""The tokens of TOML and JSON, and the line numbers of the keys in such a file.

Neither `tomllib` nor `json` reports positions, and a fault without its line is hard to find. The locator reads text that the
parser has already accepted, so it does not validate: it follows tables, arrays, keys and strings, and records the line where
each starts.
"""

from __future__ import annotations

import json
import re
import tomllib

KeyPath = tuple[str | int, ...]
"""The keys that lead to a place in a file, from its top table."""

# A string that is not closed ends with the text, so that no text is read twice; the parser refuses it.
_STRINGS = (
    r'"""(?:[^\\"]|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
)
TOKENS = re.compile(rf"(?P<comment>#[^\n]*+)|(?P<text>{_STRINGS})|(?P<word>[A-Za-z0-9_\-+]++)|(?P<sign>[.=\[\]{{}},\n])", re.S)
"""Matches every token of TOML; those of JSON are among them, but for its colons."""


def toml_lines(text: str) -> dict[KeyPath, int]:
    """Map the key path of every table, key and array element of a valid TOML document to its line (from 1)."""
    locator = _Locator(text, is_json=False)
    locator.document()
    return locator.lines


def json_lines(text: str) -> dict[KeyPath, int]:
    """Map the key path of every key and array element of a valid JSON document to its line (from 1)."""
    locator = _Locator(text, is_json=True)
    locator.value(())
    return locator.lines


class _Locator:
    """The tokens of a text, each with its line, of which `at` is the next; `lines` fills as it advances."""

    def __init__(self, text: str, is_json: bool) -> None:
        self.is_json, self.at, line = is_json, 0, 1
        self.tokens: list[tuple[str, int]] = []
        self.lines: dict[KeyPath, int] = {}
        self.tables_in: dict[KeyPath, int] = {}  # array of tables → index of its last one
        for match in TOKENS.finditer(text):
            token = match.group()
            if match.lastgroup != "comment" and not (is_json and token == "\n"):
                self.tokens.append((token, line))
            line += token.count("\n")
        self.tokens.append(("", line))  # the end

    @property
    def token(self) -> str:
        """The next token."""
        return self.tokens[self.at][0]

    @property
    def line(self) -> int:
        """The line of the next token."""
        return self.tokens[self.at][1]

    def document(self) -> None:
        """Read a whole TOML document."""
        table: KeyPath = ()
        while self.token:
            if self.token == "\n":
                self.at += 1
            elif self.token == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> KeyPath:
        """Read `[table]` or `[[table]]` and return the path of the table that it opens."""
        line, brackets = self.line, 1 + (self.tokens[self.at + 1][0] == "[")
        self.at += brackets
        *parents, last = self.key()
        self.at += brackets
        path: KeyPath = ()
        for part in parents:
            path = self.inside((*path, part))
            self.lines.setdefault(path, line)
        path = (*path, last)
        if brackets == 2:
            self.lines.setdefault(path, line)
            self.tables_in[path] = self.tables_in.get(path, -1) + 1
        path = self.inside(path)
        self.lines[path] = line
        return path

    def inside(self, path: KeyPath) -> KeyPath:
        """Return `path`, or that of the last table in it if it is an array of tables."""
        return (*path, self.tables_in[path]) if path in self.tables_in else path

    def pair(self, table: KeyPath) -> None:
        """Note `key = value`, the key dotted or not."""
        line, path = self.line, table
        for part in self.key():
            path = (*path, part)
            self.lines.setdefault(path, line)
        self.at += not self.is_json  # over the =
        self.value(path)

    def key(self) -> list[str]:
        """Read a key; return its parts."""
        parts = [self.part()]
        while self.token == ".":
            self.at += 1
            parts.append(self.part())
        return parts

    def part(self) -> str:
        """Read a bare or a quoted key."""
        raw = self.token
        self.at += 1
        if raw[0] == '"' and "\\" in raw:
            return str(json.loads(raw) if self.is_json else tomllib.loads(f"key = {raw}")["key"])
        return raw[1:-1] if raw[0] in "\"'" else raw

    def value(self, path: KeyPath) -> None:
        """Read any value; record what arrays and tables contain under `path`."""
        opening = self.token
        self.at += 1
        if opening in ("[", "{"):
            self.items(path, "]" if opening == "[" else "}")
        while self.token not in ("", ",", "]", "}", "\n"):  # the rest of a number or a date
            self.at += 1

    def items(self, path: KeyPath, closing: str) -> None:
        """Read the elements of an array or the pairs of a table, including the closing bracket."""
        index = 0
        while self.token != closing:
            if self.token in (",", "\n"):
                self.at += 1
            elif closing == "]":
                self.lines[(*path, index)] = self.line
                self.value((*path, index))
                index += 1
            else:
                self.pair(path)
        self.at += 1
