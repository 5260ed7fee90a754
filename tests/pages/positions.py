"""Random positions and games of shipped boards, for the comparison of the page's rules with the referee."""

from dataclasses import replace
from random import Random
from string import ascii_uppercase
from typing import Any

from shunt.hump.rules import Hump
from shunt.hump.yard_file import find_yard
from shunt.pages.cards import card_data, position_data, step_data
from shunt.pages.shared import Shared
from shunt.pages.yards import track_data
from shunt.rules.position import Position
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.pages import sidings_move_data, sidings_position_data
from tests.hump.engine.yards import exits, successors
from tests.rules.random_cards import goal_by_place, goal_by_train, position_of, tangle, train_card


def random_position(card: Any, random: Random) -> Position:
    """Pieces anywhere on the board but on broken tracks, headings and turntables anyhow."""
    spaces = [space for space in card.plan.spaces if space not in card.broken]
    places = tuple(random.sample(spaces, len(card.roster.pieces)))
    headings = tuple(random.randrange(2) for _ in card.start.headings)
    tables = tuple(random.randrange(len(table.positions)) for table in card.plan.turntables)
    return Position(places, headings, tables)


def train_case(card: Any, count: int, random: Random) -> dict[str, Any]:
    """A card with random positions and all their successors."""
    rules, positions = card.rules, [random_position(card, random) for _ in range(count)]
    return {
        "name": card.name,
        "rules": rules_data(card),
        "positions": [
            {"from": position_data(rules, one), "to": [position_data(rules, other) for other in rules.successors(one)]}
            for one in positions
        ],
    }


def rules_data(card: Any) -> dict[str, Any]:
    """What the page's rules need of a card, on a board that is quickly drawn: all spaces in a row."""
    shared, row = Shared(), {space: (float(number), 0.0) for number, space in enumerate(card.plan.spaces)}
    data = card_data(replace(card, layout=replace(card.layout, at=row, angles={})), shared)
    return data | {"plan": {key: value for key, value in shared.boards[data["board"]].items() if key != "drawing"}}


def game_case(card: Any, moves: int, random: Random) -> dict[str, Any]:
    """A game of random moves: each as a step, with the position and the counts after it."""
    game = card.play()
    made = []
    for _ in range(moves):
        legal = list(game.legal_moves)
        if not legal:
            break
        before = game.position
        done = game.push(random.choice(legal))
        made.append({"step": step_data(card, before, done), "notation": done.notation, "counts": game.counts})
        made[-1] |= {"after": position_data(card.rules, game.position), "solved": game.goal_is_met}
    return {"name": card.name, "rules": rules_data(card), "moves": made}


def goal_case(number: int) -> dict[str, Any]:
    """A card whose goal names places, and positions that meet it or do not."""
    random = Random(number)
    card = train_card(random, tangle)
    positions = [end for _ in range(30) if (end := position_of(random, card.rules)) is not None]
    goal_of = goal_by_train if number % 2 else goal_by_place
    card = replace(card, goal=goal_of(random, card.rules, positions[0]))
    data = rules_data(card)
    met = [{"position": position_data(card.rules, one), "solved": card.is_solved(one)} for one in positions]
    return {"name": f"random card {number}", "rules": data, "positions": met}


def sidings_case(card: SidingsCard, count: int, random: Random) -> dict[str, Any]:
    """A game of random moves, with all moves that are legal at each position."""
    data, rules = card_data(card, Shared()), card.rules
    game = card.play()
    positions = []
    for _ in range(count):
        legal = list(game.legal_moves)
        move = random.choice(legal)
        case = {"from": sidings_position_data(rules, game.position), "move": sidings_move_data(rules, move)}
        game.push(move)
        case |= {"legal": [sidings_move_data(rules, one) for one in legal], "solved": game.goal_is_met}
        positions.append(case | {"after": sidings_position_data(rules, game.position)})
    return {"name": card.name, "yard": data["yard"], "goal": data["goal"], "positions": positions}


def hump_case(name: str, cars: int, count: int, random: Random) -> dict[str, Any]:
    """A yard with random positions that can be reached, their successors and the orders in which the train may leave."""
    rules = Hump.on(find_yard(name), ascii_uppercase[:cars])
    spaces = rules.track.plan.spaces
    position, positions = rules.start, []
    for _ in range(count):
        found = sorted(successors(rules, position), key=str)
        orders = sorted("".join(order) for order in exits(rules, position))
        numbers = [[spaces.index(space) for space in one.places] for one in (position, *found)]
        positions.append({"from": numbers[0], "to": numbers[1:], "exits": orders})
        position = random.choice(found) if found else rules.start
    return {"name": f"{name} {cars}", "track": track_data(rules), "train": list(rules.train), "positions": positions}
