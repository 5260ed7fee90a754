"""Pattern databases on disk: the same answers with and without, and nothing that is wrong with a file matters."""

import json
import os
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shunt import load
from shunt.cards.card import Goal, RouteCard
from shunt.errors import InputError
from shunt.search.core.clock import cache_remarks
from shunt.search.core.kernel_cache import digest_of
from shunt.search.core.limits import Limits
from shunt.search.methods.pattern_databases import PatternBounds, patterns_of
from shunt.search.solve import solve
from shunt.search.tablebase.database_store import DatabaseStore, databases_folder
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.successors import Neighbours
from tests.cli.running import check_refused
from tests.cli.running import shunt as shunt_command


@pytest.fixture
def remarks(monkeypatch):
    made = []
    monkeypatch.setattr(cache_remarks, "_made", {})
    monkeypatch.setattr(cache_remarks, "_listener", made.append)
    return made


def bounds_of(card: RouteCard, store: DatabaseStore | None, goal: Goal | None = None) -> tuple[PatternBounds, list[int]]:
    """Return the bounds of a card, and the arrangements reached for each (0 where they were read)."""
    domain, reached = TrainDomain(replace(card, goal=goal or card.goal), Codec.for_rules(card.rules)), list[int]()
    proven = lambda bound, arrangements: reached.append(arrangements)  # noqa: E731
    return PatternBounds.build(domain, patterns_of(domain, 1), Limits(), proven, store), reached


def some_states(card: RouteCard) -> np.ndarray:
    codec = Codec.for_rules(card.rules)
    around = Neighbours(codec, Limits())
    states = around.all_of(codec.pack(card.start))
    return np.concatenate([states, *(around.all_of(state) for state in states.tolist()[:5])])


def test_bounds_from_disk_are_those_that_were_computed(tmp_path):
    card, store = load("first-swap"), DatabaseStore(tmp_path / "kept")
    states = some_states(card)
    computed, _ = bounds_of(card, None)
    first, reached = bounds_of(card, store)
    again, read = bounds_of(card, store)
    assert sum(reached) > 0
    assert not sum(read)
    assert (computed.of(states) == first.of(states)).all()
    assert (first.of(states) == again.of(states)).all()
    domain = TrainDomain(card, Codec.for_rules(card.rules))
    assert all(store.holds(one.key) for one in patterns_of(domain, 1))


def test_damaged_files_are_computed_again_and_said_once(tmp_path, remarks):
    card, store = load("first-swap"), DatabaseStore(tmp_path)
    bounds_of(card, store)
    file, other = (file for file, _ in store.files())
    whole, states = file.read_bytes(), some_states(card)
    right = bounds_of(card, None)[0].of(states)
    changed = {"a bit": whole[:-1] + bytes([whole[-1] ^ 1]), "foreign": b"not a database", "another": other.read_bytes()}
    streams = {"no stream": b"x", "a longer stream": zlib.compress(bytes(10**6)), "more behind it": zlib.compress(b"") + b"x"}
    changed |= {what: digest_of(file.name, stream) + stream for what, stream in streams.items()}
    for what, content in changed.items():
        file.write_bytes(content)
        assert (bounds_of(card, store)[0].of(states) == right).all(), what
        assert file.read_bytes() == whole, f"{what}: it was not written again"
    wrong = "is damaged", "has another size than its board"
    assert remarks == [f"a pattern database on disk {what}; it is computed again" for what in wrong]


def test_links_and_files_of_others_are_not_read(tmp_path, remarks):
    card, store = load("first-swap"), DatabaseStore(tmp_path)
    bounds_of(card, store)
    file = store.files()[0][0]
    target = tmp_path / "elsewhere"
    os.replace(file, target)
    file.symlink_to(target)
    assert sum(bounds_of(card, store)[1]) > 0
    os.chmod(store.files()[0][0], 0o666)
    bounds_of(card, store)
    assert any("could have been written by another user" in remark for remark in remarks)


def test_a_folder_that_cannot_be_written_costs_a_remark_only(tmp_path, remarks):
    (tmp_path / "file").write_text("")
    card = load("first-swap")
    _, reached = bounds_of(card, DatabaseStore(tmp_path / "file" / "below"))
    assert sum(reached) > 0
    assert len(remarks) == 1
    assert remarks[0].startswith("pattern databases are not kept: ")


def test_a_disk_that_is_full_costs_a_remark_only(tmp_path, remarks, monkeypatch):
    def refuse(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    answer = solve(load("first-swap"), method="astar", databases=str(tmp_path))
    assert (answer.status, answer.optimum) == ("optimal", 6)
    assert remarks == ["pattern databases are not kept: the file cannot be written: No space left on device"]
    assert list(tmp_path.iterdir()) == []


def test_the_folder(tmp_path, monkeypatch):
    assert databases_folder(None) is None  # SHUNT_DATABASES is empty in tests
    monkeypatch.setenv("SHUNT_DATABASES", str(tmp_path / "a"))
    assert databases_folder(None) == tmp_path / "a"
    assert databases_folder("b") == Path("b")
    monkeypatch.delenv("SHUNT_DATABASES")
    monkeypatch.setenv("SHUNT_CACHE_DIR", str(tmp_path))
    assert databases_folder(None) == tmp_path / "shunt" / "databases"
    (tmp_path / "file").write_text("")
    for wrong in (str(tmp_path / "file"), "", "a\0b"):
        with pytest.raises(InputError, match="not a folder"):
            solve("first-swap", databases=wrong)


def test_the_command_counts_and_clears(tmp_path):
    DatabaseStore(tmp_path).write("a", np.zeros(10, np.uint8))
    run = shunt_command("tablebase databases --databases", str(tmp_path), "--json")
    assert json.loads(run.stdout)["databases"] == 1
    run = shunt_command("tablebase databases --databases", str(tmp_path), "--clear")
    assert run.stdout.startswith("1 pattern database, ")
    assert run.stdout.endswith("; all removed\n")
    assert not DatabaseStore(tmp_path).files()
    check_refused(shunt_command("solve first-swap --databases", __file__), "--databases")
    run = shunt_command("tablebase databases")
    assert "SHUNT_DATABASES is empty" in run.stdout
