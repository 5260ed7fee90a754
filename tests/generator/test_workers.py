"""Shards on any executor: the same cards whatever the workers, nothing lost with one that dies."""

import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.generator.catalogue.shards import ForgeWork, RunState, generate_cards
from shunt.generator.catalogue.store import Catalogue
from shunt.generator.cluster import cluster_named
from shunt.generator.spec import CardSpec
from shunt.search.core.shards import WorkerLostError, WorkerPool, local_pool
from shunt.track.layout_file import load_layout
from tests.cli.running import check_refused, shunt
from tests.generator.shard_work import (
    A_SHARD,
    content,
    deadly_shard,
    do_shards,
    failing_shard,
    fragile_shard,
    light_shard,
    undisturbed,
)

SHARDS = range(12)


def generated(path: Path, workers: Executor | WorkerPool, work=light_shard, shards=SHARDS) -> list[tuple[object, ...]]:
    """What a catalogue holds after a run."""
    with Catalogue(path, create=True) as catalogue:
        do_shards(catalogue, work, shards, workers)
        assert catalogue.problems() == []
        return content(catalogue)


class Reversing(Executor):
    """Does nothing until asked for results, then the last thing first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future, object, tuple]] = []

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) >= 6:
            self.flush()
        else:
            threading.Timer(0.05, self.flush).start()
        return future

    def flush(self) -> None:
        while self.waiting:
            future, fn, args = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                future.set_result(fn(*args))


def test_any_executor_gives_the_same_cards_in_any_order_and_in_pieces(tmp_path):
    wanted = undisturbed(tmp_path, SHARDS)
    with ThreadPoolExecutor(3) as threads, Catalogue(tmp_path / "pieces", create=True) as catalogue:
        assert generated(tmp_path / "threads", threads) == wanted
        for shards in ([11, 3, 7], range(6), SHARDS):
            do_shards(catalogue, light_shard, shards, threads)
        assert content(catalogue) == wanted
    assert generated(tmp_path / "reversed", Reversing()) == wanted


def test_an_exception_of_the_work_ends_the_run_and_keeps_what_is_done(tmp_path):
    with ThreadPoolExecutor(1) as thread:
        with pytest.raises(ZeroDivisionError):
            generated(tmp_path / "a", thread, failing_shard)
        with Catalogue(tmp_path / "a") as catalogue:
            assert catalogue.problems() == []
            assert catalogue.done(catalogue.run("run", "test", "0")) <= set(SHARDS) - {3}
        assert generated(tmp_path / "a", thread) == undisturbed(tmp_path, SHARDS)


def test_workers_that_die_are_replaced(tmp_path, monkeypatch):
    """One dies with a shard, another in the middle of its result."""
    monkeypatch.setenv("SHUNT_TEST_TOMBS", str(tmp_path))
    assert generated(tmp_path / "a", local_pool(2), fragile_shard) == undisturbed(tmp_path, SHARDS)
    assert {path.name for path in tmp_path.iterdir()} >= set("13")


def test_a_shard_that_kills_every_worker_is_named(tmp_path):
    with pytest.raises(WorkerLostError, match="shard 3 kills its worker"):
        generated(tmp_path / "a", replace(local_pool(1), most_losses=2), deadly_shard)
    with Catalogue(tmp_path / "a") as catalogue:
        assert catalogue.problems() == []


@pytest.mark.parametrize("workers", [0, 257])
def test_a_number_of_workers_is_refused_before_one_is_started(workers):
    with pytest.raises(InputError, match=f"{workers} is not a number of workers"):
        local_pool(workers)
    done = shunt("make pack --workers", str(workers))
    check_refused(done, "is not a whole number from 1 to 256")


def test_as_many_cards_as_asked_whatever_the_workers(tmp_path):
    """Shards beyond the one with which there are enough cards are left out, and made when more are asked for."""
    held, threads = [], ThreadPoolExecutor(3)
    for name, workers, counts in (("once", threads, [200]), ("reversed", Reversing(), [200]), ("thrice", threads, [20, 90, 200])):
        with Catalogue(tmp_path / name, create=True) as catalogue:
            for count in counts:
                last = generate_cards(catalogue, catalogue.run("run", "test", "0"), light_shard, count, workers)
                assert count <= len(catalogue) < count + A_SHARD
            assert last.done == last.total < 200
            held.append((content(catalogue), last.done))
    assert held[0] == held[1] == held[2]


@pytest.mark.parametrize(("begins", "asked_by_the_other"), [(0, 60), (2, 25), (2, 90)])
def test_two_equal_runs_at_once_give_the_cards_of_one(begins, asked_by_the_other, tmp_path):
    """The other run does its shards after the first has done some of its own; the longer of the two decides."""
    run = ("run", "test", "0")
    with ThreadPoolExecutor(1) as threads, Catalogue(tmp_path / "one", create=True) as alone:
        generate_cards(alone, alone.run(*run), light_shard, max(60, asked_by_the_other), threads)
        wanted, shards = content(alone), alone.done(alone.run(*run))
    with Catalogue(tmp_path / "two", create=True) as first, Catalogue(tmp_path / "two") as second:

        def meanwhile(state: RunState) -> None:
            if state.done == begins:
                with ThreadPoolExecutor(2) as others:
                    generate_cards(second, second.run(*run), light_shard, asked_by_the_other, others)

        with ThreadPoolExecutor(1) as threads:
            generate_cards(first, first.run(*run), light_shard, 60, threads, meanwhile)
        assert content(first) == wanted
        assert first.done(first.run(*run)) == shards


@pytest.mark.slow
def test_forged_cards_are_the_same_whatever_the_workers(tmp_path):
    work, file = ForgeWork(CardSpec(load_layout("balloon-12")), "seed"), tmp_path / "cluster.toml"
    wanted = undisturbed(tmp_path, range(2), work)
    assert len(wanted) > 10
    file.write_text('schema = "shunt-cluster/1"\nkind = "local"\nworkers = 2\n')
    with cluster_named(str(file)) as crew:
        assert crew.size in (1, 2)
        assert generated(tmp_path / "cluster", crew, work, range(2)) == wanted
