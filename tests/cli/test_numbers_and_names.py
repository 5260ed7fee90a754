"""Numbers of any length, and files that have the names of shipped things."""

from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.files.numbers import whole_number
from shunt.sidings.rules.notation import in_order
from shunt.track.layout_file import shipped_layout
from tests.cli.running import check_refused, shunt

LONG = "9" * 5000


def test_numbers_are_bounded_before_they_are_converted():
    assert whole_number("0123") == 123
    assert [whole_number(text) for text in (LONG, "", "-1", "1.0", "²", "٣", " 1")] == [None] * 7
    assert in_order(["b", LONG, "10", "2"]) == ("2", "10", LONG, "b")


@pytest.fixture
def shadows(tmp_path, monkeypatch):
    """A current folder with files that have shipped names and hold nothing of use."""
    monkeypatch.chdir(tmp_path)
    for name in ("two-storeys", "timesaver", "wye-18", "fan-10", "first-swap"):
        Path(name).write_text("this is mine", "utf-8")


@pytest.mark.usefixtures("shadows")
def test_what_the_program_needs_is_never_looked_up_in_the_current_folder():
    assert shunt("list").exit_code == 0
    for name in ("timesaver", "wye-18", "fan-10"):
        assert shipped_layout(name).plan.name == name
    assert shunt("timesaver '9/0 1' --goal '1 0'").exit_code == 0
    with pytest.raises(InputError, match="no layout called"):
        shipped_layout("nothing")


@pytest.mark.usefixtures("shadows")
def test_what_a_user_names_is_said_if_two_things_are_called_so():
    check_refused(shunt("show first-swap"), "first-swap is taken from the file ./first-swap", "this is not TOML")
    assert "taken from" not in shunt("show run-round").stderr
