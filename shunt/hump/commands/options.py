"""Options that the commands about hump yards share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import click

from shunt.cli.options import Shipped, choice_option, flag, gathered, json_option, limit_options

if TYPE_CHECKING:
    from shunt.hump.rules import MoveRules, Stop
    from shunt.hump.yard import Yard
    from shunt.search.core.limits import Limits


def names(text: str) -> list[str]:
    """Return the names of cars or tiles that an option lists, separated by blanks or commas."""
    return text.replace(",", " ").split()


def _named_yard(ctx: click.Context, parameter: click.Parameter, text: str) -> Yard:
    from shunt.hump.yard_file import find_yard

    return find_yard(text)


yard_argument = click.argument("yard", type=Shipped("yards"), callback=_named_yard)


def cars_option(option: str, words: str, required: bool = False) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return an option that lists cars by name."""
    return click.option(option, metavar="CARS", type=names, help=words, required=required)


stop_option = choice_option("--stop", ["farthest", "any"], "Where a move may end: at the farthest place, or anywhere.")
returns_option = flag("--returns", "Allow cuts to move back into the source.")


class SearchOptions(NamedTuple):
    """The rules that a yard is played by, the limits of a search in it, and whether its answer is printed as JSON."""

    rules: MoveRules
    limits: Limits
    as_json: bool


def rule_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add `--stop` and `--returns`, which the command receives as `rules`, and `--json`."""

    return stop_option(returns_option(json_option(gathered("rules", ("stop", "returns"), _rules, command))))


def search_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add `rule_options` and the limits of a search, which the command receives together as `search`."""

    return rule_options(limit_options(gathered("search", SearchOptions._fields, SearchOptions, command)))


def _rules(stop: Stop, returns: bool) -> MoveRules:
    from shunt.hump.rules import MoveRules

    return MoveRules(stop, returns)
