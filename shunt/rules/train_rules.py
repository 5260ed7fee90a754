"""All rules of trains that may differ between cards, as one value.

Each rule has its name in `[options]` of a card file and its values beside it. The shape of card files, the written options,
canonical ids, the keys of tablebases, the flags of kernels and the data of pages are derived from these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple


class Option(NamedTuple):
    """The option of a card file that sets a rule: the key in `[options]`, the value of the rule for each value in the file, and a
    description.

    The first value is the default. `needless` maps each ruleset that does not need the option to the reason.
    """

    key: str
    values: Mapping[str | int, bool | int]
    description: str
    needless: Mapping[str, str]

    def written(self, value: bool | int) -> str | int:
        """Return the value in the file for a value of the rule."""
        return next(text for text, meaning in self.values.items() if meaning == value)

    @property
    def example(self) -> str:
        """A line that sets the rule to the value after the default."""
        value = list(self.values)[1]
        return f'{self.key} = "{value}"' if isinstance(value, str) else f"{self.key} = {value}"


def _set_by(option: Option) -> Any:
    return field(default=next(iter(option.values.values())), metadata={"option": option})


@dataclass(frozen=True, slots=True)
class TrainRules:
    """The rules of a card of trains; the default is `switcher`.

    `couples_both_ways`: a locomotive pulls the pieces coupled behind it in either direction (`railway`); otherwise only when it
    runs forward. `has_headings`: the direction in which a locomotive faces is part of the position. `drags_coupled`: pieces that
    other locomotives have coupled move along too.
    """

    couples_both_ways: bool = False
    has_headings: bool = True
    drags_coupled: bool = _set_by(
        Option(
            "coupled_train",
            {"stay": False, "drag": True},
            "Whether pieces that another locomotive has coupled stay behind or are dragged along.",
            {"railway": "a locomotive couples at both ends, so it changes nothing whether coupled trains are dragged"},
        )
    )

    @classmethod
    def for_ruleset(cls, ruleset: str, options: Mapping[str, Any] | None = None) -> TrainRules:
        """Return the rules of `switcher` or `railway`, with the values from `[options]` of a file."""
        given = {name: option for name, option in OPTIONS.items() if option.key in (options or {})}
        chosen: dict[str, Any] = {name: option.values[(options or {})[option.key]] for name, option in given.items()}
        return replace(RULESETS[ruleset], **chosen)

    @property
    def ruleset(self) -> str:
        """The name of the ruleset, which determines how locomotives couple."""
        return next(name for name, rules in RULESETS.items() if rules.couples_both_ways == self.couples_both_ways)

    @property
    def options(self) -> dict[str, str | int]:
        """The entries for these rules in `[options]` of a card file. Defaults are left out."""
        return {OPTIONS[name].key: OPTIONS[name].written(value) for name, value in self.changed.items()}

    @property
    def changed(self) -> dict[str, bool | int]:
        """The rules set by options whose values differ from the default, by name."""
        plain = TrainRules()
        return {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != getattr(plain, name)}


SWITCHER = TrainRules()
RULESETS = {"switcher": SWITCHER, "railway": TrainRules(couples_both_ways=True, has_headings=False)}
"""The rules for locomotives in each ruleset."""

OPTIONS: dict[str, Option] = {one.name: one.metadata["option"] for one in fields(TrainRules) if "option" in one.metadata}
"""The rules that a card sets with an option, by field name."""
