"""Tables of Yardmaster set up by hand, and games acted by texts."""

from dataclasses import dataclass, replace

from shunt.games.yardmaster.cards import NOTHING, card_data, counts, parse_cargo, parse_cars, parse_kind
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.state import YardmasterState

HANDS = ("C C L L O", "C L O T A", "C L O T A", "C L O T A", "C L O T A")

ASKED = ("is_over", "to_act", "winners", "scores", "returns")


@dataclass(frozen=True)
class Table:
    """A state of a game; its attributes, and what the game says of it, are attributes of the table."""

    game: Yardmaster
    state: YardmasterState

    def __getattr__(self, name):
        return getattr(self.game, name)(self.state) if name in ASKED else getattr(self.state, name)

    def by(self, other):
        """The same table by the rules of another game."""
        return Table(other, self.state)

    def empty_pile(self):
        """The same table with every card of the draw pile gone (to nobody), so that the pile is empty."""
        return Table(self.game, replace(self.state, pile=(0,) * 10, pile_size=0))

    def do(self, *texts):
        """The table after actions and outcomes of chance, each checked."""
        state = self.state
        for text in texts:
            state = self.game.act(state, self.game.parse_action(text))
        return Table(self.game, state)

    def texts(self, what=""):
        """The legal actions as texts, those that begin with `what`."""
        legal = self.game.legal_actions(self.state)
        return [text for text in map(self.game.action_text, legal) if text.startswith(what)]

    def why(self, text):
        """Why an action is refused."""
        return self.game.refusal(self.state, self.game.parse_action(text))


def table(game=None, *, hands=(), trains=(), yards=(), tokens="CLOTA", arrivals="C3 L2 O2 T4", discard="A", frozen="", **changes):
    """A state in which player 0 has the first action of a turn; what is not in hands or piles is in the draw pile."""
    game = game or two()
    players = game.players
    hands = [counts(parse_cargo(hand)) for hand in (*hands, *HANDS[len(hands) : players])]
    trains = [parse_cars(text) for text in (*trains, *[""] * (players - len(trains)))]
    yards = [tuple(sorted(parse_cars(text))) for text in (*yards, *[""] * (players - len(yards)))]
    cards, shown = parse_cargo(discard), parse_cars(arrivals)
    pile = [copies - out for copies, *gone in zip(card_data().cargo, *hands, counts(cards), strict=True) for out in [sum(gone)]]
    railcars = list(game.railcars)
    for car in [*shown, *(car for cars in (*trains, *yards) for car in cars)]:
        railcars[car] -= 1
    state = replace(
        game.initial(),
        phase="turn",
        player=0,
        hands=tuple(hands),
        trains=tuple(trains),
        yards=tuple(yards),
        tokens=tuple(parse_kind(letter) for letter in tokens[:players]),
        yardmaster=players - 1,
        arrivals=tuple(sorted(shown)),
        railcars=tuple(railcars),
        pile=tuple(pile),
        pile_size=sum(pile),
        discard=cards,
        aside=NOTHING,
        frozen=counts(parse_cargo(frozen)),
    )
    assert min(*pile, *railcars) >= 0, "more cards than there are"
    return Table(game, replace(state, **changes))


def two(**options):
    return Yardmaster(2, first=0, **options)
