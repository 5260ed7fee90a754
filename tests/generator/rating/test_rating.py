"""The rating: ten cards analysed by hand, models against simulation and brute force, independence of names."""

from itertools import pairwise, product

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.cards.tiers import tier_of
from shunt.generator.rating.features import Reader, decomposition, distinct_solutions
from shunt.generator.rating.landscape import Landscape, exact, mean_walk
from shunt.generator.rating.rate import rate
from shunt.generator.rating.unrated import UnratableError
from shunt.generator.rating.weights import WEIGHTS, points
from shunt.generator.state_graph import GoalGraph
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable
from tests.cli.running import answer, shunt
from tests.effort import examples
from tests.generator.test_canonical import cards, disguised

LINE = Plan.from_tracks("line", ["A B C D E F"])
FORK = Plan.from_tracks("fork", ["A B C D", "A B E F"])
WYE = Plan.from_tracks("wye", ["A1 A2 B2 B1", "A1 A2 C2 C1", "B1 B2 C2 C1"])
TABLE = Plan.from_tracks("table", ["A B", "C"], [Turntable("T", ("T",), (("B", "C"), ("C", "")))])


def card(
    plan: Plan, locomotive: str, cars: dict[str, str], goal: dict[str, str], *, heading: int | None = None, railway: bool = False,
    turned: int = 0,
) -> RouteCard:  # fmt: skip
    """A card with one locomotive L that faces its space's end 1 (away from the first neighbour), unless it stands at the start of
    a run, where its only neighbour lies at end 0."""
    at_start = {track[0] for track in plan.tracks}
    faces = () if railway else (0 if locomotive in at_start else 1,)
    return RouteCard(
        name="by-hand",
        ruleset="railway" if railway else "switcher",
        layout=Layout(plan),
        roster=Roster(("L",), tuple(cars)),
        start=Position((locomotive, *cars.values()), faces, (turned,) * len(plan.turntables)),
        goal=Goal(goal, {} if heading is None else {"L": heading}),
    )


# What each feature is, and why, found by hand.
GOLDEN = {
    # L pushes red from C to D. It may also stop at B, or push too far, to E or F, from where no car comes back: 2 of 4 moves are
    # traps. With x, y for L on A and on B: 29x = 29 + y + 2(1 + x) and 29y = 29 + x + 2(1 + x), so x = 31/26.
    "push": (
        card(LINE, "A", {"red": "C"}, {"red": "D"}),
        {
            "optimum": 1,
            "wandering": 31 / 26,
            "traps": 0.5,
            "states": 14,
            "dead": 9 / 14,
            "solutions": 1,
            "handling": 0,
            "decomposition": 0,
            "counterintuitive": 0,
        },
    ),
    # Red stands behind L and comes along. L is always to the right of red: 15 positions, each of which leads to any other.
    "pull": (
        card(LINE, "B", {"red": "A"}, {"red": "C"}),
        {"optimum": 1, "traps": 0, "states": 15, "dead": 0, "connected": 1, "solutions": 1, "handling": 0, "decomposition": 0},
    ),
    # Backing up pushes red, coupled or not.
    "back": (card(LINE, "D", {"red": "C"}, {"red": "A"}), {"optimum": 1, "solutions": 1, "states": 15, "traps": 0}),
    # L has to back up to red first and touches nothing in that move; no other stop but B couples it.
    "fetch": (
        card(LINE, "D", {"red": "A"}, {"red": "C"}),
        {"optimum": 2, "solutions": 1, "handling": 1, "decomposition": 0, "counterintuitive": 0, "traps": 0},
    ),
    # One push into the right branch; C and D, in the wrong one, are lost for good.
    "fork": (card(FORK, "A", {"red": "B"}, {"red": "F"}), {"optimum": 1, "solutions": 1, "traps": 0.5, "handling": 0}),
    # Both cars in one push: they cannot be told apart as two tasks, which counts as one change.
    "together": (
        card(LINE, "A", {"red": "B", "green": "C"}, {"red": "C", "green": "D"}),
        {"optimum": 1, "solutions": 1, "decomposition": 1, "handling": 0},
    ),
    # Green must be pushed to F and red pulled to B: first the one, first the other, or both at once with red brought back; all
    # three solutions differ in their moves. Each changes once between the cars and twice what it handles. Doing green first, L
    # runs away from red in 1 of 3 moves; the other two have no such move.
    "two-tasks": (
        card(LINE, "C", {"red": "A", "green": "E"}, {"red": "B", "green": "F"}),
        {"optimum": 3, "solutions": 3, "decomposition": 1, "handling": 2, "counterintuitive": 1 / 9},
    ),
    # Under railway L pulls what stands in front: it pushes both on, red leaving its target, and brings red back.
    "make-way": (
        card(LINE, "B", {"red": "C", "green": "D"}, {"red": "C", "green": "E"}, railway=True),
        {"optimum": 2, "solutions": 1, "decomposition": 1, "handling": 1, "counterintuitive": 0.5},
    ),
    # The turntable leads nowhere from B before a move has been made; the only one is to B.
    "timing": (
        card(TABLE, "A", {}, {"L": "C"}, turned=1),
        {"optimum": 2, "solutions": 1, "decomposition": 0, "handling": 0, "counterintuitive": 0, "traps": 0},
    ),
    # L turns on the wye in three moves: through B or through C first, stopping on either space of both legs: 2 · 2 · 2.
    "turn": (card(WYE, "A1", {}, {"L": "A1"}, heading=1), {"optimum": 3, "solutions": 8, "decomposition": 0, "handling": 0}),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_features_found_by_hand(name):
    puzzle, wanted = GOLDEN[name]
    rating = rate(puzzle)
    assert {key: rating.features[key] for key in wanted} == pytest.approx(wanted, abs=6e-4)
    assert rating.errors == {}


def landscape_of(puzzle: RouteCard, most: int = 20_000) -> Landscape:
    try:
        return Landscape.from_card(puzzle, Limits(memory=1 << 62, states=most))
    except UnratableError:
        assume(False)
        raise


@given(cards())
@settings(max_examples=examples(24))
def test_the_exact_wandering_value_agrees_with_simulation(puzzle):
    landscape = landscape_of(puzzle)
    assume(landscape.optimum > 0)
    assert isinstance(landscape.known, GoalGraph)
    value, walks = exact(landscape.known), mean_walk(landscape.known.wander(landscape.optimum, 60_000))
    assume(walks.error < walks.value / 3)
    assert abs(value - walks.value) <= 5 * walks.error + 0.002 * value


def switches_by_brute_force(moves: list[frozenset[str]]) -> int:
    """Every way to give pieces to group 0 or 1, every change counted move by move."""
    pieces = sorted({piece for pieces in moves for piece in pieces})
    best = None
    for groups in product((0, 1), repeat=len(pieces)):
        if len(set(groups)) < 2:
            continue
        told = ["".join(sorted({str(groups[pieces.index(piece)]) for piece in move})) for move in moves if move]
        count = sum(groups == "01" for groups in told) + sum({a, b} == {"0", "1"} for a, b in pairwise(told))
        best = count if best is None else min(best, count)
    return best or 0


@given(st.lists(st.frozensets(st.sampled_from("abcde"), max_size=3), max_size=9))
@settings(max_examples=examples(200))
def test_decomposition_against_brute_force(moves):
    assert decomposition(moves) == switches_by_brute_force(moves)


@given(cards())
@settings(max_examples=examples(16))
def test_solutions_modulo_reordering_against_listing_them_all(puzzle):
    landscape = landscape_of(puzzle, 3_000)
    assume(0 < landscape.paths.count <= 3_000)
    reader = Reader(landscape)
    paths = landscape.sample(3_000)
    assert len(paths) == landscape.paths.count
    told = {tuple(sorted(map(str, (reader.label(a, b) for a, b in pairwise(path))))) for path in paths}
    assert distinct_solutions(landscape) == (len(told), True)


@given(cards(), st.integers(0, 1 << 30))
@settings(max_examples=examples(24))
def test_a_disguise_keeps_what_does_not_depend_on_a_sample(puzzle, seed):
    try:
        limits = Limits(memory=1 << 62, states=5_000)
        one, other = rate(puzzle, limits), rate(disguised(puzzle, seed), limits)
    except UnratableError:
        reject()
    assume((one.features["paths"] or 0) <= 64 and not puzzle.roster.interchangeable)
    assert {k: v for k, v in one.features.items() if v is not None} == pytest.approx(
        {k: v for k, v in other.features.items() if v is not None}, abs=2e-3
    )


@pytest.mark.parametrize(("name", "exact"), [("into-the-siding", 60_000), ("two-of-a-kind", 60_000), ("two-of-a-kind", 10)])
def test_a_rating_without_kernels_is_the_same(name, exact, monkeypatch):
    found = []
    for is_compiled in (True, False):
        monkeypatch.setattr("shunt.generator.card_graph.is_compiled", lambda *kernel, answer=is_compiled: answer)
        found.append(rate(name, exact_states=exact))
    assert found[0] == found[1]
    assert found[0].features == found[1].features


@pytest.mark.parametrize(
    ("where", "name", "words"),
    [
        ("shunt.generator.rating.landscape.graph_from", "first-swap", "its fewest moves are not known"),
        ("shunt.generator.rating.rate.wandering", "first-swap", "its fewest moves are 6, proven"),
        ("shunt.sidings.generator.rating.sidings_solutions", "inglenook-322", "its fewest pulls are not known"),
        ("shunt.sidings.generator.rating.reachable", "inglenook-322", "its fewest pulls are 14, proven"),
    ],
)
def test_an_interrupt_says_what_is_proven(monkeypatch, where, name, words):
    def interrupt(*given: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupt)
    with pytest.raises(KeyboardInterrupt) as caught:
        rate(load_card(name))
    assert caught.value.__notes__[0] == f"{name} is not rated; {words}"
    assert caught.value.args == ()
    done = shunt("rate", name)
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr == f"shunt: interrupted: {name} is not rated; {words}\n"
    known = int(words.split()[-2].rstrip(",")) if "proven" in words else None
    assert answer("rate", name, status=130) == {
        "schema": "shunt-rating/1",
        "card": name,
        "grade": None,
        "tier": None,
        "status": "unknown" if known is None else "optimal",
        "moves": known,
        "lower_bound": known or 0,
        "metric": words.split()[2],
        "stopped": "interrupted",
        "why": f"{name} is not rated; {words}",
    }


@pytest.mark.parametrize("name", ["first-swap", "wye-about"])
def test_nothing_is_assumed_where_the_start_is_beyond_the_distances_held(name, monkeypatch):
    whole = rate(load_card(name))
    monkeypatch.setattr("shunt.generator.rating.landscape.MAP_STATES", 20)
    part = rate(load_card(name), graph_states=10)
    known = {"optimum", "decomposition", "handling", "counterintuitive", "paths", "solutions"}
    assert {key: part.features[key] for key in known} == {key: whole.features[key] for key in known}
    assert part.unknown == {}
    for key in ("wandering", "traps"):
        exact_value, estimate = whole.features[key], part.features[key]
        assert exact_value is not None
        assert estimate is not None
        assert abs(estimate - exact_value) <= 1.05 * part.errors.get(key, 0.0) + 0.05
    assert abs(part.grade - whole.grade) < 1.0


def test_no_rating_without_a_solution():
    with pytest.raises(UnratableError) as caught:
        rate(card(LINE, "B", {"red": "D"}, {"red": "A"}))
    assert caught.value.unsolvable
    assert caught.value.as_json(card(LINE, "B", {"red": "D"}, {"red": "A"}))["status"] == "unsolvable"


def test_the_grade_is_the_sum_of_its_reasons():
    rating = rate(load_card("first-swap"))
    assert rating.points.keys() == WEIGHTS.keys()
    assert rating.grade == round(sum(points(rating.features).values()), 2)
    assert rating.tier == tier_of(rating.grade)
    reasons = [reason.points for reason in rating.reasons]
    assert sum(reasons) == pytest.approx(rating.grade, abs=0.05)
    assert reasons == sorted(reasons, reverse=True)
    assert str(rating.reasons[0]).startswith(f"{reasons[0]:.2f} {rating.reasons[0].name}: ")
    assert repr(rating) == f"Rating(grade={rating.grade}, tier={rating.tier!r})"
    assert len({rating, rate(load_card("first-swap"))}) == 1
    most = dict.fromkeys(("optimum", "decomposition", "handling"), 99.0) | {"wandering": 1e9}
    most |= dict.fromkeys(("counterintuitive", "traps", "solutions"), 1.0)
    assert [sum(points(most | more).values()) for more in ({}, {"connected": 1.0})] == pytest.approx([10.0, 10.0])
