"""The moves of a position on a large board, written in one go."""

from shunt.rules.guide import describe, describe_all
from tests.rules.settings import setting


def test_runs_written_together_are_written_as_each_alone():
    main, side = [f"m{number}" for number in range(14)], [f"s{number}" for number in range(4)]
    tracks = [" ".join(main), " ".join([*main[3:5], *side, *main[9:11]])]
    rules, position = setting(tracks, {"L": "m1>m2", "red": "m6", "blue": "m0"})
    runs = list(dict.fromkeys(how for how, _ in rules.outcomes(position)))
    together = list(describe_all(rules, position, runs))
    assert len(together) > 20
    assert any(" via " in str(move) for move in together)
    assert together == [describe(rules, position, run) for run in runs]
