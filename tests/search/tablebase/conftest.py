"""A tablebase that the tests of its room share."""

import pytest

from shunt.cards.files import load_card
from shunt.search.core.limits import Limits
from shunt.tablebases.builder import build


@pytest.fixture(scope="package")
def sound(tmp_path_factory):
    """The table of first-swap, as an undisturbed build writes it."""
    path = tmp_path_factory.mktemp("sound") / "x.table"
    build(load_card("first-swap"), path, Limits(memory=1 << 40), program="test")
    return path.read_bytes()
