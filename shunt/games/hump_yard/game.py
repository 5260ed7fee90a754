"""The game of Hump Yard: build a yard, bid on trains whose order is not known yet, sort them within your bid.

Source: Hump Yard rules v1.3 (Bryce Summers, 2015). A turn: tiles are revealed, drafted and built from the fewest points to the
most; two car cards are revealed; each player passes or bids, perhaps on a train that is extended first; the longest train
bid on is shuffled and tried by its bidders in rising order of bid, then the next shorter one, shuffled afresh.

Our rules for the gaps: bids are made in turn, clockwise from the start player; a player who extends the train must bid on all of
it; a bid is at most `MOST_MOVES`; bids are judged by the exact optimum, except at seats played `by_hand`, which may type their
moves instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from shunt.errors import Fault, InputError, NotationError
from shunt.games.hump_yard import refusals
from shunt.games.hump_yard import text as texts
from shunt.games.hump_yard.state import LONGEST, MOST_MOVES, REVEALED, TURNS, Act, Attempt, HumpState
from shunt.games.protocol import CHANCE, OVER, Game, Weighted
from shunt.humpyard.car_cards import COLOURS, COPIES_OF_COLOUR
from shunt.rules.hump import MAX_CARS, STOPS, Stop
from shunt.track.tiles import COPIES, KINDS, distinct_turns
from shunt.track.yard import Yard

if TYPE_CHECKING:
    from shunt.humpyard.table_cache import TableStore

SIDES = ("up", "down")


class HumpYard(Game[HumpState, Act]):
    """The rules for 2 to 4 players. Nothing on the table is hidden: what is not revealed is not drawn.

    `copies`: car cards of each colour. `longest`: cars to which a train may be extended. `stop` and `returns`: the rules of moves
    (`rules.hump.Hump`). `by_hand`: the players who sort their trains themselves. `start`: the start player; None draws it.
    `branches`: the side of the headings' branches, `up` or `down`, one for all players or one for each.
    """

    name = "hump-yard"
    seats = (2, 3, 4)
    title = "Hump Yard"
    summary = "Build a hump yard, bid on trains whose order is not known yet, and sort them within your bid."
    command = "humpyard"
    table_options: ClassVar[Mapping[str, Any]] = {"start": None}
    bots: ClassVar[Mapping[str, str]] = {
        "reader": "shunt.games.hump_yard.bots:TableReader",
        "planner": "shunt.games.hump_yard.bots:Planner",
    }

    def __init__(
        self,
        players: int,
        *,
        turns: int = TURNS,
        copies: int = COPIES_OF_COLOUR,
        longest: int = LONGEST,
        stop: Stop = "farthest",
        returns: bool = False,
        by_hand: Iterable[int] = (),
        start: int | None = 0,
        branches: str | Sequence[str] = "up",
    ) -> None:
        """Raise `InputError` with every fault of the options."""
        super().__init__(players)
        self.turns, self.copies, self.longest, self.stop = turns, copies, longest, stop
        self.may_return, self.by_hand, self.start = returns, tuple(sorted(set(by_hand))), start
        sides = tuple(branches) if isinstance(branches, list | tuple) else (branches,)
        self.branches: tuple[Any, ...] = sides * players if len(sides) == 1 else sides
        faults = [
            Fault(name, f"{value!r}", f"{low} to {high}")
            for name, value, low, high in (
                ("turns", turns, 1, TURNS),
                ("copies", copies, 1, 40),
                ("longest", longest, REVEALED, MAX_CARS),
            )
            if type(value) is not int or not low <= value <= high
        ]
        if stop not in STOPS:
            faults.append(Fault("stop", f"{stop!r} is not a stop rule", "one of " + ", ".join(STOPS)))
        if not set(self.by_hand) <= set(range(players)):
            faults.append(Fault("by_hand", f"{list(self.by_hand)}", f"players are numbered 0 to {players - 1}"))
        if not isinstance(returns, bool):
            faults.append(Fault("returns", f"{returns!r}", "true or false"))
        if start is not None and (type(start) is not int or not 0 <= start < players):
            faults.append(Fault("start", f"{start!r}", f"0 to {players - 1}, or none to draw the start player"))
        if len(self.branches) != players or not all(side in SIDES for side in self.branches):
            remedy = f"up or down, once for all or once for each of the {players} players"
            faults.append(Fault("branches", f"{','.join(map(str, sides))!r}", remedy))
        if faults:
            raise InputError(faults)

    # ---------------------------------------------------------------------------------------------------------- protocol

    def initial(self) -> HumpState:
        """Return yards of five headings; a start player who is not chosen is drawn first."""
        players = self.players
        phase, start = ("start", 0) if self.start is None else ("tiles", self.start)
        yards = tuple(Yard(branches=side) for side in self.branches)
        return HumpState(1, phase, start, yards, (0,) * players, (COPIES,) * len(KINDS), (self.copies,) * len(COLOURS))

    def to_act(self, state: HumpState) -> int:
        """Return chance, nobody, or the first player of `waiting`."""
        if state.phase == "over":
            return OVER
        return CHANCE if state.phase in ("start", "tiles", "cars", "shuffle") else state.waiting[0]

    def legal_actions(self, state: HumpState) -> tuple[Act, ...]:
        """Return every build, or every bid with pass and extension; of an attempt by hand only what needs no typed moves."""
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
        """Return whether an action is listed; in an attempt by hand all typed moves are allowed as well."""
        if state.phase == "attempt" and action.what == "moves":
            return True
        if state.phase == "build" and action.what == "build":
            sites = state.yards[state.waiting[0]].sites
            return action.name in state.offer and action.at in sites and action.turn in distinct_turns(action.name)
        return action in self.legal_actions(state)

    def refusal(self, state: HumpState, action: Act) -> str:
        """Return why an action is not allowed now and what is; empty if it is legal."""
        if self.is_legal(state, action):
            return ""
        if state.phase == "build":
            return refusals.refused_build(state, action)
        if state.phase == "bid":
            return refusals.refused_bid(state, action, self.longest)
        if state.phase == "attempt":
            return "a train is to be sorted now: by your moves, by optimum or not at all (give up)"
        return super().refusal(state, action)

    def chance_outcomes(self, state: HumpState) -> tuple[Weighted[Act], ...]:
        """Return the players who may start, the tiles or car cards that may be revealed next, or the next cars of the order."""
        if state.phase == "start":
            return tuple((Act("start", str(player)), 1) for player in range(self.players))
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
        """Return the state after an action or outcome."""
        if action.what == "start":
            return replace(state, phase="tiles", start=int(action.name))
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
        return self._proceed(self._judged(state, action))

    def scores(self, state: HumpState) -> tuple[int, ...]:
        """Return the car cards that each player has won."""
        return state.points

    def options_to_json(self) -> dict[str, Any]:
        """Return the keywords of the constructor."""
        options: dict[str, Any] = {"turns": self.turns, "copies": self.copies, "longest": self.longest, "stop": self.stop}
        options |= {"returns": self.may_return, "by_hand": list(self.by_hand), "start": self.start}
        return options | {"branches": list(self.branches)}

    def most_actions(self) -> int:
        """Return a bound: in each turn a build, a bid after every possible extension, and an attempt for each bid."""
        return self.turns * self.players * (self.longest + 2)

    def most_choices(self) -> int:
        """Return a bound on the builds in one turn: every tile on offer, in every turn, at every edge of the yard."""
        tiles = len(Yard().all_tiles) + self.turns
        return self.players * 4 * 4 * tiles

    @classmethod
    def warm(cls) -> None:
        """Compile the kernels of tables and single orders, so that workers find them in the cache."""
        from shunt.humpyard.bids import bid_table, check_bid

        bid_table(Yard(), "AB")
        check_bid(Yard.parse("5u_62r1@2,1"), "AB", "BA")

    # -------------------------------------------------------------------------------------------------------------- turns

    def clockwise(self, start: int) -> tuple[int, ...]:
        """Return all players, clockwise from `start`."""
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
        """Shuffle the longest train bid on that is shorter than `longer`; without one the turn ends."""
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
            state = self._judged(state, Act("optimum"))
        return state if not state.trying else self._next_train(state, state.trying)

    @property
    def tables(self) -> TableStore:
        """The tables of chances under the rules of this game, shared by everything in this process."""
        from shunt.humpyard.table_cache import shared_store

        return shared_store(self.stop, self.may_return)

    def _taken(self, state: HumpState, action: Act) -> int:
        """Return the moves in which the first player of `waiting` sorts the train within the bid, 0 for a failure."""
        player = state.waiting[0]
        train, yard, bid = state.train[: state.trying], state.yards[player], self._bid_of(state, player)
        if action.what == "optimum":
            return self.tables.optimum(yard, train, state.order, bid) or 0
        if action.what == "moves":
            from shunt.humpyard.bids import judge_bid

            try:
                verdict = judge_bid(yard, train, state.order, bid, action.typed, stop=self.stop, returns=self.may_return)
            except NotationError:
                return 0
            return len(action.typed) if verdict.holds else 0
        return 0

    def _bid_of(self, state: HumpState, player: int) -> int:
        return next(moves for bidder, cars, moves in state.bids if bidder == player and cars == state.trying)

    def _judged(self, state: HumpState, action: Act) -> HumpState:
        """Return the state after an attempt of the first player of `waiting`: its cards won, or the next bidder to try."""
        player, taken = state.waiting[0], self._taken(state, action)
        typed = action.typed if taken else ()
        attempt = Attempt(player, state.trying, self._bid_of(state, player), state.order, taken > 0, taken, typed)
        state = replace(state, attempts=(*state.attempts, attempt), waiting=state.waiting[1:])
        if not taken:
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
        """Return `build 62r1@2,1`, `bid 3:5`, `extend`, and the like."""
        return texts.action_text(action)

    def parse_action(self, text: str) -> Act:
        """Read what `action_text` writes; raise `NotationError` for anything else."""
        return texts.parse_action(text)

    def state_to_json(self, state: HumpState) -> dict[str, Any]:
        """Return every field of the state, yards as their compact texts."""
        return texts.state_to_json(state)

    def state_from_json(self, data: Mapping[str, Any]) -> HumpState:
        """Read what `state_to_json` writes; raise `InputError` for anything else."""
        return texts.state_from_json(data)

    def describe(self, state: HumpState) -> str:
        """Return points, yards, what is on offer, the train and the bids, in plain lines."""
        return texts.describe(state)


def _one_less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])
