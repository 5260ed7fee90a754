"""`shunt pack draw` and `shunt pack log`: playing through a deck."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shunt.cards.tiers import TIERS
from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import choice_option, log_option, number_option, text_option
from shunt.errors import Fault, InputError, counted

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.generator.packs.reading import Deck
    from shunt.generator.packs.results import ResultLog


@click.command("draw")
@click.argument("pack", metavar="PACK", type=click.Path())
@choice_option("--tier", TIERS, "Tier of the card. Default: the first tier with an unsolved card.", has_default=False)
@text_option("--seed", "INTEGER|TEXT", "Draw a random card with this seed. Default: the next card in deck order.")
@log_option
@options.json_option
def draw(pack: str, tier: str | None, seed: str | None, file: str | None, as_json: bool) -> int:
    """Draw an unsolved card of PACK, show it, and print how to play it.

    PACK is a folder, or the name of a shipped pack.

    \b
    Examples:
      shunt pack draw box-forty
      shunt pack draw box-forty --tier green --seed today

    Exit status: 0 if a card was drawn, 1 if every card of the pack (or of --tier) is solved.
    """
    import random

    from shunt.generator.packs.reading import load_deck

    deck = load_deck(pack)
    open_cards = deck.unsolved(deck.log(file), tier)
    if not open_cards:
        output.note(f"every {tier + ' ' if tier else ''}card of {deck.title} is solved")
        return ExitStatus.NO
    card = open_cards[0] if seed is None else random.Random(seed).choice(open_cards)
    number = deck.cards.index(card) + 1
    if as_json:
        figures = {"pack": deck.name, "number": number, "card": card.name, "file": card.path, "tier": card.tier or None}
        output.print_json({"schema": "shunt-draw/1", **figures, "remaining": len(open_cards)})
        return ExitStatus.ANSWERED
    from shunt.cli.answers import card_parts, heading_line

    tier = card.tier or "without a tier"
    below = ["", f"play it: shunt play {pack} --card {number}"]
    output.show(card_parts(card, f"{number}. {heading_line(card)}: {tier}", below=below))
    return ExitStatus.ANSWERED


@click.command("log")
@click.argument("pack", metavar="PACK", type=click.Path())
@number_option("--card", "Record a result for card number N. --moves is then required.", "number", least=1)
@number_option("--moves", "Number of moves that you needed at the table.", least=0)
@text_option(
    "--import", "FILE", "Import results from a log saved by a page. Repeat the option for more logs.", "files", multiple=True
)
@log_option
@options.json_option
def log(pack: str, number: int | None, moves: int | None, files: tuple[str, ...], file: str | None, as_json: bool) -> None:
    """Print the ranks earned on the cards of PACK, or record results that were earned elsewhere.

    `shunt play PACK` records its results in this log. The page of a pack (`shunt page`) saves its results in a file of the
    same form, and --import adds them to this log. The page can also open this log.

    \b
    Examples:
      shunt pack log box-forty
      shunt pack log box-forty --card 3 --moves 5
      shunt pack log first-forty --import first-forty.jsonl
    """
    from shunt.generator.packs.reading import load_deck

    deck = load_deck(pack)
    kept = deck.log(file)
    if (number is None) != (moves is None):
        raise InputError("--card, --moves", "only one of the two is given", "give both, such as --card 3 --moves 5")
    if number is not None and moves is not None:
        _record(deck, kept, number, moves)
    for other in files:
        _import(deck, kept, other)
    if as_json:
        results = [vars(result) for result in kept.best().values()]
        output.print_json({"schema": "shunt-pack-log/1", "pack": deck.name, "cards": len(deck.cards), "solved": results})
    else:
        _print(deck, kept)


def _record(deck: Deck, kept: ResultLog, number: int, moves: int) -> None:
    card = deck.numbered(number)
    optimum = card.proof.get("optimum")
    if isinstance(optimum, int) and moves < optimum:
        what = f"{counted(moves, 'moves')}, and card {number} takes {optimum}: that is proven"
        raise InputError("--moves", what, "count again")
    if card.limit is not None and moves > card.limit:
        what = f"{counted(moves, 'moves')}, but the limit of card {number} is {card.limit}: it is not solved"
        raise InputError("--moves", what, f"at most {card.limit}")
    kept.add(card.name, moves, _rank(card, moves))


def _import(deck: Deck, kept: ResultLog, file: str) -> None:
    """Add the results of another log. Results for other cards, or with an impossible number of moves, are left out."""
    from dataclasses import replace

    from shunt.generator.packs.results import ResultLog

    if not Path(file).exists():
        raise InputError(Fault("--import", "this file does not exist", "give a log that a page or `shunt play` wrote", file))
    cards = {card.name: card for card in deck.cards}
    found = ResultLog(Path(file), deck.name, deck.key).results()
    possible = [one for one in found if one.card in cards and _is_possible(cards[one.card], one.moves)]
    ranked = [replace(one, rank=_rank(cards[one.card], one.moves)) for one in possible]
    added = kept.merge(ranked)
    notes = [f"{output.counted(added, 'results')} added from {file}"]
    if len(possible) > added:
        notes.append(f"{len(possible) - added} already known")
    if len(found) > len(possible):
        notes.append(f"{len(found) - len(possible)} left out (unknown card, fewer moves than proven, or more than allowed)")
    output.note(", ".join(notes))


def _is_possible(card: Card, moves: int) -> bool:
    """Return whether a card can be solved in `moves` moves."""
    optimum = card.proof.get("optimum")
    least = optimum if isinstance(optimum, int) else 0
    return card.proof.get("status") != "unsolvable" and moves >= least and (card.limit is None or moves <= card.limit)


def _rank(card: Card, moves: int) -> str:
    return (card.ranks.rank(moves) if card.ranks else None) or ""


def _print(deck: Deck, kept: ResultLog) -> None:
    best = kept.best()
    ranks = Counter[str]()
    for number, card in enumerate(deck.cards, 1):
        if result := best.get(card.name):
            rank = result.rank or "no rank"
            ranks[rank] += 1
            output.say(f"{number:3}. {card.tier:6} {card.title}: {output.counted(result.moves, 'moves')}, {rank}")
    for tier in TIERS:
        of_tier = [card for card in deck.cards if card.tier == tier]
        if of_tier:
            output.say(f"{tier}: {sum(card.name in best for card in of_tier)} of {len(of_tier)} solved")
    earned = ", ".join(f"{count} {rank}" for rank, count in ranks.items())
    output.say(f"{deck.title}: {len(best)} of {len(deck.cards)} cards solved" + (f" ({earned})" if earned else ""))
    if kept.path.exists():
        output.note(f"the log is {kept.path}")
