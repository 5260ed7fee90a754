"""A fan of stub sidings on a headshunt, in the form of the ruleset `sidings` (Inglenook and similar puzzles)."""

from __future__ import annotations

from shunt.errors import InputError
from shunt.track.layout import Layout, SidingsLayout
from shunt.track.plan import End


def as_sidings(layout: Layout) -> SidingsLayout:
    """Return a fan of stub sidings on one headshunt as a sidings layout; raise `InputError` if the layout has another form.

    The headshunt is the stub from which all others can be reached without reversing, while each of them leads only to it. Its
    spaces, and those between the points that all sidings share, hold the locomotive and the cars beside it.
    """
    plan = layout.plan
    stubs = [
        space
        for space in plan.spaces
        if space not in plan.no_stop and sum(bool(plan.fixed.get(End(space, end))) for end in (0, 1)) == 1
    ]
    paths = {stub: _paths_from(layout, stub) for stub in stubs}
    heads = [
        stub for stub in stubs if len(paths[stub]) == len(stubs) - 1 and all(set(paths[one]) == {stub} for one in paths[stub])
    ]
    if plan.turntables or not heads:
        what = "this is not a fan of stub sidings on one headshunt"
        raise InputError("sidings", what, "import a part of the plan with that form, or import it as a layout of tracks")
    held = {stub: [space for space in path if space not in plan.no_stop] for stub, path in paths[heads[0]].items()}
    shared = [space for space in next(iter(held.values())) if all(space in path for path in held.values())]
    sidings = {_stem(stub): len(path) - len(shared) for stub, path in held.items()}
    if len(shared) < 2:
        raise InputError("sidings", "the headshunt holds the locomotive alone", "give it a capacity of two or more")
    if sum(sidings.values()) + len(shared) + len(plan.no_stop) != len(plan.spaces) or len(sidings) != len(held):
        what = "a track between the points belongs to several sidings, but not to all"
        raise InputError("sidings", what, "import it as a layout of tracks, or give that track a capacity of 0 cars")
    return SidingsLayout(layout.name, len(shared) - 1, sidings, {key: layout.about[key] for key in ("title", "source")})


def _stem(space: str) -> str:
    """Return the name of a track, given the name of its last space: `East` for `East-5`."""
    stem, _, number = space.rpartition("-")
    return stem if stem and number.isdigit() else space


def _paths_from(layout: Layout, stub: str) -> dict[str, list[str]]:
    """Return the ends of track that a piece can reach from a stub without reversing, each with the spaces on the path."""
    joins = layout.plan.fixed
    found: dict[str, list[str]] = {}
    todo = [(End(stub, 0) if joins.get(End(stub, 0)) else End(stub, 1), [stub])]
    while todo:
        here, path = todo.pop()
        onward = joins.get(here, ())
        if not onward:
            found[path[-1]] = path
        todo += [(other.opposite, [*path, other.space]) for other in onward if other.space not in path]
    return found
