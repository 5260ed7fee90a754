"""Kernels that play games of Yardmaster Express to their end, greedily, by the hundred thousand."""

from shunt.games.chance_kernels import below
from shunt.games.express.engine.train_kernels import add_bonuses, fits, played
from shunt.search.core.jit import inlined, lean


@inlined
def shuffle(deck, seed):
    """Put the cards of a deck in a random order."""
    for last in range(deck.shape[0] - 1, 0, -1):
        other = below(seed, last + 1)
        deck[last], deck[other] = deck[other], deck[last]


@inlined
def _choose(train, hand, count, rules, seed):
    """Choose an action, 2 × place in the hand + down: at random among those of the highest value, face-up ones first.

    Copies of a card count once.
    """
    chosen, equals, highest = 0, 0, -1
    for place in range(count):
        card = hand[place]
        again = False
        for before in range(place):
            again = again or hand[before] == card
        if again:
            continue
        for down in range(2):
            if down == 0 and not fits(train, card, rules):
                continue
            value = 2 * (rules.cards[card, 1] + rules.cards[card, 3]) + 1 if down == 0 else 4 * rules.wild
            if value > highest:
                highest, equals = value, 0
            if value == highest:
                equals += 1
                if below(seed, equals) == 0:
                    chosen = 2 * place + down
    return chosen


@lean
def playout(trains, values, hand, deck, players, plies, rules, seed, totals):
    """Play `plies` turns from the first of `players` on, drawing deck[0], deck[1], …; writes final points to `totals`.

    `hand` has room for players + 1 cards and holds `players`; `values` are points so far.
    """
    for ply in range(plies):
        player = ply % players
        hand[players] = deck[ply]
        action = _choose(trains[player], hand, players + 1, rules, seed)
        place = action >> 1
        gain, trains[player] = played(trains[player], action & 1, hand[place], rules)
        values[player] += gain
        hand[place] = hand[players]
    add_bonuses(trains, values, players, rules, totals)
    for player in range(players):
        totals[player] += values[player]


@lean
def playouts(
    number, trains, values, hand, deck, players, plies, rules, earlier, first, seed, room, wins, sums,
):  # fmt: skip
    """Play a position out `number` times, the deck shuffled each time. Of players tied, the furthest from `first` wins.

    `room` has three rows of `players` and one of the hand; `wins` and `sums` count wins and the leads over the best other.
    `earlier` are points of a game before.
    """
    for _ in range(number):
        shuffle(deck, seed)
        for player in range(players):
            room[0, player], room[1, player] = trains[player], values[player]
        for place in range(players):
            room[3, place] = hand[place]
        playout(room[0], room[1], room[3], deck, players, plies, rules, seed, room[2])
        best, second, winner = -1000, -1000, 0
        for step in range(players):
            player = (first + step) % players
            total = room[2, player] + earlier[player]
            if total >= best:
                best, second, winner = total, best, player
            elif total > second:
                second = total
        wins[winner] += 1
        for player in range(players):
            total = room[2, player] + earlier[player]
            sums[player] += total - (second if player == winner else best)
