"""Playouts of Yardmaster: chance, play by the quick policy, and actions tried by many of them from one state."""

from __future__ import annotations

import numpy as np

from shunt.games.chance_kernels import below
from shunt.games.yardmaster.engine import layout as L
from shunt.games.yardmaster.engine.policy_kernels import choose
from shunt.games.yardmaster.engine.rules_kernels import act, give_car, give_card, seat_of
from shunt.search.core.jit import inner, kernel, lean


@lean
def settle(board, chance):
    """Draw what chance has to draw."""
    if board[L.PHASE] == L.CARD:
        ticket = below(chance, board[L.PILE_SIZE])
        for kind in range(L.KINDS):
            ticket -= board[L.PILE + kind]
            if ticket < 0:
                give_card(board, kind)
                return
    elif board[L.PHASE] == L.CAR:
        ticket = below(chance, board[L.RAILCARS_LEFT])
        for car in range(L.CARS):
            ticket -= board[L.RAILCARS + car]
            if ticket < 0:
                give_car(board, car)
                return


@lean
def play_out(board, chance, most_turns):
    """Play by the quick policy to the end of the game, or for `most_turns` turns."""
    last = board[L.TURN] + most_turns
    while board[L.PHASE] != L.OVER and board[L.TURN] < last:
        if board[L.PHASE] >= L.CARD:
            settle(board, chance)
        else:
            act(board, choose(board))


@inner
def worths(board, worth):
    """Write what a state is worth to each player: the shares of a win if it is over, else by the points so far."""
    players, most, leaders = board[L.PLAYERS], -1, 0
    for player in range(players):
        points = board[seat_of(player) + L.POINTS]
        if points > most:
            most, leaders = points, 1
        elif points == most:
            leaders += 1
    for player in range(players):
        worth[player] = 1.0 / leaders if board[seat_of(player) + L.POINTS] == most else 0.0


@kernel
def trials(boards, actions, seed, most_turns):
    """Play each of `actions` in each of `boards`, then the policy to the end of the game.

    All boards are guesses at one state; the number of a board seeds its chance, so that actions are compared in the same
    luck as far as the games stay alike. Return for each board and action the share of the win of the player in turn.
    """
    chance = np.zeros(1, dtype=np.uint64)
    wins = np.zeros((len(boards), len(actions)))
    player, players = boards[0, L.PLAYER], boards[0, L.PLAYERS]
    worth = np.zeros(players)
    for world in range(len(boards)):
        for number in range(len(actions)):
            chance[0] = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(world) * np.uint64(0x9E3779B97F4A7C15)
            table = boards[world].copy()
            act(table, actions[number])
            play_out(table, chance, most_turns)
            worths(table, worth)
            wins[world, number] = worth[player]
    return wins
