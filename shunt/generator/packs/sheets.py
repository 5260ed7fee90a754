"""Sheets of a pack in plain text, for any printer: the fronts of its cards, and all Yard Guides on one sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from shunt.cards.card import Card, RouteCard, board_lines
from shunt.generator.forge.shard import ProvenCard
from shunt.render.words import board_title
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import HEADSHUNT
from shunt.track.layout import headshunt_words

WIDTH = 88  # characters of a sheet


def sheet(forged: ProvenCard) -> str:
    """Return the front of a card as text: its title and tier, the board, start, goal, ranks, limit, rules and marks."""
    from shunt.render.terminal import draw

    card = forged.card
    lines = [card.title, "=" * len(card.title), f"{forged.tier} (grade {forged.grade:.1f}) on {board_title(card)}", ""]
    lines += [draw(card, width=WIDTH, unicode=False).plain().rstrip("\n"), ""]
    start, foot = sheet_parts(card)
    for line in start:
        lines += wrapped(line) if line.startswith("Alike:") else [line]
    if card.ranks:
        ranks = card.ranks
        lines.append(f"Ranks:  Yard Master {ranks.yard_master}   Conductor {ranks.conductor}   Brakeman {ranks.brakeman}")
    if card.limit is not None:
        lines.append(f"Limit:  {card.moves_in_words(card.limit)}")
    if isinstance(card, RouteCard) and not card.rules.has_headings:
        lines.append("Rules:  railway (locomotives couple at both ends)")
    facts = [line for words in (*foot, *card.mark_lines()) for line in wrapped(words)]
    return "\n".join([*lines, *([""] if facts else []), *facts]) + "\n"


def sheet_parts(card: Card) -> tuple[list[str], list[str]]:
    """Return the lines below the picture (the start and the goal) and those at the foot of a sheet, with facts that the picture
    of the board does not show. Both are in ASCII."""
    if isinstance(card, SidingsCard):
        names = card.names(card.start)
        tracks = [f"{name}: {names[name] or '-'}" for name in (HEADSHUNT, *card.rules.capacities)]
        lines = ["Start:  " + "   ".join(tracks), f"Goal:   {str(card.goal).replace('–', '-').replace(' · ', '   ')}"]
        lines += ["Alike:  " + "   ".join(group) for group in card.rules.interchangeable]
        name = next(iter(card.rules.capacities))
        if card.metric == ("legs",):
            moves = f"a move is a run into a siding with all cars ({name}+3), or out of it with some ({name}-2)"
        else:
            moves = f"a move pulls cars from a siding ({name}-3 pulls 3 from siding {name}) or drops some on it ({name}+2)"
        return lines, [
            f"{headshunt_words(card.rules.headshunt)} beside the locomotive; cars are listed from the points to the buffer stop",
            moves,
        ]
    assert isinstance(card, RouteCard)
    at, turned = card.names(card.start), []
    for table, index in zip(card.plan.turntables, card.start.turntables, strict=True):
        first, last = (space or "-" for space in table.positions[index])
        turned.append(f"{table.name} at {index}, joins {first} and {last}")
    rows = [
        ("Start:", [f"{name} {at[name]}" for name in card.roster.locomotives]),
        ("", [f"{name} {at[name]}" for name in card.roster.cars]),
        ("Broken:", [space for space in card.plan.spaces if space in card.broken]),
        ("Closed:", [f"{space} to {whom}" for space, whom in card.closed_spaces.items()]),
        ("Turned:", turned),
        *(("Alike:", group) for group in card.roster.interchangeable),
        ("Goal:", [f"{name} {words}" for name, words in card.goal.as_names(card.plan).items()]),
    ]
    lines = [f"{label:8}{'   '.join(parts)}" for label, parts in rows if parts]
    lines += [f"Place:  {name} is {' '.join(spaces)}" for name, spaces in card.goal.named_places.items() if spaces != (name,)]
    rules = board_lines(card.plan, "-")
    if any(table.rotation != "locked" for table in card.plan.turntables):
        rules.append("a turntable turns to the next position in its list, from the last to the first")
    return lines, card.option_lines() + rules


def wrapped(text: str) -> list[str]:
    """Wrap a line of a sheet."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False)


def guides(title: str, cards: Sequence[ProvenCard]) -> str:
    """Return the Yard Guides of all cards on a separate sheet, with one best solution for each."""
    lines = [f"{title}: Yard Guides", ""]
    for number, forged in enumerate(cards, 1):
        card = forged.card
        lines.append(f"{number:>2}. {card.title}: {card.moves_in_words(len(card.guide))}")
        lines += [f"      {index:>2}. {move}" for index, move in enumerate(card.guide, 1)]
    return "\n".join(lines) + "\n"
