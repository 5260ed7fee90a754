"""Every rule of trains that an option sets reaches files, ids, keys, kernels, pages and PDDL, or is refused there."""

from dataclasses import replace

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.cards.writing import card_table
from shunt.classics.pddl.export import to_pddl
from shunt.cli.answers import puzzle_lines
from shunt.errors import InputError
from shunt.generator.canonical import canonical_id
from shunt.generator.packs.sheets import sheet_parts
from shunt.pages.cards import play_data, rules_data
from shunt.pages.shared import Shared
from shunt.paper.rule_texts import chapter_of
from shunt.render.words import card_lines
from shunt.rules.train_rules import OPTIONS, RULESETS, TrainRules
from shunt.search.tablebase.format import key_of_card
from shunt.search.trains.codec import Codec

CARD = load_card("first-swap")
CHANGES = [(name, value) for name, option in OPTIONS.items() for value in {option.settings[0], option.settings[-1]}]


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_a_rule_reaches_everything_that_knows_rules(name, value):
    change = {name: value}
    card = replace(CARD, train_rules=replace(CARD.train_rules, **change))
    assert card.puzzle != CARD.puzzle
    assert card_table(card)["options"][OPTIONS[name].key] == OPTIONS[name].written(value)
    assert TrainRules.for_ruleset(card.ruleset, card_table(card)["options"]) == card.train_rules
    assert canonical_id(card) != canonical_id(CARD)
    assert key_of_card(card) != key_of_card(CARD)
    assert getattr(Codec.for_rules(card.rules).tables.rules, name) == value
    line = OPTIONS[name].told.format(OPTIONS[name].written(value))
    page = rules_data(card.rules)
    assert value in page["trainRules"].values()
    assert [(line, *usual.values()) for line, usual in page["told"]] == [(line, OPTIONS[name].default)]
    assert all(any(line in text for text in told) for told in tellings(card))
    if name != "drags_coupled":  # which gives a position no new outcome
        with pytest.raises(InputError, match=OPTIONS[name].key):
            to_pddl(card)


def tellings(card: RouteCard) -> list[list[str]]:
    """What a player is told in the terminal, on a printed card, in a pack of plain text, in a booklet and on a page."""
    printed = [" ".join(words) for _, words in card_lines(card)]
    chapter = [text for _, text in chapter_of(card).rules]
    return [puzzle_lines(card), printed, sheet_parts(card)[1], chapter, [line for line, _ in play_data(card, Shared())["told"]]]


def test_nothing_is_told_of_rules_that_no_option_changes():
    assert CARD.option_lines() == play_data(CARD, Shared())["told"] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_says_what_locomotives_are(ruleset):
    assert TrainRules.for_ruleset(ruleset) == RULESETS[ruleset]
    assert RULESETS[ruleset].ruleset == ruleset
    assert not RULESETS[ruleset].changed
