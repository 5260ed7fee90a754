"""Documents: TOML and JSON files, read with limits and with every fault placed.

Anything wrong with a file raises one `InputError` whose faults name the file, the place in it and the remedy.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from shunt.errors import Fault, InputError
from shunt.files.line_numbers import KeyPath, json_lines, line_at, toml_lines

LARGEST = 2_000_000  # bytes; a card takes about one thousand
DEEPEST = 64  # tables and arrays within each other
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

    @property
    def folder(self) -> Path:
        """Folder that paths inside the file are relative to."""
        return Path(self.path).parent

    def fault(self, keys: KeyPath, what: str, remedy: str = "") -> Fault:
        """Return a fault at `keys`, placed at the line of that key or of the nearest enclosing table."""
        return Fault(where_text(keys), what, remedy, self.path, line_at(self.lines, keys))

    def placed(self, faults: Iterable[Fault], under: KeyPath = ()) -> list[Fault]:
        """Place `faults` that have only a key path (`tracks[2]`) in this file, below the table `under`."""
        result = []
        for fault in faults:
            keys = (*under, *parse_where(fault.where))
            result.append(Fault(where_text(keys), fault.what, fault.remedy).at(self.path, line_at(self.lines, keys)))
        return result


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


def read_document(path: str | os.PathLike[str]) -> Document:
    """Read a TOML or JSON file; raises `InputError` naming the file, the place and the remedy if it cannot be used.

    A file whose name ends in `.json`, or whose text starts with `{`, is JSON; any other is TOML.
    """
    shown = os.fspath(path)
    return parse_document(shown, _bytes_of(shown))


def parse_document(shown: str, content: bytes) -> Document:
    """Return the document that the bytes of a file hold, under the name that messages give it; raises like `read_document`."""
    text = _decoded(shown, content)
    if not text.strip():
        _refuse(shown, "the file is empty", 'a card starts with schema = "shunt-card/1", a layout with schema = "shunt-layout/1"')
    is_json = Path(shown).suffix.lower() == ".json" or text.lstrip().startswith("{")
    try:
        data = _json_of(shown, text) if is_json else _toml_of(shown, text)
    except RecursionError:
        data = None
    if data is None or _depth(data) > DEEPEST:
        _refuse(shown, f"tables and lists are nested more than {DEEPEST} deep", "shunt's formats nest at most five levels")
    return Document(shown, text, data, is_json)


def _refuse(path: str, what: str, remedy: str = "", line: int | None = None) -> NoReturn:
    raise InputError(Fault("", what, remedy, printable(path), line)) from None


def printable(text: str) -> str:
    """Return `text` with unprintable characters escaped (file names may hold any byte)."""
    return text.encode("utf-8", "backslashreplace").decode() if text.isprintable() else ascii(text)[1:-1]


def _bytes_of(path: str) -> bytes:
    if not path:
        _refuse(path, "the file name is empty", "give a TOML or JSON file")
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            _refuse(path, "this is a directory, not a file", _files_in(path))
        if status.st_size > LARGEST:
            size = f"{status.st_size / 1e6:.1f}"
            _refuse(
                path,
                f"the file is {size} MB long",
                f"at most {LARGEST // 1_000_000} MB are read; is it the right file?",
            )
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)  # pipes and devices have no size to check first
    except FileNotFoundError:
        _refuse(path, "file not found", _near_files(path))
    except InputError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _refuse(path, f"the file cannot be read: {reason}", "give a readable file")
    if len(content) > LARGEST:
        _refuse(path, f"the file is longer than {LARGEST // 1_000_000} MB", "check that it is the right file")
    return content


def _files_in(folder: str) -> str:
    """Suggest a file in a directory that was given instead of a file."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".toml", ".json")))[:3]
    except OSError:
        names = []
    return "give a file in it, such as " + printable(os.path.join(folder, names[0])) if names else "give a TOML or JSON file"


def _near_files(path: str) -> str:
    """Suggest files with similar names in the folder of a missing file."""
    from difflib import get_close_matches

    folder, name = os.path.split(path)
    try:
        names = sorted(entry.name for entry in os.scandir(folder or ".") if not entry.is_dir(follow_symlinks=False))
    except (OSError, ValueError):
        return f"the folder {printable(folder)} does not exist either"
    near = [printable(os.path.join(folder, other)) for other in get_close_matches(name, names, n=3)]
    return "did you mean " + " or ".join(near) + "?" if near else "check the name"


def _decoded(path: str, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        _refuse(path, f"the file is not UTF-8 text (byte {error.start + 1})", "save the file as UTF-8 text", line)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        _refuse(path, "the file is binary, not text", "give a TOML or JSON file", line)
    return text.replace("\r\n", "\n")


_TOML_REMEDIES = {
    "overwrite a value": "define each key only once",
    "twice": "open each table only once",
    "Expected '='": "write key = value; quote names that contain other characters than letters, digits, _ and -",
    "Invalid value": "put text in quotes",
    "Unclosed array": "put a comma between the items of a list, and ] at its end",
    "Unclosed inline table": "end the table with }, on the same line",
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
    _refuse(path, f"this is not TOML{column}: {printable(what)}", remedy, line)


def _json_of(path: str, text: str) -> dict[str, Any]:
    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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
        _refuse(path, f"this is not JSON, column {error.colno}: {error.msg}", "see the guide to the file formats", error.lineno)
    except UnicodeEncodeError:
        _refuse(path, "a string in this JSON has half a character (a lone surrogate)", "write the whole character")
    except ValueError as error:
        _refuse(path, f"this JSON cannot be used: {error}", "see the guide to the file formats")
    if not isinstance(data, dict):
        _refuse(path, f"this JSON is {kind_of(data)}, not an object", 'it must start with {"schema": …', 1)
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
    """Return the nesting depth of tables and lists, at most one more than `DEEPEST`; no recursion."""
    level: list[Any] = [data]
    depth = 0
    while level and depth <= DEEPEST:
        depth += 1
        inside = [item.values() if isinstance(item, dict) else item for item in level]
        level = [value for values in inside for value in values if isinstance(value, dict | list)]
    return depth
