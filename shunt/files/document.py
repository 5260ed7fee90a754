"""One TOML or JSON file, read with care and written whole.

Whatever is wrong with a file ends in one `InputError` whose faults name the file, the place and what would be right. What
is written stands beside its file first and is renamed into place, so that no crash leaves half a file.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any, NoReturn

from shunt.errors import Fault, InputError
from shunt.files.line_numbers import KeyPath, json_lines, line_at, toml_lines

LARGEST = 2_000_000  # bytes; a card takes about one thousand
DEEPEST = 64  # tables and arrays within each other
MOST_LINKS = 40  # links that lead on to each other, as systems allow

WRITING = (OSError, ValueError, RuntimeError)  # ValueError: a zero byte in a name; RuntimeError: links round in a circle

_DESCRIPTOR = re.compile(r"(?:/dev|/proc/(?P<process>[\w-]+))/fd/(?P<number>\d+)")
_BARE_KEY = re.compile(r"[A-Za-z0-9_\-]+")
_PLACE = re.compile(r"(?P<index>\[\d+\])|\"(?P<quoted>[^\"]*)\"|(?P<bare>[^.\[\"]+)")


@dataclass(frozen=True)
class Document:
    """A file as read. `data` is its top table, `path` its name as messages show it, `is_json` how it is written."""

    path: str
    text: str = field(repr=False)
    data: dict[str, Any] = field(repr=False)
    is_json: bool = False

    @cached_property
    def lines(self) -> Mapping[KeyPath, int]:
        """Key path → line (from 1) where each key, table and array element starts."""
        return json_lines(self.text) if self.is_json else toml_lines(self.text)

    @property
    def folder(self) -> Path:
        """The folder that paths inside the file are relative to."""
        return Path(self.path).parent

    def fault(self, keys: KeyPath, what: str, remedy: str = "") -> Fault:
        """A fault at `keys`, placed in this file at the line of that key (or of the nearest table around it)."""
        return Fault(where_text(keys), what, remedy, self.path, line_at(self.lines, keys))

    def placed(self, faults: Iterable[Fault], under: KeyPath = ()) -> list[Fault]:
        """`faults` that know their key path only (`tracks[2]`), placed in this file below the table `under`."""
        result = []
        for fault in faults:
            keys = (*under, *parse_where(fault.where))
            result.append(Fault(where_text(keys), fault.what, fault.remedy).at(self.path, line_at(self.lines, keys)))
        return result


def where_text(keys: KeyPath) -> str:
    """A key path as messages write it: `start.cars.red`, `turntables[0].positions[1]`, `goal."my.car"`."""
    text = ""
    for key in keys:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            text += ("." if text else "") + (key if _BARE_KEY.fullmatch(key) else f'"{key}"')
    return text


def parse_where(text: str) -> KeyPath:
    """The key path that `where_text` wrote."""
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
    text = _decoded(shown, _bytes_of(shown))
    if not text.strip():
        _refuse(shown, "the file is empty", 'a card starts with schema = "shunt-card/1", a layout with schema = "shunt-layout/1"')
    is_json = Path(shown).suffix.lower() == ".json" or text.lstrip().startswith("{")
    try:
        data = _json_of(shown, text) if is_json else _toml_of(shown, text)
    except RecursionError:
        data = None
    if data is None or _depth(data) > DEEPEST:
        _refuse(shown, f"tables and lists are nested more than {DEEPEST} deep", "no format of this program needs more than five")
    return Document(shown, text, data, is_json)


def _refuse(path: str, what: str, remedy: str = "", line: int | None = None) -> NoReturn:
    raise InputError(Fault("", what, remedy, printable(path), line)) from None


def printable(text: str) -> str:
    """`text` without anything that a terminal could not print (names of files may hold any byte)."""
    return text.encode("utf-8", "backslashreplace").decode() if text.isprintable() else ascii(text)[1:-1]


def _bytes_of(path: str) -> bytes:
    if not path:
        _refuse(path, "the name of the file is empty", "name a TOML or JSON file")
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            _refuse(path, "this is a directory, not a file", _files_in(path))
        if status.st_size > LARGEST:
            size = f"{status.st_size / 1e6:.1f}"
            _refuse(path, f"the file has {size} MB", f"at most {LARGEST // 1_000_000} MB are read; is it the right file?")
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)  # a pipe or a device has no size to look at first
    except FileNotFoundError:
        _refuse(path, "there is no such file", _near_files(path))
    except InputError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _refuse(path, f"the file cannot be read: {reason}", "name a file that can be read")
    if len(content) > LARGEST:
        _refuse(path, f"the file has more than {LARGEST // 1_000_000} MB", "is it the right file?")
    return content


def _files_in(folder: str) -> str:
    """A remedy for a directory given as a file: some of the files in it."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".toml", ".json")))[:3]
    except OSError:
        names = []
    return "name a file in it, such as " + printable(os.path.join(folder, names[0])) if names else "name a TOML or JSON file"


def _near_files(path: str) -> str:
    """A remedy for a missing file: files in its folder that are called nearly so."""
    from difflib import get_close_matches

    folder, name = os.path.split(path)
    try:
        names = sorted(entry.name for entry in os.scandir(folder or ".") if not entry.is_dir(follow_symlinks=False))
    except (OSError, ValueError):
        return f"there is no folder {printable(folder)} either"
    near = [printable(os.path.join(folder, other)) for other in get_close_matches(name, names, n=3)]
    return "did you mean " + " or ".join(near) + "?" if near else "check the name"


def _decoded(path: str, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        _refuse(path, f"this is not UTF-8 text (byte {error.start + 1})", "save the file as UTF-8 text", line)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        _refuse(path, "this is binary data, not text", "name a TOML or JSON file", line)
    return text.replace("\r\n", "\n")


_TOML_REMEDIES = {
    "overwrite a value": "every key is given once",
    "twice": "every table is opened once",
    "Expected '='": "write key = value; names with other characters than letters, digits, _ and - go in quotes",
    "Invalid value": "text goes in quotes",
    "Unclosed array": "end the list with ]",
    "Unclosed inline table": "end the table with }, on the same line",
    "Unterminated string": "end the text with a quote",
    "Illegal character '\\n'": "end the text with a quote on the same line",
    "Invalid statement": "a line is key = value, [table] or # comment",
    "after a statement": "one key = value a line",
    "Expected newline": "one key = value a line",
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
        remedy = "the file ends too early: look for a value, a ] or a quote that is missing"
    _refuse(path, f"this is not TOML{column}: {printable(what)}", remedy, line)


def _json_of(path: str, text: str) -> dict[str, Any]:
    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) < len(pairs):
            twice = next(key for key in result if sum(key == other for other, _ in pairs) > 1)
            raise ValueError(f"the key {printable(twice)!r} is given twice in one object")
        return result

    def no_number(name: str) -> NoReturn:
        raise ValueError(f"{name} is not a number that JSON knows")

    try:
        data = json.loads(text, object_pairs_hook=table, parse_constant=no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        _refuse(path, f"this is not JSON, column {error.colno}: {error.msg}", "see the guide to the file formats", error.lineno)
    except UnicodeEncodeError:
        _refuse(path, "a text in this JSON has half a character (a lone surrogate)", "write the character itself, or both halves")
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
    """What a value from a file is, in a person's words."""
    return next((words for kind, words in _KINDS.items() if isinstance(value, kind)), "a date or time")


def _depth(data: object) -> int:
    """How deep tables and lists are nested, found without recursion; looks no deeper than needed to refuse."""
    level: list[Any] = [data]
    depth = 0
    while level and depth <= DEEPEST:
        depth += 1
        inside = [item.values() if isinstance(item, dict) else item for item in level]
        level = [value for values in inside for value in values if isinstance(value, dict | list)]
    return depth


# --------------------------------------------------------------------------------------------------------------------
# Writing


def write_text_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write a file whole or not at all: beside it, to the disk, then renamed into place.

    The rights of a file that exists are kept; a link is followed; a device or a pipe is written to directly. Raises
    `InputError` where the folder or the file cannot be written.
    """
    write_bytes_atomically(path, text.encode())


def write_bytes_atomically(path: str | os.PathLike[str], content: bytes) -> None:
    """As `write_text_atomically`, for bytes."""
    with written_whole(path) as file:
        file.write(content)


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file to write to that becomes `path` when all is written, as `write_text_atomically` says, for what is written in parts.

    What is written to a device, a pipe or a descriptor (`/dev/stdout`) goes there at once. An error leaves the file as it was.
    """
    with _telling_why_not(shown := os.fspath(path)):
        descriptor = _descriptor(shown)
        target = _target(shown) if descriptor is None else Path(shown)
    with _telling_why_not(shown, (OSError,)):  # any other error is one of what is written
        if descriptor is not None:  # opened by its name it would be written from its beginning again
            opened: AbstractContextManager[IO[bytes]] = os.fdopen(os.dup(descriptor), "wb")
        else:
            opened = target.open("wb") if _is_device(target) else _replacing(target)
        with opened as file:
            yield file


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise what `write_text_atomically` would raise here, before there is anything to write; leaves the file as it is."""
    with _telling_why_not(shown := os.fspath(path)):
        if _descriptor(shown) is not None:
            return
        target = _target(shown)
        if not _is_device(target):
            _mode(target)
            handle, beside = _opened_beside(target)
            os.close(handle)
            os.unlink(beside)
        elif not os.access(target, os.W_OK):
            raise PermissionError(13, "it is write-protected")


@contextmanager
def _telling_why_not(shown: str, kinds: tuple[type[Exception], ...] = WRITING) -> Iterator[None]:
    """Whatever keeps a file from being written (an error of these `kinds`) becomes an `InputError` that names it."""
    try:
        yield
    except (InputError, BrokenPipeError):  # a reader who has seen enough of a pipe is no fault
        raise
    except kinds as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _refuse(shown, f"the file cannot be written: {reason}", "name a file in a folder that exists and can be written to")


def _descriptor(shown: str) -> int | None:
    """The open descriptor of this process that a name such as `/dev/stdout` means, which may be a file, a pipe or a terminal."""
    for _ in range(MOST_LINKS):
        absolute = os.path.normpath(os.path.abspath(shown))
        if found := _DESCRIPTOR.fullmatch(absolute):
            own = found["process"] in (None, "self", "thread-self", str(os.getpid()))
            return int(found["number"]) if own else None
        if not os.path.islink(absolute):
            return None
        shown = os.path.join(os.path.dirname(absolute), os.readlink(absolute))
    return None


def _target(shown: str) -> Path:
    target = Path(shown).resolve()
    if target.is_dir():
        _refuse(shown, "this is a directory, not a file", "name a file in it")
    return target


def _is_device(target: Path) -> bool:
    return target.exists() and not target.is_file()


def _mode(target: Path) -> int:
    """The rights that the file has, or is to have where there is none yet; raises `PermissionError` if it is protected."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return 0o666 & ~_umask()
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "it is write-protected")
    return mode


def _opened_beside(target: Path) -> tuple[int, str]:
    return tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)


@contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    mode = _mode(target)
    handle, beside = _opened_beside(target)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Bring the renaming itself to the disk, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
