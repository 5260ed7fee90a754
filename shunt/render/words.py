"""What is written on the front of a card, the same on pictures and on paper: the goal, what counts, how the board works.

A line has a label and words; words are not broken, so a name or a rank stays whole on its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.errors import counted
from shunt.render.appearance import LOCOMOTIVE
from shunt.rules.goal import Goal
from shunt.rules.goal_text import in_ranges
from shunt.rules.position import heading_text
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import ANY
from shunt.track.layout import sidings_line
from shunt.track.plan import End

MOST_APART = 3  # goals of interchangeable pieces that are listed one by one; more are written as one


class Target(NamedTuple):
    """A goal as it is printed: the piece and its place (or a track of a sidings card and its cars), and whether it is met at the
    start.

    `space`: the space of a goal for one piece. `row`: pieces that must be in a row, and `aside`, where this row must be.
    """

    name: str
    words: str
    is_met: bool = False
    space: str = ""
    row: tuple[str, ...] = ()
    aside: str = ""

    @property
    def text(self) -> str:
        """The words, with a note if the goal is met at the start."""
        return self.words + (" (there now)" if self.is_met else "")


def board_title(card: Card) -> str:
    """Return the printed title of a card's board, or its name."""
    return str(card.layout.about.get("title") or card.board_name)


def credits_of(card: Card) -> str:
    """Return the author and the licence, as far as the card names them."""
    licence = card.about.get("licence") or card.about.get("license")
    return ", ".join(str(part) for part in (card.about.get("author"), licence) if part)


def standing(card: Card) -> str:
    """Return what is not proven about a card; empty if its fewest moves are proven."""
    status, optimum = card.proof.get("status"), card.proof.get("optimum")
    if status == "optimal":
        return ""
    if status == "unsolvable":
        return "This goal cannot be reached (proven)."
    if card.guide:
        return f"A solution of {counted(len(card.guide), 'moves')} is known; the fewest are not proven."
    return f"Best known: {optimum}; not proven." if optimum else "Not proven: no solution is known."


def label_of(card: Card, space: str) -> str:
    """Return what is printed beside a space: the letter of its mark, or its name."""
    marks = card.layout.marks
    return marks[space].letter or space if space in marks else space


def turntable_words(card: RouteCard, index: int) -> str:
    """Return what a turntable joins at the start, how it turns, and what it joins in every position, in their order."""
    table = card.plan.turntables[index]
    pairs = [f"{label_of(card, first) or 'wall'}–{label_of(card, last) or 'wall'}" for first, last in table.positions]
    now = card.start.turntables[index]
    if table.rotation == "locked":
        return f"{table.name} joins {pairs[now]}, does not turn"
    following = [pairs[now]]
    while (now := table.stepped(now)) != card.start.turntables[index]:
        following.append(pairs[now])
    turns = "after every move" if table.rotation == "each-move" else "by hand, as a move"
    return f"{table.name} turns {turns}: now {' → '.join([*following, '…'] if len(following) > 1 else following)}"


def targets(card: Card) -> list[Target]:
    """Return the goal of every piece, or of every track of a sidings card."""
    if isinstance(card, RouteCard):
        return _targets_of_trains(card)
    if isinstance(card, SidingsCard):
        return _targets_of_sidings(card)
    raise refused(card, "printed")


def rule_lines(card: Card) -> list[str]:
    """Return lines about what is alike, how locomotives couple, the turntables and the tracks of a card."""
    if isinstance(card, RouteCard):
        return [
            *(["locomotives couple at both ends"] if card.rules.couples_both_ways else []),
            *card.option_lines(),
            *_alike(card.roster.interchangeable),
            *(turntable_words(card, index) for index in range(len(card.plan.turntables))),
            *(f"{space} is closed to {whom}" for space, whom in card.closed_spaces.items()),
        ]
    if isinstance(card, SidingsCard):
        return [sidings_line(card.rules.headshunt, card.rules.capacities), *_alike(card.rules.interchangeable)]
    raise refused(card, "printed")


def card_lines(card: Card) -> list[tuple[str, list[str]]]:
    """Return the lines below the goal as labels and words; a line without a label belongs to the one above it."""
    scores = []
    if card.ranks:
        ranks = card.ranks
        scores += [f"Yard Master {ranks.yard_master},", f"Conductor {ranks.conductor},", f"Brakeman {ranks.brakeman}"]
    if card.limit is not None:
        scores.append(f"(limit {card.limit})" if scores else f"limit {card.limit}")
    is_usual = card.metric in (("moves",), ("pulls",))
    metric = [] if is_usual else ", then ".join(card.metric).split()
    parts = (("Ranks" if card.ranks else "Moves", scores), ("Metric", metric), ("Proof", standing(card).split()))
    lines = [(label, words) for label, words in parts if words]
    rules = rule_lines(card)
    board = [line for line in card.board_lines() if not line.startswith("turntable ") and line not in rules]
    lines += _labelled("Rules", [line.split() for line in (*board, *rules)])
    marks = card.layout.marks
    other = [f"{letter} = {space}" for space in marks if (letter := label_of(card, space)) != space]
    lines += _labelled("Marks", [[f"{words}," for words in other[:-1]] + other[-1:]] if other else [])
    return lines + _labelled("By", [credit.split()] if (credit := credits_of(card)) else [])


def _labelled(label: str, lines: Sequence[list[str]]) -> list[tuple[str, list[str]]]:
    return [("" if index else label, line) for index, line in enumerate(lines)]


# --------------------------------------------------------------------------------------------------------------------
# By kind of card


def _targets_of_trains(card: RouteCard) -> list[Target]:
    places = card.roster.at(card.start)
    faces = card.roster.faces(card.start)
    found: list[Target] = []
    places_of, headings = card.goal.places, card.goal.headings
    groups = [group for group in card.roster.interchangeable if headings.keys().isdisjoint(group)]
    grouped = {name: group for group in groups if len(places_of.keys() & group) > MOST_APART for name in group}
    for name, space in places_of.items():
        if name in grouped:
            if (target := _group_target(card, grouped[name])) not in found:
                found.append(target)
            continue
        heading = headings.get(name)
        words = f"{name} to {label_of(card, space)}"
        if heading is not None:
            text = heading_text(card.plan, End(space, heading))
            sign = "<" if "<" in text else ">"
            faced = label_of(card, text.partition(sign)[2])
            words += f" facing {'away from ' if sign == '<' else ''}{faced}"
        is_met = places[name] == space and heading in (None, faces.get(name))
        found.append(Target(name, words, is_met, space))
    for want in card.goal.wants:
        words = want.pieces[0] if len(want.pieces) == 1 else want.text
        is_met = card.rules.is_met(Goal({}, wants=(want,)), card.start)
        found.append(Target(want.pieces[0], f"{words} to {label_of(card, want.place)}", is_met))
    for train in card.goal.trains:
        is_met = card.rules.is_met(Goal({}, trains=(train,)), card.start)
        found.append(Target(str(train), f"{train} {train.where}", is_met, row=train.pieces, aside=train.where))
    return found


def _group_target(card: RouteCard, group: Sequence[str]) -> Target:
    """Return the goals of pieces that are alike, as names and places in ranges: `w1–w16 to R10–R25`."""
    names = [name for name in group if name in card.goal.places]
    places = [card.goal.places[name] for name in names]
    now = card.roster.at(card.start)
    words = f"{' '.join(in_ranges(names))} to {' '.join(in_ranges([label_of(card, space) for space in places]))}"
    return Target(names[0], words, {now[name] for name in group} >= set(places))


def _targets_of_sidings(card: SidingsCard) -> list[Target]:
    """Return the goal of each track: cars from the points or, in a train and on the headshunt, from the locomotive."""
    goal = card.goal
    if goal.train:
        track, cars, aside = "any siding, from the locomotive", goal.train, "in any siding"
    else:
        track, cars, aside = "headshunt", goal.headshunt, "in the headshunt"
    found = [Target(track, f"{track}: {' '.join(cars)}", row=(LOCOMOTIVE, *cars), aside=aside)] if cars else []
    for name in card.rules.capacities if not goal.train else ():
        if name in goal.sidings:
            words = " ".join("any" if car == ANY else car for car in goal.sidings[name]) or "empty"
            aside = f"in siding {name}, from the points"
            found.append(Target(f"siding {name}", f"siding {name}: {words}", row=goal.sidings[name], aside=aside))
    return found


def _alike(groups: Sequence[Sequence[str]]) -> list[str]:
    """Return a line about pieces that are alike, if there are any."""
    return [f"alike: {'; '.join(' '.join(in_ranges(group)) for group in groups)}"] if groups else []
