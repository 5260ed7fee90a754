"""Trains that cannot come to where they are to come are not followed, and nothing else is left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.rules import motion
from shunt.rules.guide import describe
from shunt.rules.motion import Motion
from shunt.rules.moves import Move
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.track.plan import End
from tests.effort import examples
from tests.rules.settings import setting
from tests.search.boards import puzzles


@given(puzzles(), st.data())
@settings(max_examples=examples(75))
def test_runs_are_those_found_where_every_train_is_followed(puzzle: tuple[Switcher, Position], data: st.DataObject) -> None:
    rules, position = puzzle
    spaces = st.sampled_from(rules.plan.spaces)
    via, to = tuple(data.draw(st.lists(spaces, max_size=2))), data.draw(st.none() | spaces)
    wanted = [rules.canonical(after) for _, after in rules.outcomes(position)][:40]

    def found() -> list[object]:
        """Return all that is looked for."""
        runs = [list(rules.runs(position, ready, via, False, to)) for ready in rules.trains(position)]
        led = [list(rules.runs_to(position, after)) for after in wanted]
        return [runs, led, [describe(rules, position, run) for several in led for run in several]]

    everywhere = {End(space, end) for space in rules.plan.spaces for end in (0, 1)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(motion, "leading_to", lambda joins, spaces: everywhere)
        whole = found()
    assert found() == whole


def test_a_short_run_on_a_long_line_takes_no_look_at_the_rest_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"m{number}" for number in range(1_000)]
    rules, position = setting([" ".join(names)], {"L": "m500>m501", "red": "m510", "blue": "m100"})
    looked: list[object] = []
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
