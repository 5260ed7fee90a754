"""The options of Yardmaster Express: variant, expansion, and every point that the rulebook leaves open.

The first value of each choice is the default. What the rulebook says plainly is not an option.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from shunt.errors import Fault, raise_faults, suggest
from shunt.games.express.cards import Caboose, find_caboose, game_data

NO_CABOOSE, RANDOM_CABOOSE = "none", "random"
MOST_WILD = 9

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "variant": ("single", "strategic"),
    "cabooses": ("rulebook12", "all16", "prototype7"),
    "second_caboose": ("new", "same"),
    "run_unit": ("halves", "cards"),
    "equal_runs": ("once", "each"),
    "single_runs": ("pay", "nothing"),
    "buried": ("hidden", "open"),
    "illegal": ("refuse", "flip"),
    "lowest_tie": ("nearest", "furthest"),
    "tie_break": ("passing", "clockwise", "shared"),
    "little_engine": ("value", "with-run"),
    "sequence_place": ("anywhere", "end"),
    "sequence_wild": ("two", "breaks"),
    "counts": ("exact", "at-least"),
    "most_of_none": ("nobody", "everybody"),
    "all_wild": ("qualifies", "excluded"),
    "wild_is_mixed": ("no", "yes"),
}
"""Each option with its values, the default first."""

QUESTIONS: Final = {
    "wild_value": "How many points does each half of a face-down card score?",
    "run_unit": "Does a run count railcars or cards?",
    "equal_runs": "Does a player who has several longest runs score each of them?",
    "single_runs": "Does a longest run of only one railcar score?",
    "buried": "May the other players look at a face-down card?",
    "illegal": "Is a face-up card that does not match refused or turned face down?",
    "lowest_tie": (
        "If players tie for the fewest points in game 1, who starts game 2: the one nearest to the start player of game 1, "
        "or the one furthest away?"
    ),
    "tie_break": (
        "Who wins a tie: the player furthest from the start player in passing direction, the one furthest clockwise, "
        "or all of them?"
    ),
    "second_caboose": "Is a new caboose turned up for game 2?",
    "little_engine": "Does The Little Engine include the points for the longest run?",
    "sequence_place": "Where in the train must a sequence be (Sequence #1 to #5)?",
    "sequence_wild": "Is a wild railcar a 2 in a sequence, or does it break the sequence?",
    "counts": 'Do "three" (Two-Timer) and "five" (Specialized) mean exactly that number, or at least that number?',
    "most_of_none": 'Who scores "the most" of something that nobody has?',
    "all_wild": "Can a train without any colour have the fewest colours (Executive)?",
    "wild_is_mixed": "Does a face-down card count as a two-colour card (Efficient)?",
}
"""What the rulebook leaves open, by the option that answers it."""


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of Yardmaster Express. The defaults follow the rulebook, or our interpretation where it says nothing.

    `variant` is one game, or the strategic variant of two games. `caboose` is none, a random one of the set `cabooses`, or the
    name of one. `QUESTIONS` describes the others.
    """

    variant: str = "single"
    caboose: str = NO_CABOOSE
    cabooses: str = "rulebook12"
    second_caboose: str = "new"
    wild_value: int = 2
    run_unit: str = "halves"
    equal_runs: str = "once"
    single_runs: str = "pay"
    buried: str = "hidden"
    illegal: str = "refuse"
    lowest_tie: str = "nearest"
    tie_break: str = "passing"
    little_engine: str = "value"
    sequence_place: str = "anywhere"
    sequence_wild: str = "two"
    counts: str = "exact"
    most_of_none: str = "nobody"
    all_wild: str = "qualifies"
    wild_is_mixed: str = "no"

    def __post_init__(self) -> None:
        faults = [
            Fault(name, f"{getattr(self, name)!r}", "one of " + ", ".join(choices))
            for name, choices in CHOICES.items()
            if getattr(self, name) not in choices
        ]
        if type(self.wild_value) is not int or not 0 <= self.wild_value <= MOST_WILD:
            faults.append(Fault("wild_value", f"{self.wild_value!r}", f"a whole number from 0 to {MOST_WILD}"))
        names = [NO_CABOOSE, RANDOM_CABOOSE, *(known.name for known in game_data().cabooses)]
        if self.caboose not in names:
            faults.append(Fault("caboose", f"no caboose is called {self.caboose!r}", suggest(str(self.caboose), names)))
        raise_faults(faults)

    @property
    def games(self) -> int:
        """The number of games that make a match: 2 in the strategic variant."""
        return 2 if self.variant == "strategic" else 1

    def possible_cabooses(self) -> tuple[str, ...]:
        """Return the names of the cabooses that may be turned up, in order; none without the expansion."""
        if self.caboose == NO_CABOOSE:
            return ()
        if self.caboose == RANDOM_CABOOSE:
            return tuple(one.name for one in game_data().cabooses if one.number in game_data().sets[self.cabooses])
        return (self.caboose,)

    @property
    def fixed_caboose(self) -> Caboose | None:
        """The caboose that is known before the game, if there is one."""
        return None if self.caboose in (NO_CABOOSE, RANDOM_CABOOSE) else find_caboose(self.caboose)

    @property
    def keeps_caboose(self) -> bool:
        """Whether game 2 of the strategic variant has the caboose of game 1."""
        return self.second_caboose == "same" or self.caboose != RANDOM_CABOOSE

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) != field.default}
