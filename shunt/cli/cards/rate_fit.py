"""`shunt rate --fit` and `--simulate`: weights of the rating from records of play, and simulated records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from shunt.cli import output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.generator.rating.attempts import Attempt
    from shunt.generator.rating.fit import Fit
    from shunt.generator.rating.weights import Weights

SHOWN = 5  # names of unknown cards that are listed


def fit(files: Sequence[str], cards: Sequence[str], measure: str, file: str | None, as_json: bool) -> int:
    """Fit weights to files of records and write them."""
    from shunt.generator.rating.attempts import efforts, read_attempts

    output.check_output(output.OUTPUT, file)
    recorded = read_attempts(files)
    attempts = [one for one in recorded if one.order is None]
    if len(attempts) < len(recorded):
        others = output.counted(len(recorded) - len(attempts), "attempts")
        output.note(f"{others} in hump yards left out: the rating is one of cards")
    with watching() as progress:
        from shunt.generator.packs.played import played_cards
        from shunt.generator.rating.fit import fit_weights
        from shunt.generator.rating.weights_file import fitted_weights, weights_table, weights_text

        known = played_cards(cards, shipped=True, wanted={one.id for one in attempts}, progress=progress.show)
        _note_unknown(attempts, known)
        features = {key: card.features for key, card in known.items()}
        with output.parameters_as(records="--fit"):
            found = fit_weights(efforts(attempts), features, measure)
        weights = fitted_weights(found)
    if file is not None:
        from shunt.files.atomic import write_text_atomically

        with output.output_of():
            write_text_atomically(file, weights_text(weights, found))
        output.note(f"wrote {file}; use it with --weights {file}")
    if as_json:
        output.print_json(weights_table(weights, found))
    else:
        _print(found, weights)
    return ExitStatus.ANSWERED


def simulate(names: Sequence[str], players: int, seed: int, file: str | None) -> int:
    """Write records of simulated players at cards and packs."""
    output.check_output(output.OUTPUT, file)
    with watching() as progress:
        from shunt.generator.packs.played import played_cards
        from shunt.generator.rating.players import simulate as simulated

        cards = list(played_cards(names, progress=progress.show).values())
    text = "".join(f"{attempt.as_line()}\n" for attempt in simulated(cards, players, seed))
    if file is None:
        output.print_data(text)
    else:
        from shunt.files.atomic import write_text_atomically

        with output.output_of():
            write_text_atomically(file, text)
        lines = output.counted(text.count("\n"), "attempts")
        output.note(f"wrote {file}: {lines} of {output.counted(players, 'players')} at {output.counted(len(cards), 'cards')}")
    return ExitStatus.ANSWERED


def _note_unknown(attempts: Sequence[Attempt], known: Mapping[str, object]) -> None:
    missing = {one.id: one.card for one in attempts if one.id not in known}
    if missing:
        names = sorted(set(missing.values()))
        more = " …" if len(names) > SHOWN else ""
        count = sum(one.id in missing for one in attempts)
        output.note(
            f"{output.counted(count, 'attempts')} at unknown cards ({', '.join(names[:SHOWN])}{more}) "
            "cannot be used: give the cards or packs with --played"
        )


def _print(found: Fit, weights: Weights) -> None:
    from shunt.generator.rating.fit import CONNECTED, normalised
    from shunt.generator.rating.weights import SHIPPED

    players, cards = output.counted(found.players, "players"), output.counted(len(found.features), "cards")
    output.say(f"{weights.version}: {found.attempts:,} results of {players} at {cards}, in {found.measure}\n")
    shares = normalised(found.effects)
    unit = next((shares[name] / value for name, value in found.effects.items() if value), 0.0)
    shipped = normalised({**SHIPPED.weights, CONNECTED: SHIPPED.connected_length})
    output.say(f"  {'feature':18} {'fitted':>7}   {'error':>6} {'shipped':>8}")
    for name, share in shares.items():
        output.say(f"  {name:18} {share:7.2f} ± {found.errors[name] * unit:6.2f} {shipped[name]:8.2f}")
    output.say("\nWeights add up to 10 for a card where every feature is at its most.")
    output.say(
        f"Order of cards that the fit did not see, against how hard they were: {found.agreement:.2f} by the fitted weights, "
        f"{found.shipped_agreement:.2f} by the shipped ones (rank correlation)"
    )
    output.say(
        f"Spread, in the logarithm of {found.measure}: {found.difficulties.skill_spread:.2f} between players, "
        f"{found.difficulties.noise:.2f} by chance, {found.spread:.2f} of cards beyond their features"
    )
    if found.agreement <= found.shipped_agreement:
        output.say("The fitted weights do not predict better than the shipped ones: record more cards or players.")
    borders = " · ".join(f"{name} from {border:g}" for name, border in weights.tiers.items())
    output.say(f"tiers: {borders}")
