"""Cards of `sidings` in files: reading them with every contradiction, its place and remedy.

Source of what is an error: `docs/reference/metrics.md`, "Sidings", and `docs/reference/formats.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from shunt.cards.card import Ranks, SidingsCard
from shunt.cards.faults import group_faults, metric_faults, metric_names, rank_faults
from shunt.cards.layouts import SPARE, card_layout, without_table
from shunt.cards.models import SidingsCardFile
from shunt.errors import CardError, Fault, suggest
from shunt.files.document import Document
from shunt.files.validation import check_shape, plain
from shunt.rules.sidings import ANY, HEADSHUNT, METRICS, Cars, Metric, Sidings, SidingsGoal, SidingsPosition
from shunt.track.layout import Layout, SidingsLayout

TRAIN = "train"


def read_sidings_card(document: Document) -> tuple[SidingsCard | None, list[Fault]]:
    """Read a card of `sidings`: its shape, its layout and its options."""
    layout, layout_faults = card_layout(document)
    model, faults = check_shape(SidingsCardFile, document, instead=without_table(document), spare=SPARE)
    faults += layout_faults
    if isinstance(layout, Layout):
        what = "this layout has tracks, and no sidings on a headshunt"
        faults.append(document.fault(("layout",), what, "write layout = { headshunt = 3, sidings = { a = 5, b = 3 } }"))
    if model is None:
        return None, faults
    card, more = build_sidings_card(model, layout if isinstance(layout, SidingsLayout) else None, document)
    return card if not faults else None, faults + more


def build_sidings_card(
    model: SidingsCardFile, layout: SidingsLayout | None, document: Document
) -> tuple[SidingsCard | None, list[Fault]]:
    """Return the card that a file describes, and every fault; None if there is a fault or no layout to put it on."""
    start = {name: tuple(text.split()) for name, text in model.start.items()}
    goal = {name: tuple(text.split()) for name, text in model.goal.items()}
    cars = tuple(dict.fromkeys(car for track in start.values() for car in track))
    options = model.options
    faults = metric_faults(options.metric, METRICS, model.ruleset, document)
    if not faults and len(metric_names(options.metric)) > 1:
        remedy = "one of " + ", ".join(METRICS)
        faults.append(document.fault(("options", "metric"), "a card of sidings counts one thing", remedy))
    faults += group_faults(options.interchangeable, [list(cars)], document)
    faults += rank_faults(options.ranks, options.limit, document)
    if not cars:
        faults.append(document.fault(("start",), "no cars", 'write at least one, such as "1" = "a b"'))
    if layout is None:
        return None, faults
    faults += list(_unknown_tracks(model, layout, document))
    if faults:
        return None, faults
    metric: Metric = next(name for name in get_args(Metric) if name == metric_names(options.metric)[0])
    try:
        rules = Sidings(layout.headshunt, layout.sidings, cars, tuple(tuple(group) for group in options.interchangeable), metric)
    except CardError as error:
        return None, [document.fault(("start",), fault.what, fault.remedy) for fault in error.faults]
    position = SidingsPosition(start.get(HEADSHUNT, ()), tuple(start.get(name, ()) for name in layout.sidings))
    wanted = _goal(goal)
    faults = document.placed(rules.faults_of(position)) + document.placed(wanted.problems(rules))
    if faults:
        return None, faults
    return _card(model, layout, document, rules, position, wanted), []


def _goal(goal: dict[str, Cars]) -> SidingsGoal:
    tracks = {name: cars for name, cars in goal.items() if name not in (HEADSHUNT, TRAIN)}
    return SidingsGoal(tracks, goal.get(HEADSHUNT, ()), goal.get(TRAIN, ()))


def _unknown_tracks(model: SidingsCardFile, layout: SidingsLayout, document: Document) -> Iterator[Fault]:
    """Yield faults of unknown tracks, and of a train that is given beside tracks or is empty."""
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


def _card(
    model: SidingsCardFile,
    layout: SidingsLayout,
    document: Document,
    rules: Sidings,
    start: SidingsPosition,
    goal: SidingsGoal,
) -> SidingsCard:
    ranks = model.options.ranks
    return SidingsCard(
        name=model.name,
        rules=rules,
        start=start,
        goal=goal,
        limit=model.options.limit,
        ranks=Ranks(ranks.yard_master, ranks.conductor, ranks.brakeman) if ranks else None,
        proof=model.proof.table(),
        guide=tuple(model.guide.moves),
        rating=model.rating.table(),
        about=plain(model.about),
        layout=layout,
        path=document.path,
        layout_ref=model.layout if isinstance(model.layout, str) else "",
    )
