"""Random arguments and changed files for every command: an exit status that commands have, no traceback, no control character."""

import random
from functools import partial

import pytest

from tests.effort import examples
from tests.fuzz import campaign
from tests.fuzz.commands import (
    LONG,
    commands,
    on_changed_file,
    run,
    with_random_words,
)


@pytest.mark.parametrize(
    ("kind", "cases"), [(partial(with_random_words, without=LONG), examples(36)), (on_changed_file, examples(24))]
)
def test_random_commands_end_in_a_status_of_ours(kind, cases, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    statuses, wrong = run((kind(random.Random(number)) for number in range(cases)), tmp_path)
    assert wrong == []
    assert statuses[2] > cases // 4
    assert len(list(commands())) > 40


@pytest.mark.slow
def test_a_campaign(monkeypatch, tmp_path):
    """More: `python -m tests.fuzz.campaign --commands 20000`."""
    monkeypatch.chdir(tmp_path)
    assert campaign.main(["--readers", "60", "--commands", "6", "--memory", "2", "--seed", "2"]) == 0
