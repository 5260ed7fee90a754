"""The shipped data is found in a checkout, in an installed package, and missed clearly where it is not."""

from pathlib import Path

import pytest

from shunt.errors import ShuntError
from shunt.files import library

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """An empty package folder, as the module sees it."""
    package = tmp_path / "site" / "shunt"
    monkeypatch.setattr(library, "__file__", str(package / "files" / "library.py"))
    return package


def test_a_checkout_has_it_beside_the_package():
    assert library.puzzles_folder() == ROOT / "puzzles"


def test_a_wheel_has_it_inside_the_package(installed):
    (installed / "puzzles/layouts").mkdir(parents=True)
    (installed.parent / "puzzles/layouts").mkdir(parents=True)
    assert library.puzzles_folder() == installed / "puzzles"


def test_a_strangers_folder_is_not_taken_for_ours(installed):
    (installed.parent / "puzzles/crosswords").mkdir(parents=True)
    with pytest.raises(ShuntError, match=r"puzzles are missing .* reinstall the package"):
        library.puzzles_folder()
