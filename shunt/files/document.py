"""Documents: TOML and JSON files, read with limits and with every fault placed.

Anything wrong with a file raises one `InputError` whose faults name the file, the place in it and the remedy.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from shunt.errors import Fault
from shunt.files.line_numbers import TOKENS, json_lines, toml_lines
from shunt.files.line_numbers import KeyPath as KeyPath
from shunt.files.printable import printable
from shunt.files.reading import LARGEST, StrPath, read_named, read_regular, refuse

LARGEST_TOML = 300_000  # bytes: a TOML file takes ten times as long to parse as a JSON file of its size
_BARE_KEY = re.compile(r"[A-Za-z0-9_\-]+")
_PLACE = re.compile(r"(?P<index>\[\d+\])|\"(?P<quoted>[^\"]*)\"|(?P<bare>[^.\[\"]+)")


@dataclass(frozen=True)
class Document:
    """A parsed file. `data` is its top table, `path` its name as messages show it, `is_json` its syntax."""

    path: str
    text: str = field(repr=False)
    data: dict[str, Any] = field(repr=False)
    is_json: bool = False

    @cached_property
    def lines(self) -> Mapping[KeyPath, int]:
        """Map each key path to the line (from 1) where that key, table or array element starts."""
        return json_lines(self.text) if self.is_json else toml_lines(self.text)

    def fault(self, keys: KeyPath, what: str, remedy: str = "") -> Fault:
        """Return a fault at `keys`, placed at the line of that key or of the nearest enclosing table."""
        return Fault(where_text(keys), what, remedy, self.path, line_at(self.lines, keys))

    def placed(self, faults: Iterable[Fault], under: KeyPath = ()) -> list[Fault]:
        """Place `faults` that have only a key path (`tracks[2]`) in this file, below the table `under`."""
        return [self.fault((*under, *parse_where(fault.where)), fault.what, fault.remedy) for fault in faults]


def line_at(lines: Mapping[KeyPath, int], keys: KeyPath) -> int | None:
    """Return the line of `keys`, or of the nearest enclosing table that the file has."""
    for length in range(len(keys), 0, -1):
        if keys[:length] in lines:
            return lines[keys[:length]]
    return None


def where_text(keys: KeyPath) -> str:
    """Return a key path as messages write it: `start.cars.red`, `turntables[0].positions[1]`, `goal."my.car"`."""
    text = ""
    for key in keys:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            text += ("." if text else "") + (key if _BARE_KEY.fullmatch(key) else f'"{key}"')
    return text


def parse_where(text: str) -> KeyPath:
    """Parse a key path written by `where_text`."""
    return tuple(
        int(match["index"][1:-1]) if match["index"] else match["bare"] if match["bare"] is not None else match["quoted"]
        for match in _PLACE.finditer(text)
    )


# --------------------------------------------------------------------------------------------------------------------
# Reading


def read_document(path: StrPath) -> Document:
    """Read a TOML or JSON file; raise `InputError` naming the file, the place and the remedy if it cannot be used.

    A file whose name ends in `.json`, or whose text starts with `{`, is JSON; any other is TOML.
    """
    shown = os.fspath(path)
    return parse_document(shown, read_named(shown))


def read_inner_document(path: StrPath) -> Document:
    """Read a document that another file names. It must be a regular file, not a pipe or a device. Raise errors like
    `read_document`."""
    shown = os.fspath(path)
    return parse_document(shown, read_regular(shown))


def parse_text(shown: str, text: str) -> Document:
    """Return the document in a text, within the limits of a file. Raise errors like `read_document`."""
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        refuse(shown, "the text has half a character (a lone surrogate)", "write the whole character", line)
    if len(content) > LARGEST:
        refuse(shown, f"the text is longer than {LARGEST / 1e6:g} MB", "a card has a few thousand bytes")
    return parse_document(shown, content)


def parse_document(shown: str, content: bytes) -> Document:
    """Return the document in the bytes of a file, under the name that messages use. Raise errors like `read_document`."""
    text = _decoded(shown, content)
    if not text.strip():
        refuse(shown, "the file is empty", 'a card starts with schema = "shunt-card/1", a layout with schema = "shunt-layout/1"')
    is_json = Path(shown).suffix.lower() == ".json" or text.lstrip().startswith("{")
    if not is_json and len(content) > LARGEST_TOML:
        refuse(shown, f"the file is {len(content) / 1e6:.1f} MB long", f"at most {LARGEST_TOML / 1e6:g} MB of TOML are read")
    if beyond := syntax_fault(text, is_json):
        refuse(shown, *beyond)
    try:
        data = _json_of(shown, text) if is_json else _toml_of(shown, text)
    except RecursionError:
        data = None
    if data is None or _depth(data) > DEEPEST:
        refuse(shown, *TOO_DEEP)
    return Document(shown, text, data, is_json)


def _decoded(path: str, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        refuse(path, f"the file is not UTF-8 text (byte {error.start + 1})", "save the file as UTF-8 text", line)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        refuse(path, "the file is binary, not text", "give a TOML or JSON file", line)
    return text.replace("\r\n", "\n")


_TOML_REMEDIES = {
    "overwrite a value": "define each key only once",
    "twice": "open each table only once",
    "Expected '='": "write key = value; quote names with other characters than a–z, A–Z, digits, _ and -",
    "Invalid value": "put text in quotes",
    "Unclosed array": "put a comma between the items of a list, and ] at its end",
    "Unclosed inline table": "put a comma between its entries, and } at its end, all on one line",
    "Unterminated string": "end the text with a quote",
    "Illegal character '\\n'": "end the text with a quote on the same line",
    "Invalid statement": "each line is key = value, [table] or # comment",
    "after a statement": "write one key = value per line",
    "Expected newline": "write one key = value per line",
    "integer string conversion": "write a smaller number",
}


def _toml_of(path: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number beyond what Python reads
        message = str(error)
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    what = message[: place.start()] if place else message
    line = int(place[1]) if place and place[1] else text.rstrip().count("\n") + 1 if place else None
    column = f", column {place[2]}" if place and place[2] else ""
    remedy = next((remedy for sign, remedy in _TOML_REMEDIES.items() if sign in what), "see the guide to the file formats")
    if place and not place[1] and "Invalid value" in what:
        remedy = "the file ends too early: look for a missing value, ] or quote"
    refuse(path, f"this is not TOML{column}: {printable(what)}", remedy, line)


def _json_of(path: str, text: str) -> dict[str, Any]:
    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return an object's keys and values; refuse a key that appears twice."""
        result = dict(pairs)
        if len(result) < len(pairs):
            twice = next(key for key in result if sum(key == other for other, _ in pairs) > 1)
            raise ValueError(f"the key {printable(twice)!r} appears twice in one object")
        return result

    def no_number(name: str) -> NoReturn:
        raise ValueError(f"{name} is not a JSON number")

    try:
        data = json.loads(text, object_pairs_hook=table, parse_constant=no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        refuse(path, f"this is not JSON, column {error.colno}: {error.msg}", "see the guide to the file formats", error.lineno)
    except UnicodeEncodeError:
        refuse(path, "a string in this JSON has half a character (a lone surrogate)", "write the whole character")
    except ValueError as error:
        refuse(path, f"this JSON cannot be used: {error}", "see the guide to the file formats")
    if not isinstance(data, dict):
        refuse(path, f"this JSON is {kind_of(data)}, not an object", 'it must start with {"schema": …', 1)
    return data


_KINDS: dict[type, str] = {
    type(None): "null",
    bool: "true or false",  # before int, which it also is
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "a table",
}


def kind_of(value: object) -> str:
    """Describe the type of a value from a file in plain words."""
    return next((words for kind, words in _KINDS.items() if isinstance(value, kind)), "a date or time")


def _depth(data: object) -> int:
    """Return the nesting depth of tables and lists, without recursion; at most one more than `DEEPEST`."""
    level: list[Any] = [data]
    depth = 0
    while level and depth <= DEEPEST:
        depth += 1
        inside = [item.values() if isinstance(item, dict) else item for item in level]
        level = [value for values in inside for value in values if isinstance(value, dict | list)]
    return depth


# --------------------------------------------------------------------------------------------------------------------
# Limits on the syntax of a file, checked before it is parsed
#
# Parsers take time and memory that grow with the square of such things: 60 kB of TOML with one key of 30,000 parts took
# 3.6 GB. One pass over the text, without recursion, finds what is beyond any file of ours.

DEEPEST = 64  # tables and lists within each other
MOST_PARTS = 16  # of a dotted key
LONGEST_KEY = 200  # characters of one part
MOST_DIGITS = 400  # of a number
TOO_DEEP = (f"tables and lists are nested more than {DEEPEST} deep", "shunt's formats nest at most five levels")

_JSON = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*+"?)|(?P<word>[0-9]++)|(?P<sign>[\[\]{}])', re.S)


def syntax_fault(text: str, is_json: bool = False) -> tuple[str, str, int] | None:
    """Return the first limit that a text exceeds, the remedy and the line, or None if it exceeds none."""
    depth = parts = longest = 0
    after_dot = False
    for match in (_JSON if is_json else TOKENS).finditer(text):
        kind, token = match.lastgroup, match[0]
        fault: tuple[str, str] | None = None
        if kind in ("word", "text"):
            parts = parts + 1 if after_dot else 1
            longest = max(longest, len(token)) if after_dot else len(token)
            if kind == "word" and len(token) > MOST_DIGITS and token.strip("+-_").isdigit():
                fault = f"a number has {len(token):,} digits, but at most {MOST_DIGITS} are read", "write a smaller number"
            elif parts > MOST_PARTS:
                fault = f"a key has more than {MOST_PARTS} parts with dots between them", "shunt's formats need at most four"
        elif token == "=" and longest > LONGEST_KEY:
            fault = f"a key has {longest:,} characters, but at most {LONGEST_KEY} are read", "shorten the key"
        elif token in ("[", "{"):
            depth += 1
            fault = TOO_DEEP if depth > DEEPEST else None
        elif token in ("]", "}"):
            depth = max(0, depth - 1)
        if fault:
            return *fault, text.count("\n", 0, match.start()) + 1
        after_dot = token == "." and kind == "sign"
        if kind == "sign" and token != ".":
            parts = longest = 0
    return None
