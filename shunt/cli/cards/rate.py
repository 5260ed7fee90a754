"""`shunt rate`: how hard a card is likely to be, with the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shunt.cards.limits import MOVES
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.interrupts import check_save, printed_anyway
from shunt.cli.options import Whole
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.generator.rating.rate import Rating

BAR = 20  # characters that the largest share of a grade is drawn with


@click.command("rate")
@options.card_argument
@options.json_option
@click.option("--explain", is_flag=True, help="Print what the grade is made of, and what every feature means.")
@click.option("--save", is_flag=True, help="Write the rating into the card's file.")
@click.option("--exact-states", type=Whole(0), metavar="N", help="Compute wandering exactly up to N states.")
@click.option("--graph-states", type=Whole(1), metavar="N", help="Build the graph of states up to N states.")
@options.limit_options
def command(
    card: str, as_json: bool, explain: bool, save: bool, exact_states: int | None, graph_states: int | None, **limits: Any
) -> int:
    """Estimate how hard CARD is: print a grade from 0 to 10 and a tier (blue, green, yellow, red, black).

    The grade is made of features that predict what people find hard in other transport puzzles; it has not been tested with
    players. If a card is too large, some features are estimated, with standard errors, or assumed. Moves are counted, whatever
    the card's own metric is; of sidings, pulls or legs. CARD is a file, the name of a shipped card, or - for the standard input.

    \b
    Examples:
      shunt rate first-swap
      shunt rate first-swap --explain
      shunt rate my-card.toml --save

    Exit status: 0 rated · 1 proven to have no solution · 3 stopped at a limit · 130 interrupted. The last two print the lower
    bound that was proven.
    """
    from shunt.cards.files import save_card
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    if save:
        check_save(card)
    with watching() as progress:
        from shunt.generator.rating.rate import UnratableError, rate, rated
        from shunt.generator.rating.weights import EXACT_STATES, GRAPH_STATES

        try:
            rating = rate(
                loaded,
                options.limits_of(**limits),
                EXACT_STATES if exact_states is None else exact_states,
                graph_states or GRAPH_STATES,
                progress,
            )
        except UnratableError as error:
            output.note(str(error))
            return ExitStatus.NO if error.unsolvable else ExitStatus.STOPPED

    def write() -> None:
        save_card(rated(loaded, rating), loaded.path)
        output.note(f"saved the rating in {loaded.path}")

    with printed_anyway("--save") as attempt:
        if save:
            attempt(write)
        if as_json:
            output.print_json(rating.as_json(loaded.name))
        else:
            _print(loaded, rating, explain)
    return ExitStatus.ANSWERED


def _print(card: Card, rating: Rating, explain: bool) -> None:
    optimum = rating.features["optimum"] or 0.0
    counted = card.metric[0] if card.metric[0] in MOVES else "moves"
    output.say(f"{card.name}: {rating.tier}, grade {rating.grade:.2f} of 10 ({output.counted(round(optimum), counted)})")
    if rating.unknown and not explain:
        output.say("  the grade is partly assumed: --explain says which features are not known, and why")
    if not explain:
        return
    from shunt.cards.tiers import TIER_BORDERS
    from shunt.generator.rating.weights import MEANINGS, WEIGHTS

    output.say("\nWhat the grade is made of")
    block = "█" if output.knows_unicode() else "#"
    most = max(rating.points.values()) or 1.0
    for name, points in rating.points.items():
        bar = block * round(BAR * points / most) if rating.why_assumed(name) is None else "assumed, not counted"
        output.say(f"  {name:16} {points:5.2f}  {bar:{BAR}}  {WEIGHTS[name].why}")
    for why in dict.fromkeys(rating.unknown.values()):
        names = [name for name in rating.points if rating.why_assumed(name) == why]
        output.say(f"  assumed, as in the middle of cards of this length: {', '.join(names)} ({why})")
    output.say("\nFeatures")
    for name, value in rating.features.items():
        output.say(f"  {name:18} {_shown(rating, name, value):>22}  {MEANINGS.get(name, '')}")
    borders = " · ".join(f"{name} from {border:g}" for name, border in TIER_BORDERS.items())
    output.say(f"\ntiers: {borders}")
    output.say("A grade and not a measurement: no such feature has been tested with people on shunting puzzles.")


def _shown(rating: Rating, name: str, value: float | None) -> str:
    if value is None:
        return "not known"
    shown = f"{value:,.0f}" if value == int(value) else f"{value:,.3f}"
    if name == "solutions" and not rating.features.get("solutions-complete"):
        shown = f"{shown} or more"
    return f"{shown} ± {rating.errors[name]:.3f}" if name in rating.errors else shown
