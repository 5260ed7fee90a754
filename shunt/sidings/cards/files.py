"""Sidings cards in files: reading them, and reporting every contradiction with its place and remedy.

The errors are defined in `docs/reference/metrics.md`, "Sidings", and `docs/reference/cards.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shunt.cards.faults import option_faults
from shunt.cards.layouts import printed, read_tables
from shunt.cards.models import SidingsCardFile
from shunt.errors import CardError, Fault, suggest
from shunt.files.document import Document
from shunt.rules.objective import SIDINGS_METRICS
from shunt.sidings.cards.card import BOTH_WAYS, SidingsCard, both_ways, way_of
from shunt.sidings.rules.referee import ANY, HEADSHUNT, Sidings, SidingsGoal, SidingsPosition
from shunt.track.layout import Layout, SidingsLayout

TRAIN = "train"


def read_sidings_card(document: Document) -> tuple[SidingsCard | None, list[Fault]]:
    """Read a card of `sidings`: its shape, its layout and its options."""
    model, layout, faults = read_tables(SidingsCardFile, document)
    if isinstance(layout, Layout):
        layout, what = None, "this layout has tracks, and no sidings on a headshunt"
        faults.append(document.fault(("layout",), what, "write layout = { headshunt = 3, sidings = { a = 5, b = 3 } }"))
    if model is None:
        return None, faults
    start = {name: tuple(text.split()) for name, text in model.start.items()}
    cars = tuple(dict.fromkeys(car for track in start.values() for car in track))
    more = [*_faults(model, cars, layout, document)]  # reported together with faults of shape
    if layout is None or more:
        return None, faults + more
    groups, objective = tuple(map(tuple, model.options.interchangeable)), model.options.objective
    try:
        rules = Sidings(layout.headshunt, layout.sidings, cars, groups, way_of(objective))
    except CardError as error:
        return None, faults + [document.fault(("start",), fault.what, fault.remedy) for fault in error.faults]
    position = SidingsPosition(start.get(HEADSHUNT, ()), tuple(start.get(name, ()) for name in layout.sidings))
    goal = {name: tuple(text.split()) for name, text in model.goal.items()}
    headshunt, train = goal.pop(HEADSHUNT, ()), goal.pop(TRAIN, ())
    wanted = SidingsGoal(goal, headshunt, train)
    faults += document.placed(rules.faults_of(position)) + document.placed(wanted.problems(rules))
    if faults:
        return None, faults
    return SidingsCard(model.name, rules, position, wanted, layout, objective, **printed(model, document)), []


def _faults(model: SidingsCardFile, cars: tuple[str, ...], layout: SidingsLayout | None, document: Document) -> Iterator[Fault]:
    """Yield faults of options and cars. If there is a layout, also yield faults of unknown tracks, and of a train that is empty
    or is combined with tracks."""
    faults = [*option_faults(model, [list(cars)], SIDINGS_METRICS, document)]
    yield from faults
    if not faults and both_ways(model.options.objective):
        yield document.fault(("options", "metric"), *BOTH_WAYS)
    if not cars:
        yield document.fault(("start",), "no cars", 'write at least one, such as "1" = "a b"')
    if layout is None:
        return
    for table, names, more in (("start", model.start, ()), ("goal", model.goal, (TRAIN,))):
        for name in names:
            if name not in layout.sidings and name not in (HEADSHUNT, *more):
                known = [HEADSHUNT, *layout.sidings, *more]
                yield document.fault((table, name), f"unknown siding {name!r}", suggest(name, known))
    if ANY in " ".join(model.start.values()).split():
        yield document.fault(("start",), "? stands for any car, but every car of the start has a name", "name the car")
    if TRAIN in model.goal:
        if len(model.goal) > 1:
            yield document.fault(("goal",), "a train and tracks are both given", "write train alone, or the tracks alone")
        if not model.goal[TRAIN].split():
            yield document.fault(("goal", TRAIN), "the train is empty", 'name its cars, such as train = "1 2 3"')


def sidings_puzzle_table(card: SidingsCard) -> dict[str, Any]:
    """Return start, goal and options in the form of a card file."""
    rules, goal = card.rules, card.goal
    start = {track: cars for track, cars in card.names(card.start).items() if track != "locomotive"}
    tracks = {track: " ".join(cars) for track, cars in goal.tracks.items()}
    options: dict[str, Any] = {}
    if rules.interchangeable:
        options["interchangeable"] = [list(group) for group in rules.interchangeable]
    if card.metric != ("pulls",):
        options["metric"] = card.metric.as_json
    return {"start": start, "goal": {TRAIN: " ".join(goal.train)} if goal.train else tracks, "options": options}
