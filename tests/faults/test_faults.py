"""Writing that fails or is killed at any point loses and doubles nothing, and gives the same bytes when it is done again."""

import os
import random
import tempfile
from pathlib import Path

import pytest

from shunt.cli.commands import GAMES
from tests.effort import some
from tests.faults.campaign import STOPPED, Subject, fresh, warm_up
from tests.faults.children import Report
from tests.faults.state import state_of
from tests.faults.victim import Fault, run
from tests.faults.writers import WRITERS

QUICK = ("export", "catalogue export as cards", "catalogue add", "tiles play", "play --log", "site, replaced", "edit, save")
ALIKE = {"rate --fit", "animate as GIF", "make catalogue", "daily"}
ALIKE |= {f"{game} {what}" for game in GAMES if game != "tiles" for what in ("follow", "play", "simulate")}
"""Commands that write as others do: some work for long before they write, some are of another game. The campaign has them all."""


@pytest.mark.parametrize("name", some(QUICK, 2))
def test_a_call_that_fails_or_is_the_last_loses_nothing(name, tmp_path):
    subject, report = Subject.of(name, tmp_path), Report()
    for fault in (Fault("fails", subject.calls // 2 + 1), Fault("kills", subject.calls // 2 + 1), Fault("fails", size=100)):
        subject.try_one(fault, report)
    assert report.wrong == []
    assert report.ends[STOPPED] >= 2


@pytest.mark.parametrize("name", ["export", "catalogue export as cards"])
def test_a_folder_of_another_user_is_a_fault(name):
    """As the superuser, who may write everywhere, the command is run by a user without rights."""
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        writer = WRITERS[name]
        warm_up(writer, Path(place))
        folder = fresh(writer, Path(place))
        before = state_of(folder)
        os.chmod(folder, 0o555)
        ended = run(writer, folder, Fault(unprivileged=True))
        os.chmod(folder, 0o755)
        assert ended.status == 2
        assert "Permission denied" in ended.printed
        assert "Traceback" not in ended.printed
        assert state_of(folder) == before


@pytest.mark.slow
def test_faults_and_kills_of_all_commands_that_write(tmp_path):
    """A full disk, and a kill or a failing call. Every call: `python -m tests.faults.campaign --step 1 --kills 300`."""
    draw = random.Random(1)
    for number, name in enumerate(name for name in WRITERS if name not in ALIKE):
        subject, report = Subject.of(name, tmp_path), Report()
        subject.try_one(Fault("fails", size=0), report)
        assert report.ends[STOPPED], f"{name}: a full disk did not stop it"
        if number % 3 == 0:
            subject.kill(draw, report)
        else:
            subject.try_one(Fault("kills" if number % 3 == 1 else "fails", draw.randrange(subject.calls) + 1), report)
        assert report.wrong == []
