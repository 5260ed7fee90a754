"""The log of results for a deck: which cards were solved, in how many moves, and with which rank.

A log is a file of JSON Lines, and has the same form whether `shunt play` or a page wrote it (`pages/source/play/results.ts`). The
first line is `{"schema": "shunt-results/1", "deck": NAME, "key": KEY}`. The key is computed from the cards, so that a log belongs
to one deck. Every further line is a result: `{"card": NAME, "moves": 7, "rank": "Conductor", "at": "2026-11-22T08:00:00Z"}`. A
line is added under a lock, and the file is written whole. A partial line of another program is ignored, and the next result
begins a new line.
`docs/reference/play-files.md` describes the file for other programs.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shunt.errors import Fault, InputError
from shunt.files.atomic import lock, write_bytes_atomically
from shunt.files.printable import printable
from shunt.files.reading import open_regular, reason_of

SCHEMA = "shunt-results/1"
FOLDER_VARIABLE = "SHUNT_DATA_DIR"
MOST_BYTES = 20_000_000


@dataclass(frozen=True)
class Result:
    """One solved card: its name in the deck, the moves used, the rank earned ("" for none), and when, in UTC."""

    card: str
    moves: int
    rank: str = field(default="", compare=False)
    at: str = ""


def deck_key(cards: Sequence[tuple[str, str]]) -> str:
    """Return the key of a deck from the name and the digest (or any text that identifies the puzzle) of each card, in order."""
    return hashlib.sha256(json.dumps(list(cards)).encode()).hexdigest()[:20]


def results_folder() -> Path:
    """Return the folder of the logs: `SHUNT_DATA_DIR`, or `shunt` in `XDG_DATA_HOME`, or `~/.local/share/shunt`."""
    if given := os.environ.get(FOLDER_VARIABLE):
        return Path(given) / "results"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "shunt/results"


@dataclass(frozen=True)
class ResultLog:
    """The log of one deck. The file may not exist yet."""

    path: Path
    deck: str
    key: str

    def results(self) -> list[Result]:
        """Return every result, oldest first; raise `InputError` if the file is the log of another deck or is not a log."""
        try:
            with open_regular(self.path) as stream:  # a pipe would be waited for
                content = stream.read(MOST_BYTES)
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise self._refusal(f"the log cannot be read: {reason_of(error)}", "choose another file") from None
        lines = content.decode("utf-8", "replace").split("\n")
        if content:
            head = _entry(lines[0])
            if not isinstance(head, dict) or head.get("schema") != SCHEMA:
                raise self._refusal("this file is not a log of results", "choose another file, or remove it")
            if head.get("deck") != self.deck or head.get("key") != self.key:
                other = printable(str(head.get("deck")))
                which = f"another deck, {other}" if other != self.deck else f"another deck that is also called {other}"
                raise self._refusal(f"this is the log of {which}", "give another file, or remove it")
        return [result for line in lines[1:] if (result := _result(_entry(line))) is not None]

    def best(self) -> dict[str, Result]:
        """Return the best result of each solved card: the one with the fewest moves, and of several the first."""
        best: dict[str, Result] = {}
        for result in self.results():
            if result.card not in best or result.moves < best[result.card].moves:
                best[result.card] = result
        return best

    def add(self, card: str, moves: int, rank: str | None = None) -> Result:
        """Add a result with the current time; raise `InputError` if that is not possible."""
        result = Result(card, moves, rank or "", datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        with self._writing():
            self.results()  # refuses the log of another deck
            self._append([result])
        return result

    def merge(self, results: Iterable[Result]) -> int:
        """Add the results that are not in the log yet, oldest first; return their number. Raise `InputError` like `add`.

        Results are the same if card, moves and time are the same. Merging the same log twice therefore adds nothing the second
        time.
        """
        with self._writing():
            known = {*self.results()}
            fresh = [one for one in dict.fromkeys(results) if one not in known]
            if fresh:
                self._append(sorted(fresh, key=lambda one: one.at))
        return len(fresh)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the lock of the log; raise `InputError` if the system does not allow it."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.with_name(self.path.name + ".lock").open("a") as stream:
                lock(stream.fileno(), waits=True)  # it ends with the process, however that ends
                yield
        except InputError:
            raise
        except (OSError, ValueError) as error:
            raise self._refusal(f"the log cannot be written: {reason_of(error)}", "choose another file") from None

    def _append(self, results: Sequence[Result]) -> None:
        held = self.path.read_bytes() if self.path.exists() else b""
        head = {"schema": SCHEMA, "deck": self.deck, "key": self.key}
        lines = [held.removesuffix(b"\n") or json.dumps(head).encode(), *(json.dumps(asdict(one)).encode() for one in results)]
        write_bytes_atomically(self.path, b"\n".join([*lines, b""]))

    def _refusal(self, what: str, remedy: str) -> InputError:
        return InputError(Fault("log", what, remedy, printable(str(self.path))))


def _entry(line: str) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(line)
    return None


def _result(entry: Any) -> Result | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("card"), str):
        return None
    moves = entry.get("moves")
    if not isinstance(moves, int) or isinstance(moves, bool) or moves < 0:
        return None
    return Result(entry["card"], moves, str(entry.get("rank", "")), str(entry.get("at", "")))
