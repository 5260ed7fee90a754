"""The rules of the train-tile game, on the protocol of all table games.

Numbers such as BT-06 are those of the checklist of rules in `docs/rules/tiles.md`. Squares that cannot be played at all are
discarded by the rules themselves; a player acts only where there is something to decide or to lay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from shunt.errors import Fault, InputError, NotationError, faults_as, raise_faults, suggest
from shunt.games.protocol import CHANCE, OVER, ScoreForm, TableGame, Weighted
from shunt.games.tiles.squares import COLOURS, SETS, Square, all_squares, find_square, square_set
from shunt.games.tiles.state import DISCARD, DRAW, PLAY, TilesAction, TilesState
from shunt.games.tiles.text import state_to_json, table_text
from shunt.games.tiles.train import TURNS, TilesTrain

SEVERAL = 2
"""Cars of one's own colour from which a square must be played (BT-06: "several")."""
SURPLUS = ("end-turn", "redraw")


class Tiles(TableGame[TilesState, TilesAction]):
    """The game for 2 to 4 players, each with a colour.

    `squares` names a set; `colours` gives the players' colours in order (default R B G Y); `first` is the start player;
    `free_discard` lets every square be discarded (BT-06 as an option); `surplus` says whether a second engine or caboose
    ends the turn or is drawn again; `tight_gaps` allows the two ends of the train to face one cell.
    """

    name = "tiles"
    score_form = ScoreForm(("Own cars in the train",), 12, "The player with the most cars of their colour in the train wins.")
    seats = (2, 3, 4)
    title = "A Big Train Game (1965)"
    summary = "Add squares to one growing train, and have the most cars of your colour in it when it is complete."
    bots: ClassVar = {
        "myopic": "shunt.games.tiles.bots:MyopicBot",
        "rollout": "shunt.games.tiles.bots:RolloutBot",
    }
    strengths: ClassVar = {"easy": "random", "normal": "greedy", "strong": "myopic"}
    face = "shunt.games.tiles.face:tiles_face"
    front = "shunt.games.commands.tiles:FRONT"

    def __init__(
        self,
        players: int,
        squares: str = SETS[0],
        colours: str = "",
        first: int = 0,
        free_discard: bool = False,
        surplus: str = SURPLUS[0],
        tight_gaps: bool = False,
    ) -> None:
        """Raise `InputError`, which lists every invalid option."""
        super().__init__(players)
        faults = []
        if surplus not in SURPLUS:
            faults.append(Fault("surplus", f"{surplus!r}", "one of " + ", ".join(SURPLUS)))
        if not 0 <= first < players:
            faults.append(Fault("first", f"{first!r} is not a player", f"0 to {players - 1}, counted from 0"))
        colours = colours or COLOURS[:players]
        if len(colours) != players or len(set(colours)) < players or not set(colours) <= set(COLOURS):
            faults.append(Fault("colours", f"{colours!r}", f"{players} different letters of {COLOURS}"))
        raise_faults(faults)
        self.squares, self.colours, self.first = squares, colours, first
        self.free_discard, self.surplus, self.tight_gaps = free_discard, surplus, tight_gaps
        self.set = square_set(squares)

    def initial(self) -> TilesState:
        """Return the shuffled, face-down pile and no train (BT-03, BT-04)."""
        return TilesState(tuple(square.id for square in self.set), self.first)

    def to_act(self, state: TilesState) -> int:
        """Return the player who holds a square, or chance if a square must be drawn."""
        return OVER if state.over else state.player if state.drawn else CHANCE

    def chance_outcomes(self, state: TilesState) -> tuple[Weighted[TilesAction], ...]:
        """Return the squares of the pile, each as likely as the others (BT-05)."""
        if state.over or state.drawn:
            return ()
        return tuple((TilesAction(DRAW, square), 1) for square in state.pile)

    def legal_actions(self, state: TilesState) -> tuple[TilesAction, ...]:
        """Return every placement of the drawn square, and a discard if it is allowed (BT-06, BT-07, BT-12)."""
        if state.over or not state.drawn:
            return ()
        square = all_squares()[state.drawn]
        plays = [TilesAction(PLAY, square.id, end, turn) for end, turn in state.train.placements(square, self.tight_gaps)]
        return tuple(sorted([*plays, *([TilesAction(DISCARD, square.id)] if self.may_discard(state, square) else [])]))

    def may_discard(self, state: TilesState, square: Square) -> bool:
        """Return whether the player may discard a square that could be played."""
        return square.kind == "car" and (self.free_discard or square.count(self.colours[state.player]) < SEVERAL)

    def refusal(self, state: TilesState, action: TilesAction) -> str:
        """Return why an action is not allowed; empty if it is."""
        legal = self.legal_actions(state)
        if action in legal:
            return ""
        square = all_squares()[state.drawn]
        if action.square != state.drawn:
            return f"{action.square} was not turned up; {square.id} was"
        choices = ", ".join(self.action_text(act) for act in legal)
        if action.what == DISCARD:
            own = square.count(self.colours[state.player])
            why = f"the first {square.kind} must be played" if square.kind != "car" else f"it has {own} cars of your colour"
            return f"{square.id} may not be discarded: {why} (legal: {choices})"
        return f"{square.id} cannot be joined there (legal: {choices})"

    def apply(self, state: TilesState, action: TilesAction) -> TilesState:
        """Return the state after a draw, a play or a discard."""
        if action.what == DRAW:
            return self._drawn(state, all_squares()[action.square])
        if action.what == DISCARD:
            return self._next_turn(replace(state, discards=(*state.discards, state.drawn), drawn=""))
        square = all_squares()[state.drawn]
        train = state.train.add(square, action.end, action.turn)
        engine, caboose = state.engine or square.kind == "engine", state.caboose or square.kind == "caboose"
        played = replace(state, train=train, drawn="", engine=engine, caboose=caboose)
        return replace(played, over=True) if engine and caboose else self._next_turn(played)  # BT-16

    def _drawn(self, state: TilesState, square: Square) -> TilesState:
        """Turn up a square; what cannot be played goes to the discards at once (BT-11, BT-13)."""
        pile = tuple(other for other in state.pile if other != square.id)
        turned = replace(state, pile=pile, drawn=square.id, draws=state.draws + 1)
        is_surplus = (square.kind == "engine" and state.engine) or (square.kind == "caboose" and state.caboose)
        if not is_surplus and any(True for _ in state.train.placements(square, self.tight_gaps)):
            return turned
        gone = replace(turned, discards=(*state.discards, square.id), drawn="")
        if is_surplus and self.surplus == "end-turn":
            return self._next_turn(gone)
        return replace(gone, redrawn=gone.redrawn + (not is_surplus), over=not pile)

    def _next_turn(self, state: TilesState) -> TilesState:
        """Pass the turn clockwise (BT-10); an empty pile ends the game."""
        return replace(state, player=(state.player + 1) % self.players, over=not state.pile)

    def scores(self, state: TilesState) -> tuple[int, ...]:
        """Return the cars of each player's colour in the train, engine and caboose included (BT-17)."""
        return tuple(state.train.count(colour) for colour in self.colours)

    def facts(self, state: TilesState) -> Mapping[str, tuple[float, ...]]:
        """Return how many squares were drawn, and how many could not be joined."""
        return {"squares drawn": (float(state.draws),) * self.players, "unplayable": (float(state.redrawn),) * self.players}

    def most_actions(self) -> int:
        """Return the number of squares: each is played or discarded once."""
        return len(self.set)

    def most_choices(self) -> int:
        """Return 5: two ends with two rotations each, and the discard."""
        return 5

    def most_outcomes(self) -> int:
        """Return the number of squares."""
        return len(self.set)

    # ---------------------------------------------------------------------------------------------------------------- text

    def action_text(self, action: TilesAction) -> str:
        """Return `draw R4`, `play R4 1 left`, `play ER 2`, `play R4` for the first square, or `discard R4`."""
        if action.what != PLAY:
            return f"{action.what} {action.square}"
        return " ".join(filter(None, [PLAY, action.square, str(action.end + 1), action.turn]))

    def words(self, action: TilesAction, names: Sequence[str]) -> str:
        """Return `add the curve with 4 red cars to end 1, turning left`, and the like."""
        square = all_squares()[action.square].words
        if action.what == DRAW:
            return f"turned up: {square}"
        if action.what == DISCARD:
            return f"discard the {square}"
        turned = {"": "", "straight": ", straight on", "left": ", turning left", "right": ", turning right"}[action.turn]
        return f"add the {square} to end {action.end + 1}{turned}"

    def words_for(self, state: TilesState, action: TilesAction, observer: int, names: Sequence[str]) -> str:
        """Return the action in words; an end is named only where the train has two."""
        words = self.words(action, names)
        if action.what != PLAY or None not in state.train.ends:
            return words
        if not state.train.placed:
            return f"begin the train with the {all_squares()[action.square].words}"
        return words.replace(f"to end {action.end + 1}", "to the train")

    def parse_action(self, text: str) -> TilesAction:
        """Read what `action_text` writes, and `play R4` for end 1."""
        words = text.split()
        if not words or words[0] not in (DRAW, PLAY, DISCARD) or len(words) < 2:
            raise NotationError("action", f"{text!r} is not an action", "play SQUARE END [left|right], or discard SQUARE")
        square = find_square(words[1]).id
        if words[0] != PLAY:
            if len(words) > 2:
                raise NotationError("action", f"{text!r} has too many words", f"{words[0]} {square}")
            return TilesAction(words[0], square)
        end, turn = (words[2] if len(words) > 2 else "1"), (words[3] if len(words) > 3 else "")
        if end not in ("1", "2") or turn not in ("", *TURNS) or len(words) > 4:
            what = f"{' '.join(words[2:])!r} is not an end and a turn"
            near = suggest(turn, TURNS) if turn and turn not in TURNS else "1 or 2, then straight, left or right"
            raise NotationError("action", what, near)
        return TilesAction(PLAY, square, int(end) - 1, turn)

    state_to_json = staticmethod(state_to_json)

    def describe(self, state: TilesState) -> str:
        """Return the table in plain text."""
        return table_text(state, self.colours, self.scores(state))


def train_of(texts: Iterable[str], tight_gaps: bool = False) -> TilesTrain:
    """Return the train after these squares were played; raise `InputError` with the number of the first invalid one."""
    game, train = Tiles(2, squares="4+4+22"), TilesTrain()
    used: set[str] = set()
    for number, text in enumerate(texts, start=1):
        with faults_as(partial(replace, where=f"square {number}")):
            act = game.parse_action(text if text.startswith(PLAY) else f"{PLAY} {text}")
        if act.square in used:
            raise InputError(f"square {number}", f"{act.square} was played before", "each square exists only once")
        used.add(act.square)
        square = all_squares()[act.square]
        legal = list(train.placements(square, tight_gaps))
        if (act.end, act.turn) not in legal:
            choices = ", ".join(f"{act.square} {end + 1} {turn}".strip() for end, turn in legal) or "it cannot be joined"
            raise InputError(f"square {number}", f"{text!r} cannot be joined there", choices)
        train = train.add(square, act.end, act.turn)
    return train
