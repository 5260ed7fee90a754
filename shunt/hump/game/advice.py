"""Advice in a game of Hump Yard: what each bid is worth, where a tile gains most, and the fewest moves of an order.

The bots that know the game act on it; people are given it as lines of text. Bids already made are taken as true; a player still
to bid is expected to bid, on its own train, the fewest moves that are at least as likely to hold as not in its yard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from shunt.errors import counted
from shunt.hump.adviser import LengthAdvice, Opponent, best_advice, length_advice, mean_moves
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import REVEALED, BidAttempt, HumpAction, HumpState, build_of
from shunt.hump.game.text import action_text, moves_are, moves_text
from shunt.hump.moves import move_words
from shunt.hump.table_cache import TableStore, Track, track_in_use
from shunt.hump.tiles import COLOURS, across
from shunt.hump.yard import Yard

ActionText = Callable[[HumpAction], str]
REACH = 5
"""The longest train that people are advised on: a table of six cars takes seconds for each yard."""
LOOK = 8
"""Places that are ranked by the table of three cars, after all were ranked by that of two."""
SHOWN = 5  # lines of advice


@dataclass(frozen=True, order=True)
class BuildAdvice:
    """A tile at a place, with the mean moves that trains of three and of two cars then take."""

    three: Fraction
    two: Fraction
    action: HumpAction


# ---------------------------------------------------------------------------------------------------------------- bids


def bid_advice(game: HumpGame, view: HumpState, player: int, reach: int) -> list[LengthAdvice]:
    """Return the advice on each train that may be bid on, the longest first, then on asking for one more car.

    Trains of more than `reach` cars are left out, and those in no order of which the yard can sort them.
    """
    cars, opponents, deck = len(view.train), rivals(game, view, player), dict(zip(COLOURS, view.deck, strict=True))
    lengths = [cars] if view.extended else [*range(cars, REVEALED - 1, -1)]
    if cars < game.options.longest and any(view.deck):
        lengths.append(cars + 1)
    yard, tables = view.yards[player], game.tables
    found = [length_advice(yard, view.train, opponents, tables, length, deck) for length in lengths if length <= reach]
    return [one for one in found if one.bids or one.extended]


def advised(one: LengthAdvice | None) -> HumpAction:
    """Return what is advised: to pass (None), to ask for one more car, or the best bid."""
    if one is None:
        return HumpAction("pass")
    return HumpAction("extend") if one.extended else HumpAction("bid", cars=one.cars, moves=one.bids[0].bid)


def rivals(game: HumpGame, view: HumpState, player: int) -> list[Opponent]:
    """Return the other players: with their bids, as having passed, or (still waiting) to be modelled."""
    bids = {bidder: (cars, moves) for bidder, cars, moves in view.bids}
    order = game.clockwise(view.start)
    return [
        Opponent(
            view.yards[rival],
            bids.get(rival),
            passed=rival not in bids and rival not in view.waiting,
            wins_ties=order.index(rival) < order.index(player),
        )
        for rival in range(game.players)
        if rival != player
    ]


# --------------------------------------------------------------------------------------------------------------- tiles


def build_advice(yard: Yard, offer: Sequence[str], tables: TableStore, look: int = LOOK) -> list[BuildAdvice]:
    """Rank the builds that join track in use, best first: all by the table of two cars, the first `look` by that of three."""
    known = joining_builds(yard, offer)
    by_two = sorted((mean_moves(tables(built, 2)), act) for act, built in known.items())
    return sorted(BuildAdvice(mean_moves(tables(known[act], 3)), two, act) for two, act in by_two[:look])


def joining_builds(yard: Yard, kinds: Sequence[str]) -> dict[HumpAction, Yard]:
    """Return every build that joins track in use, with the yard it makes; of those with the same track the first."""
    used = track_in_use(yard)
    open_edges = {across(cell, edge) for cell, segment in used for edge in segment}
    found: dict[Track, tuple[HumpAction, Yard]] = {}
    for tile in yard.placements(sorted(set(kinds))):
        if any((tile.at, edge) in open_edges for edge in "".join(tile.segments)):
            built = yard.built(tile)
            found.setdefault(track_in_use(built), (build_of(tile), built))
    found.pop(used, None)
    return dict(found.values())


def best_build(yard: Yard, offer: Sequence[str], tables: TableStore, look: int = LOOK) -> HumpAction | None:
    """Return the build that gains most, else one without effect, else the least harmful; None if no tile fits.

    A build without effect keeps a yard as good as it is, and quick to read.
    """
    ranked = build_advice(yard, offer, tables, look)
    if ranked and (ranked[0].three, ranked[0].two) < (mean_moves(tables(yard, 3)), mean_moves(tables(yard, 2))):
        return ranked[0].action
    idle = sorted(build_of(tile) for tile in yard.placements(offer) if track_in_use(yard) == track_in_use(yard.built(tile)))
    return idle[0] if idle else ranked[0].action if ranked else None


# -------------------------------------------------------------------------------------------------------- moves of an order


def fewest_moves(game: HumpGame, yard: Yard, train: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a shortest solution, certified by the referee; none if the order is impossible."""
    from shunt.hump.bids import check_bid

    found = check_bid(yard, train, order, rules=game.options.rules)
    return tuple(step.notation for step in found.solution)


def attempt_moves(game: HumpGame, before: HumpState, attempt: BidAttempt) -> tuple[str, ...]:
    """Return the moves of an attempt that held, made in the state `before`: as typed by hand, else a shortest solution."""
    if not attempt.holds:
        return ()
    return attempt.typed or fewest_moves(game, before.yards[attempt.player], before.train[: attempt.cars], attempt.order)


def needed_text(game: HumpGame, before: HumpState, attempt: BidAttempt) -> str:
    """Return what a failed attempt in the state `before` would have needed, if that is known quickly; else nothing."""
    if attempt.holds or attempt.cars > REACH:
        return ""
    needed = game.tables.coloured(before.yards[attempt.player], before.train[: attempt.cars]).by_order.get(attempt.order)
    return f" ({moves_are(needed)} needed)" if needed else " (no moves do it)"


def proof_lines(game: HumpGame, before: HumpState, attempt: BidAttempt) -> list[str]:
    """Return the proven fewest moves for a train that a person sorted by hand, or gave up, in the state `before`."""
    if attempt.player not in game.options.by_hand or attempt.holds and not attempt.typed:
        return []
    fewest = fewest_moves(game, before.yards[attempt.player], before.train[: attempt.cars], attempt.order)
    if attempt.holds and len(fewest) == attempt.taken:
        return ["   proven: no fewer moves do it"]
    return [f"   proven: the fewest moves are {len(fewest)}", *move_lines(fewest)] if fewest else []


def move_lines(moves: Sequence[str]) -> list[str]:
    """Return moves as numbered lines, in words."""
    return [f"{number:6}. {move_words(move)}" for number, move in enumerate(moves, start=1)]


# ---------------------------------------------------------------------------------------------------------------- lines


def advice_lines(game: HumpGame, state: HumpState, player: int, text: ActionText = action_text) -> list[str]:
    """Return what a player is advised to do, best last; `player` need not be the one who acts."""
    if state.phase == "build":
        return _build_lines(game, state, player, text)
    if state.phase == "bid":
        return _bid_lines(game, state, player, text)
    if state.phase == "attempt":
        moves = fewest_moves(game, state.yards[player], state.tried, state.order)
        return [f"fewest moves: {len(moves)}", *move_lines(moves)] if moves else ["no moves bring the train into this order"]
    return ["there is nothing to decide now"]


def chance_lines(game: HumpGame, state: HumpState, player: int) -> list[str]:
    """Return the chances that bids hold in a player's yard, a line for each length of the train on offer."""
    if len(state.train) < REVEALED:
        return ["no car is revealed yet; chances are known once the train is"]
    lines = []
    for cars in range(REVEALED, min(len(state.train), REACH) + 1):
        table = game.tables.coloured(state.yards[player], state.train[:cars])
        chances = ", ".join(f"{moves_text(bid)} {float(chance):.0%}" for bid, chance in table.chances.items())
        lines.append(f"{counted(cars, 'cars')} ({' '.join(state.train[:cars])}): {chances or 'no order can be made'}")
    return lines


def _build_lines(game: HumpGame, state: HumpState, player: int, text: ActionText) -> list[str]:
    if player not in state.waiting:
        return ["this player has built already"]
    yard, tables = state.yards[player], game.tables
    before = mean_moves(tables(yard, 3))
    lines = [f"mean moves of a train of 3 cars (an impossible order counts as 20): {float(before):.3f} now"]
    for one in build_advice(yard, state.offer, tables)[:SHOWN]:
        lines.append(f"  {text(one.action)}: {float(one.three):.3f} ({float(one.three - before):+.3f})")
    best = best_build(yard, state.offer, tables)
    if best is None:
        return [*lines, "no tile on offer joins track in use"]
    idle = track_in_use(yard) == track_in_use(yard.build(best.name, best.at, best.turn))
    return [*lines, f"best: {text(best)}" + (" (it changes nothing; every other place makes the yard worse)" if idle else "")]


def _bid_lines(game: HumpGame, state: HumpState, player: int, text: ActionText) -> list[str]:
    if player in {bidder for bidder, *_ in state.bids} or player not in state.waiting:
        return ["this player has bid or passed already"]
    if state.waiting[0] != player:
        others = (other for other in state.waiting if other != player)
        state = replace(state, waiting=(player, *others), extended=False)  # as if everybody before were still to bid
    lines = ["players still to bid are expected to bid the fewest moves that hold with an even chance:"]
    found = bid_advice(game, state, player, REACH)
    lines += [f"  {text(advised(one))}: {_worth(one)}" for one in found]
    best = best_advice(found)
    if len(state.train) > REACH:
        lines.append(f"  trains of more than {REACH} cars are not examined")
    if state.extended and best is None:
        bid = game.legal_actions(state)[0]
        return [*lines, f"best: {text(bid)}, or any bid: you must bid on all {len(state.train)} cars"]
    return [*lines, f"best: {text(advised(best))}"]


def _worth(one: LengthAdvice) -> str:
    cards = f"{float(one.expected):.3f} cards expected"
    if one.extended:
        return f"{cards} from the best bid on the longer train"
    best = one.bids[0]
    return f"in {moves_text(best.bid)} holds {float(best.holds):.1%}, wins {float(best.wins):.1%}, {cards}"
