"""`shunt rate`: how hard a card is likely to be, with the reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from shunt.cards.limits import MOVES
from shunt.cli import options, output
from shunt.cli.cards import rate_fit
from shunt.cli.exit_status import ExitStatus
from shunt.cli.interrupts import check_save, printed_anyway, with_notes
from shunt.cli.options import Whole
from shunt.cli.progress import watching
from shunt.errors import Fault, InputError

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.generator.rating.rate import Rating

BAR = 20  # characters that the largest share of a grade is drawn with


@click.command("rate")
@click.argument("cards", metavar="CARD", nargs=-1, required=True, type=options.Shipped("cards"))
@options.json_option
@click.option("--explain", is_flag=True, help="Print what the grade is made of, and what every feature means.")
@click.option("--save", is_flag=True, help="Write the rating into the card's file.")
@options.weights_option
@click.option("--fit", is_flag=True, help="Fit weights to records of play: give their FILES instead of a card.")
@click.option(
    "--simulate", type=Whole(1, 100_000), metavar="N", help="Print records of N simulated players at these cards and packs."
)
@click.option(
    "--played",
    "known",
    multiple=True,
    metavar="CARD|PACK",
    help="Cards that were played, besides the shipped ones; may be repeated.",
)
@click.option(
    "--measure", type=click.Choice(["seconds", "moves"]), default="seconds", show_default=True, help="What weights are fitted to."
)
@options.output_option("File for the weights of --fit, or the records of --simulate.", type=click.Path(dir_okay=False))
@options.seed_option("Random seed of --simulate.")
@click.option("--exact-states", type=Whole(0), metavar="N", help="Compute wandering exactly up to N states.")
@click.option("--graph-states", type=Whole(1), metavar="N", help="Build the graph of states up to N states.")
@options.limit_options
def command(
    cards: tuple[str, ...], as_json: bool, explain: bool, save: bool, weights: str | None, fit: bool, simulate: int | None,
    known: tuple[str, ...], measure: str, file: str | None, seed: int, exact_states: int | None, graph_states: int | None,
    **limits: Any,
) -> int:  # fmt: skip
    """Estimate how hard CARD is: print a grade from 0 to 10 and a tier (blue, green, yellow, red, black).

    The grade is made of features that predict what people find hard in other transport puzzles; the shipped weights have not been
    tested with players. If a card is too large, some features are estimated, with standard errors, or assumed. Moves are counted,
    whatever the card's own metric is; of sidings, pulls or legs. CARD is a file, the name of a shipped card, or - for the
    standard input.

    --fit fits the weights to records of how people played, which the pages export, and prints their errors and how well they
    predict cards that they were not fitted to. -o writes a file of weights, for --weights here and where cards are made.

    \b
    Examples:
      shunt rate first-swap
      shunt rate first-swap --explain
      shunt rate my-card.toml --save
      shunt rate --simulate 40 first-forty -o plays.jsonl
      shunt rate --fit plays.jsonl -o weights.toml
      shunt rate first-swap --weights weights.toml

    Exit status: 0 rated · 1 proven to have no solution · 3 stopped at a limit · 130 interrupted. All but the first
    print what is proven of the fewest moves, with --json as an object whose grade is null.
    """
    _refuse_mixtures(cards, fit, simulate, {"--save": save, "--explain": explain, "--weights": weights}, known, file)
    if fit:
        return rate_fit.fit(cards, known, measure, file, as_json)
    if simulate is not None:
        return rate_fit.simulate(cards, simulate, seed, file)
    return _rate(cards[0], as_json, explain, save, weights, exact_states, graph_states, limits)


def _refuse_mixtures(
    cards: tuple[str, ...], fit: bool, simulate: int | None, of_one: dict[str, object], known: tuple[str, ...], file: str | None
) -> None:
    """Raise `InputError` for options that do not belong to the same task."""
    faults = []
    if fit and simulate is not None:
        faults.append(Fault("--fit, --simulate", "two different tasks", "leave one of the two out"))
    if fit or simulate is not None:
        task = "--fit" if fit else "--simulate"
        faults += [
            Fault(name, f"this belongs to the rating of one card, not to {task}", "leave it out")
            for name, set_ in of_one.items()
            if set_
        ]
    else:
        if len(cards) > 1:
            faults.append(
                Fault(
                    "CARD", f"{len(cards)} cards, and one is rated at a time", "give one card, or --fit before files of records"
                )
            )
        if file is not None:
            faults.append(Fault(output.OUTPUT, "a rating is printed, or written into the card", "use --save, or leave it out"))
    if known and not fit:
        faults.append(Fault("--played", "this belongs to --fit", "leave it out"))
    if faults:
        raise InputError(faults)


def _rate(
    card: str, as_json: bool, explain: bool, save: bool, weights: str | None, exact_states: int | None,
    graph_states: int | None, limits: Mapping[str, Any],
) -> int:  # fmt: skip
    from shunt.cards.files import save_card
    from shunt.cli.arguments import card_named

    loaded, given, bounds = card_named(card), options.weights_of(weights), options.limits_of(**limits)
    if save:
        check_save(card)
    with with_notes(), watching() as progress:
        from shunt.generator.rating.rate import RatingInterrupted, UnratableError, rate, rated
        from shunt.generator.rating.weights import EXACT_STATES, GRAPH_STATES

        try:
            rating = rate(
                loaded,
                bounds,  # whose clock runs since before the imports
                EXACT_STATES if exact_states is None else exact_states,
                graph_states or GRAPH_STATES,
                progress,
                given,
            )
        except UnratableError as error:
            output.note(str(error))
            if as_json:
                output.print_json(error.proven(loaded).as_json())
            return ExitStatus.NO if error.unsolvable else ExitStatus.STOPPED
        except RatingInterrupted as interrupt:
            if as_json:
                output.print_json(interrupt.unrated.as_json())
            raise

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
    borders = " · ".join(f"{name} from {border:g}" for name, border in rating.weights.tiers.items())
    output.say(f"\ntiers: {borders}")
    if rating.weights.fitted:
        output.say(f"weights: {rating.weights.version}, fitted to records of play")
    else:
        output.say("A grade and not a measurement: no such feature has been tested with people on shunting puzzles.")


def _shown(rating: Rating, name: str, value: float | None) -> str:
    if value is None:
        return "not known"
    shown = f"{value:,.0f}" if value == int(value) else f"{value:,.3f}"
    if name == "solutions" and not rating.features.get("solutions-complete"):
        shown = f"{shown} or more"
    return f"{shown} ± {rating.errors[name]:.3f}" if name in rating.errors else shown
