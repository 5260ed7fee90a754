"""Games of Yardmaster Express in which chance is scripted."""

from collections import Counter

from shunt.games.express.cards import deck_for, find_caboose
from shunt.games.express.game import Express
from shunt.games.express.options import Options
from shunt.games.express.scoring import score_sheet
from shunt.games.express.trains import parse_train
from shunt.games.protocol import Match

STRATEGIC = {"variant": "strategic"}


def sheet(*trains, caboose=None, **options):
    """The scores of trains as written."""
    return score_sheet([parse_train(train) for train in trains], find_caboose(caboose) if caboose else None, Options(**options))


def scripted(players, hand, draws=(), actions=(), start=0, turned_up=(), **options):
    """A match whose start player has this hand; cards are drawn in this order, and these actions are taken."""
    cards = [hand.split() if isinstance(hand, str) else hand, draws.split() if isinstance(draws, str) else draws]
    script = [f"player {start + 1} starts", *(f"caboose {name}" for name in turned_up)]
    script += [*(f"deal {card}" for card in cards[0]), *(f"draw {card}" for card in cards[1])]
    match = Match(Express(players, **options), 1, script)
    for action in actions:
        match.act(match.game.parse_action(action))
    return match


def played(players, trains, start=0, turned_up=(), **options):
    """A finished game (or the first of two) whose trains are these, by seat: every card is drawn in the turn that lays it."""
    game = Express(players, **options)
    order = [trains[(start + ply) % players].split(" ") for ply in range(players)]
    laid = [order[ply % players][ply // players] for ply in range(game.plies)]
    free = deck_for(players) - Counter(card for card in laid if card != "--")
    spare = sorted(free.elements())
    hand, spare = spare[:players], spare[players:]
    draws = [spare.pop(0) if card == "--" else card for card in laid]
    actions = [f"{draw} down" if card == "--" else card for card, draw in zip(laid, draws, strict=True)]
    return scripted(players, hand, draws, actions, start, turned_up, **options)


def all_cards(state):
    """Every card of the game, wherever it is."""
    return state.deck() + Counter([*(turn.car.card for turn in state.past), *state.choices])
