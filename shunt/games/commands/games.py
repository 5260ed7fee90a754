"""`shunt games`: every game with its players, bots and commands; set-ups at random for a real table."""

from __future__ import annotations

import json
from typing import Any

import click

from shunt.cli.options import json_option, number_option, seed_option, text_option
from shunt.cli.output import print_json, say
from shunt.games.commands.front import counted_runs
from shunt.games.protocol import Match, TableGame, players_text
from shunt.games.registry import BOTS, GAMES, bot_names, bot_options, game_class, make_game

_settings_option = text_option(
    "--option", "KEY=VALUE", "Game option and its JSON value. Players are numbered from 0.", "settings", multiple=True
)


@click.group("games", invoke_without_command=True)
@json_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """List all games, with their players, bots and commands.

    \b
    Examples:
      shunt games
      shunt games setup express --players 4
    """
    if context.invoked_subcommand is None:
        rows = _games()
        if as_json:
            print_json({"games": rows})
        else:
            _print_games(rows)


def _games() -> list[dict[str, Any]]:
    rows = []
    for name in sorted(GAMES):
        game = game_class(name)
        bots = {bot: bot_options(game, bot) for bot in bot_names(game)}
        row = {"name": name, "title": game.title, "summary": game.summary, "players": list(game.seats)}
        rows.append(row | {"command": name, "bots": bots, "own_bots": sorted(game.bots)})
    return rows


def _print_games(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        own = {bot: options for bot, options in row["bots"].items() if bot in row["own_bots"]}
        say(f"{row['name']}: {row['title']}, {players_text(row['players'])}")
        say(f"  {row['summary']}")
        say(f"  shunt {row['command']} play | shunt {row['command']} simulate | shunt games setup {row['name']}")
        texts = [f"{text} (in place of the general one)" if bot in BOTS else text for bot, text in _bot_texts(own).items()]
        say(f"  bots of its own: {', '.join(texts) or 'none'}")
        say()
    say("Bots for every game, with their default options (write NAME or NAME:KEY=VALUE:…):")
    for text in _bot_texts({bot: bot_options(TableGame, bot) for bot in BOTS}).values():  # type: ignore[type-abstract]
        say(f"  {text}")


def _bot_texts(bots: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Return what is typed for each bot, with the defaults of its options."""
    return {bot: ":".join([bot, *(f"{key}={_text(value)}" for key, value in options.items())]) for bot, options in bots.items()}


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@command.command("setup")
@click.argument("game")
@number_option("--players", "Number of players. Default: the fewest.", least=1)
@seed_option("Random seed. Default: a new seed, which is printed.", default=None)
@_settings_option
@json_option
def setup_command(game: str, players: int | None, seed: int | None, settings: tuple[str, ...], as_json: bool) -> None:
    """Set up a random game for a real table.

    The command prints who starts, what is dealt and what is turned up. The same seed gives the same set-up. Hidden cards
    are printed too, so do not look at other players' cards.

    \b
    Examples:
      shunt games setup humpyard
      shunt games setup humpyard --players 4 --seed 1
    """
    import secrets

    count, options = _chosen(game, players, settings)
    match: Match[Any, Any] = Match(make_game(game, count, **options), secrets.randbelow(10**9) if seed is None else seed)
    if as_json:
        rules = match.game
        data = {"game": game, "players": count, "options": rules.options_to_json(), "seed": match.seed}
        draws = [rules.action_text(outcome) for outcome in match.drawn]
        print_json(data | {"draws": draws, "state": rules.state_to_json(match.state)})
        return
    say(f"{game}, {count} players, seed {match.seed}")
    for text in counted_runs(map(match.game.action_text, match.drawn)):
        say(f"  {text}")
    say(f"\n{match.game.describe(match.state)}")


def _chosen(game: str, players: int | None, settings: tuple[str, ...]) -> tuple[int, dict[str, Any]]:
    """Return the number of players and the options, read from `KEY=VALUE`; a value that is not JSON is text."""
    options = dict(game_class(game).table_options)
    for setting in settings:
        key, _, value = setting.partition("=")
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    return min(game_class(game).seats) if players is None else players, options
