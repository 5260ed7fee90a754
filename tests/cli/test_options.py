"""What commands share: the line that shows how far a search is, files that cannot be written, and how counts are worded."""

import re

import pytest

from shunt.cli import output
from shunt.errors import Fault, InputError
from tests.cli.running import at_terminal, check_refused, shunt


def test_the_table_of_a_large_yard_shows_what_it_does_from_the_start():
    with at_terminal("inglenook", "--yard", "5-4-4", streams="stderr") as screen:
        seen = screen.wait_for("of 27,578,880 building the table")
    assert re.search(r"building the table, \d s", seen)  # the clock runs on from part to part


def test_a_file_that_cannot_be_written_is_a_fault_of_its_option(tmp_path):
    nowhere = tmp_path / "no" / "x"
    told = f"{nowhere}: the file cannot be written: No such file or directory"
    with pytest.raises(InputError) as refused:
        output.check_output("--output", str(nowhere))
    assert str(refused.value).startswith(f"--output: {told}")
    check_refused(shunt("yard show bare --output", nowhere), f"shunt: --output: {told}")
    check_refused(shunt("bid table bare --cars 2 --plot", nowhere), f"shunt: --plot: {told}")
    check_refused(shunt("humpyard play --save", nowhere), f"shunt: --save: {told}")
    refused = shunt("tablebase build first-swap -o", nowhere)
    check_refused(refused, f"shunt: --output: {nowhere}: the file cannot be written")


def test_what_is_wrong_in_a_file_keeps_its_place_there():
    fault = Fault("start.red", "nowhere", file="a.toml", line=3)
    with pytest.raises(InputError) as refused, output.output_of("--save"):
        raise InputError(fault)
    assert refused.value.faults == (fault,)
