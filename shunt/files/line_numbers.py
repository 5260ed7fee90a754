"""Where in a file each key stands: a line locator for TOML and JSON.

Neither `tomllib` nor `json` tells positions, and a fault without its line is a riddle. This reads text that the parser has
already accepted, so it need not judge: it only follows tables, arrays, keys and strings, and notes the line where each starts.
"""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping

KeyPath = tuple[str | int, ...]

_BLANK = re.compile(r"[ \t]*")
_BLANK_LINES = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_\-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRINGS = {
    '"""': re.compile(r'"""(?:[^\\]|\\.)*?"""{1,3}', re.DOTALL),
    "'''": re.compile(r"'''.*?'''{1,3}", re.DOTALL),
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'[^'\n]*'"),
}


def toml_lines(text: str) -> dict[KeyPath, int]:
    """Key path → line (from 1) of every table, key and array element of a valid TOML document."""
    return _Locator(text, "=").document()


def json_lines(text: str) -> dict[KeyPath, int]:
    """Key path → line (from 1) of every key and array element of a valid JSON document."""
    locator = _Locator(text, ":")
    locator.skip(_BLANK_LINES)
    locator.value(())
    return locator.lines


def line_at(lines: Mapping[KeyPath, int], keys: KeyPath) -> int | None:
    """The line of `keys`, or of the nearest table around it that stands in the file."""
    for length in range(len(keys), 0, -1):
        if keys[:length] in lines:
            return lines[keys[:length]]
    return None


class _Locator:
    """A cursor in the text; `lines` fills as it moves on. `separator` stands between a key and its value."""

    def __init__(self, text: str, separator: str) -> None:
        self.text, self.separator, self.at = text, separator, 0
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.lines: dict[KeyPath, int] = {}
        self.tables_in: dict[KeyPath, int] = {}  # array of tables → index of its last one

    def document(self) -> dict[KeyPath, int]:
        """Follow a whole TOML document."""
        table: KeyPath = ()
        while True:
            self.skip(_BLANK_LINES)
            if self.at >= len(self.text):
                return self.lines
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Move past what `pattern` matches here (nothing, if it does not); returns it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def line(self) -> int:
        """The line of the cursor."""
        return bisect_right(self.breaks, self.at - 1) + 1

    def header(self) -> KeyPath:
        """`[table]` or `[[table]]`; returns the path of the table that it opens."""
        line = self.line()
        is_array = self.text.startswith("[[", self.at)
        self.at += 2 if is_array else 1
        *parents, last = self.key()
        self.at += 2 if is_array else 1
        path: KeyPath = ()
        for part in parents:
            path = self.inside((*path, part))
            self.lines.setdefault(path, line)
        path = (*path, last)
        if not is_array:
            path = self.inside(path)
            self.lines[path] = line
            return path
        self.lines.setdefault(path, line)
        self.tables_in[path] = self.tables_in.get(path, -1) + 1
        path = (*path, self.tables_in[path])
        self.lines[path] = line
        return path

    def inside(self, path: KeyPath) -> KeyPath:
        """`path`, or that of the last table in it if it is an array of tables."""
        return (*path, self.tables_in[path]) if path in self.tables_in else path

    def pair(self, table: KeyPath) -> None:
        """`key = value`, the key dotted or not."""
        line = self.line()
        path = table
        for part in self.key():
            path = (*path, part)
            self.lines.setdefault(path, line)
        self.skip(_BLANK_LINES)
        self.at += len(self.separator)
        self.skip(_BLANK_LINES)
        self.value(path)

    def key(self) -> list[str]:
        """The parts of a key; the cursor ends behind it and the blanks that follow."""
        parts = []
        while True:
            self.skip(_BLANK)
            parts.append(self.string() if self.text[self.at] in "\"'" else self.skip(_BARE))
            self.skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return parts
            self.at += 1

    def string(self) -> str:
        """A quoted string; returns what it says (only keys need it)."""
        quotes = self.text[self.at : self.at + 3]
        raw = self.skip(_STRINGS[quotes if quotes in _STRINGS else quotes[0]])
        if quotes in _STRINGS:
            return raw  # never a key
        if "\\" not in raw or raw[0] == "'":
            return raw[1:-1]
        return str(json.loads(raw) if self.separator == ":" else tomllib.loads(f"key = {raw}")["key"])

    def value(self, path: KeyPath) -> None:
        """Any value; what is inside arrays and tables is noted under `path`."""
        opening = self.text[self.at : self.at + 1]
        if opening in ("[", "{"):
            self.at += 1
            self.items(path, "]" if opening == "[" else "}")
        elif opening and opening in "\"'":
            self.string()
        else:
            self.skip(_SCALAR)

    def items(self, path: KeyPath, closing: str) -> None:
        """The elements of an array, or the pairs of a table, up to and with its closing bracket."""
        index = 0
        while True:
            self.skip(_BLANK_LINES)
            if self.at >= len(self.text) or self.text[self.at] == closing:
                self.at += 1
                return
            if closing == "]":
                self.lines[(*path, index)] = self.line()
                self.value((*path, index))
                index += 1
            else:
                self.pair(path)
            self.skip(_BLANK_LINES)
            if self.text.startswith(",", self.at):
                self.at += 1
