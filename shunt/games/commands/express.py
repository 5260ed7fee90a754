"""`shunt express`: best trains, exact answers, advice and scores for Yardmaster Express; play and simulations."""

from __future__ import annotations

import random
from typing import Any

import click

from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import (
    choice_option,
    json_option,
    limit_options,
    number_option,
    seed_option,
    text_option,
    work_limit_options,
)
from shunt.cli.output import note, parameters_as, print_json, say, show_picture
from shunt.cli.progress import watching
from shunt.errors import IllegalMoveError, InputError, NotationError, raise_faults
from shunt.games.commands.express_front import FRONT, RULE_OPTIONS, RuleValues, rule_options, rules_from, settings_option
from shunt.games.commands.express_score import score_command, show_command
from shunt.games.commands.front import added, objective_option
from shunt.games.commands.game_commands import add_game_commands
from shunt.games.express.advice import advise
from shunt.games.express.best import best_trains
from shunt.games.express.cards import deck_for, parse_cards, rounds_for
from shunt.games.express.encoding import unsupported
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.known import check_solvable, known_match, solve_known
from shunt.games.express.options import RANDOM_CABOOSE, Options
from shunt.games.express.pictures import draw_table, draw_train
from shunt.games.express.state import ExpressState
from shunt.games.express.table import table_view
from shunt.games.express.trains import train_text
from shunt.games.protocol import Match, player_name
from shunt.games.table import GameTable
from shunt.search.core.limits import LimitReached, Limits

players_option = number_option("--players", "Number of players, 2 to 5.", least=2, most=5, default=2)


@click.group("express")
def command() -> None:
    """Play Yardmaster Express, and solve its positions exactly.

    A card such as R3|G3 consists of a left and a right half. The types are B coal, R livestock, G timber, Y oil and P
    automobiles. A face-down card is written --.

    \b
    Examples:
      shunt express best --players 2
      shunt express play
      shunt express simulate --bots sampler,greedy --games 100
    """


# --------------------------------------------------------------------------------------------------------------------
# Best trains


@command.command("best")
@text_option("--cards", "CARDS", 'Cards to choose from, such as "R3|G3 G2|G2 …". Default: the whole deck for --players.')
@number_option("--length", "Number of cards in the train. Default: the number of rounds for --players.", least=1)
@number_option("--face-down", "Largest number of cards that may be face down. Default: any number.", least=0)
@choice_option("--maximize", ["total", "value", "run"], "Quantity to maximise.")
@number_option("--limit", "Number of trains to list.", "number", least=1, most=1000, default=1)
@players_option
@added("rules", settings_option)
@limit_options
@json_option
def best_command(
    cards: str | None,
    length: int | None,
    face_down: int | None,
    maximize: str,
    number: int,
    players: int,
    rules: RuleValues,
    limits: Limits,
    as_json: bool,
) -> int:
    """Find the best train that the given cards can make in any order, including the points for its longest run.

    \b
    Examples:
      shunt express best --players 3
      shunt express best --cards "R3|G3 G2|G2 G4|Y4 Y2|Y3" --length 3
      shunt express best --cards "R3|G3 P2|P2 Y4|R4" --length 3 --face-down 0
    """
    with parameters_as():
        chosen = tuple(sorted(deck_for(players).elements())) if cards is None else parse_cards(cards, "--cards")
        with watching("the best train"):
            try:
                found = best_trains(
                    chosen,
                    min(rounds_for(players), len(chosen)) if length is None else length,
                    face_down=face_down,
                    number=number,
                    options=Options(**rules_from(rules)),
                    goal=maximize,
                    limits=limits,
                )
            except LimitReached as reached:
                note(f"stopped at a limit: {reached.stop}")
                return ExitStatus.STOPPED
    if as_json:
        rows = [
            {"total": one.total, "value": one.value, "run": one.run, "train": [car.shown for car in one.train]} for one in found
        ]
        first = rows[0] if rows else dict.fromkeys(("total", "value", "run", "train"))
        print_json(first | ({} if number == 1 and rows else {"trains": rows}))
    if not found:
        note("these cards make no such train")
        return ExitStatus.NO
    if not as_json:
        for best in found:
            points = f"{best.value} of the railcars, {best.total - best.value} for the longest run ({best.run})"
            say(f"{best.total} points: {points}")
            show_picture(draw_train(best.train))
            say(train_text(best.train))
    return ExitStatus.ANSWERED


# --------------------------------------------------------------------------------------------------------------------
# Known decks


@command.command("solve")
@click.option("--deck", required=True, metavar="CARDS", help="Deck with the top card first. The start player's hand is on top.")
@text_option("--after", "ACTIONS", 'Actions already played, such as "R3|G3; B2|B2 down".', default="")
@objective_option
@rule_options
@limit_options
@json_option
def solve_command(
    deck: str,
    after: str,
    objective: str,
    rules: RuleValues,
    limits: Limits,
    as_json: bool,
) -> int:
    """Solve a two-player game with a known deck. Print the value and the moves of best play.

    Players are numbered by turns. The start player is 1.

    \b
    Examples:
      shunt express solve --deck "R3|G3 B2|B2 …" --json
      shunt express solve --deck "R3|G3 B2|B2 …" --after "R3|G3; B2|B2 down; …"
    """
    with parameters_as(start="--deck"):
        game = Express(2, start=0, **rules_from(rules))
        check_solvable(game)
        cards = parse_cards(deck, "--deck")
        _check_caboose(game)
        match = known_match(game, cards)
    _play(match, after)
    with watching("the best line"):
        try:
            line = solve_known(match, limits)
        except LimitReached as reached:
            note(f"stopped at a limit: {reached.stop}")
            if as_json:
                print_json({"status": "unknown", "value": None, "line": [], "totals": None, "seconds": round(limits.seconds, 6)})
            return ExitStatus.STOPPED
    totals, won = game.scores(line.end), game.winners(line.end)
    value = totals[0] - totals[1]
    if objective == "win":
        value = 0 if len(won) > 1 else 1 if won == (0,) else -1
    if as_json:
        played = [{"player": player + 1, "card": act.name, "face": "down" if act.down else "up"} for player, act in line.actions]
        data: dict[str, Any] = {"status": "optimal", "line": played, "totals": list(totals), "seconds": round(line.seconds, 6)}
        data |= {"states": line.states, "winners": [player + 1 for player in won]}
        print_json(data | {"value": value, "objective": objective})
        return ExitStatus.ANSWERED
    what = {1: "a win", 0: "a tie", -1: "a loss"}[value] if objective == "win" else f"{value:+d}"
    say(f"Best play: {what} for the start player, {line.seconds:.2f} s")
    names = list(map(player_name, range(game.players)))
    for number, (player, act) in enumerate(line.actions, start=1):
        say(f"  {number:2}. {names[player]}: {game.action_text(act)}")
    show_picture(draw_table(game, line.end, -1, names))
    say("Won by " + " and ".join(names[player] for player in won))
    return ExitStatus.ANSWERED


def _check_caboose(game: Express) -> None:
    """Raise `InputError` for a caboose at random, which cannot be solved for."""
    if game.options.caboose == RANDOM_CABOOSE:
        remedy = "name one of " + ", ".join(game.options.possible_cabooses())
        raise InputError("--caboose", "the caboose must be known", remedy)


def _play(match: Match[ExpressState, ExpressAction], actions: str) -> None:
    """Take the actions of `--after`; an illegal one is refused with those that are legal."""
    texts = [text for text in (part.strip() for part in actions.replace(",", ";").split(";")) if text]
    try:
        match.acted(texts)
    except NotationError as error:
        raise InputError("--after", str(error)) from None
    except IllegalMoveError as error:
        remedy = f"{match.game.most_actions()} actions are a whole game" if error.rule == "over" else ""
        raise InputError("--after", f"action {error.number}: {error.why}", remedy) from None
    if match.is_over:
        raise InputError("--after", "the game is over, and nothing is left to solve", "leave the last action out")


# --------------------------------------------------------------------------------------------------------------------
# Advice


@command.command("advise")
@text_option("--hand", "CARDS", "All cards in the hand of the player to move, including the card just drawn.")
@text_option(
    "--train",
    "CARS",
    "A player's train, in the order in which it was laid. Repeat the option for each player, "
    "in turn order, beginning with yourself.",
    "trains",
    multiple=True,
)
@text_option("--resume", "FILE", "Give advice for a game that `shunt express play` saved. This replaces --hand and --train.")
@number_option("--samples", "Number of decks to sample.", least=1, most=100_000, default=50)
@players_option
@rule_options
@seed_option("Random seed. The same seed samples the same decks.")
@work_limit_options
@json_option
def advise_command(
    hand: str | None,
    trains: tuple[str, ...],
    resume: str | None,
    samples: int,
    players: int,
    seed: int,
    rules: RuleValues,
    as_json: bool,
) -> None:
    """Print what each action is worth to the player whose turn it is, when the deck is hidden.

    The answer is exact for the last four turns of two players. Before that, decks are sampled, and each is solved or played
    out. A face-down card is written --, or R3|G3 down if you know it. The lead is the average difference between your points
    and the best opponent's points.

    \b
    Examples:
      shunt express advise --hand "R3|G3 B2|B2 Y4|R4"
      shunt express advise --hand "R3|G3 B2|B2 Y4|R4" --train "B4|G4 G2|G3" --train "Y2|Y3 --"
      shunt express advise --resume express.json
    """
    game, view = _saved_view(resume) if resume else _typed_view(hand, trains, players, rules)
    raise_faults(unsupported(game.options))
    with watching("advice"):
        found = advise(game, view, view.player, random.Random(seed), samples)
    if as_json:
        rows = [
            {"card": one.action.name, "face": "down" if one.action.down else "up"}
            | {"lead": round(one.lead, 6), "win": round(one.win, 6), "method": one.method}
            for one in found
        ]
        print_json({"best": rows[0], "actions": rows, "seed": seed})
        return

    names = ["you", *map(player_name, range(1, game.players))]
    order = names[-view.player :] + names[: -view.player] if view.player else names
    show_picture(draw_table(game, view, view.player, order))
    say()
    say(f"{'action':<12}{'lead':>8}{'wins':>9}   {found[0].method}")
    for advice in found:
        say(f"{game.action_text(advice.action):<12}{advice.lead:>+8.2f}{advice.win:>9.1%}")


def _typed_view(hand: str | None, trains: tuple[str, ...], players: int, rules: RuleValues) -> tuple[Express, ExpressState]:
    if hand is None:
        raise InputError("--hand", "the hand is missing", "name the cards held, or a saved game by --resume")
    game = Express(players, **rules_from(rules))
    with parameters_as(train="--train", cards="--hand and --train"):
        _check_caboose(game)
        return game, table_view(game, hand, trains)


def _saved_view(path: str) -> tuple[Express, ExpressState]:
    """Return the game saved in a file and what the player to move knows."""
    match = GameTable.resumed(path, "express")
    if match.is_over:
        raise InputError("--resume", f"{path}: the game is over", "a game in progress")
    return match.game, match.game.view(match.state, match.state.player)  # type: ignore[return-value]


command.add_command(score_command)
command.add_command(show_command)


# --------------------------------------------------------------------------------------------------------------------
# The companion


add_game_commands(
    command,
    FRONT,
    "shunt.games.express.companion:ExpressCompanion",
    """Keep the score sheet of a game at a table. It is saved after every entry.

    Enter each train when the game is over. ? lists what you can type. `shunt games setup express` deals a random game.

    \b
    Examples:
      shunt express follow --players 3
      shunt express follow --caboose "Short Line" --save friday.json
    """,
    [players_option, *RULE_OPTIONS],
    lambda values: {"players": values["players"], **rules_from(values)},
)
