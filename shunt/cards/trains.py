"""Cards of `switcher` and `railway` in files: reading them, and reporting every contradiction with its place and remedy.

The errors are defined in `docs/rules/route-cards.md` ("The board", "A card") and `docs/reference/cards.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from shunt.cards.card import Goal, RouteCard
from shunt.cards.faults import option_faults
from shunt.cards.layouts import SPARE, printed, read_tables
from shunt.cards.models import TRAINS, TrainCardFile
from shunt.cards.parts import CardPart
from shunt.cards.wanted_trains import WantedTrains
from shunt.cards.wants import Wants
from shunt.errors import Fault, NotationError, counted, faults_into, suggest
from shunt.files.document import Document, KeyPath
from shunt.files.shapes import LEFT_OUT, Spare
from shunt.rules.access import Access
from shunt.rules.goal import is_count
from shunt.rules.objective import TRAIN_METRICS
from shunt.rules.position import Roster, heading_text, parse_heading, position_from_names, split_heading
from shunt.rules.train_rules import OPTIONS, TrainRules
from shunt.track.layout import Layout, SidingsLayout
from shunt.track.plan import End

SPARE_OF_TRAINS: Spare = {
    ("start", "locomotives", "*"): LEFT_OUT,
    ("start", "cars", "*"): LEFT_OUT,
    ("start", "turntables", "*"): LEFT_OUT,
    ("start", "broken"): LEFT_OUT,
    ("start", "closed"): LEFT_OUT,
    **SPARE,
    ("goal",): {},
}


def read_train_card(document: Document) -> tuple[RouteCard | None, list[Fault]]:
    """Read a card of `switcher` or `railway`."""
    model, layout, faults = read_tables(TrainCardFile, document, SPARE_OF_TRAINS)
    if isinstance(layout, SidingsLayout):
        what = f"this layout has sidings on a headshunt, but no tracks for the ruleset {document.data['ruleset']}"
        faults.append(document.fault(("layout",), what, 'use ruleset = "sidings", or a layout of tracks'))
    if model is None:
        return None, faults
    more = [*_faults_alone(model, document)]  # faults of shape hide none of these
    if not isinstance(layout, Layout):
        return None, faults + more
    roster = Roster(tuple(model.start.locomotives), tuple(model.start.cars), tuple(map(tuple, model.options.interchangeable)))
    access = Access(layout.plan, roster, frozenset(model.start.broken), model.start.closed)
    part = model, layout, access, document
    wants = Wants(*part)
    more += wants.read()
    places = _Places(*part, wants.others)
    more += places.check()
    alone = [name for want in wants.wants if len(want.pieces) == 1 for name in want.pieces]
    trains = WantedTrains(*part, [*places.goal, *alone])
    with faults_into(more, lambda fault: document.fault(("goal", "trains"), fault.what, fault.remedy)):
        more += trains.read()
    goal = Goal(places.goal, places.goal_headings, tuple(wants.wants), tuple(trains.trains))
    if goal.wants and not more:
        more += wants.faults_together(goal)
    if faults or more:
        return None, faults + more
    card = RouteCard(
        name=model.name,
        ruleset=model.ruleset,
        layout=layout,
        roster=roster,
        start=position_from_names(roster, places.start, places.start_headings, places.turntables()),
        goal=goal,
        broken=frozenset(model.start.broken),
        metric=model.options.objective,
        train_rules=TrainRules.for_ruleset(model.ruleset, dict(model.options)),
        own_places={name: tuple(spaces) for name, spaces in model.places.items()},
        closed={space: tuple(pieces) for space, pieces in model.start.closed.items()},
        **printed(model, document),
    )
    return card, []


# --------------------------------------------------------------------------------------------------------------------
# What needs no layout


def _faults_alone(model: TrainCardFile, document: Document) -> Iterator[Fault]:
    listed = document.data["start"]  # also pieces whose place is not text
    locomotives, cars = list(listed.get("locomotives", {})), list(listed.get("cars", {}))
    if not locomotives:
        yield document.fault(
            ("start", "locomotives"), "no locomotive", 'write at least one, such as locomotives = { A = "A1>A2" }'
        )
    for name in cars:
        if name in locomotives:
            yield document.fault(
                ("start", "cars", name), f"a locomotive and a car are both called {name}", "give each piece its own name"
            )
    if document.data.get("goal") == {}:
        yield document.fault(("goal",), "the goal is empty", 'say where at least one piece must end, such as red = "B1"')
    for name, text in model.goal.items():
        if not isinstance(text, str):
            if name != TRAINS:
                what = f"{name} has a list, but only {TRAINS} may be one"
                yield document.fault(("goal", name), what, f'write {name} = "SPACE", or list trains under {TRAINS}')
        elif name not in locomotives and name not in cars and not is_count(text):
            yield document.fault(("goal", name), f"unknown piece {name!r} at the start", suggest(name, [*locomotives, *cars]))
    yield from option_faults(model, [locomotives, cars], TRAIN_METRICS, document)
    for name in TrainRules.for_ruleset(model.ruleset, dict(model.options)).changed:
        if needless := OPTIONS[name].needless.get(model.ruleset):
            yield document.fault(("options", OPTIONS[name].key), f"under {model.ruleset} {needless}", "leave it out")


# --------------------------------------------------------------------------------------------------------------------
# What needs the layout


@dataclass
class _Places(CardPart):
    """The start and the goal, looked up on the plan; `check` fills the mappings.

    `wanted` is the part of the goal that names one piece and one space.
    """

    wanted: Mapping[str, str]
    start: dict[str, str] = field(default_factory=dict)
    start_headings: dict[str, int] = field(default_factory=dict)
    goal: dict[str, str] = field(default_factory=dict)
    goal_headings: dict[str, int] = field(default_factory=dict)

    def check(self) -> list[Fault]:
        """Look up all named places and check that they fit together; return the faults."""
        start = self.model.start
        for index, space in enumerate(start.broken):
            if self._is_space(("start", "broken", index), space) and space in start.broken[:index]:
                self.fault(("start", "broken", index), f"{space} is listed twice", "name each broken track once")
        self._closed()
        self._groups()
        for name, text in start.locomotives.items():
            self._piece(("start", "locomotives", name), text, self.start, self.start_headings, must_face=True)
        for name, text in start.cars.items():
            self._piece(("start", "cars", name), text, self.start, None)
        for name, text in self.wanted.items():
            is_locomotive = name in self.document.data["start"].get("locomotives", {})
            self._piece(("goal", name), text, self.goal, self.goal_headings if is_locomotive else None)
        section = dict.fromkeys(start.cars, "cars") | dict.fromkeys(start.locomotives, "locomotives")
        self._together(self.start, {name: ("start", section[name], name) for name in self.start}, "stand")
        self._together(self.goal, {name: ("goal", name) for name in self.goal}, "are sent")
        self._turntables()
        pieces = len(self.pieces)
        free = len(set(self.plan.spaces) - self.access.wholly)
        if pieces > free:
            is_broken = "broken" if self.access.wholly <= self.access.broken else "closed"
            spaces = counted(free, f"spaces that are not {is_broken}", f"space that is not {is_broken}")
            self.fault(
                ("start",), f"{counted(pieces, 'pieces')}, but only {spaces}", "take pieces away, or choose a larger layout"
            )
        return self.faults

    def turntables(self) -> tuple[int, ...]:
        """Return the position of every turntable at the start."""
        return tuple(self.model.start.turntables.get(table.name, 0) for table in self.plan.turntables)

    def _is_space(self, keys: KeyPath, space: str) -> bool:
        if space in self.plan.spaces:
            return True
        self.fault(keys, f"unknown space {space!r} on {self.plan.name or 'the layout'}", suggest(space, self.plan.spaces))
        return False

    def _closed(self) -> None:
        pieces = self.pieces
        for space, names in self.model.start.closed.items():
            self._is_space(("start", "closed", space), space)
            for index, name in enumerate(names):
                keys: KeyPath = ("start", "closed", space, index)
                if name not in pieces:
                    self.fault(keys, f"unknown piece {name!r} at the start", suggest(name, pieces))
                elif name in names[:index]:
                    self.fault(keys, f"{name} is listed twice", "name each piece once")

    def _groups(self) -> None:
        """Collect groups of interchangeable pieces in which a space is closed to some members only."""
        for index, group in enumerate(self.model.options.interchangeable):
            for space, kept_out in self.access.kept_out.items():
                inside = [name for name in group if name in kept_out]
                if inside and len(inside) < len(group):
                    what = f"{space} is closed to {' '.join(inside)}, so the rest of this group cannot replace them"
                    self.fault(("options", "interchangeable", index), what, "close it to all of the group, or take them off it")

    def _piece(
        self, keys: KeyPath, text: str, places: dict[str, str], headings: dict[str, int] | None, must_face: bool = False
    ) -> None:
        """Look up the place of one piece. `headings` is None for cars."""
        name = str(keys[-1])
        space, sign, _ = split_heading(self.plan, text)
        if not self._is_space(keys, space):
            return
        if name not in places:  # a car may, by mistake, have a locomotive's name
            places[name] = space
        ways = (heading_text(self.plan, End(space, end)) for end in (0, 1))
        if sign and headings is None:
            self.fault(keys, f"{text!r}: a car has no heading", f'write {name} = "{space}"')
        elif sign and self.model.ruleset == "railway":
            self.fault(keys, f"{text!r}: under railway a locomotive has no heading", f'write {name} = "{space}"')
        elif sign and headings is not None:
            try:
                headings[name] = parse_heading(self.plan, text).end
            except NotationError as error:
                self.fault(keys, error.faults[0].what, f"write {' or '.join(ways)}")
        elif must_face and self.model.ruleset == "switcher":
            remedy = " or ".join(f'{name} = "{way}"' for way in ways)
            self.fault(keys, f"under switcher a locomotive faces somewhere, and {text!r} does not say where", f"write {remedy}")
        if space in self.model.start.broken:
            self.fault(keys, f"{space} is a broken track", "choose another space, or take it off start.broken")
        elif not self.access.may_be(name, space):
            closing = "start.closed" if name in self.model.start.closed.get(space, ()) else "closed of the layout"
            self.fault(keys, f"{space} is closed to {name}", f"choose another space, or take {space} off {closing}")
        if space in self.plan.no_stop:
            self.fault(keys, f"nothing may stand on {space}, only pass it", "choose another space (see no_stop in the layout)")

    def _together(self, places: Mapping[str, str], keys: Mapping[str, KeyPath], verb: str) -> None:
        """Collect faults of two pieces on one space or in one exclusive group."""
        on: dict[str, str] = {}
        for name, space in places.items():
            if space in on:
                self.fault(keys[name], f"{on[space]} and {name} both {verb} on {space}", "a space holds one piece")
            on.setdefault(space, name)
        for group in self.plan.exclusive:
            inside = [name for space, name in on.items() if space in group]
            if len(inside) > 1:
                where = " and ".join(f"{name} on {places[name]}" for name in inside)
                remedy = f"of {' '.join(sorted(group))} only one may be occupied"
                self.fault(keys[inside[-1]], f"{where}: these spaces exclude each other", remedy)

    def _turntables(self) -> None:
        tables = {table.name: len(table.positions) for table in self.plan.turntables}
        for name, index in self.model.start.turntables.items():
            keys: KeyPath = ("start", "turntables", name)
            if name not in tables:
                remedy = suggest(name, tables) if tables else "the layout has no turntable"
                self.fault(keys, f"unknown turntable {name!r}", remedy)
            elif not 0 <= index < tables[name]:
                self.fault(keys, f"turntable {name} has no position {index}", f"a number from 0 to {tables[name] - 1}")
