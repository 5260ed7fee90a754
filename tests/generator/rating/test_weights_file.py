"""Files of weights: what is read, what is refused, and where they are used."""

from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.generator.forge.run import forge
from shunt.generator.rating.weights import SHIPPED, WEIGHTS, Weights
from shunt.generator.rating.weights_file import read_weights
from shunt.generator.spec import CardSpec
from shunt.track.layout_file import load_layout

TEXT = """schema = "shunt-weights/1"
version = "mine-1"

[weights]
wandering = 0
decomposition = 0
handling = 0
counterintuitive = 0
traps = 0
length = 4
narrowness = 0
connected-length = 4

[tiers]
blue = 0
green = 1
yellow = 2.5
red = 5
black = 7
"""


def written(folder: Path, text: str = TEXT) -> Path:
    path = folder / "weights.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read(tmp_path):
    weights = read_weights(written(tmp_path))
    assert weights.version == "mine-1"
    assert weights.of({"connected": 1.0})["length"] == weights.of({"connected": 0.0})["length"] == 10.0
    assert [weights.tier(grade) for grade in (0, 1, 2.6, 6, 9)] == ["blue", "green", "yellow", "red", "black"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("length = 4\n", "", "'length' is missing"),
        ("traps = 0", "traps = nan", "weights.traps"),
        ("traps = 0", "trap = 0", "unknown key 'trap'"),
        ("green = 1", "green = 3", "yellow begins at 2.5, and the tier before it at 3"),
        ("blue = 0", "blue = 0.5", "blue begins at 0.5"),
        ("black = 7", "black = 11", "tiers.black"),
        ("length = 4", "length = 0", "every weight is 0"),
        ('"mine-1"', '"1"', "the version of the shipped weights"),
        ('"mine-1"', '"<b>"', "version"),
        ("shunt-weights/1", "shunt-card/1", "this is a route card"),
        ("shunt-weights/1", "shunt-weights/2", "newer version"),
        (TEXT, "schema = 3", "'weights' is missing"),
    ],
)
def test_faults_are_placed(tmp_path, old, new, words):
    path = written(tmp_path, TEXT.replace(old, new, 1 if old != "length = 4" else -1))
    with pytest.raises(InputError) as caught:
        read_weights(path)
    assert any(words in str(fault) for fault in caught.value.faults), str(caught.value)
    assert all(fault.file == str(path) for fault in caught.value.faults)


def test_made_cards_are_rated_by_the_weights():
    only_length = Weights("length", {name: float(name == "length") for name in WEIGHTS}, 1.0, SHIPPED.tiers)
    spec = CardSpec(load_layout("fan-10"), cars=(1, 1), optimum=(3, 4), weights=only_length)
    for forged in forge(spec, 2, "7", shards=4).cards:
        assert forged.card.rating["version"] == "length"
        assert forged.grade == pytest.approx(10 * forged.optimum / 16, abs=0.01)
