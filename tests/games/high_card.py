"""A game of three minutes with everything that Hump Yard lacks: cards dealt face down, known to their owners alone."""

from dataclasses import dataclass, replace

from shunt.errors import NotationError
from shunt.games.protocol import CHANCE, OVER, TableGame

HIDDEN = 0
CARDS = range(1, 7)


@dataclass(frozen=True)
class Hands:
    cards: tuple[int, ...] = ()
    said: tuple[str, ...] = ()


class HighCard(TableGame[Hands, str]):
    """Each gets a card of 1 to 6, then says in turn whether it plays or folds; the highest card played scores 1."""

    name = "high-card"
    seats = (2, 3)

    def initial(self):
        return Hands()

    def to_act(self, state):
        if len(state.cards) < self.players:
            return CHANCE
        return len(state.said) if len(state.said) < self.players else OVER

    def legal_actions(self, state):
        return ("fold", "play") if self.to_act(state) >= 0 else ()

    def chance_outcomes(self, state):
        left = [card for card in CARDS if card not in state.cards]
        return tuple((str(card), 1) for card in left) if self.to_act(state) == CHANCE else ()

    def apply(self, state, action):
        if action.isdecimal():
            return replace(state, cards=(*state.cards, int(action)))
        return replace(state, said=(*state.said, action))

    def scores(self, state):
        played = {player: state.cards[player] for player, said in enumerate(state.said) if said == "play"}
        over = len(state.said) == self.players
        return tuple(int(over and player in played and played[player] == max(played.values())) for player in range(self.players))

    def view(self, state, player):
        if self.to_act(state) == OVER:
            return state
        return replace(state, cards=tuple(card if seat == player else HIDDEN for seat, card in enumerate(state.cards)))

    def determinize(self, view, player, chance):
        left = [card for card in CARDS if card not in view.cards]
        chance.shuffle(left)
        return replace(view, cards=tuple(card or left.pop() for card in view.cards))

    def action_text(self, action):
        return action

    def parse_action(self, text):
        if text not in ("fold", "play", *map(str, CARDS)):
            raise NotationError(f"{text!r} is no action")
        return text

    def describe(self, state):
        return f"cards {' '.join(map(str, state.cards))}\nsaid {' '.join(state.said)}"
