"""Options that the commands about hump yards share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from shunt.cli.options import Shipped, json_option, limit_options, limits_of

F = TypeVar("F", bound=Callable[..., Any])

yard_argument = click.argument("yard", type=Shipped("yards"))
stop_option = click.option(
    "--stop",
    type=click.Choice(["farthest", "any"]),
    default="farthest",
    show_default=True,
    help="Where a move may end: as far as it can go, or anywhere.",
)
returns_option = click.option("--returns", is_flag=True, help="Allow cuts to move back into the source.")


def rule_options(command: F) -> F:
    """Add `--stop` and `--returns`, the rules that a yard is played by, and `--json`."""
    return stop_option(returns_option(json_option(command)))


def search_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add `rule_options` and the limits of a search, which the command receives as `limits`."""

    @wraps(command)
    def limited(*args: Any, max_memory: int | None, max_states: int | None, time_limit: float | None, **others: Any) -> Any:
        return command(*args, limits=limits_of(max_memory, max_states, time_limit), **others)

    return rule_options(limit_options(limited))


def names(text: str) -> list[str]:
    """Return the names of cars or tiles that an option lists, separated by blanks or commas."""
    return text.replace(",", " ").split()
