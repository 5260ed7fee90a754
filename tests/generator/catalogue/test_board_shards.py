"""Catalogues filled board by board."""

import json

import pytest

from shunt.errors import InputError
from shunt.generator.catalogue.board_shards import BoardWork
from shunt.generator.catalogue.imports import Refused, rows_of
from shunt.generator.spec import BoardSpec
from shunt.generator.workers import SameVersion
from tests.cli.running import check_refused, shunt
from tests.generator.shard_work import light_shard


def test_a_shard_is_one_board_searched_until_it_gives_nothing_new():
    work = BoardWork(BoardSpec(None, (8, 9), "1"), {"cars": (1, 1)}, most=2)
    work.check()
    few, other = work(0), work(1)
    assert [row.id for row in few] == [row.id for row in work(0)]
    assert (len(few), len({row.board for row in few}), few[0].board != other[0].board) == (2, 1, True)
    assert work.key("1") != work.key("2") != BoardWork(work.boards, {"cars": (1, 2)}, most=2).key("2")
    with pytest.raises(InputError, match="has no turntable"):
        BoardWork(BoardSpec("wye", (8, 9), "1"), {"cars": (1, 1), "turntable": True}).check()


@pytest.mark.slow
def test_real_boards_are_the_same_for_any_workers(tmp_path):
    asked = "make catalogue --boards 2 --spaces 8-9 --cars 1 --most 3 --json"
    found = []
    for workers in ("1", "2"):
        file = tmp_path / f"{workers}.sqlite"
        made = shunt(f"{asked} --workers {workers} -o", file)
        assert made.exit_code == 0, made.stderr
        assert json.loads(made.stdout)["cards"] == 6
        found.append(json.loads(shunt("catalogue find --json -c", file).stdout)["cards"])
    assert found[0] == found[1]
    assert len({card["board"] for card in found[0]}) == 2
    again = json.loads(shunt(f"{asked} -o", tmp_path / "1.sqlite").stdout)
    assert (again["cards"], again["seconds"]) == (6, 0)
    refused = Refused()
    assert len(list(rows_of([str(tmp_path / "1.sqlite")], None, refused))) == 6
    assert refused.faults == []


def test_a_worker_of_another_version():
    with pytest.raises(InputError, match=r"has shunt .*, and this program is 99 \(install shunt 99 there\)"):
        SameVersion(light_shard, "99")(0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", ["there is nothing to make cards on", "--boards"]),
        ("wye-18 --boards 2", ["leave one of the two out"]),
        ("--boards 2 --spaces 3-5", ["out of bounds"]),
        ("--boards 2 --cars 30", ["cars", "out of bounds"]),
        ("--boards 2 --cluster nowhere.toml", ["nowhere.toml"]),
    ],
)
def test_boards_that_cannot_be(tmp_path, line, told):
    check_refused(shunt(f"make catalogue {line} -o", tmp_path / "a.sqlite"), *told)
