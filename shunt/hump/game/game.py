"""The game of Hump Yard: build a yard, bid on trains whose order is not known yet, sort them within your bid.

Source: Hump Yard rules v1.3 (Bryce Summers, 2015). A turn: tiles are revealed, drafted and built from the fewest points to the
most; two car cards are revealed; each player passes or bids, perhaps on a train that is extended first; the longest train
bid on is shuffled and tried by its bidders in rising order of bid, then the next shorter one, shuffled afresh.

Our rules for the gaps: bids are made in turn, clockwise from the start player; a player who extends the train must bid on all of
it; a bid is at most `MOST_MOVES`; bids are judged by the exact optimum, except at seats played `by_hand`, which may type their
moves instead, or make them one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, ClassVar

from shunt.errors import Fault, raise_faults
from shunt.games.protocol import CHANCE, OVER, ScoreForm, TableGame, Weighted
from shunt.hump.game import text as texts
from shunt.hump.game.by_hand import ROLL, sorting_of
from shunt.hump.game.state import MOST_MOVES, REVEALED, BidAttempt, HumpAction, HumpOptions, HumpState, build_of
from shunt.hump.tiles import COLOURS, COPIES, KINDS
from shunt.hump.yard import Yard

if TYPE_CHECKING:
    from shunt.hump.table_cache import TableStore


class HumpGame(TableGame[HumpState, HumpAction]):
    """The rules for 2 to 4 players. Nothing on the table is hidden: what is not revealed is not drawn.

    `start`: the start player; None draws it. Further keywords are those of `HumpOptions`.
    """

    name = "humpyard"
    score_form = ScoreForm(("Car cards",), 12, "The player with most car cards at the end wins.")
    seats = (2, 3, 4)
    title = "Hump Yard"
    summary = "Build a hump yard, bid on trains whose order is not known yet, and sort them within your bid."
    options_class = HumpOptions
    table_options: ClassVar = {"start": None}
    bots: ClassVar = {"reader": "shunt.hump.game.bots:TableReader", "planner": "shunt.hump.game.bots:Planner"}
    strengths: ClassVar = {"easy": "reader:reach=2", "normal": "reader", "strong": "planner"}
    face = "shunt.hump.game.face:hump_face"
    front = "shunt.hump.commands.game:FRONT"

    def __init__(self, players: int, *, start: int | None = 0, **options: Any) -> None:
        """Raise `InputError`, which lists every fault in the options, `TypeError` for an unknown one."""
        super().__init__(players)
        self.start, self.options = start, HumpOptions(**options)
        faults = self.options.faults(players)
        if start is not None and (type(start) is not int or not 0 <= start < players):
            faults.append(Fault("start", f"{start!r}", f"0 to {players - 1}, or none to draw the start player"))
        raise_faults(faults)

    # ---------------------------------------------------------------------------------------------------------- protocol

    def initial(self) -> HumpState:
        """Return yards of five headings; a start player who is not chosen is drawn first."""
        players = self.players
        phase, start = ("start", 0) if self.start is None else ("tiles", self.start)
        yards = tuple(Yard(branches=side) for side in self.options.sides(self.players))
        return HumpState(1, phase, start, yards, (0,) * players, (COPIES,) * len(KINDS), (self.options.copies,) * len(COLOURS))

    def to_act(self, state: HumpState) -> int:
        """Return chance, nobody, or the first player of `waiting`."""
        if state.phase == "over":
            return OVER
        return CHANCE if state.phase in ("start", "tiles", "cars", "shuffle") else state.waiting[0]

    def legal_actions(self, state: HumpState) -> tuple[HumpAction, ...]:
        """Return every build, or every bid with pass and extension; of an attempt by hand the next moves, and what needs none."""
        if state.phase == "build":
            return tuple(sorted(map(build_of, state.yards[state.waiting[0]].placements(state.offer))))
        if state.phase == "bid":
            lengths = range(len(state.train) if state.extended else REVEALED, len(state.train) + 1)
            bids = [HumpAction("bid", cars=cars, moves=moves) for cars in lengths for moves in range(1, MOST_MOVES + 1)]
            extend = [HumpAction("extend")] if len(state.train) < self.options.longest and sum(state.deck) > 0 else []
            return (*bids, *extend, *([] if state.extended else [HumpAction("pass")]))
        if state.phase == "attempt":
            instead = [HumpAction("give up"), *([] if state.typed else [HumpAction("optimum")])]
            return (*instead, *(HumpAction(ROLL, move) for move in sorting_of(state, self.options.rules).runs()))
        return ()

    def refusal(self, state: HumpState, action: HumpAction) -> str:
        """Return why an action is not allowed now and what is; empty if it is legal.

        Moves of an attempt by hand may be written in other ways than they are listed.
        """
        if state.phase == "build":
            return texts.refused_build(state, action)
        if state.phase == "attempt" and action.what == ROLL:
            return sorting_of(state, self.options.rules).refusal(action.name)
        if action in self.legal_actions(state):
            return ""
        if state.phase == "bid":
            return texts.refused_bid(state, action, self.options.longest)
        if state.phase == "attempt":
            if state.typed:
                return "the train is being sorted move by move: make the next move, or give up"
            return "a train is to be sorted now: by your moves, by optimum or not at all (give up)"
        return super().refusal(state, action)

    def chance_outcomes(self, state: HumpState) -> tuple[Weighted[HumpAction], ...]:
        """Return the players who may start, the tiles or car cards that may be revealed next, or the next cars of the order."""
        what, weights = "", dict[str, int]()
        if state.phase == "start":
            what, weights = "start", {str(player): 1 for player in range(self.players)}
        elif state.phase == "tiles":
            what, weights = "tile", dict(zip(KINDS, state.bag, strict=True))
        elif state.phase == "cars":
            what, weights = "car", dict(zip(COLOURS, state.deck, strict=True))
        elif state.phase == "shuffle":
            what, weights = "next", Counter(state.tried) - Counter(state.order)
        return tuple((HumpAction(what, name), weight) for name, weight in sorted(weights.items()) if weight)

    def apply(self, state: HumpState, action: HumpAction) -> HumpState:
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
        if action.what == ROLL:
            state = replace(state, typed=(*state.typed, action.name))
            sorting = sorting_of(state, self.options.rules)
            if not sorting.verdict.holds and len(state.typed) < sorting.bid:
                return state
            taken = len(state.typed) if sorting.verdict.holds else 0
        else:  # `optimum`, given up, or a number of moves that a table reports
            taken = self._optimum(state) if action.what == "optimum" else action.moves
        return self._proceed(self._judged(state, taken))

    def scores(self, state: HumpState) -> tuple[int, ...]:
        """Return the car cards that each player has won."""
        return state.points

    def options_to_json(self) -> dict[str, Any]:
        """Return the keywords of the constructor."""
        chosen = {"by_hand": sorted(set(self.options.by_hand)), "branches": list(self.options.sides(self.players))}
        return asdict(self.options) | chosen | {"start": self.start}

    def most_actions(self) -> int:
        """Return a bound: in each turn a build, a bid after every possible extension, and for each bid an attempt."""
        attempt = MOST_MOVES + 1 if self.options.by_hand else 1
        return self.options.turns * self.players * (self.options.longest + 1 + attempt)

    def most_choices(self) -> int:
        """Return a bound on the builds in one turn: every tile on offer, in every turn, at every edge of the yard.

        If trains are sorted by hand, it is also one on moves: all cuts in both directions to all segments.
        """
        tiles = len(Yard().all_tiles) + self.options.turns
        moves = 2 * self.options.longest**2 * 6 * tiles if self.options.by_hand else 0
        return max(self.players * 4 * 4 * tiles, moves)

    @classmethod
    def warm(cls) -> None:
        """Compile the kernels of tables and single orders, so that workers find them in the cache."""
        from shunt.hump.bids import bid_table, check_bid

        bid_table(Yard(), "AB")
        check_bid(Yard.parse("5u_62r1@2,1"), "AB", "BA")

    # -------------------------------------------------------------------------------------------------------------- turns

    def clockwise(self, start: int) -> tuple[int, ...]:
        """Return all players, clockwise from `start`."""
        return tuple((start + step) % self.players for step in range(self.players))

    def _drawn(self, state: HumpState, action: HumpAction) -> HumpState:
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

    def _built(self, state: HumpState, action: HumpAction) -> HumpState:
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
        """Let bidders try in turn until one succeeds, one must type its moves, or all have failed."""
        while state.waiting and state.trying:
            if state.waiting[0] in self.options.by_hand:
                return replace(state, phase="attempt")
            state = self._judged(state, self._optimum(state))
        return state if not state.trying else self._next_train(state, state.trying)

    @property
    def tables(self) -> TableStore:
        """The tables of chances under the rules of this game, shared by everything in this process."""
        from shunt.hump.table_cache import shared_store

        return shared_store(self.options.rules)

    def _optimum(self, state: HumpState) -> int:
        """Return the fewest moves in which the first player of `waiting` can sort the train, or 0 if that is beyond the bid."""
        player = state.waiting[0]
        return self.tables.optimum(state.yards[player], state.tried, state.order, state.bid_of(player)) or 0

    def _judged(self, state: HumpState, taken: int) -> HumpState:
        """Return the state after an attempt of the first player of `waiting`: its cards won, or the next bidder to try.

        `taken` is the number of moves, 0 for a failure.
        """
        player, typed = state.waiting[0], state.typed if taken else ()
        attempt = BidAttempt(player, state.trying, state.bid_of(player), state.order, taken > 0, taken, typed)
        state = replace(state, attempts=(*state.attempts, attempt), waiting=state.waiting[1:], typed=())
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
        if state.turn == self.options.turns or sum(state.deck) < REVEALED:
            return replace(state, phase="over", train=())
        return replace(state, phase="tiles", turn=state.turn + 1, train=())

    def words_for(self, state: HumpState, action: HumpAction, observer: int, names: Sequence[str]) -> str:
        """Return an action in words without its place in the yard, which the table shows."""
        if action.what == "build":
            return f"build tile {action.name}"
        return self.words(action, names).partition(" to column")[0]

    def state_to_json(self, state: HumpState) -> dict[str, Any]:
        """Return every field by its name, yards as their compact texts."""
        attempts = [asdict(one) | {"order": list(one.order), "typed": list(one.typed)} for one in state.attempts]
        named = {"yards": list(map(str, state.yards)), "attempts": attempts, "bids": list(map(list, state.bids))}
        return super().state_to_json(state) | named

    action_text = staticmethod(texts.action_text)
    words = staticmethod(texts.action_words)
    parse_action = staticmethod(texts.parse_action)
    describe = staticmethod(texts.describe)


def _one_less(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])
