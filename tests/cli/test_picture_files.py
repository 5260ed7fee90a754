"""Files of pictures: an ending says as what they are written, in every command, and a foreign one is refused before any work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import check_refused, shunt

PICTURES: dict[str, tuple[str, ...]] = {
    "show": ("show", "first-swap", "-o"),
    "show --strip": ("show", "first-swap", "--strip"),
    "solve --plot": ("solve", "first-swap", "--plot"),
    "yard show": ("yard", "show", "two-storeys", "-o"),
    "bid table --plot": ("bid", "table", "two-storeys", "--cars", "3", "--plot"),
    "express show": ("express", "show", "R3|G3 G2|G2", "-o"),
    "yardmaster load": ("yardmaster", "load", "--end", "C2", "--yard", "C4 T4", "-o"),
    "tiles show": ("tiles", "show", "R4", "-o"),
    "inglenook --plot": ("inglenook", "--yard", "3-2-2", "--plot"),
}
"""What a picture is of → the words before its name."""


@pytest.mark.parametrize(
    "words",
    # A strip is many pictures, and pixels of it take seconds.
    [pytest.param(words, id=name, marks=pytest.mark.slow if "--strip" in words else ()) for name, words in PICTURES.items()],
)
def test_the_ending_of_a_picture_says_what_it_is(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, first in (("x.svg", b"<svg"), ("x.PNG", b"\x89PNG"), ("plain", b"<svg")):
        assert shunt(*words, name).exit_code == 0
        assert Path(name).read_bytes().startswith(first)
    check_refused(shunt(*words, "x.jpg"), "x.jpg", "ends in .svg or .png")
    assert not Path("x.jpg").exists()


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (("print", "first-swap", "-o", "p.txt"), ".pdf"),
        (("page", "first-swap", "-o", "p.svg"), ".html"),
        (("edit", "-o", "p.pdf"), ".html"),
        (("animate", "first-swap", "-o", "p.mp4"), ".svg or .gif"),
    ],
)
def test_other_files_keep_to_their_endings(words: tuple[str, ...], ending: str) -> None:
    check_refused(shunt(*words), "-o", f"ends in {ending}")
