"""All rules of trains that may differ between cards, as one value.

Each rule has its name in `[options]` of a card file and its values beside it. The shape of card files, the written options,
canonical ids, the keys of tablebases, the flags of kernels and the data of pages are derived from these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

NO_NUMBER = -1
"""The value of a rule whose option is a number, if the file leaves the option out."""


class Option(NamedTuple):
    """The option of a card file that sets a rule: the key in `[options]`, its values, and a description.

    `values` maps each value in the file to the value of the rule, the default first. For a number it is a range; the number may
    be left out, which is the default. `told` is the sentence that players read on a card that sets the rule, in which `{}` stands
    for the value in the file. `needless` maps each ruleset that does not need the option to the reason. `counts_spaces`: whether
    the rule depends on the number of spaces that a train has rolled in its move.
    """

    key: str
    values: Mapping[str | int, bool | int] | range
    description: str
    told: str
    needless: Mapping[str, str]
    counts_spaces: bool = False

    @property
    def default(self) -> bool | int:
        """The value of the rule in a card whose file does not set it."""
        return NO_NUMBER if isinstance(self.values, range) else next(iter(self.values.values()))

    @property
    def settings(self) -> list[bool | int]:
        """All values of the rule but the default."""
        return list(self.values) if isinstance(self.values, range) else list(self.values.values())[1:]

    def read(self, text: str | int | None) -> bool | int:
        """Return the value of the rule for a value in the file, which is None if the option is left out."""
        if text is None:
            return self.default
        return int(text) if isinstance(self.values, range) else self.values[text]

    def written(self, value: bool | int) -> str | int:
        """Return the value in the file for a value of the rule."""
        return value if isinstance(self.values, range) else next(text for text, other in self.values.items() if other == value)

    @property
    def example(self) -> str:
        """A line that sets the rule to the first value after the default."""
        value = self.written(self.settings[0])
        return f'{self.key} = "{value}"' if isinstance(value, str) else f"{self.key} = {value}"


def _set_by(option: Option) -> Any:
    return field(default=option.default, metadata={"option": option})


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
            "a locomotive drags along pieces that another locomotive has coupled",
            {"railway": "a locomotive couples at both ends, so it changes nothing whether coupled trains are dragged"},
        )
    )

    @classmethod
    def for_ruleset(cls, ruleset: str, options: Mapping[str, Any] | None = None) -> TrainRules:
        """Return the rules of `switcher` or `railway`, with the values from `[options]` of a file."""
        chosen: dict[str, Any] = {name: option.read((options or {}).get(option.key)) for name, option in OPTIONS.items()}
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
    def told(self) -> dict[str, str]:
        """The sentences that players read, without a full stop, for each rule that differs from the default, by name."""
        return {name: OPTIONS[name].told.format(OPTIONS[name].written(value)) for name, value in self.changed.items()}

    @property
    def changed(self) -> dict[str, bool | int]:
        """The rules set by options whose values differ from the default, by name."""
        return {name: getattr(self, name) for name, option in OPTIONS.items() if getattr(self, name) != option.default}

    @property
    def counts_spaces(self) -> bool:
        """Whether a rule depends on the number of spaces that a train has rolled in its move."""
        return any(OPTIONS[name].counts_spaces for name in self.changed)

    @property
    def flags(self) -> dict[str, bool | int]:
        """All rules by name, as kernels and pages read them."""
        return {one.name: getattr(self, one.name) for one in fields(self)} | {"counts_spaces": self.counts_spaces}


SWITCHER = TrainRules()
RULESETS = {"switcher": SWITCHER, "railway": TrainRules(couples_both_ways=True, has_headings=False)}
"""The rules for locomotives in each ruleset."""

OPTIONS: dict[str, Option] = {one.name: one.metadata["option"] for one in fields(TrainRules) if "option" in one.metadata}
"""The rules that a card sets with an option, by field name."""
