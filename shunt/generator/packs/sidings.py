"""Cards of sidings in packs: compared, and written on sheets."""

from __future__ import annotations

from shunt.cards.card import SidingsCard
from shunt.rules.sidings import HEADSHUNT


def sidings_places(card: SidingsCard) -> dict[str, set[str]]:
    """Return what is compared of two cards in one yard: the place of each car at the start, and in the goal."""
    kind = card.rules.kind
    start = {"": card.start.headshunt, **dict(zip(card.rules.capacities, card.start.sidings, strict=True))}
    goal = {"": card.goal.headshunt, "train": card.goal.train, **card.goal.sidings}

    def places(tracks: dict[str, tuple[str, ...]]) -> set[str]:
        return {f"{name} {number} {kind(car)}" for name, cars in tracks.items() for number, car in enumerate(cars)}

    return {"starts": places(start), "goals": places(goal), "others": {card.metric[0], f"headshunt {card.rules.headshunt}"}}


def sidings_sheet(card: SidingsCard) -> list[str]:
    """Return the lines of a sheet below the picture: start, goal, and what the moves are."""
    names = card.names(card.start)
    tracks = [f"{name}: {names[name] or '-'}" for name in (HEADSHUNT, *card.rules.capacities)]
    lines = ["Start:  " + "   ".join(tracks), f"Goal:   {str(card.goal).replace('–', '-').replace(' · ', '   ')}"]
    lines += ["Alike:  " + "   ".join(group) for group in card.rules.interchangeable]
    return lines


def sidings_rules(card: SidingsCard) -> list[str]:
    """Return the lines at the foot of a sheet: what the headshunt holds, what counts, and how moves are written."""
    name = next(iter(card.rules.capacities))
    holds = (
        f"holds {card.rules.headshunt} car{'s' * (card.rules.headshunt != 1)}"
        if card.rules.headshunt
        else "holds any number of cars"
    )
    if card.metric == ("legs",):
        moves = f"a move is a run into a siding with all cars ({name}+3), or out of it with some ({name}-2)"
    else:
        moves = f"a move pulls cars from a siding ({name}-3 pulls 3 from siding {name}) or drops some on it ({name}+2)"
    return [f"the headshunt {holds} beside the locomotive; cars are listed from the points to the buffer stop", moves]
