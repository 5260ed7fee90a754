"""A companion for a real table of Hump Yard: what is revealed, built, bid and sorted there is entered, checked and counted.

Its state is that of the game (`HumpState`), in which every player sorts trains by hand. An entry is one or several actions and
draws of the game, so its rules check everything. Attempts are made on the table; the companion knows the optimum of every order
and refuses what cannot be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from shunt.errors import Fault, IllegalMoveError, InputError, NotationError, counted, raise_faults
from shunt.files.numbers import whole_number
from shunt.games.companion import Companion
from shunt.games.protocol import player_name
from shunt.hump.game.advice import REACH, advice_lines, attempt_moves, chance_lines, fewest_moves, move_lines, needed_text
from shunt.hump.game.by_hand import ROLL, sorting_of
from shunt.hump.game.game import HumpGame
from shunt.hump.game.middle import table_in_progress
from shunt.hump.game.state import REVEALED, HumpAction, HumpState
from shunt.hump.game.text import action_text, attempt_text, moves_are, moves_text, parse_action
from shunt.hump.rules import order_faults
from shunt.hump.tiles import COLOURS, COPIES, KINDS

if TYPE_CHECKING:
    from shunt.render.characters import Picture

SORTED = "sorted"
PHASES = {"start": "start", "tiles": "tiles", "cars": "cars", "order": "shuffle", "build": "build"}
PHASES |= dict.fromkeys(("bid", "pass", "extend"), "bid") | dict.fromkeys((SORTED, "moves", "failed", "optimum"), "attempt")
"""Words that begin an entry, each with the phase in which it may be entered."""
QUESTIONS = ("advise", "judge", "table", "yard", "yards", "solution", "chart")
WORDS = (*PHASES, *QUESTIONS, "list", "show", "log", "undo", "quit", "q", "help", "player")
"""Words of the prompt, which are no names of players."""
_NAME = re.compile(r"[^\W\d][\w.'-]*")
CHART = 6  # tiles in a row of the chart: they fit into 80 columns


class HumpCompanion(Companion[HumpState]):
    """The record of one table. Settings: `players` or their `names`, and the options of the game but `by_hand`.

    Without `start` the start player, who has the token, is entered first. A game is followed from the middle with the settings of
    `table_in_progress`: `yards`, `points`, `turn` and `gone`.
    """

    rules: HumpGame
    game = "humpyard"
    help = """  start NAME               the start player, drawn or chosen by you
  tiles 62 45 end          the tiles revealed, one for each player, by their numbers (the buffer stop is end)
  [NAME] build 62r1@2,1    a tile built: its kind, r1 to r3 for quarter turns clockwise, @ its column and row
  [NAME] build NE+SW@2,1   the same by the tracks of the tile as it lies
  cars red blue            the two car cards revealed, in their order
  [NAME] bid 3:5           the first 3 cars in at most 5 moves
  [NAME] extend red        a further car asked for, and the card revealed; then this player must bid on all
  [NAME] pass              no bid
  order blue red red       the shuffled cars: the order wanted, the lead car first
  [NAME] sorted 4          the bidder who tries has brought the train out in 4 moves; or one of these:
  [NAME] moves A q0>…; …   the moves themselves, which the referee checks
  [NAME] failed            the bidder who tries could not do it
  [NAME] optimum           let the fewest moves decide whether the bid holds

  advise [NAME]            what the exact tables advise to build or bid
  judge                    the bids on this train against the fewest moves
  solution [NAME]          a shortest solution of the order wanted, in a player's yard
  table [NAME]             the chances that bids hold in a yard
  yard [NAME] | yards      a player's yard, or all of them
  tiles                    the tiles on offer, drawn
  chart                    all kinds of tiles, drawn

A player is named by name or number (Anna, 1); without a name an entry is of the player who acts."""

    def __init__(
        self,
        players: int | None = None,
        names: Sequence[str] | None = None,
        start: int | None = None,
        *,
        yards: Sequence[str] = (),
        points: Sequence[int] = (),
        turn: int | None = None,
        gone: Mapping[str, int] | None = None,
        **options: object,
    ) -> None:
        """Raise `InputError` for settings that the game does not allow."""
        if names is not None and not isinstance(names, list | tuple):
            raise InputError("names", f"{names!r}", "a list of names")
        unknown = sorted(set(options) - set(HumpGame(2).options_to_json()))
        if unknown:
            raise InputError([Fault(key, "unknown setting", "a record has no such setting") for key in unknown])
        names = None if names is None else list(names)
        count = players if players is not None else len(names) if names else 2
        if type(count) is not int:
            raise InputError("players", f"{count!r}", "2 to 4")
        table = {"yards": yards, "points": points, "turn": turn, "gone": gone}
        begun = {key: value for key, value in table.items() if value}
        self.settings = {"players": count, "names": names, "start": start, **options, **begun}
        if "by_hand" in options:
            raise InputError("by_hand", "people at a table sort by hand", "leave it out")
        self.rules = HumpGame(count, start=start, by_hand=range(count), **options)
        if names is not None and (faults := _name_faults(names, count)):
            raise InputError(faults)
        self.names = tuple(names or map(player_name, range(count)))
        self._begun = table_in_progress(self.rules, yards, points, turn, gone or {})

    def begin(self) -> HumpState:
        """Return the table before anything is revealed."""
        return self._begun

    # ---------------------------------------------------------------------------------------------------------- the table

    def lines(self, state: HumpState) -> list[str]:
        """Return the table: points, yards, tiles, train, bids, and what is entered next."""
        if state.phase == "over":
            head = "game over"
        else:
            token = "" if state.phase == "start" else f"; {self.names[state.start]} has the start-player token"
            head = f"turn {state.turn} of {self.rules.options.turns}, {sum(state.deck)} car cards left{token}"
        width = max(map(len, self.names))
        lines = [head]
        for name, points, yard in zip(self.names, state.points, state.yards, strict=True):
            lines.append(f"  {name:<{width}}  {points:2} card{'' if points == 1 else 's'}  yard {yard}")
        if state.offer:
            lines.append(f"tiles on offer: {' '.join(state.offer)}; drafted by {self._listed(state.waiting)}")
        if state.train and state.phase != "over":
            lines.append(f"train: {' '.join(state.train)}")
            lines += self._bid_lines(state)
        if state.order:
            lines.append(f"order wanted: {' '.join(state.order)}")
        if state.phase != "over":
            return [*lines, f"now: {self.expected(state)}"]
        winners, most = self.rules.winners(state), max(state.points)
        shared = " (the win is shared)" if len(winners) > 1 else ""
        return [*lines, f"won by {self._listed(winners)} with {most} car card{'' if most == 1 else 's'}{shared}"]

    def _bid_lines(self, state: HumpState) -> list[str]:
        bids = {player: f"{cars}:{moves}" for player, cars, moves in state.bids}
        made = [
            f"{self.names[player]} {bids.get(player, 'passes')}"
            for player in self.rules.clockwise(state.start)
            if state.phase in ("shuffle", "attempt") or player not in state.waiting
        ]
        return [f"bids: {', '.join(made)}"] if made and (state.phase != "cars" or state.extended) else []

    def _listed(self, players: Sequence[int]) -> str:
        return ", ".join(self.names[player] for player in players)

    def expected(self, state: HumpState) -> str:
        """Return what is entered next, with its form."""
        acting = self.names[state.waiting[0]] if state.waiting else ""
        if state.phase == "bid" and state.extended:
            return f"{acting} must bid on all {len(state.train)} cars (bid {len(state.train)}:MOVES), or extend COLOUR"
        tiles, order = " ".join(["KIND"] * self.rules.players), " ".join(["COLOUR"] * state.trying)
        forms = {
            "start": "start NAME, the player who starts",
            "tiles": f"tiles {tiles}, the tiles revealed",
            "build": f"{acting} builds one of {' '.join(state.offer)} (build KIND@COLUMN,ROW)",
            "cars": f"cars {' '.join(['COLOUR'] * REVEALED)}, the car cards revealed",
            "bid": f"{acting} bids (bid CARS:MOVES, extend COLOUR or pass)",
            "shuffle": f"order {order}, the shuffled cards of {' '.join(state.tried)}",
            "over": "nothing, the game is over",
        }
        if state.phase != "attempt":
            return forms[state.phase]
        bid = moves_text(state.bid_of(state.waiting[0]))
        after = [f"{self.names[player]} ({state.bid_of(player)})" for player in state.waiting[1:]]
        then = f", then {', '.join(after)}" if after else ""
        return f"{acting} tries in at most {bid}{then} (sorted MOVES, moves …, failed or optimum)"

    # ---------------------------------------------------------------------------------------------- what an entry led to

    def reported(self, before: HumpState, after: HumpState, *, unicode: bool = True) -> list[str | Picture]:
        """Return what an entry brought: the yard built, attempts with their moves, discarded cars, and the token."""
        parts: list[str | Picture] = []
        for player, (old, new) in enumerate(zip(before.yards, after.yards, strict=True)):
            if old != new:
                parts += self.yard_parts(after, player, unicode)
        if before.phase == "attempt":
            for attempt in after.attempts[len(before.attempts) :]:
                more = needed_text(self.rules, before, attempt)
                parts.append(attempt_text(attempt, self.names[attempt.player]) + more)
                moves = attempt_moves(self.rules, before, attempt)
                if moves and not attempt.typed:
                    parts.append(f"a shortest solution, {moves_text(len(moves))}:")
                parts += move_lines(moves)
        if (after.turn, after.phase) != (before.turn, before.phase) and before.phase in ("bid", "attempt"):
            parts += self._turn_lines(before, after)
        return parts

    def _turn_lines(self, before: HumpState, after: HumpState) -> list[str]:
        """Return who has won cards and who gets the token, if the turn has ended."""
        if after.turn == before.turn and after.phase != "over":
            return []
        won = [
            f"{self.names[player]} wins {new - old} car cards"
            for player, (old, new) in enumerate(zip(before.points, after.points, strict=True))
            if new > old
        ]
        lines = [f"{won[0]}; further cards revealed are discarded"] if won else ["nobody wins the train; its cards are discarded"]
        if after.phase == "over":
            return lines
        fewest = [player for player, points in enumerate(after.points) if points == min(after.points)]
        tie = f", of {self._listed(fewest)} the first clockwise from {self.names[before.start]}" if len(fewest) > 1 else ""
        return [*lines, f"the token goes to {self.names[after.start]}: fewest cards{tie}"]

    # ------------------------------------------------------------------------------------------------------------ answers

    def solution(self, state: HumpState, player: int) -> list[str]:
        """Return a shortest solution of the order wanted in a player's yard."""
        if state.phase != "attempt":
            return ["no order is wanted now"]
        moves = fewest_moves(self.rules, state.yards[player], state.tried, state.order)
        if not moves:
            return [f"{self.names[player]}: no moves bring the train into this order"]
        return [f"{self.names[player]}: {moves_text(len(moves))}, and not fewer", *move_lines(moves)]

    def judgement(self, state: HumpState) -> list[str]:
        """Return every bid on the train that is tried against the fewest moves, in the order of the attempts."""
        if state.phase != "attempt":
            return ["no order is wanted now; bids are judged when it is known"]
        train, lines = state.tried, []
        for player in state.waiting:
            bid, yard, verdict = state.bid_of(player), state.yards[player], "does not hold"
            if optimum := self.rules.tables.optimum(yard, train, state.order, bid):
                verdict = f"holds, the fewest are {moves_text(optimum)}"
            elif len(train) <= REACH:
                least = self.rules.tables.coloured(yard, train).by_order.get(state.order)
                verdict += f", {moves_are(least)} needed" if least else ", no moves bring the train into this order"
            lines.append(f"{self.names[player]} bid {moves_text(bid)}: {verdict}")
        return lines

    def yard_parts(self, state: HumpState, player: int, unicode: bool) -> list[str | Picture]:
        """Return a player's yard, drawn; while tiles are built with the free cells beside it."""
        from shunt.hump.pictures.terminal import draw_yard

        sites = state.phase == "build" and player in state.waiting
        return [f"yard of {self.names[player]}:", draw_yard(state.yards[player], {}, sites=sites, unicode=unicode)]

    # ------------------------------------------------------------------------------------------------------------ entries

    def entered(self, state: HumpState, text: str) -> HumpState:
        """Return the state after an entry; raise `InputError` if it cannot be."""
        player, word, rest = self._split(text)
        if state.phase == "over":
            raise _refused("the game is over", "undo takes the last entry back")
        if word not in PHASES:
            raise _refused(f"{text!r} is not an entry", f"now: {self.expected(state)}")
        if PHASES[word] != state.phase:
            raise _refused(f"{word} cannot be entered now", f"now: {self.expected(state)}")
        draws = {"start": self._start, "tiles": self._tiles, "cars": self._cars, "order": self._order}
        if word in draws:
            if player is not None:
                raise _refused(f"{word} is not of one player", word + " …")
            return draws[word](state, rest.replace(",", " ").split())
        if player not in (None, state.waiting[0]):
            raise _refused(self._out_of_turn(state, player or 0), f"now: {self.expected(state)}")
        return self._acted(state, word, rest)

    def _split(self, text: str) -> tuple[int | None, str, str]:
        """Return the player named (None if none is), the word of the entry, and the rest."""
        words = text.split()
        player = self.player_of(words[0]) if words else None
        if words and words[0].lower() == "player" and len(words) > 1:
            player, words = self.player_of(words[1]), words[1:]
        if player is not None:
            words = words[1:]
        return player, words[0] if words else "", " ".join(words[1:])

    def player_of(self, text: str) -> int | None:
        """Return the player of a name or number; None if it is neither."""
        number = whole_number(text)
        if number is not None:
            return number - 1 if 1 <= number <= len(self.names) else None
        found = [player for player, name in enumerate(self.names) if name.lower() == text.lower()]
        return found[0] if found else None

    def _out_of_turn(self, state: HumpState, player: int) -> str:
        bids = {bidder: f"{cars}:{moves}" for bidder, cars, moves in state.bids}
        doing = {"build": "builds", "bid": "bids", "attempt": "tries"}[state.phase]
        turn = f"it is the turn of {self.names[state.waiting[0]]}"
        if player in state.waiting:
            return f"{turn}; {self.names[player]} {doing} later"
        done = {"build": "has built already", "attempt": "has tried already or has no bid on this train"}.get(state.phase)
        return f"{turn}; {self.names[player]} {done or ('has bid ' + bids[player] if player in bids else 'has passed')}"

    def _start(self, state: HumpState, words: Sequence[str]) -> HumpState:
        player = self.player_of(words[-1]) if words and words[:-1] in ([], ["player"]) else None
        if player is None:
            raise self._nobody(" ".join(words))
        return self._drawn(state, "start", [str(player)])

    def _nobody(self, name: str) -> InputError:
        return _refused(f"no player {name!r}", "one of " + ", ".join(self.names))

    def _tiles(self, state: HumpState, kinds: Sequence[str]) -> HumpState:
        bag = dict(zip(KINDS, state.bag, strict=True))
        faults = [Fault("tiles", f"unknown tile {kind}", "one of " + " ".join(KINDS)) for kind in kinds if kind not in KINDS]
        for kind, number in Counter(kinds).items():
            if number > bag.get(kind, number):
                left = f"{bag[kind]} of {COPIES} are left"
                faults.append(Fault("tiles", f"tile {kind} cannot be revealed {number} ×: {left}", "check the tiles built"))
        if len(kinds) != self.rules.players:
            faults.append(Fault("tiles", counted(len(kinds), "tiles"), f"one for each of the {self.rules.players} players"))
        raise_faults(faults)
        return self._drawn(state, "tile", kinds)

    def _cars(self, state: HumpState, colours: Sequence[str]) -> HumpState:
        if len(colours) != REVEALED:
            raise _refused(f"{len(colours)} car cards", f"{REVEALED} are revealed, such as cars red blue")
        self._check_cars(state, colours)
        return self._drawn(state, "car", colours)

    def _check_cars(self, state: HumpState, colours: Sequence[str]) -> None:
        """Raise `InputError` for unknown colours and car cards that cannot be there any more."""
        deck, remedy = dict(zip(COLOURS, state.deck, strict=True)), "one of " + " ".join(COLOURS)
        faults = [Fault("cars", f"unknown colour {colour}", remedy) for colour in colours if colour not in COLOURS]
        for colour, number in Counter(colours).items():
            if number > deck.get(colour, number):
                left = f"{deck[colour]} of {self.rules.options.copies} are left"
                faults.append(Fault("cars", f"{counted(number, f'{colour} cards')}: {left}", "check the cards revealed"))
        raise_faults(faults)

    def _order(self, state: HumpState, order: Sequence[str]) -> HumpState:
        raise_faults(order_faults(state.tried, order))
        return self._drawn(state, "next", order)

    def _drawn(self, state: HumpState, what: str, names: Sequence[str]) -> HumpState:
        for name in names:
            state = self.rules.act(state, HumpAction(what, name))
        return state

    def _acted(self, state: HumpState, word: str, rest: str) -> HumpState:
        """Return the state after an action of the player who acts."""
        if word == "extend":
            colours = rest.replace(",", " ").split()
            if not colours:
                raise _refused("the card revealed is missing", "such as extend red")
            self._check_cars(state, colours)
            for colour in colours:
                state = self._drawn(self._legal(state, HumpAction("extend")), "car", [colour])
            return state
        if word == SORTED:
            moves = whole_number(rest)
            if moves is None:
                raise _refused(f"{rest!r} is not a number of moves", "such as sorted 4, or failed")
            return self._reported(state, moves)
        if word == "moves":
            return self._by_moves(state, rest)
        try:
            action = parse_action(f"{'give up' if word == 'failed' else word} {rest}".strip())
        except NotationError:
            raise _refused(f"{word} {rest!r} cannot be read", f"now: {self.expected(state)}") from None
        return self._legal(state, action)

    def _reported(self, state: HumpState, moves: int) -> HumpState:
        """Return the state after an attempt in so many moves, which must be within the bid and not below the proven optimum."""
        player, bid = state.waiting[0], state.bid_of(state.waiting[0])
        optimum = self.rules.tables.optimum(state.yards[player], state.tried, state.order, bid)
        if moves > bid:
            why = f"the bid was {moves_text(bid)}; an attempt that takes more has failed"
        elif optimum is None:
            why = f"it is proven that {moves_are(bid)} not enough in this yard: a move broke a rule"
        elif moves < optimum:
            why = f"it is proven that at least {moves_are(optimum)} needed in this yard: a move broke a rule"
        else:
            return self.rules.apply(state, HumpAction(SORTED, moves=moves))
        raise _refused(why, f"now: {self.expected(state)}")

    def _by_moves(self, state: HumpState, rest: str) -> HumpState:
        """Return the state after an attempt by its moves; raise `InputError` with the first rule that they break."""
        moves = tuple(filter(None, map(str.strip, rest.split(";"))))
        try:
            verdict = sorting_of(replace(state, typed=moves), self.rules.options.rules).verdict
        except NotationError as error:
            raise _refused(str(error), "moves such as moves red q0>2.1.NS; red+blue 2.1.NS>sink") from None
        if not verdict.holds:
            place = f"move {verdict.number}: " if verdict.number else ""
            raise _refused(f"{place}{verdict.why}", "correct the moves, or enter failed")
        for move in moves:
            state = self.rules.apply(state, HumpAction(ROLL, move))
        return state

    def _legal(self, state: HumpState, action: HumpAction) -> HumpState:
        """Return the state after an action; raise `InputError` with the reason and what is expected if it is not allowed."""
        try:
            return self.rules.act(state, action)
        except IllegalMoveError as error:
            name = self.names[state.waiting[0]]
            why = error.why.replace("you extended the train, so you must", f"{name} extended the train, and must")
            raise _refused(why.replace("your yard", f"the yard of {name}"), f"now: {self.expected(state)}") from None

    # ------------------------------------------------------------------------------------------------------------ questions

    def choices(self, state: HumpState) -> list[str]:
        """Return what may be entered now; draws and moves by their forms."""
        if state.phase in ("build", "bid"):
            return [f"{action_text(act)}{' COLOUR' * (act.what == 'extend')}" for act in self.rules.legal_actions(state)]
        if state.phase == "start":
            return [f"start {name}" for name in self.names]
        if state.phase == "attempt":
            return ["sorted MOVES", "moves CUT FROM>TO; …", "failed", "optimum"]
        return [self.expected(state)] if state.phase != "over" else []

    def answer(self, state: HumpState, text: str, *, unicode: bool = True) -> Sequence[str | Picture] | None:
        """Return what a question shows: advice, judgement, a solution, chances, yards and tiles; None for anything else."""
        from shunt.hump.pictures.terminal import draw_chart, draw_tiles

        word, _, rest = text.partition(" ")
        if text == "yards":
            return [part for player in range(self.rules.players) for part in self.yard_parts(state, player, unicode)]
        if text == "tiles" and not state.offer:
            return ["no tiles are on offer now"]
        if text == "tiles":
            return ["tiles on offer, unturned:", draw_tiles(dict.fromkeys(state.offer), unicode=unicode)]
        if text == "chart":
            kinds = f"the {len(KINDS)} kinds of tiles, unturned; each is there {COPIES} times:"
            return [kinds, *draw_chart(CHART, unicode=unicode)]
        if text == "judge":
            return self.judgement(state)
        if word not in ("advise", "solution", "table", "yard"):
            return None
        asking = state.waiting[0] if state.waiting else state.start
        player = self.player_of(rest.removeprefix("player ")) if rest else asking
        if player is None:
            raise self._nobody(rest)
        if word == "advise":
            return [f"advice for {self.names[player]}:", *advice_lines(self.rules, state, player)]
        if word == "table":
            return [f"{self.names[player]}:", *(f"  {line}" for line in chance_lines(self.rules, state, player))]
        return self.solution(state, player) if word == "solution" else self.yard_parts(state, player, unicode)


def _name_faults(names: Sequence[str], players: int) -> list[Fault]:
    faults = []
    if len(names) != players:
        faults.append(Fault("names", f"{counted(len(names), 'names')} for {players} players", "one for each"))
    for name in names:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            faults.append(Fault("names", f"{name!r} is not a name", "a word that begins with a letter"))
        elif name.lower() in WORDS:
            faults.append(Fault("names", f"{name!r} is a word of the prompt", "another name, such as its initial with a dot"))
    if not faults and len({name.lower() for name in names}) != len(names):
        faults.append(Fault("names", "two names are equal", "different names"))
    return faults


def _refused(what: str, remedy: str = "") -> InputError:
    return InputError("entry", what, remedy)
