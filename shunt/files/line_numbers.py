"""Line numbers of the keys in a TOML or JSON file.

Neither `tomllib` nor `json` reports positions, and a fault without its line is hard to find. The locator reads text that the
parser has already accepted, so it does not validate: it follows tables, arrays, keys and strings, and records the line where
each starts.
"""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right

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
    """Map the key path of every table, key and array element of a valid TOML document to its line (from 1)."""
    return _Locator(text, "=").document()


def json_lines(text: str) -> dict[KeyPath, int]:
    """Map the key path of every key and array element of a valid JSON document to its line (from 1)."""
    locator = _Locator(text, ":")
    locator.skip(_BLANK_LINES)
    locator.value(())
    return locator.lines


class _Locator:
    """A cursor in the text; `lines` fills as it advances. `separator` is what separates a key from its value."""

    def __init__(self, text: str, separator: str) -> None:
        self.text, self.separator, self.at = text, separator, 0
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.lines: dict[KeyPath, int] = {}
        self.tables_in: dict[KeyPath, int] = {}  # array of tables → index of its last one

    def document(self) -> dict[KeyPath, int]:
        """Read a whole TOML document and return its lines."""
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
        """Move past what `pattern` matches at the cursor, if anything, and return it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def line(self) -> int:
        """Return the line of the cursor."""
        return bisect_right(self.breaks, self.at - 1) + 1

    def header(self) -> KeyPath:
        """Read `[table]` or `[[table]]` and return the path of the table that it opens."""
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
        """Return `path`, or that of the last table in it if it is an array of tables."""
        return (*path, self.tables_in[path]) if path in self.tables_in else path

    def pair(self, table: KeyPath) -> None:
        """Note `key = value`, the key dotted or not."""
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
        """Read a key and the blanks after it; return its parts."""
        parts = []
        while True:
            self.skip(_BLANK)
            parts.append(self.string() if self.text[self.at] in "\"'" else self.skip(_BARE))
            self.skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return parts
            self.at += 1

    def string(self) -> str:
        """Read a quoted string and return its value (needed for keys only)."""
        quotes = self.text[self.at : self.at + 3]
        raw = self.skip(_STRINGS[quotes if quotes in _STRINGS else quotes[0]])
        if quotes in _STRINGS:
            return raw  # never a key
        if "\\" not in raw or raw[0] == "'":
            return raw[1:-1]
        return str(json.loads(raw) if self.separator == ":" else tomllib.loads(f"key = {raw}")["key"])

    def value(self, path: KeyPath) -> None:
        """Read any value; record what arrays and tables contain under `path`."""
        opening = self.text[self.at : self.at + 1]
        if opening in ("[", "{"):
            self.at += 1
            self.items(path, "]" if opening == "[" else "}")
        elif opening and opening in "\"'":
            self.string()
        else:
            self.skip(_SCALAR)

    def items(self, path: KeyPath, closing: str) -> None:
        """Read the elements of an array or the pairs of a table, including the closing bracket."""
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
