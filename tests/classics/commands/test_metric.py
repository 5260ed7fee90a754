"""`shunt solve --metric`: any metric of any card, and lists of them."""

import pytest

from shunt.files.library import shipped_file
from tests.cli.running import answer, check_refused, shunt


@pytest.mark.parametrize("metric", ["runs", "reversals", "moves,couplings"])
def test_metrics_and_lists_of_them(metric):
    told = answer("solve first-swap --metric", metric)
    counts = [told["counts"][name] for name in metric.split(",")]
    assert told["moves"] == (counts[0] if len(counts) == 1 else counts)
    assert told["lower_bound"] == counts[0]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("first-swap", "--metric", "runs", "--save"), "another metric than the card's"),
        (("first-swap", "--metric", "runs", "--method", "astar"), "buckets"),
    ],
)
def test_bad_input(args, words):
    check_refused(shunt("solve", *args), words)


@pytest.mark.parametrize(
    ("before", "after", "status", "words"),
    [
        ("", "", 0, "optimum 0 proven by the Yard Guide"),
        ("optimum = 0", "optimum = 1", 1, "proof.optimum says 1, but it is 0"),
        ('metric = "reversals"', 'metric = "runs"', 3, "not proven: counting runs of 34 pieces on 68 spaces"),
    ],
)
def test_a_card_too_large_to_search_is_checked_by_its_guide(tmp_path, before, after, status, words):
    card = tmp_path / "muddle.toml"
    card.write_text(shipped_file("cards", "dudeney-muddle").read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    done = shunt("check --prove", card)
    assert done.exit_code == status
    assert words in done.stdout
