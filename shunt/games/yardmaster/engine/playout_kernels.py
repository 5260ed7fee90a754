"""Playouts of Yardmaster: chance, play by the quick policy, and actions tried by many of them from one state."""

from __future__ import annotations

import numpy as np

from shunt.games.chance_kernels import below
from shunt.games.yardmaster.engine.layout import CAR, CARD, CARS, KINDS, OVER
from shunt.games.yardmaster.engine.policy_kernels import choose
from shunt.games.yardmaster.engine.rules_kernels import act, give_car, give_card
from shunt.search.core.jit import inner, kernel, lean


@lean
def settle(board, chance):
    """Draw what chance has to draw."""
    if board.phase == CARD:
        ticket = below(chance, board.pile_size)
        for kind in range(KINDS):
            ticket -= board.pile[kind]
            if ticket < 0:
                give_card(board, kind)
                return
    elif board.phase == CAR:
        ticket = below(chance, board.railcars_left)
        for car in range(CARS):
            ticket -= board.railcars[car]
            if ticket < 0:
                give_car(board, car)
                return


@lean
def play_out(boards, chance, most_turns):
    """Play the first of `boards` by the quick policy to the end of the game, or for `most_turns` turns."""
    board = boards[0]
    last = board.turn + most_turns
    while board.phase != OVER and board.turn < last:
        if board.phase >= CARD:
            settle(board, chance)
        else:
            act(board, choose(boards))


@inner
def share(board, player):
    """Return a player's share of the win by the points so far, which decide it once the game is over."""
    most, leaders = -1, 0
    for other in range(board.players):
        points = board.seats[other].points
        if points > most:
            most, leaders = points, 1
        elif points == most:
            leaders += 1
    return 1.0 / leaders if board.seats[player].points == most else 0.0


@kernel
def trials(boards, actions, seed, most_turns):
    """Play each of `actions` in each of `boards`, then the policy to the end of the game.

    All boards are guesses at one state; the number of a board seeds its chance, so that actions are compared in the same
    luck as far as the games stay alike. Return for each board and action the share of the win of the player in turn.
    """
    chance = np.zeros(1, dtype=np.uint64)
    wins = np.zeros((len(boards), len(actions)))
    tables = boards[:1].copy()
    table = tables[0]
    for world in range(len(boards)):
        for number in range(len(actions)):
            chance[0] = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(world) * np.uint64(0x9E3779B97F4A7C15)
            tables[0] = boards[world]
            act(table, actions[number])
            play_out(tables, chance, most_turns)
            wins[world, number] = share(table, boards[0].player)
    return wins
