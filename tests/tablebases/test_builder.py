"""Builds that are interrupted, killed, or run out of room: the table comes out the same, and an earlier one stays."""

import json
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.machine import resident
from shunt.search.index.perfect import Arrangements
from shunt.search.tablebase.reader import Tablebase
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.tablebases.builder import build, mark_goals
from tests.cli.running import answer, check_refused, shunt

AMPLE = 1 << 40
NAME = "first-swap"


class Killed(BaseException):
    """Stands for whatever ends a build at any point."""


def write(path: Path, progress: Callable[[str, int, int], None] = lambda *_: None, **limits: Any) -> bytes:
    """Build the table of a shipped card."""
    build(load_card(NAME), path, Limits(memory=limits.pop("memory", AMPLE), **limits, progress=progress), program="test")
    return path.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """What an undisturbed build writes."""
    return write(tmp_path_factory.mktemp("whole") / "x.table")


def part(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def note(path: Path) -> Path:
    return path.with_name(path.name + ".part.json")


def stopped_in(path: Path, phase: str, level: int) -> bool:
    """Build until a level is worked on in a phase; return whether the build was stopped there."""

    def progress(what: str, levels: int, states: int) -> None:
        if what == phase and levels >= level:
            raise Killed

    try:
        write(path, progress)
    except Killed:
        return True
    return False


def test_a_build_stopped_anywhere_goes_on_to_the_same_table(tmp_path, whole):
    path = tmp_path / "x.table"
    for phase, level in (("tablebase", 1), ("tablebase", 1), ("tablebase", 4), ("tablebase", 7), ("packing", 0)):
        assert stopped_in(path, phase, level)
        assert not path.exists()
        assert part(path).exists()
    assert write(path) == whole
    assert [file.name for file in tmp_path.iterdir()] == ["x.table"]


def half_built(path: Path) -> list[int]:
    """Stop a build after five levels; returns how many slots they have."""
    assert stopped_in(path, "tablebase", 5)
    found = json.loads(note(path).read_text())["levels"]
    return found


def test_what_was_written_after_the_last_finished_level_is_cleared(tmp_path, whole):
    path = tmp_path / "x.table"
    levels = half_built(path)
    content = bytearray(part(path).read_bytes())
    for place in [place for place, value in enumerate(content) if not value][:5000:3]:
        content[place] = len(levels) + 1  # some of a level that was not finished, and some that is not even right
    part(path).write_bytes(content)
    assert write(path) == whole


def test_bytes_that_a_crash_has_lost_are_found_again(tmp_path, whole):
    path = tmp_path / "x.table"
    levels = half_built(path)
    content = bytearray(part(path).read_bytes())
    lost = next(place for place, value in enumerate(content) if value == 3)
    content[lost] = 0
    part(path).write_bytes(content)
    seen = []
    assert write(path, lambda what, level, states: seen.append(level)) == whole
    assert min(seen) == 2 < len(levels)


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b'{"key": 3}', b"\xff\x00", b"[" * 100_000),
        *(b'{"key": "x", "levels": 1e999}', b'{"key": "x", "levels": [' + b"9" * 5000 + b"]}"),
    ],
    ids=range(6),
)
def test_a_note_that_says_nothing_begins_afresh(tmp_path, whole, content):
    path = tmp_path / "x.table"
    half_built(path)
    note(path).write_bytes(content)
    assert write(path) == whole


def test_the_work_of_another_table_is_not_taken_up(tmp_path, whole):
    path = tmp_path / "x.table"
    half_built(path)
    header = build(load_card("about-turn"), path, Limits(memory=AMPLE), program="test")
    assert Tablebase.open(path).header == header
    half_built(path)
    part(path).write_bytes(b"short")
    assert write(path) == whole


def test_the_number_of_threads_changes_nothing(tmp_path, whole):
    for threads in (1, 3):
        build(load_card(NAME), tmp_path / "x", Limits(memory=AMPLE), threads=threads, program="test")
        assert (tmp_path / "x").read_bytes() == whole


# --------------------------------------------------------------------------------------------------------------------
# No room


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file of this process may grow beyond `size` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_the_earlier_table(tmp_path, whole):
    path = tmp_path / "x.table"
    path.write_bytes(b"an earlier table")
    for size in (0, 4096, len(whole) - 1):
        with largest_file(size), pytest.raises(InputError, match="the table cannot be written"):
            write(path)
        assert path.read_bytes() == b"an earlier table"
        assert [file.name for file in tmp_path.iterdir()] == ["x.table"]
    assert write(path) == whole


def test_a_disk_that_is_full_at_the_end_keeps_the_levels(tmp_path, whole):
    path = tmp_path / "x.table"
    path.write_bytes(b"an earlier table")

    def progress(what: str, level: int, states: int) -> None:
        if what == "packing":
            raise OSError(28, "No space left on device")

    with pytest.raises(InputError, match="the finished levels are kept"):
        write(path, progress)
    assert path.read_bytes() == b"an earlier table"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["x.table", "x.table.part", "x.table.part.json"]
    seen = []
    assert write(path, lambda what, *_: seen.append(what)) == whole
    assert "tablebase" not in seen


def test_a_note_that_cannot_be_written_is_removed(monkeypatch, tmp_path):
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        write(tmp_path / "x.table")
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_written_are_told(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "none" / "x.table", tmp_path / "file" / "x.table"):
        with pytest.raises(InputError):
            write(path)


def test_a_link_to_a_table_stays_one_and_a_pipe_is_none(tmp_path, whole):
    (tmp_path / "link").symlink_to(tmp_path / "x")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "x").read_bytes() == whole
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="device or a pipe"):
        write(tmp_path / "pipe")


@pytest.mark.parametrize("name", [".part", ".part.json"])
def test_links_beside_the_table_are_not_followed(name, tmp_path):
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    (tmp_path / f"x.table{name}").symlink_to(precious)
    expected = nullcontext()
    if name == ".part":
        expected = pytest.raises(InputError, match="cannot be written")
    with expected:
        write(tmp_path / "x.table")
    assert precious.read_bytes() == b"mine"


def test_a_work_file_with_another_name_is_not_written(tmp_path):
    (tmp_path / "precious").write_bytes(b"mine")
    os.link(tmp_path / "precious", tmp_path / "x.table.part")
    with pytest.raises(InputError, match="not a file of a build"):
        write(tmp_path / "x.table")
    assert (tmp_path / "precious").read_bytes() == b"mine"


def test_two_builds_of_one_file_do_not_meet(tmp_path):
    path = tmp_path / "x.table"

    def progress(*_: Any) -> None:
        with pytest.raises(InputError, match="another build"):
            write(path)
        raise Killed

    with pytest.raises(Killed):
        write(path, progress)


def test_limits_stop_a_build_and_the_next_goes_on(tmp_path, whole):
    path = tmp_path / "x.table"
    path.write_bytes(b"an earlier table")
    for limits in ({"memory": resident() // 2}, {"states": 1000}, {"time": 1e-9}):
        with pytest.raises(LimitReached):
            write(path, **limits)
        assert path.read_bytes() == b"an earlier table"
    assert write(path) == whole


# --------------------------------------------------------------------------------------------------------------------
# Goals


def goals_of(card: RouteCard, goal: Goal) -> tuple[set[int], set[int]]:
    """The numbers of what meets a goal, by the kernel and by the list of states."""
    codec = Codec.for_rules(card.rules)
    arrangements = Arrangements.of(codec)
    bits = np.zeros(-(-arrangements.slots // 64), np.int64)
    assert mark_goals(arrangements, goal, bits, Limits()) == sum((int(word) & (1 << 64) - 1).bit_count() for word in bits)
    marked = {64 * w + b for w, word in enumerate(bits.tolist()) if word for b in range(64) if word >> b & 1}
    return marked, {arrangements.number(codec.unpack(state)) for state in GoalSet.of(codec, goal).states()}


def test_a_train_that_cannot_stand_gives_a_table_without_goals(tmp_path):
    card = load_card("""
schema = "shunt-card/1"
name = "apart"
ruleset = "railway"
[start]
locomotives = { L = "A", M = "D" }
cars = { a = "T00" }
[goal]
trains = [{ pieces = "a L M", along = "C D T00 T01" }]
[layout]
tracks = ["A B", "C D"]
turntables = [{ name = "T0", bridge = "T00 T01", positions = [["A", ""], ["D", ""]], rotation = "locked" }]
""")
    build(card, tmp_path / "x.table")
    assert Tablebase.open(tmp_path / "x.table").distance(card.start) is None


@pytest.mark.parametrize("places", [{"A": "A1"}, {"red": "B1"}, {"red": "B1", "green": "C2"}, {"A": "A1", "red": "W1"}])
def test_goals_that_leave_much_free(places):
    marked, listed = goals_of(load_card("first-swap"), Goal(places))
    assert marked == listed


# --------------------------------------------------------------------------------------------------------------------
# The commands


def test_build_info_probe(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    built = answer("tablebase build first-swap")
    assert (built["file"], built["slots"], built["levels"][0]) == ("first-swap.table", 8160, 2)
    told = answer("tablebase info first-swap.table --verify")
    assert told["verified"]
    assert told["levels"] == built["levels"]
    assert "--verify" in shunt("tablebase info first-swap.table").stdout
    probed = answer("tablebase probe first-swap.table 'A=A1>A2 red=B1 green=C2'")
    assert (probed["moves"], probed["best"]) == (6, "A A1>B2")
    after = answer("tablebase probe first-swap.table --card first-swap --after 'A A1>B2'")
    assert after["moves"] == 5
    assert shunt("tablebase probe first-swap.table 'A=A1<A2 red=C2 green=B1'").stdout == "0 moves: the goal is met\n"
    assert answer("solve first-swap --tablebases .")["method"] == "tablebase"
    nowhere = shunt("solve first-swap --tablebases nowhere")
    assert (nowhere.exit_code, "--tablebases: nowhere is not a folder" in nowhere.stderr) == (2, True)
    assert shunt("solve first-swap --tablebases . --explain").stdout.count("in the tablebase") >= 1
    assert answer("solve first-swap --method tablebase")["method"] == "tablebase"  # found where it was built


def test_cards_of_one_name_keep_a_table_each(tmp_path, monkeypatch):
    folder = tmp_path / "tables"
    folder.mkdir()
    monkeypatch.setenv("SHUNT_TABLEBASES", str(folder))
    text = Path(load_card("first-swap").path).read_text()
    cards = tmp_path / "one.toml", tmp_path / "two.toml"
    cards[0].write_text(text)
    cards[1].write_text(text.replace('red = "C2"', 'red = "D2"').replace('"F2"', '"F1"'))
    files = [answer("tablebase build", card)["file"] for card in cards]
    assert files[0] == str(folder / "first-swap.table")
    assert files[1].startswith(str(folder / "first-swap-"))
    assert [answer("solve --method tablebase", card)["method"] for card in cards] == ["tablebase"] * 2
    assert answer("tablebase build", cards[1])["file"] == files[1]


@pytest.fixture
def unguarded(monkeypatch):
    """Leave limits to the build: on a busy machine the guard of the whole command would be quicker than its first level."""
    monkeypatch.setattr("shunt.search.core.limit_guard.TICK", 600.0)


@pytest.mark.usefixtures("unguarded")
def test_what_a_stopped_build_keeps_is_told(tmp_path):
    path = tmp_path / "x.table"
    resumes = "the same command resumes there with a higher limit"
    for limit, kept in (("--max-memory", "no level was finished and nothing is kept"), ("--max-states", resumes)):
        done = shunt("tablebase build", NAME, "--output", path, limit, "1000")
        assert done.exit_code == 3
        assert kept in done.stderr
        assert part(path).exists() == (limit == "--max-states")


@pytest.mark.usefixtures("unguarded")
def test_a_large_build_says_what_it_will_take(tmp_path):
    done = shunt("tablebase build alphabet-five --max-memory 100M --output", tmp_path / "x.table")
    assert done.exit_code == 3
    assert "building takes 332 MB of memory and 1,326 MB of disk" in done.stderr
    assert not list(tmp_path.iterdir())


def test_positions_that_are_none(tmp_path, whole):
    table = tmp_path / "x.table"
    table.write_bytes(whole)
    for text, complaint in (
        ("A=A1>A2 red=B1", "green: its space is missing"),
        ("A=A1>A2 red=B1 green=B1", "green on B1: not possible while red stands on B1"),
        ("A=A1>A2 red=B1 green=Q", "unknown space 'Q'"),
        ("A=A1 red=B1 green=C2", "does not say what the locomotive faces"),
        ("A=A1>A2 red=B1 green=C2 blue=C1", "unknown piece 'blue'"),
        ("A=A1>A2 red=B1 green=C2 red=C1", "red: named twice"),
    ):
        check_refused(shunt("tablebase probe", table, text), complaint)


def test_commands_refuse_what_cannot_be(tmp_path):
    table = tmp_path / "x.table"
    table.write_bytes(b"nothing")
    for words in (
        f"info {table}",
        f"probe {table} 'A=A1>A2'",
        f"probe {table}",
        f"probe {table} 'A=A1>A2' --card first-swap",
        "build inglenook-533",
        f"build first-swap --output {tmp_path}",
    ):
        check_refused(shunt(f"tablebase {words}"))
