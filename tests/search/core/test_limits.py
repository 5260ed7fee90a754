"""Limits: what is free, and what may still be taken."""

import pytest

from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.machine import _control_groups, resident


@pytest.mark.parametrize(
    ("line", "folder", "names"),
    [
        ("0::/user/job", "user/job", ("memory.max", "memory.current")),
        ("4:memory:/job", "memory/job", ("memory.limit_in_bytes", "memory.usage_in_bytes")),
    ],
)
def test_every_control_group_around_the_process_counts(tmp_path, line, folder, names):
    own = tmp_path / "own"
    own.write_text(line + "\n1:cpu:/other\n")
    groups = list(_control_groups(tmp_path, own))
    assert groups[0] == (tmp_path / folder, *names)
    assert groups[-1][0] == (tmp_path / "memory" if "memory/" in folder else tmp_path)


def test_each_limit_says_which_it_is():
    with pytest.raises(LimitReached, match="memory"):
        Limits(memory=resident() // 2).allow_states(1)
    with pytest.raises(LimitReached, match="states"):
        Limits(states=5).allow_states(6)
    with pytest.raises(LimitReached, match="time"):
        Limits(time=0.0).allow_states(1)
    with pytest.raises(LimitReached, match="budget"):
        Limits().allow_budget(6, 5)
    Limits().allow_budget(6, None)
