"""Wrong parameters from Python: faults in terms of the parameters, never an error from deep inside."""

import pytest

import shunt

SWAP = shunt.load("first-swap")
YARD = shunt.hump.load("two-storeys")
INGLENOOK = shunt.load("inglenook-322")
LEGS = INGLENOOK.with_metric("legs")
IN_SIDING = shunt.SidingsPosition.parse("123/45/@1")

WRONG = [
    (lambda: shunt.hump.check_bid(YARD, train="ABC", order="CAB", bid="5"), "bid: '5' is not a whole number"),  # type: ignore[arg-type]
    (lambda: shunt.hump.check_bid(YARD, train="ABC", order="CAB", bid=5.5), "bid: 5.5 is not a whole number"),  # type: ignore[arg-type]
    (lambda: shunt.hump.check_bid(YARD, train="ABC", order="CAB", bid=True), "bid: True is not a whole number"),
    (lambda: shunt.hump.check_bid(YARD, train="ABC", order="CAB", bid=0), "bid: 0 is below 1"),
    (lambda: shunt.hump.bid_table(YARD, cars="three"), "cars: 'three' is not a whole number"),  # type: ignore[arg-type]
    (lambda: shunt.Limits(time="60"), "time: '60' is not a number"),  # type: ignore[arg-type]
    (lambda: shunt.Limits(time=float("nan")), "time: nan is not a number"),
    (lambda: shunt.Limits(states="5"), "states: '5' is not a whole number"),  # type: ignore[arg-type]
    (lambda: shunt.Limits(time=-1, states=-1), "states: -1 is below 0"),
    (lambda: shunt.solve(SWAP, limits=5), "limits: 5 is not a Limits"),  # type: ignore[arg-type]
    (lambda: shunt.Layout.from_tracks(["A B C"]), "tracks[0]: list is not a text"),  # type: ignore[arg-type]
    (lambda: shunt.Layout.from_tracks("A B", 5), "tracks[1]: int is not a text"),  # type: ignore[arg-type]
    (lambda: shunt.Layout.from_tracks("A B! C"), "tracks[0]: 'B!' is not a name"),
    (
        lambda: shunt.Card.build("fan-10", locomotives={"L": "A>B"}, goal={"L": "C"}, broken="F2"),
        "broken: 'F2' is a text (give a list of spaces, such as",
    ),
    (lambda: SWAP.starting_at("A1"), "position: str is not a position of trains"),
    (lambda: SWAP.starting_at(shunt.Position.parse("A1>1 E1")), "position: 2 spaces, but the card has 3"),
    (lambda: SWAP.starting_at(shunt.Position.parse("A9>1 E1 C2")), "A on A9: unknown space 'A9'"),
    (lambda: SWAP.starting_at(shunt.Position.parse("A1>1 F2 A1")), "red on F2: the space is broken"),
    (lambda: SWAP.starting_at(shunt.Position.parse("A1>1 B1 A1")), "green on A1: not possible while A stands on A1"),
    (lambda: SWAP.starting_at(shunt.Position.parse("A1>1 B1 C2 @0")), "1 turntable settings, but the card has 0"),
    (lambda: INGLENOOK.starting_at(SWAP.start), "Position is not a position of sidings"),
    (lambda: INGLENOOK.starting_at(shunt.SidingsPosition.parse("123/45")), "2 sidings, but the yard has 3"),
    (lambda: INGLENOOK.starting_at(shunt.SidingsPosition.parse("123/45/@1")), "the locomotive cannot be in '1'"),
    (lambda: LEGS.starting_at(shunt.SidingsPosition.parse("1|23/45/@1")), "the locomotive cannot be in '1' (known: headshunt)"),
    (lambda: LEGS.starting_at(shunt.SidingsPosition.parse("123/45/@4")), "in '4' (known: 1 2 3 headshunt)"),
    (lambda: LEGS.starting_at(IN_SIDING).with_metric("pulls"), "the locomotive cannot be in '1'"),
    (lambda: list(shunt.replay(SWAP.rules, SWAP.start, ["A A1>B3", "A then"])), "'A then' is not a move"),
    (lambda: shunt.svg_solution(SWAP, [shunt.parse_move("A A1>B3")]), "moves: moves that have not been made"),  # type: ignore[list-item]
    (lambda: shunt.svg("first-swap"), "load it first: shunt.load('first-swap')"),
    (lambda: shunt.generate("fan-10", car=1), "car: unknown parameter (did you mean cars or car_names?)"),
    (lambda: SWAP.play().push("A A1>Q9"), "names are known, such as"),
    (lambda: SWAP.play().push(5), "'5' is not a move"),
    (lambda: shunt.generate("fan-10", tier="pink"), "unknown tier 'pink'"),
    (lambda: shunt.generate("fan-10", cars="2-3"), "a pair such as"),
    (lambda: shunt.generate("fan-10", cars=2.5), "a pair such as"),
    (lambda: shunt.hump.check_bid("no-such-yard", train="ABC", order="CAB", bid=5), "no-such-yard"),
]


@pytest.mark.parametrize(("wrong", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_wrong_parameter_is_named(wrong, words):
    with pytest.raises(shunt.ShuntError) as caught:
        wrong()
    assert words in str(caught.value)


def test_every_position_of_a_game_can_start_a_card():
    game = SWAP.play()
    for move in ("A A1>B3", "A B3>C2"):
        game.push(move)
        assert SWAP.starting_at(game.position).start == game.position
