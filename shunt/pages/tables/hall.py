"""All tables of a server: games are opened, found again after a restart, and asked by the secret of a seat."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from hmac import compare_digest
from http import HTTPStatus
from pathlib import Path
from threading import Lock, Thread
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from shunt.errors import InputError
from shunt.games.protocol import AnyGame
from shunt.games.registry import GAMES, game_class, rules_of_game
from shunt.games.room import Room
from shunt.generator.packs.results import results_folder
from shunt.pages.html import html_page
from shunt.pages.server.local import Answer, Get, Post
from shunt.pages.tables.seated import STRENGTHS, BrowserTable, Tempo, front_of
from shunt.render.qr import qr_scene
from shunt.render.svg import svg_text

TITLE = "Train games"
MOST_TABLES = 100  # in memory; a game that is put away is read again when it is asked for
LONGEST_NAME, LONGEST_TEXT = 30, 500
WAIT = 20.0  # seconds that a page waits for a change before it asks again
LIMITED = ConfigDict(strict=True, str_max_length=LONGEST_TEXT)
_NAME = re.compile(r"[A-Za-z0-9_-]{8,40}")
STRANGER = Answer.from_json({"words": "no such table, or not your seat"}, HTTPStatus.FORBIDDEN)


def tables_folder() -> Path:
    """Return the folder of saved games, which is beside the logs of results."""
    return results_folder().parent / "games"


Name = Annotated[str, AfterValidator(lambda name: " ".join(name[:LONGEST_NAME].split()))]
"""The name of a player, shortened to what a table has room for."""


class AskedSeat(BaseModel):
    """A seat of a new game."""

    model_config = LIMITED
    kind: str
    name: Name = ""


class Asked(BaseModel):
    """What a page sends: of which table, with which secret, and what else the question needs, checked for its type alone."""

    model_config = LIMITED
    table: str = ""
    key: str = ""
    link: str = ""
    name: Name = ""
    version: int = 0
    action: str = ""
    number: int = -1
    seen: int | None = None
    room: Any = None
    game: str = ""
    seats: list[AskedSeat] = Field([], max_length=8)
    seed: Any = None
    practice: bool = False
    options: dict[str, str] = {}


@dataclass
class Hall:
    """The tables of a server. `folder`: where games are saved, None to keep them in memory only.

    `game`: the game that the page opens on, "" for the list. `lan`: whether devices of the network may join. `home`: the address
    of the page that leads here, "" if games are served alone. `address`: that of the server, for links. `tempo`: how fast
    bots play.
    """

    folder: Path | None = None
    game: str = ""
    lan: bool = False
    home: str = ""
    address: str = ""
    tempo: Tempo = field(default=Tempo())
    _tables: OrderedDict[str, BrowserTable] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    # --------------------------------------------------------------------------------------------------------------- pages

    def page(self) -> str:
        """Return the page of all games; with `game` the page opens on that game."""
        games = [
            {
                "name": name,
                "title": found.title,
                "summary": found.summary,
                "seats": list(found.seats),
                "rules": [[line, "" if scene is None else svg_text(scene)] for line, scene in rules_of_game(name)],
                "options": [[key, about, list(values)] for key, (about, values) in front_of(found).page_options.items()],
            }
            for name, found in ((name, game_class(name)) for name in sorted(GAMES))
        ]
        data = {"games": games, "strengths": STRENGTHS, "first": self.game, "lan": self.lan, "home": self.home}
        return html_page("games", TITLE, data, connect=True)

    def pages(self) -> Get:
        """Return what answers requests for the page of the games alone."""
        return lambda path: Answer(self.page().encode()) if path in ("", "games") else None

    @property
    def posts(self) -> Mapping[str, Post]:
        """Return what pages ask, by the path of the address."""
        asked = {"open": self._open, "join": self._join, "invite": self._invite} | {
            name: partial(self._ask, act) for name, act in ACTS.items()
        }
        return {f"api/games/{name}": _guarded(answer) for name, answer in asked.items()}

    # ------------------------------------------------------------------------------------------------------------- answers

    def _open(self, asked: Asked) -> Answer:
        """Begin a game; answer its name and the secret of each person's seat."""
        game, seats = asked.game, [seat.model_dump() for seat in asked.seats]
        seed = secrets.randbits(32) if asked.seed is None else asked.seed
        if type(seed) is not int or not 0 <= seed < 1 << 63:
            raise InputError("seed", f"{seed!r}"[:40], "a whole number")
        name, chosen = secrets.token_urlsafe(12), _options(game, asked.options)
        table = BrowserTable.new(game, seats, seed, asked.practice, self._path(name), chosen, self.tempo)
        with self._lock:
            self._keep(name, table)
        table.start_bots()
        seated, mine = table.seated, set(table.table.people) - set(table.seated.free)
        own = {seat: key for seat, key in seated.keys.items() if int(seat) in mine}
        link = seated.link if seated.free else ""
        return Answer.from_json({"table": name, "game": game, "keys": own, "names": seated.names, "link": link})

    def _join(self, asked: Asked) -> Answer:
        """Give a free seat to a player who has the link, and that of a spectator when all are taken."""
        table = self._invited(asked)
        if table is None:
            return STRANGER
        seat = table.join(asked.name)
        found = {"table": asked.table, "game": table.table.game.name, "keys": {seat: table.seated.keys[str(seat)]}}
        return Answer.from_json(found | {"names": table.seated.names, "link": ""})

    def _invite(self, asked: Asked) -> Answer:
        """Answer the address by which friends join, and its QR code."""
        if self._invited(asked) is None:
            return STRANGER
        address = f"{self.address}games#join={asked.table}.{asked.link}"
        return Answer.from_json({"address": address, "code": svg_text(qr_scene(address, "QR code of the link"))})

    def _invited(self, asked: Asked) -> BrowserTable | None:
        """Return the table whose link is given."""
        table = self._find(asked.table)
        return table if table is not None and compare_digest(table.seated.link.encode(), asked.link.encode()) else None

    def _ask(self, act: Act, asked: Asked) -> Answer:
        """Answer what a seat asks or does: what it sees then, or why it is refused; nothing without the secret of a seat."""
        table = self._find(asked.table)
        seat = table.seat_of(asked.key) if table else None
        if table is None or seat is None:
            return STRANGER
        found = act(table, seat, asked)
        if isinstance(found, str):
            found = {"refused": found} if found else table.look(seat, Room.from_json(asked.room))
        return Answer.from_json(found)

    # -------------------------------------------------------------------------------------------------------------- tables

    def _find(self, name: str) -> BrowserTable | None:
        """Return a table by its name, read from its file if it was put away, or None if there is none."""
        if not _NAME.fullmatch(name):
            return None
        with self._lock:
            if name in self._tables:
                self._tables.move_to_end(name)
                return self._tables[name]
            path = self._path(name)
            if path is None or not path.is_file():
                return None
            table = BrowserTable.resumed(path, self.tempo)
            self._keep(name, table)
        table.start_bots()
        return table

    def _path(self, name: str) -> Path | None:
        return None if self.folder is None else self.folder / f"{name}.json"

    def _keep(self, name: str, table: BrowserTable) -> None:
        self._tables[name] = table
        _warm_up(type(table.table.game))
        idle = [one for one, kept in self._tables.items() if not kept.is_thinking and one != name]
        for one in idle[: max(0, len(self._tables) - MOST_TABLES)]:
            del self._tables[one]


@cache
def _warm_up(game: type[AnyGame]) -> None:
    """Compile what a game needs while its players look at the table, so that the first move that needs it does not wait."""
    Thread(target=game.warm, daemon=True).start()


Act = Callable[[BrowserTable, int, Asked], dict[str, Any] | str]
"""Carries out the request of a seat. It returns an answer, the reason for a refusal, or "" if the seat gets the new state."""


def _look(table: BrowserTable, seat: int, asked: Asked) -> str:
    """Wait for another version than `seen`."""
    if asked.seen is not None:
        table.wait(asked.seen, WAIT)
    return ""


ACTS: Mapping[str, Act] = {
    "look": _look,
    "act": lambda table, seat, asked: table.act(seat, asked.version, asked.action),
    "undo": lambda table, seat, asked: table.undo(seat, asked.version),
    "again": lambda table, seat, asked: table.again(seat, asked.version, secrets.randbits(32)),
    "hint": lambda table, seat, asked: {"hint": table.hint(seat)},
    "past": lambda table, seat, asked: table.past(seat, asked.number, Room.from_json(asked.room)),
}


def _guarded(answer: Callable[[Asked], Answer]) -> Post:
    """Return the answer to a request; answer an invalid request with an error message."""

    def guarded(data: Any) -> Answer:
        try:
            return answer(Asked.model_validate(data))
        except ValidationError as error:
            words = "; ".join(f"{'.'.join(map(str, one['loc'])) or 'request'}: {one['msg']}" for one in error.errors())
            return Answer.from_json({"words": words}, HTTPStatus.BAD_REQUEST)
        except InputError as error:
            return Answer.from_json({"words": str(error)}, HTTPStatus.BAD_REQUEST)

    return guarded


def _options(game: str, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of the options that a page names by their words; raise `InputError` for unknown ones."""
    offered = front_of(game_class(game)).page_options
    if not all(name in offered and words in offered[name][1] for name, words in asked.items()):
        raise InputError("options", "not options of this game", "those that the page offers")
    return {name: offered[name][1][words] for name, words in asked.items()}
