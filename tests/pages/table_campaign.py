"""What takes too long for a test: many positions, messages and games of the tables in the browser, and the time of bots.

python -m tests.pages.table_campaign --positions 2000 --messages 100000 --games 1000
"""

from __future__ import annotations

import argparse
import random
import resource
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from shunt.games.protocol import Match
from shunt.games.registry import GAMES, game_class, make_bot, make_game
from shunt.pages.tables import seated
from shunt.pages.tables.hall import Hall
from tests.games.test_faces import check_offers
from tests.pages.test_tables import ask, opened, own_turn, send_anything

WARM = 200  # games after which the memory is measured first


def play_games(folder: Path, number: int) -> None:
    """Play so many games of the shorter kinds at one server; print the memory in use on the way."""
    hall, chance = Hall(folder), random.Random(number)
    for played in range(number):
        table = opened(hall, ("express", "tiles", "yardmaster")[played % 3 if played % 10 == 0 else played % 2])
        seen = own_turn(hall, table)
        while not seen["over"]:
            action = chance.choice(seen["choices"])[0]
            ask(hall, "act", table=table["table"], key=table["keys"]["0"], version=seen["version"], action=action)
            seen = own_turn(hall, table)
        if (played + 1) % WARM == 0:
            print(f"{played + 1} games: {_memory():.0f} MB in use", flush=True)


def _memory() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def time_bots(name: str, number: int) -> None:
    """Print the processor time that the normal bot of a game takes for a move."""
    game_type = game_class(name)
    game_type.warm()
    game, chance, times = make_game(name, max(game_type.seats)), random.Random(name), []
    match = Match(game, 1)
    while len(times) < number:
        if match.is_over:
            match = Match(game, len(times))
        player = game.to_act(match.state)
        bot = make_bot(game_type, game_type.strengths["normal"], len(times), think=seated.THINK)
        began = process_time()
        action = bot.choose(game, game.view(match.state, player), player)
        times.append(process_time() - began)
        match.act(action if chance.random() < 0.8 else chance.choice(game.legal_actions(match.state)))
    times.sort()
    print(f"{name}: a normal bot takes {1000 * times[len(times) // 2]:.1f} ms, at most {1000 * times[-1]:.0f} ms", flush=True)


def main() -> None:
    """Run what the options name."""
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("positions", "messages", "games", "bots"):
        parser.add_argument(f"--{option}", type=int, default=0)
    chosen = parser.parse_args()
    for name in sorted(GAMES) if chosen.bots else ():
        time_bots(name, chosen.bots)
    for name in sorted(GAMES) if chosen.positions else ():
        check_offers(name, chosen.positions)
        print(f"{name}: {chosen.positions} positions offer what is legal, and nothing else", flush=True)
    seated.PACE = 0.001
    with TemporaryDirectory() as folder:
        if chosen.messages:
            send_anything(Path(folder), chosen.messages)
            print(f"{chosen.messages} messages were answered", flush=True)
        play_games(Path(folder), chosen.games)


if __name__ == "__main__":
    main()
