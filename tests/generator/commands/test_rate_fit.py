"""`shunt rate --fit`, `--simulate` and `--weights` from the command line."""

import pytest

from tests.cli.running import answer, check_refused, shunt

CARDS = [
    *("about-turn", "back-to-front", "change-places", "end-to-end", "first-swap", "into-the-siding", "push-and-home"),
    *("round-the-back", "shift-siding", "siding-shuffle", "siding-swap", "switchback", "two-of-a-kind", "wait-for-it"),
]


def test_records_are_simulated_fitted_and_used(tmp_path):
    records, weights = tmp_path / "plays.jsonl", tmp_path / "weights.toml"
    made = shunt("rate --simulate 8 --seed 5 -o", records, *CARDS)
    assert made.exit_code == 0
    assert "8 players at 14 cards" in made.stderr
    figures = answer(f"rate --fit {records} -o", weights)
    assert figures["fit"]["players"] == 8
    assert figures["fit"]["cards"] == 14
    assert figures["fit"]["errors"].keys() == figures["weights"].keys()
    rated = answer("rate first-swap --weights", weights)
    assert rated["version"] == figures["version"]
    assert rated["tiers"] == figures["tiers"]
    assert sum(part["points"] for part in rated["points"].values()) == pytest.approx(rated["grade"], abs=0.05)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("first-swap run-round", "2 cards, but only one is rated at a time"),
        ("--fit --simulate 3 x", "two different tasks"),
        ("--fit --save x", "--save: cannot be combined with"),
        ("first-swap -o x.toml", "use --save"),
        ("first-swap --played box-forty", "this needs --fit"),
        ("--fit no-such-file.jsonl", "file not found"),
        ("first-swap --weights no-such-file.toml", "file not found"),
        ("--simulate 3 no-such-card", "no-such-card"),
    ],
)
def test_bad_usage_is_refused(line, words):
    check_refused(shunt(f"rate {line}"), words)
