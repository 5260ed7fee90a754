"""The game of Hump Yard: build a yard, bid on trains whose order is not known yet, sort them within your bid.

Source: Hump Yard rules v1.3 (Bryce Summers, 2015). A turn: tiles are revealed, drafted and built from the fewest points to the
most; two car cards are revealed; each player passes or bids, perhaps on a train that is extended first; the longest train
bid on is shuffled and tried by its bidders in rising order of bid, then the next shorter one, shuffled afresh.

Where the rules leave something open, ours: bids are made in turn, clockwise from the start player; who extends the train must bid
on all of it; a bid is at most `MOST_MOVES`; bids are judged by the exact optimum, but for seats played `by_hand`, which
may type their moves instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from shunt.errors import Fault, InputError, NotationError
from shunt.games.protocol import CHANCE, OVER, Game, Weighted
from shunt.humpyard.adviser import COLOURS, COPIES_OF_COLOUR
from shunt.rules.hump import MAX_CARS, STOPS, Stop
from shunt.track.tiles import COPIES, KINDS, distinct_turns
from shunt.track.yard import PlacedTile, Yard

TURNS = 20
MOST_MOVES = 20
REVEALED = 2  # car cards at the beginning of the bidding
LONGEST = 5  # cars to which the train may be extended, unless the game is made otherwise

_TILE = re.compile(r"build (?P<kind>\d+|end)(?:r(?P<turn>[0-3]))?@(?P<column>-?\d+),(?P<row>-?\d+)")
_BID = re.compile(r"bid (?P<cars>\d+):(?P<moves>\d+)")


@dataclass(frozen=True, slots=True, order=True)
class Act:
    """An action or an outcome of chance. `what` says which of the other fields count.

    `tile` and `car` (chance reveals `name`), `next` (chance: `name` is next in the order), `build` (tile `name` at a cell),
    `bid` (`cars` in `moves`), `pass`, `extend`, and for an attempt by hand `moves` (`typed`), `optimum` or `give up`.
    """

    what: str
    name: str = ""
    at: tuple[int, int] = (0, 0)
    turn: int = 0
    cars: int = 0
    moves: int = 0
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A bidder's attempt at a train in a required order (lead car first), and whether it held."""

    player: int
    cars: int
    moves: int
    order: tuple[str, ...]
    holds: bool


@dataclass(frozen=True, slots=True)
class HumpState:
    """What lies on the table. `bag` counts the tiles left by `KINDS`, `deck` the car cards left by `COLOURS`.

    `phase`: tiles, cars and shuffle are chance's; build, bid and attempt belong to the first player of `waiting`; over.
    `train`: the cars revealed, in order. `extended`: the player who acts has extended it and must bid on all of it.
    `bids`: (player, cars, moves). `order`: what is drawn so far of the order of the first `trying` cars. `attempts`: those
    of this turn, or, until bidding begins again, of the last.
    """

    turn: int
    phase: str
    start: int
    yards: tuple[Yard, ...]
    points: tuple[int, ...]
    bag: tuple[int, ...]
    deck: tuple[int, ...]
    offer: tuple[str, ...] = ()
    waiting: tuple[int, ...] = ()
    train: tuple[str, ...] = ()
    extended: bool = False
    bids: tuple[tuple[int, int, int], ...] = ()
    trying: int = 0
    order: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()


class HumpYard(Game[HumpState, Act]):
    """The rules for 2 to 4 players. `copies`: car cards of each colour; `longest`: cars to which a train may be extended.

    `by_hand`: the players who sort their trains themselves. Nothing on the table is hidden: what is not revealed yet is not
    drawn yet.
    """

    name = "hump-yard"
    seats = (2, 3, 4)

    def __init__(
        self,
        players: int,
        *,
        turns: int = TURNS,
        copies: int = COPIES_OF_COLOUR,
        longest: int = LONGEST,
        stop: Stop = "farthest",
        by_hand: Iterable[int] = (),
    ) -> None:
        """Raises `InputError` with every fault of the options."""
        super().__init__(players)
        self.turns, self.copies, self.longest, self.stop = turns, copies, longest, stop
        self.by_hand = tuple(sorted(set(by_hand)))
        faults = [
            Fault(name, f"{value!r}", f"{low} to {high}")
            for name, value, low, high in (
                ("turns", turns, 1, TURNS),
                ("copies", copies, 1, 40),
                ("longest", longest, REVEALED, MAX_CARS),
            )
            if not isinstance(value, int) or not low <= value <= high
        ]
        if stop not in STOPS:
            faults.append(Fault("stop", f"{stop!r} is no stop rule", "one of " + ", ".join(STOPS)))
        if not set(self.by_hand) <= set(range(players)):
            faults.append(Fault("by_hand", f"{list(self.by_hand)}", f"players are numbered 0 to {players - 1}"))
        if faults:
            raise InputError(faults)

    # ---------------------------------------------------------------------------------------------------------- protocol

    def initial(self) -> HumpState:
        """Five headings each; the first player starts."""
        players = self.players
        return HumpState(
            1, "tiles", 0, (Yard(),) * players, (0,) * players, (COPIES,) * len(KINDS), (self.copies,) * len(COLOURS)
        )

    def to_act(self, state: HumpState) -> int:
        """Chance, nobody, or the first who waits."""
        if state.phase == "over":
            return OVER
        return CHANCE if state.phase in ("tiles", "cars", "shuffle") else state.waiting[0]

    def legal_actions(self, state: HumpState) -> tuple[Act, ...]:
        """Every build, or every bid with pass and extension; of an attempt by hand only what needs no typing."""
        if state.phase == "build":
            sites = state.yards[state.waiting[0]].sites
            builds = [Act("build", kind, at, turn) for kind in set(state.offer) for at in sites for turn in distinct_turns(kind)]
            return tuple(sorted(builds))
        if state.phase == "bid":
            lengths = range(len(state.train) if state.extended else REVEALED, len(state.train) + 1)
            bids = [Act("bid", cars=cars, moves=moves) for cars in lengths for moves in range(1, MOST_MOVES + 1)]
            extend = [Act("extend")] if len(state.train) < self.longest and sum(state.deck) > 0 else []
            return (*bids, *extend, *([] if state.extended else [Act("pass")]))
        return (Act("give up"), Act("optimum")) if state.phase == "attempt" else ()

    def is_legal(self, state: HumpState, action: Act) -> bool:
        """As listed, and in an attempt by hand any moves that can be read."""
        if state.phase == "attempt" and action.what == "moves":
            return True
        if state.phase == "build" and action.what == "build":
            sites = state.yards[state.waiting[0]].sites
            return action.name in state.offer and action.at in sites and action.turn in distinct_turns(action.name)
        return action in self.legal_actions(state)

    def refusal(self, state: HumpState, action: Act) -> str:
        """Why this is not to be done now, and what is; empty if it is legal."""
        if self.is_legal(state, action):
            return ""
        from shunt.games.hump_refusals import refused_bid, refused_build

        if state.phase == "build":
            return refused_build(state, action)
        if state.phase == "bid":
            return refused_bid(state, action, self.longest)
        if state.phase == "attempt":
            return "a train is to be sorted now: by your moves, by optimum or not at all (give up)"
        return super().refusal(state, action)

    def chance_outcomes(self, state: HumpState) -> tuple[Weighted[Act], ...]:
        """The next tile or car card revealed, or the next car of the order."""
        if state.phase == "tiles":
            return tuple(sorted((Act("tile", kind), left) for kind, left in zip(KINDS, state.bag, strict=True) if left))
        if state.phase == "cars":
            return tuple(sorted((Act("car", colour), left) for colour, left in zip(COLOURS, state.deck, strict=True) if left))
        if state.phase == "shuffle":
            left = list(state.train[: state.trying])
            for car in state.order:
                left.remove(car)
            return tuple((Act("next", colour), left.count(colour)) for colour in sorted(set(left)))
        return ()

    def apply(self, state: HumpState, action: Act) -> HumpState:
        """The state after an action or outcome."""
        if action.what in ("tile", "car", "next"):
            return self._drawn(state, action)
        if action.what == "build":
            return self._built(state, action)
        if action.what == "extend":
            return replace(state, phase="cars", extended=True)
        if state.phase == "bid":
            bid = ((state.waiting[0], action.cars, action.moves),) if action.what == "bid" else ()
            state = replace(state, bids=state.bids + bid, waiting=state.waiting[1:], extended=False)
            return state if state.waiting else self._next_train(state, len(state.train) + 1)
        return self._tried(state, self._holds(state, action))

    def scores(self, state: HumpState) -> tuple[int, ...]:
        """Car cards won."""
        return state.points

    def options_to_json(self) -> dict[str, Any]:
        """The keywords of the constructor."""
        told: dict[str, Any] = {"turns": self.turns, "copies": self.copies, "longest": self.longest, "stop": self.stop}
        return told | {"by_hand": list(self.by_hand)}

    # -------------------------------------------------------------------------------------------------------------- turns

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All players, beginning with `start`."""
        return tuple((start + step) % self.players for step in range(self.players))

    def _drawn(self, state: HumpState, action: Act) -> HumpState:
        if action.what == "tile":
            bag = _one_less(state.bag, KINDS.index(action.name))
            state = replace(state, bag=bag, offer=tuple(sorted((*state.offer, action.name), key=KINDS.index)))
            if len(state.offer) < self.players:
                return state
            # From the fewest points to the most, ties clockwise from the start player (a sort keeps equals in order).
            draft = sorted(self.clockwise(state.start), key=lambda player: state.points[player])
            return replace(state, phase="build", waiting=tuple(draft))
        if action.what == "car":
            state = replace(
                state, deck=_one_less(state.deck, COLOURS.index(action.name)), train=(*state.train, action.name), attempts=()
            )
            if len(state.train) < REVEALED:
                return state
            waiting = state.waiting if state.extended else self.clockwise(state.start)
            return replace(state, phase="bid", waiting=waiting)
        state = replace(state, order=(*state.order, action.name))
        return self._proceed(state) if len(state.order) == state.trying else state

    def _built(self, state: HumpState, action: Act) -> HumpState:
        player, *others = state.waiting
        yards = list(state.yards)
        yards[player] = yards[player].build(action.name, action.at, action.turn)
        offer = list(state.offer)
        offer.remove(action.name)
        state = replace(state, yards=tuple(yards), offer=tuple(offer), waiting=tuple(others))
        return state if others else replace(state, phase="cars", train=())

    def _next_train(self, state: HumpState, longer: int) -> HumpState:
        """Have the longest train bid on that is shorter than `longer` shuffled; without one the turn ends."""
        length = max((cars for _, cars, _ in state.bids if cars < longer), default=0)
        if not length:
            return self._turn_ended(state)
        places = self.clockwise(state.start)
        bidders = sorted((moves, places.index(player), player) for player, cars, moves in state.bids if cars == length)
        return replace(state, phase="shuffle", trying=length, order=(), waiting=tuple(player for *_, player in bidders))

    def _proceed(self, state: HumpState) -> HumpState:
        """Let bidders try until one succeeds, must type its moves, or none is left."""
        while state.waiting and state.trying:
            if state.waiting[0] in self.by_hand:
                return replace(state, phase="attempt")
            state = self._judged(state, self._holds(state, Act("optimum")))
        return state if not state.trying else self._next_train(state, state.trying)

    def _holds(self, state: HumpState, action: Act) -> bool:
        """Whether the first who waits sorts the train within its bid."""
        player = state.waiting[0]
        train, yard, bid = state.train[: state.trying], state.yards[player], self._bid_of(state, player)
        if action.what == "optimum":
            from shunt.humpyard.table_cache import shared_store

            return shared_store(self.stop).holds(yard, train, state.order, bid)
        if action.what == "moves":
            from shunt.humpyard.bids import judge_bid

            try:
                return judge_bid(yard, train, state.order, bid, action.typed, stop=self.stop).holds
            except NotationError:
                return False
        return False

    def _bid_of(self, state: HumpState, player: int) -> int:
        return next(moves for bidder, cars, moves in state.bids if bidder == player and cars == state.trying)

    def _tried(self, state: HumpState, holds: bool) -> HumpState:
        return self._proceed(self._judged(state, holds))

    def _judged(self, state: HumpState, holds: bool) -> HumpState:
        """The first who waits has tried: its cards won and the turn ended, or the next one's turn to try."""
        player = state.waiting[0]
        attempt = Attempt(player, state.trying, self._bid_of(state, player), state.order, holds)
        state = replace(state, attempts=(*state.attempts, attempt), waiting=state.waiting[1:])
        if not holds:
            return state
        points = list(state.points)
        points[player] += state.trying
        return self._turn_ended(replace(state, points=tuple(points)))

    def _turn_ended(self, state: HumpState) -> HumpState:
        """Pass the token to the fewest points, of equals to the one closest clockwise, the previous holder last."""
        after = [*self.clockwise(state.start)[1:], state.start]
        start = min(after, key=lambda player: state.points[player])
        state = replace(state, start=start, waiting=(), offer=(), bids=(), trying=0, order=(), extended=False)
        if state.turn == self.turns or sum(state.deck) < REVEALED:
            return replace(state, phase="over", train=())
        return replace(state, phase="tiles", turn=state.turn + 1, train=())

    # --------------------------------------------------------------------------------------------------------------- text

    def action_text(self, action: Act) -> str:
        """`build 62r1@2,1`, `bid 3:5`, `extend`, `moves A q0>2.2.NS; B q1>…`, and the like."""
        if action.what == "build":
            return f"build {PlacedTile(action.at, action.name, action.turn)}"
        if action.what == "bid":
            return f"bid {action.cars}:{action.moves}"
        if action.what == "moves":
            return f"moves {'; '.join(action.typed)}"
        return f"{action.what} {action.name}".rstrip()

    def parse_action(self, text: str) -> Act:
        """Read what `action_text` writes; raises `NotationError`."""
        text = " ".join(text.split())
        if found := _TILE.fullmatch(text):
            return Act("build", found["kind"], (int(found["column"]), int(found["row"])), int(found["turn"] or 0))
        if found := _BID.fullmatch(text):
            return Act("bid", cars=int(found["cars"]), moves=int(found["moves"]))
        if text.startswith("moves "):
            return Act("moves", typed=tuple(filter(None, map(str.strip, text[6:].split(";")))))
        what, _, name = text.partition(" ")
        if text in ("pass", "extend", "optimum", "give up"):
            return Act(text)
        if what == "tile" and name in KINDS or what in ("car", "next") and name in COLOURS:
            return Act(what, name)
        raise NotationError(f"{text!r} is no action; they are such as build 62r1@2,1, bid 3:5, extend, pass")

    def state_to_json(self, state: HumpState) -> dict[str, Any]:
        """Every field of the state, yards as their compact texts."""
        from shunt.games.hump_text import state_to_json

        return state_to_json(state)

    def state_from_json(self, data: Mapping[str, Any]) -> HumpState:
        """A state from `state_to_json`; raises `InputError`."""
        from shunt.games.hump_text import state_from_json

        return state_from_json(data)

    def describe(self, state: HumpState) -> str:
        """Points, yards, what is on offer, the train and the bids, in plain lines."""
        from shunt.games.hump_text import describe

        return describe(state)


def _one_less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])
