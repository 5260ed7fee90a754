"""Trains that cannot come to where they are to come are not followed."""

from shunt.rules import motion
from shunt.rules.guide import describe
from shunt.rules.motion import Motion
from shunt.rules.moves import Move
from shunt.rules.position import Position
from tests.rules.settings import setting


def test_a_short_run_on_a_long_line_takes_no_look_at_the_rest_of_it(monkeypatch):
    names = [f"m{number}" for number in range(1_000)]
    rules, position = setting([" ".join(names)], {"L": "m500>m501", "red": "m510", "blue": "m100"})
    looked = []
    step = Motion.steps

    def steps(rules: Motion, position: Position, train: motion.Train) -> object:
        """Count the trains that are followed."""
        looked.append(train)
        return step(rules, position, train)

    monkeypatch.setattr(Motion, "steps", steps)
    made = rules.make(position, Move.parse("L m500>m520"))
    assert made.run.pushes == ("red",)
    (run,) = rules.runs_to(position, made.position)
    assert str(describe(rules, position, run)) == "L m500>m520"
    assert len(looked) < 120
