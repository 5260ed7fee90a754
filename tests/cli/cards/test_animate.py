"""Animations and pictures in pixels, by command."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import check_refused, shunt


def test_a_guide_is_animated(tmp_path: Path) -> None:
    assert shunt("animate", "first-swap", "--after", "A A1>B3", "-o", tmp_path / "a.svg").exit_code == 0
    assert (tmp_path / "a.svg").read_text().count("<animateTransform ") == 8  # engine, car and their names
    assert (
        shunt(
            "animate", "first-swap", "--after", "A A1>B3", "--seconds", "0.5", "--theme", "dark", "-o", tmp_path / "a.gif"
        ).exit_code
        == 0
    )
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")


def test_pixels_and_strips_are_written(tmp_path: Path) -> None:
    assert shunt("show", "fan-10", "--theme", "ink", "-o", tmp_path / "fan.png").exit_code == 0
    assert (tmp_path / "fan.png").read_bytes().startswith(b"\x89PNG")
    assert shunt("show", "first-swap", "--strip", tmp_path / "strip.svg").exit_code == 0
    assert (tmp_path / "strip.svg").read_text().count("A A1&gt;B2") >= 1


def test_bad_calls_are_refused(tmp_path: Path) -> None:
    check_refused(shunt("animate", "first-swap", "-o", tmp_path / "a.mp4"), "-o", "ends in .svg or .gif")
    check_refused(shunt("animate", "first-swap", "-o", tmp_path / "missing/a.gif"), "--output", "cannot be written")
    check_refused(shunt("show", "fan-10", "--strip", tmp_path / "a.svg"), "--strip", "without pieces")
    assert shunt("animate", "first-swap", "--after", "A A1>F2", "-o", tmp_path / "a.gif").exit_code == 1
    assert list(tmp_path.iterdir()) == []
