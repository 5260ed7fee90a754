"""`shunt rate`: how hard a card is likely to be, with the reasons; also weights fitted to play records, and simulated records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.answers import check_save
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import Whole, choice_option, flag, number_option, text_option
from shunt.cli.output import printed_anyway
from shunt.cli.progress import keeping, watching
from shunt.errors import Fault, InputError, raise_faults
from shunt.files.atomic import write_text_atomically
from shunt.generator.commands.generator_options import weights_of, weights_option
from shunt.generator.rating.weights import CONNECTED_NAME, EXACT_STATES, GRAPH_STATES, MEANINGS, SHIPPED, WEIGHTS, Weights
from shunt.search.core.limits import Limits

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.generator.rating.fit import Fit
    from shunt.generator.rating.rate import Rating

SHOWN = 5  # names of unknown cards that are listed
WIDE = 0.05  # error of a grade from which it is shown
BAR = 20  # characters that the largest share of a grade is drawn with


@click.command("rate")
@options.shipped_argument("cards", "CARD", "cards", nargs=-1, required=True)
@options.json_option
@flag("--explain", "Print the points for each feature, and what it means.")
@flag("--save", "Write the rating to the card's file.")
@weights_option
@flag("--fit", "Fit weights to play records; give FILES of records instead of a card.")
@number_option("--simulate", "Simulate N players on these cards and packs, and print their play records.", least=1, most=100_000)
@text_option(
    "--played",
    "CARD|PACK",
    "Card or pack that is named in the records and not shipped with shunt. Repeat the option for more cards or packs.",
    "known",
    multiple=True,
)
@choice_option("--measure", ["seconds", "moves"], "Quantity that the weights predict.")
@options.output_option("File for the weights of --fit, or the records of --simulate.", type=click.Path(dir_okay=False))
@options.seed_option("Random seed for --simulate.")
@click.option(
    "--exact-states",
    type=Whole(0),
    default=EXACT_STATES,
    metavar="N",
    help="Compute the feature wandering exactly up to N states.",
)
@click.option(
    "--graph-states", type=Whole(1), default=GRAPH_STATES, metavar="N", help="Build the state graph if it has at most N states."
)
@options.limit_options
def command(
    cards: tuple[str, ...],
    as_json: bool,
    explain: bool,
    save: bool,
    weights: str | None,
    fit: bool,
    simulate: int | None,
    known: tuple[str, ...],
    measure: str,
    file: str | None,
    seed: int,
    exact_states: int,
    graph_states: int,
    limits: Limits,
) -> int:
    """Estimate how hard CARD is: print a grade from 0 to 10 and a tier (blue, green, yellow, red, black).

    The grade is computed from features that predict the difficulty of other transport puzzles. The shipped weights have not been
    tested with players. For large cards, some features are only assumed, or are estimated with a standard error. The rating is
    based on moves, even if the card has another metric. For sidings, it is based on pulls or legs. CARD is a file, the name of a
    shipped card, or - for standard input.

    --fit fits the weights to play records that were exported from pages. The command prints the standard errors of the weights,
    and how well the weights predict the difficulty of held-out cards. -o writes the weights to a file for the option --weights of
    this and other commands.

    \b
    Examples:
      shunt rate first-swap
      shunt rate first-swap --explain
      shunt rate my-card.toml --save
      shunt rate --simulate 40 first-forty -o plays.jsonl
      shunt rate --fit plays.jsonl -o weights.toml
      shunt rate first-swap --weights weights.toml

    Exit status: 0 if the card is rated, 1 if it is proven unsolvable, 3 if a limit stopped the rating, 130 if
    interrupted. If it cannot compute a grade, the command prints what it has proven about the fewest moves. With
    --json, the grade is then null.
    """
    task = "--fit" if fit else "--simulate" if simulate is not None else ""
    if fit and simulate is not None:
        raise InputError("--fit, --simulate", "two different tasks", "leave one of the two out")
    _refuse_mixtures(cards, task, {"save": save, "explain": explain, "weights": weights}, known, file)
    if fit:
        return fit_to(cards, known, measure, file, as_json)
    if simulate is not None:
        return simulate_players(cards, simulate, seed, file)
    return _rate(cards[0], as_json, explain, save, weights, limits, exact_states, graph_states)


def _refuse_mixtures(
    cards: Sequence[str], task: str, of_one: Mapping[str, object], known: tuple[str, ...], file: str | None
) -> None:
    """Raise `InputError` if options do not belong to the same task. `task` is empty for the rating of one card."""
    what = f"cannot be combined with {task}: it is for the rating of one card"
    rows = [(f"--{name}", bool(task and value), what, f"leave out --{name}") for name, value in of_one.items()]
    several = f"{len(cards)} cards, but only one is rated at a time"
    rows += [
        ("CARD", not task and len(cards) > 1, several, "give one card, or --fit before files of records"),
        (
            output.OUTPUT,
            not task and file is not None,
            "a rating is not written to a separate file",
            "use --save to write one into the card",
        ),
        ("--played", bool(known) and task != "--fit", "this needs --fit", "add --fit, or leave out --played"),
    ]
    raise_faults([Fault(where, what, remedy) for where, is_mixed, what, remedy in rows if is_mixed])


def _rate(
    card: str,
    as_json: bool,
    explain: bool,
    save: bool,
    weights: str | None,
    limits: Limits,
    exact_states: int,
    graph_states: int,
) -> int:
    from shunt.cards.writing import save_card
    from shunt.cli.arguments import card_named

    loaded, given = card_named(card), weights_of(weights)
    if save:
        check_save(card)
    with keeping(), watching() as progress:
        from shunt.generator.rating.rate import rate, rated
        from shunt.generator.rating.unrated import RatingInterrupted, UnratableError

        try:
            # The clock of `limits` runs since before the imports.
            rating = rate(loaded, limits, exact_states, graph_states, progress, given)
        except UnratableError as error:
            output.note(str(error))
            if as_json:
                output.print_json(error.as_json(loaded))
            return ExitStatus.NO if error.unsolvable else ExitStatus.STOPPED
        except RatingInterrupted as interrupt:
            if as_json:
                output.print_json(interrupt.document)
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
    from shunt.generator.rating.unrated import counted_in

    optimum = rating.features["optimum"] or 0.0
    moves = counted_in(card).least(round(optimum))
    assumed = [points for name, points in rating.points.items() if rating.why_assumed(name) is not None]
    share = f", of which {sum(assumed):.2f} are assumed" if assumed else ""
    is_wide = rating.spread >= WIDE
    spread = f" ± {rating.spread:.2f}" if is_wide else ""
    output.say(f"{card.name}: {rating.tier}, grade {rating.grade:.2f}{spread} of 10{share} ({moves})")
    if is_wide and not explain:
        estimates = [f"{name} {_shown(rating, name)}" for name in rating.errors]
        output.say(f"  estimated from samples, with standard errors: {', '.join(estimates)}")
    if assumed and not explain:
        output.say(f"  {len(assumed)} of {len(rating.points)} parts of the grade are assumed: --explain says which, and why")
    if not explain:
        return
    output.say("\nWhat the grade is made of")
    most = max(rating.points.values()) or 1.0
    for name, points in rating.points.items():
        bar = "█" * round(BAR * points / most) if rating.why_assumed(name) is None else "assumed, not counted"
        output.say(f"  {name:16} {points:5.2f}  {bar:{BAR}}  {WEIGHTS[name].why}")
    for why in dict.fromkeys(rating.unknown.values()):
        names = [name for name in rating.points if rating.why_assumed(name) == why]
        output.say(f"  assumed to be average for cards of this length: {', '.join(names)} ({why})")
    output.say("\nFeatures")
    for name in rating.features:
        output.say(f"  {name:18} {_shown(rating, name):>22}  {MEANINGS.get(name, '')}")
    borders = " · ".join(f"{name} from {border:g}" for name, border in rating.weights.tiers.items())
    output.say(f"\ntiers: {borders}")
    if rating.weights.fitted:
        output.say(f"weights: {rating.weights.version}, fitted to records of play")
    else:
        output.say("The grade is an estimate: no feature has been tested with people on shunting puzzles.")


def _shown(rating: Rating, name: str) -> str:
    value = rating.features[name]
    if value is None:
        return "not known"
    shown = f"{value:,.0f}" if value == int(value) else f"{value:,.3f}"
    if name == "solutions" and not rating.features.get("solutions-complete"):
        shown = f"{shown} or more"
    return f"{shown} ± {rating.errors[name]:.3f}" if name in rating.errors else shown


# --------------------------------------------------------------------------------------------------------------------
# --fit, --simulate


def fit_to(files: Sequence[str], cards: Sequence[str], measure: str, file: str | None, as_json: bool) -> int:
    """Fit weights to files of play records and write them."""
    from shunt.generator.rating.attempts import first_solves, read_attempts

    output.check_output(output.OUTPUT, file)
    recorded = read_attempts(files)
    attempts = [one for one in recorded if one.order is None]
    if len(attempts) < len(recorded):
        others = output.counted(len(recorded) - len(attempts), "attempts")
        output.note(f"{others} in hump yards left out: only cards are rated")
    with watching() as progress:
        from shunt.generator.packs.played import played_cards
        from shunt.generator.rating.fit import fit_weights
        from shunt.generator.rating.weights_file import fitted_weights, weights_table

        known = played_cards(cards, shipped=True, wanted={one.id for one in attempts}, progress=progress.show)
        unknown = [one.card for one in attempts if one.id not in known]
        if names := sorted(set(unknown)):
            shown = f"{', '.join(names[:SHOWN])}{' …' * (len(names) > SHOWN)}"
            output.note(
                f"{output.counted(len(unknown), 'attempts')} at unknown cards ({shown}) cannot be used: "
                "give the cards or packs with --played"
            )
        features = {key: card.features for key, card in known.items()}
        with output.parameters_as(records="--fit"):
            found = fit_weights(first_solves(attempts), features, measure)
        weights = fitted_weights(found)
        table = weights_table(weights, found)
    if file is not None:
        import tomlkit

        with output.output_of():
            write_text_atomically(file, tomlkit.dumps(table))
        output.note(f"wrote {file}; use it with --weights {file}")
    if as_json:
        output.print_json(table)
    else:
        _print_fit(found, weights)
    return ExitStatus.ANSWERED


def simulate_players(names: Sequence[str], players: int, seed: int, file: str | None) -> int:
    """Write records of simulated players for cards and packs."""
    output.check_output(output.OUTPUT, file)
    with watching() as progress:
        from shunt.generator.packs.played import played_cards
        from shunt.generator.rating.attempts import simulate

        cards = list(played_cards(names, progress=progress.show).values())
    text = "".join(f"{attempt.as_line()}\n" for attempt in simulate(cards, players, seed))
    if file is None:
        output.print_data(text)
    else:
        with output.output_of():
            write_text_atomically(file, text)
        lines = output.counted(text.count("\n"), "attempts")
        output.note(f"wrote {file}: {lines} of {output.counted(players, 'players')} at {output.counted(len(cards), 'cards')}")
    return ExitStatus.ANSWERED


def _print_fit(found: Fit, weights: Weights) -> None:
    from shunt.generator.rating.fit import normalised, unit_of

    players, cards = output.counted(len(found.found.players), "players"), output.counted(len(found.features), "cards")
    output.say(f"{weights.version}: {found.attempts:,} results of {players} at {cards}, in {found.measure}\n")
    shares = normalised(found.effects)
    shipped = normalised({**SHIPPED.weights, CONNECTED_NAME: SHIPPED.connected_length})
    output.say(f"  {'feature':18} {'fitted':>7}   {'error':>6} {'shipped':>8}")
    for name, share in shares.items():
        output.say(f"  {name:18} {share:7.2f} ± {found.errors[name] * unit_of(found.effects):6.2f} {shipped[name]:8.2f}")
    output.say("\nWeights add up to 10 for a card with every feature at its maximum.")
    output.say(
        f"Rank correlation of grade and difficulty on cards outside the fit: {found.agreement:.2f} by the fitted weights, "
        f"{found.shipped_agreement:.2f} by the shipped ones"
    )
    output.say(
        f"Spread, in the logarithm of {found.measure}: {found.found.skill_spread:.2f} between players, "
        f"{found.found.noise:.2f} by chance, {found.found.unsaid:.2f} of cards beyond their features"
    )
    if found.agreement <= found.shipped_agreement:
        output.say("The fitted weights do not predict better than the shipped ones: record more cards or players.")
    borders = " · ".join(f"{name} from {border:g}" for name, border in weights.tiers.items())
    output.say(f"tiers: {borders}")
