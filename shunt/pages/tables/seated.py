"""One game at a table in the browser: who sits where, what each may see, the bots that play meanwhile, and the saved file."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, sleep, time_ns
from typing import Annotated, Any
from xml.etree import ElementTree as ET

from pydantic import Field, ValidationError

from shunt.errors import InputError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import read_document
from shunt.files.lazy import load_place
from shunt.files.printable import xml_string
from shunt.files.shapes import Shape
from shunt.games.commands.front import FrontEnd, counted_runs
from shunt.games.face import FaceSheet, TableFace
from shunt.games.protocol import AnyGame, Event, Seat
from shunt.games.registry import game_class, make_bot
from shunt.games.room import SCREEN, Room
from shunt.games.table import PERSON, GameTable, is_person
from shunt.pages.boards import adaptive
from shunt.render.colours import FAINT
from shunt.render.scene import Text
from shunt.render.svg import add_items, svg_root

log = logging.getLogger(__name__)
FRIEND = "friend"
"""The kind of a seat that somebody takes on another device."""
SPECTATOR = -3
"""The seat of those who only watch: they see what every player sees."""
STRENGTHS = ("easy", "normal", "strong")


@dataclass(frozen=True)
class Tempo:
    """How fast bots play. `think`: the time of a bot for a move. `pace`: seconds between the moves of bots.

    What a bot thinks about is hidden from others, so its time must not tell anything.
    """

    think: str = "600ms"
    pace: float = 0.8


class GameResult(Shape):
    """How an earlier game at the same table ended."""

    scores: list[int]
    winners: list[int]
    seed: int


class Seated(Shape):
    """The seats of a browser table, as saved: names, the secrets of people and spectators, and earlier games.

    `link` is the secret by which others join; `free` are the seats of friends that nobody has taken yet.
    """

    names: list[str]
    keys: dict[Annotated[str, Field(pattern=r"^(-3|[0-9])$")], str]
    link: str
    free: list[int]
    series: list[GameResult]


class NamedTable(GameTable):
    """A table at which everybody has a name: people their own, bots that of the seat and their strength."""

    names: Sequence[str] = ()

    def name(self, player: int) -> str:
        """Return a player's name."""
        return self.names[player]

    def seen(self, state: Any, action: Any, observer: int | None) -> str:
        """Return what an observer sees of an action or outcome, in words."""
        game = self.game
        return game.words(action, self.names) if observer is None else game.words_for(state, action, observer, self.names)


@dataclass
class BrowserTable:
    """A game, its seats, and a version that grows with every change.

    A version begins at the time in milliseconds, so that it is higher still after a restart of the server.
    """

    table: NamedTable
    seated: Seated
    path: Path | None = None
    tempo: Tempo = Tempo()
    version: int = field(default_factory=lambda: time_ns() // 1_000_000)
    changed: Condition = field(default_factory=Condition)
    trouble: str = ""
    is_thinking: bool = False
    _logged: dict[tuple[int, int], list[str]] = field(default_factory=dict)

    # ---------------------------------------------------------------------------------------------------------- beginnings

    @classmethod
    def new(
        cls,
        game: str,
        seats: Sequence[Mapping[str, str]],
        seed: int,
        practice: bool,
        path: Path | None,
        options: Mapping[str, Any],
        tempo: Tempo = Tempo(),
    ) -> BrowserTable:
        """Begin a game; raise `InputError` if a seat or an option is invalid.

        `seats` hold a `name` and a `kind` each, `person` or a strength. `options`: values of the front's `page_options`.
        """
        texts = tuple(_seat_text(game, seat) for seat in seats)
        people = [number for number, text in enumerate(texts) if is_person(text)]
        rules = front_of(game_class(game)).make_options(options, people)
        table = NamedTable.new(game, texts, seed, rules, {"think": tempo.think}, practice)
        free = [number for number, seat in enumerate(seats) if seat["kind"] == FRIEND]
        if len(free) == len(table.people):
            raise InputError("seats", "nobody at this page has a seat", "make one of the seats yours")
        keys = {str(seat): secrets.token_urlsafe(16) for seat in (*table.people, SPECTATOR)}
        seated = Seated(names=_names(seats), keys=keys, link=secrets.token_urlsafe(16), free=free, series=[])
        table.names = seated.names
        begun = cls(table, seated, path, tempo)
        begun.save()
        return begun

    @classmethod
    def resumed(cls, path: Path, tempo: Tempo = Tempo()) -> BrowserTable:
        """Return the game of a file that `save` wrote; raise `InputError` for anything else."""
        data = dict(read_document(str(path)).data)
        try:
            seated = Seated.model_validate(data.pop("seated", None))
        except ValidationError:
            raise InputError(str(path), "this is not a saved table", "shunt serve writes such files") from None
        table = NamedTable.from_json(data, str(data.get("game")))
        if len(seated.names) != len(table.seats):
            raise InputError(str(path), "this is not a saved table", "each seat has a name")
        table.names = seated.names
        return cls(table, seated, path, tempo)

    def save(self) -> None:
        """Write the game with its secrets, if it has a file. If that fails, the players see the reason."""
        if self.path is None:
            return
        data = self.table.as_json() | {"seated": self.seated.model_dump()}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_text_atomically(self.path, json.dumps(data, indent=1) + "\n")
            self.trouble = ""
        except (InputError, OSError) as error:
            self.trouble = f"this game could not be saved: {error}"

    # ------------------------------------------------------------------------------------------------------------- players

    def seat_of(self, key: str) -> int | None:
        """Return the seat for a secret, or None if it has no seat."""
        given = key.encode()
        return next((int(seat) for seat, own in self.seated.keys.items() if compare_digest(own.encode(), given)), None)

    def join(self, name: str) -> int:
        """Give a free seat to somebody, under this name if it is not empty; return the seat, or that of spectators."""
        with self.changed:
            if not self.seated.free:
                return SPECTATOR
            seat = self.seated.free.pop(0)
            self.seated.names[seat] = name or self.seated.names[seat]
            self._logged.clear()
            self._published()
            return seat

    def act(self, seat: int, version: int, text: str) -> str:
        """Have the player of a seat do what a text says; return why not, or "" if it is done."""
        with self.changed:
            game, state = self.table.game, self.table.state
            if version != self.version or game.to_act(state) != seat:
                return "the table has changed in the meantime" if game.to_act(state) == seat else "it is not your turn"
            try:
                action = game.parse_action(text)
            except InputError as error:
                return str(error)
            if why := game.refusal(state, action):
                return why
            self.table.act(action)
            self._published()
        return ""

    def undo(self, seat: int, version: int) -> str:
        """Take the player's last action back; return why not, or ""."""
        with self.changed:
            if version != self.version or self.is_thinking:
                return "the table has changed in the meantime"
            count = self.table.undoable(seat)
            if not count:
                return "nothing can be taken back: since then, others have acted or something hidden has been seen"
            self.table.undo(count)
            self._logged.clear()
            self._published()
        return ""

    def again(self, seat: int, version: int, seed: int) -> str:
        """Deal a new game to the same players once this one is over; return why not, or ""."""
        with self.changed:
            table, game = self.table, self.table.game
            if version != self.version or not table.is_over or seat not in table.people:
                return "only a player can deal a new game, once this one is over"
            state, options = table.state, game.options_to_json()
            result = GameResult(scores=list(game.scores(state)), winners=list(game.winners(state)), seed=table.seed)
            for key in ("start", "first"):  # a start player who is not drawn changes from game to game
                if type(options.get(key)) is int:
                    options[key] = (options[key] + 1) % game.players
            self.seated.series.append(result)
            self.table = NamedTable.new(game.name, table.seats, seed, options, table.bot_options, table.practice)
            self.table.names = table.names
            self._logged.clear()
            self._published()
        return ""

    def hint(self, seat: int) -> list[str]:
        """Return what a player whose turn it is is advised to do, nothing where there are no hints."""
        with self.changed:
            state, number = self.table.state, len(self.table.events) - 1
            if not self.table.practice or self.table.game.to_act(state) != seat:
                return []
        return self._advice(state, number)

    def _published(self) -> None:
        """Note a change: save it, wake those who wait, and let the bots continue."""
        self.version += 1
        self.save()
        self.changed.notify_all()
        self.start_bots()

    # ---------------------------------------------------------------------------------------------------------------- bots

    def start_bots(self) -> None:
        """Let bots play in a thread of their own, if one of them is to act and none thinks yet."""
        with self.changed:
            if not self.is_thinking and self._bot_to_act() is not None:
                self.is_thinking = True
                Thread(target=self._play_bots, daemon=True).start()

    def _bot_to_act(self) -> int | None:
        player = self.table.game.to_act(self.table.state)
        return player if player >= 0 and not is_person(self.table.seats[player]) else None

    def _play_bots(self) -> None:
        """Play for bots until a person is to act, each at a multiple of the pace after the move before."""
        pace = self.tempo.pace
        try:
            while self.is_thinking:
                began = monotonic()
                action = self.table.bot_action()
                spent = monotonic() - began
                sleep(pace * (1 + spent // pace) - spent)
                with self.changed:
                    self.table.act(action)
                    self.is_thinking = self._bot_to_act() is not None
                    self._published()
        except Exception as error:  # a page that waits must hear of it
            log.exception("a bot failed")
            with self.changed:
                self.is_thinking, self.trouble = False, f"the bot failed: {type(error).__name__}"
                self.version += 1
                self.changed.notify_all()

    # --------------------------------------------------------------------------------------------------------------- looks

    def wait(self, seen: int, seconds: float) -> None:
        """Return when there is another version than `seen`, or after some seconds."""
        with self.changed:
            self.changed.wait_for(lambda: self.version != seen, seconds)

    def look(self, seat: int, room: Room = SCREEN) -> dict[str, Any]:
        """Return what the player of a seat sees; `GameLook` in `source/games/data.ts` has its form."""
        with self.changed:
            game, state, table = self.table.game, self.table.state, self.table
            acting, is_over = game.to_act(state), game.is_over(state)
            data: dict[str, Any] = {
                "version": self.version,
                "seat": seat,
                "names": list(table.names),
                "people": list(table.people),
                "free": list(self.seated.free),
                "acting": acting,
                "thinks": self._bot_to_act() is not None,
                "over": is_over,
                "lines": self._log(seat, table.events),
                "scores": list(game.scores(state)),
                "undo": not self.is_thinking and table.undoable(seat) > 0,
                "hints": table.practice and acting == seat,
                "trouble": self.trouble,
                "actions": len(table.events) - 1,
                "room": [room.across, room.down],
                "series": [one.model_dump() for one in self.seated.series],
            }
            if is_over:
                data |= {"winners": list(game.winners(state)), "seed": table.seed, "points": self._front.points}
            return data | face_data(game, self._face(state, seat, room))

    def past(self, seat: int, number: int, room: Room = SCREEN) -> dict[str, Any]:
        """Return the table after an action of a finished game, what was done next, and what a strong bot would have done."""
        with self.changed:
            table, game = self.table, self.table.game
            if not table.is_over or not 0 <= number < len(table.events):
                raise InputError("number", f"{number}", "an action of a finished game")
            state, is_last = table.events[number].after, number + 1 == len(table.events)
            data = face_data(game, self._face(state, seat, room)) | {"choices": [], "zones": [], "barred": []}
            if not is_last:
                data["next"] = self._log(seat, table.events[number + 1 : number + 2], number + 1)
        return data if is_last else data | {"advice": self._advice(state, number)}

    def _advice(self, state: Any, number: int) -> list[str]:
        """Return what the player who acts is advised to do, by the game's own advice or that of a strong bot."""
        game, names = self.table.game, self.table.names
        player = game.to_act(state)
        seat = Seat(game, game.view(state, player), player)
        shown = {one.action: one.words for one in self._face(state, player, SCREEN).choices}  # as the page calls them

        def words(action: Any) -> str:
            return shown.get(action) or game.words(action, names)

        lines = self._front.advice(seat, words)
        if not lines:
            bot = make_bot(type(game), game.strengths["strong"], number, {"think": self.tempo.think})
            lines = [f"best, to a strong bot: {words(bot.choose(*seat))}"]
        return [line.strip() for line in lines]

    @property
    def _front(self) -> FrontEnd:
        return front_of(type(self.table.game))

    def _face(self, state: Any, seat: int, room: Room) -> TableFace:
        draw: Callable[..., TableFace] = load_place(self.table.game.face)
        return draw(FaceSheet(self.table.game, self.table.game.view(state, seat), seat, self.table.names, room))

    def _log(self, seat: int, events: Sequence[Event], first: int = 0) -> list[str]:
        """Return what a player saw of events, in words, equal lines in a row once; `first` is the number of the first event."""
        lines = (line for number, event in enumerate(events, first) for line in self._event_lines(seat, number, event))
        return list(counted_runs(lines))

    def _event_lines(self, seat: int, number: int, event: Event) -> list[str]:
        """Return what a player saw of one event; it is worked out once, since some games search for what they report."""
        if (seat, number) not in self._logged:
            lines = self._front.event_lines(self.table, event, seat)
            self._logged[seat, number] = [line.strip() for line in lines if isinstance(line, str) and line.strip()]
        return self._logged[seat, number]


def face_data(game: AnyGame, face: TableFace) -> dict[str, Any]:
    """Return a face as a page needs it: the drawing as SVG, zones and choices."""
    zones = [
        [zone.name, *(round(part, 1) for part in (zone.x, zone.y, zone.across, zone.down)), zone.words] for zone in face.zones
    ]
    choices = [[game.action_text(one.action), one.words, list(one.zones), one.detail] for one in face.choices]
    barred = [[list(names), why] for names, why in face.barred]
    return {"svg": face_svg(face), "zones": zones, "choices": choices, "prompt": face.prompt, "barred": barred}


def face_svg(face: TableFace) -> str:
    """Return the drawing of a face as SVG, each piece a group with its name and where it is; the table has both schemes."""
    root, items, done = svg_root(face.scene), face.scene.items, 0
    for piece in face.pieces:
        add_items(root, map(adaptive, items[done : piece.first]))
        names = {"data-piece": piece.name, "data-home": piece.home, "data-source": piece.source, "data-of": piece.zone}
        drawn = items[piece.first : piece.after]  # it has the same colours in the dark, except faint words beside it on the table
        faint = (adaptive(item) if isinstance(item, Text) and item.colour == FAINT else item for item in drawn)
        add_items(ET.SubElement(root, "g", names), faint)
        done = piece.after
    add_items(root, map(adaptive, items[done:]))
    return xml_string(root)


def front_of(game: type[AnyGame]) -> FrontEnd:
    """Return what is known of a game beyond its rules: words of events, options and advice."""
    front: FrontEnd = load_place(game.front) if game.front else FrontEnd()
    return front


def _seat_text(game: str, seat: Mapping[str, str]) -> str:
    """Return a seat as a saved game names it."""
    kind = seat["kind"]
    if kind in (PERSON, FRIEND):
        return f"{PERSON}:{seat['name']}" if seat["name"] else PERSON
    if kind not in STRENGTHS:
        raise InputError("seats", f"unknown kind {kind!r}", ", ".join([PERSON, FRIEND, *STRENGTHS]))
    return game_class(game).strengths[kind]


def _names(seats: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the names at the table: those given; else you, for the only person, or the number of the seat."""
    people = sum(seat["kind"] in (PERSON, FRIEND) for seat in seats)
    return [
        seat["name"] or (f"bot {number}" if seat["kind"] in STRENGTHS else "you" if people == 1 else f"player {number}")
        for number, seat in enumerate(seats, start=1)
    ]
