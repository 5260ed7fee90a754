"""Sheets of a pack in plain text, for any printer: the fronts of its cards, and all Yard Guides on one sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from shunt.cards.card import Card, RouteCard, board_lines
from shunt.errors import counted
from shunt.generator.forge.shard import ProvenCard
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import HEADSHUNT

WIDTH = 88  # characters of a sheet


def sheet(forged: ProvenCard) -> str:
    """Return the front of a card as text: its title and tier, the board, start, goal, ranks, limit, rules and marks."""
    from shunt.render.terminal import draw

    card = forged.card
    head = str(card.about.get("title", card.name))
    board = card.layout.about.get("title") or card.board_name
    lines = [head, "=" * len(head), f"{forged.tier} (grade {forged.grade:.1f}) on {board}", ""]
    lines += [draw(card, width=WIDTH, unicode=False).plain().rstrip("\n"), ""]
    for line in sheet_lines(card):
        lines += wrapped(line) if line.startswith("Alike:") else [line]
    if card.ranks:
        ranks = card.ranks
        lines.append(f"Ranks:  Yard Master {ranks.yard_master}   Conductor {ranks.conductor}   Brakeman {ranks.brakeman}")
    if card.limit is not None:
        lines.append(f"Limit:  {card.moves_in_words(card.limit)}")
    notes, what_counts = sheet_rules(card)
    lines += notes
    rules = [line for words in what_counts for line in wrapped(words)]
    marks = [line for words in card.mark_lines() for line in wrapped(words)]
    return "\n".join([*lines, *([""] if rules or marks else []), *rules, *marks]) + "\n"


def sheet_lines(card: Card) -> list[str]:
    """Return the lines below the picture, in ASCII: the start and the goal."""
    if isinstance(card, SidingsCard):
        return _sheet_lines_of_sidings(card)
    assert isinstance(card, RouteCard)
    at = card.names(card.start)
    lines = ["Start:  " + "   ".join(f"{name} {at[name]}" for name in card.roster.locomotives)]
    if card.roster.cars:
        lines.append("        " + "   ".join(f"{name} {at[name]}" for name in card.roster.cars))
    if card.broken:
        lines.append("Broken: " + "   ".join(space for space in card.plan.spaces if space in card.broken))
    if closed := card.closed_spaces:
        lines.append("Closed: " + "   ".join(f"{space} to {whom}" for space, whom in closed.items()))
    if card.plan.turntables:
        turned = []
        for table, index in zip(card.plan.turntables, card.start.turntables, strict=True):
            first, last = (space or "-" for space in table.positions[index])
            turned.append(f"{table.name} at {index}, joins {first} and {last}")
        lines.append("Turned: " + "   ".join(turned))
    lines += ["Alike:  " + "   ".join(group) for group in card.roster.interchangeable]
    lines.append("Goal:   " + "   ".join(f"{name} {words}" for name, words in card.goal.as_names(card.plan).items()))
    lines += [f"Place:  {name} is {' '.join(spaces)}" for name, spaces in card.goal.named_places.items() if spaces != (name,)]
    return lines


def _sheet_lines_of_sidings(card: SidingsCard) -> list[str]:
    names = card.names(card.start)
    tracks = [f"{name}: {names[name] or '-'}" for name in (HEADSHUNT, *card.rules.capacities)]
    lines = ["Start:  " + "   ".join(tracks), f"Goal:   {str(card.goal).replace('–', '-').replace(' · ', '   ')}"]
    lines += ["Alike:  " + "   ".join(group) for group in card.rules.interchangeable]
    return lines


def sheet_rules(card: Card) -> tuple[list[str], list[str]]:
    """Return notes on the rules, and the lines at the foot of a sheet, in ASCII, with facts that the picture of the board does
    not show."""
    if isinstance(card, SidingsCard):
        return _sheet_rules_of_sidings(card)
    assert isinstance(card, RouteCard)
    rules = board_lines(card.plan, "-")
    if any(table.rotation != "locked" for table in card.plan.turntables):
        rules.append("a turntable turns to the next position in its list, from the last to the first")
    notes = [] if card.rules.has_headings else ["Rules:  railway (locomotives couple at both ends)"]
    return notes, card.option_lines() + rules


def _sheet_rules_of_sidings(card: SidingsCard) -> tuple[list[str], list[str]]:
    name = next(iter(card.rules.capacities))
    holds = counted(card.rules.headshunt, "cars") if card.rules.headshunt else "any number of cars"
    if card.metric == ("legs",):
        moves = f"a move is a run into a siding with all cars ({name}+3), or out of it with some ({name}-2)"
    else:
        moves = f"a move pulls cars from a siding ({name}-3 pulls 3 from siding {name}) or drops some on it ({name}+2)"
    return [], [f"the headshunt holds {holds} beside the locomotive; cars are listed from the points to the buffer stop", moves]


def wrapped(text: str) -> list[str]:
    """Wrap a line of a sheet."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False)


def guides(title: str, cards: Sequence[ProvenCard]) -> str:
    """Return the Yard Guides of all cards on a separate sheet, with one best solution for each."""
    lines = [f"{title}: Yard Guides", ""]
    for number, forged in enumerate(cards, 1):
        card = forged.card
        lines.append(f"{number:>2}. {card.about.get('title', card.name)}: {card.moves_in_words(len(card.guide))}")
        lines += [f"      {index:>2}. {move}" for index, move in enumerate(card.guide, 1)]
    return "\n".join(lines) + "\n"
