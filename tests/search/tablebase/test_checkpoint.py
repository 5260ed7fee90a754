"""Floods that are stopped at any point are resumed from their checkpoints, which are refused where they do not fit."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.search.core.limits import Limits
from shunt.search.methods.flood import METHODS, flood_position
from shunt.search.tablebase import checkpoint as checkpoints
from shunt.search.tablebase.checkpoint import Checkpoint, key_of_flood
from shunt.search.trains.codec import Codec
from shunt.track.layout_file import load_layout
from tests.cli.running import check_refused, shunt
from tests.search.methods.test_flood import setting

LEVELS = (1, 15, 136, 499, 1481, 2966, 5212, 9805, 16549, 26750, 29660, 23671, 12451, 3018, 442, 13)
RULES, START = setting(load_layout("wye-18").plan, 3)
CODEC = Codec.for_rules(RULES)
AMPLE = 1 << 40


class Killed(BaseException):
    """Stands for whatever ends a flood at any point."""


def flood(
    file: Path, progress: Callable[[str, int, int], None] = lambda *_: None, method: str = "indexed", **limits: int
) -> tuple[int, ...]:
    """Flood with a checkpoint at every point where one may be written."""
    bounds = Limits(memory=AMPLE, progress=progress, **limits)
    return flood_position(CODEC, START, bounds, method, threads=2, checkpoint=file, checkpoint_every=0.0).levels


def killed_at(call: int) -> Callable[[str, int, int], None]:
    """Return a progress that ends the flood at one of its calls."""
    calls = iter(range(1, call + 1))

    def progress(what: str, level: int, states: int) -> None:
        if next(calls) == call:
            raise Killed

    return progress


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """The checkpoint of a flood that was stopped after some levels."""
    file = tmp_path_factory.mktemp("stopped") / "a.checkpoint"
    flood(file, states=40_000)
    return file.read_bytes()


@pytest.fixture
def kept(tmp_path, content):
    """A file with that checkpoint."""
    file = tmp_path / "a.checkpoint"
    file.write_bytes(content)
    return file


@pytest.mark.parametrize("method", METHODS)
def test_a_flood_that_is_stopped_again_and_again_counts_the_same(method, tmp_path):
    file = tmp_path / "a.checkpoint"
    stops = 0
    for calls in (2, 16, 90, 400):
        try:
            flood(file, killed_at(calls), method)
        except Killed:
            stops += 1
    assert stops >= 1
    resumed = flood_position(CODEC, START, Limits(memory=AMPLE), checkpoint=file)
    assert (resumed.method, resumed.levels, resumed.exhausted) == (method, LEVELS, True)
    assert list(tmp_path.iterdir()) == [file]
    assert file.stat().st_size < 10_000  # only its counts are kept
    assert flood(file, killed_at(1), method) == LEVELS


def test_a_level_under_way_is_continued(tmp_path):
    file = tmp_path / "a.checkpoint"
    with pytest.raises(Killed):
        flood_position(CODEC, START, Limits(memory=AMPLE, progress=killed_at(60)), "indexed", 1, file, checkpoint_every=0.0)
    head = Checkpoint(file, key_of_flood(RULES, START)).head
    assert head is not None
    assert head.way
    assert head.done
    assert flood(file) == LEVELS


def test_a_checkpoint_of_other_pieces_or_of_another_start_is_refused(kept):
    before = kept.read_bytes()
    for rules, start in (setting(load_layout("wye-18").plan, 2), (RULES, min(RULES.successors(START), key=str))):
        with pytest.raises(InputError, match="of another board, other pieces, rules or another start"):
            flood_position(Codec.for_rules(rules), start, checkpoint=kept)
    assert kept.read_bytes() == before


def test_a_checkpoint_of_another_program_is_refused(kept, monkeypatch):
    monkeypatch.setattr(checkpoints, "program_version", lambda: "9.9")
    with pytest.raises(InputError, match=r"different versions cannot be combined .* and 9\.9"):
        flood(kept)


@pytest.mark.parametrize("place", [20, -1, -30_000])
def test_a_changed_byte_is_found(place, kept):
    content = bytearray(kept.read_bytes())
    content[place] ^= 1
    kept.write_bytes(content)
    with pytest.raises(InputError, match="damaged"):
        flood(kept)
    assert kept.read_bytes() == content


def test_a_folder_or_a_file_of_something_else_is_refused(tmp_path):
    (tmp_path / "notes").write_text("mine\n")
    for name in ("", "notes"):
        with pytest.raises(InputError, match=r"cannot be read|not a checkpoint"):
            flood(tmp_path / name)
    assert (tmp_path / "notes").read_text() == "mine\n"


def test_a_full_disk_stops_nothing(tmp_path, monkeypatch):
    """The last checkpoint that was written stays; the flood ends and says why the later ones are missing."""
    file = tmp_path / "a.checkpoint"
    flood(file, states=9_000)
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    found = flood_position(CODEC, START, checkpoint=file)
    assert (found.levels, found.exhausted) == (LEVELS, True)
    assert found.not_kept is not None
    assert "No space left on device" in str(found.not_kept)
    assert file.read_bytes() == before
    monkeypatch.undo()
    assert flood(file) == LEVELS
    assert list(tmp_path.iterdir()) == [file]


def test_the_command_resumes_and_says_so(tmp_path):
    """A flood that the user's limit stops, and one of other pieces with the same file."""
    file = str(tmp_path / "a.checkpoint")
    stopped = shunt("flood first-swap --checkpoint", file, "--max-states", "4000")
    assert stopped.exit_code == 3
    assert f"kept in {file}: the same command resumes the flood" in stopped.stderr
    whole = shunt("flood first-swap --checkpoint", file)
    assert whole.exit_code == 0
    assert "7,751 states" in whole.stdout
    check_refused(shunt("flood run-round --checkpoint", file), "--checkpoint", "remove this one to begin again")
