"""Animations by command."""

from tests.cli.running import check_refused, shunt

FIRST = "animate first-swap --after 'A A1>B3'"


def test_a_guide_is_animated(tmp_path):
    assert shunt(f"{FIRST} -o", tmp_path / "a.svg").exit_code == 0
    assert (tmp_path / "a.svg").read_text().count("<animateTransform ") == 8  # engine, car and their names
    assert shunt(f"{FIRST} --seconds 0.5 --theme dark -o", tmp_path / "a.gif").exit_code == 0
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")


def test_bad_calls_are_refused(tmp_path):
    check_refused(shunt("animate first-swap -o", tmp_path / "missing/a.gif"), "--output", "cannot be written")
    check_refused(shunt("animate fan-10 -o", tmp_path / "a.gif"), "CARD", "a layout, without pieces")
    check_refused(shunt(f"{FIRST} --seconds nan -o", tmp_path / "a.gif"), "--seconds: nan is not a number")
    assert shunt("animate first-swap --after 'A A1>F2' -o", tmp_path / "a.gif").exit_code == 1
    assert list(tmp_path.iterdir()) == []
