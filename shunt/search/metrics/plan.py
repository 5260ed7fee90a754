"""What a metric has to remember, as bits above a packed position, and what each move costs in it.

The metrics are those of `rules/metrics.py`. A list of them is lexicographic: the total of all is one whole number, the first
metric in its highest digits. `moves` always comes last, to choose among equals and to make every move cost something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.rules.metrics import METRICS, with_ends
from shunt.rules.switcher import Switcher
from shunt.search.trains.codec import USABLE_BITS, Codec

MOST_ENDS = 1 << 28  # entries of the table of joined spaces
DIGITS = 60  # bits of a total; shared evenly by the metrics


class Memory(NamedTuple):
    """The bit plan of the memory and the weights, for the kernels.

    `ran_shift`: a bit a locomotive, set once it has run (where only `runs` is counted: set for the one that is on a run).
    `sense_shift`: a bit a locomotive, 1 for backward; where headings are no part of the rules a heading *is* the sense of the
    last move and `has_sense` is 0. `last_mask`, `last_shift`: number + 1 of the locomotive that is on a run, where `ran` does
    not tell. `joint_shift`: a bit a pair of pieces; two spaces are joined at most once, so where the pieces are says which
    ends are coupled. `ends` (P, N, N): by which ends two spaces are joined, 0 where they are not; only where turntables may part
    what is coupled.
    """

    position_mask: int
    has_ran: int
    all_senses: int
    has_sense: int
    has_joints: int
    grouped: int
    ran_shift: int
    sense_shift: int
    last_shift: int
    last_mask: int
    joint_shift: int
    weight: NDArray[np.int64]
    ends: NDArray[np.int8]


@dataclass(frozen=True)
class MetricPlan:
    """One puzzle in one metric: `codec` (with headings where senses matter), `memory`, and the order of what is counted."""

    codec: Codec
    memory: Memory
    order: tuple[str, ...]

    @classmethod
    def of(cls, rules: Switcher, metric: tuple[str, ...]) -> MetricPlan:
        """Plan `metric` for `rules`; raises `TooLargeError` where position and memory do not fit into one state."""
        order = metric if "moves" in metric else (*metric, "moves")
        senses = bool({"runs", "reversals"} & set(order))
        codec = Codec.for_rules(with_ends(rules) if senses else rules, words=1)
        return cls(codec, _memory(rules, codec, order), order)

    @property
    def digit(self) -> int:
        """How many bits of a total belong to one metric."""
        return DIGITS // len(self.order)

    def counts(self, total: int) -> tuple[int, ...]:
        """A total as one count a metric, in the order of `order`."""
        digits = [total >> self.digit * place for place in reversed(range(len(self.order)))]
        return (digits[0], *(digit & (1 << self.digit) - 1 for digit in digits[1:]))

    @property
    def place_mask(self) -> int:
        """The bits of a state that tell where pieces and turntables are: no memory, and no headings that stand for one."""
        rules, mask = self.codec.rules, self.memory.position_mask
        if self.memory.has_ran and not self.memory.has_sense:
            for seat in range(len(rules.roster.locomotives)):
                mask &= ~(1 << self.codec.shift[seat])
        return mask

    def begin(self, state: int) -> int:
        """The state at the start: nothing has run and nothing is coupled."""
        return state & self.place_mask


def _memory(rules: Switcher, codec: Codec, order: tuple[str, ...]) -> Memory:
    locomotives, pieces = len(rules.roster.locomotives), len(rules.roster.pieces)
    used = codec.phase_shift + (len(codec.phases.positions) - 1).bit_length()
    runs, reversals, couplings = (name in order for name in ("runs", "reversals", "couplings"))
    senses = runs or reversals
    has_sense = senses and rules.has_headings
    last_bits = locomotives.bit_length() if runs and reversals else 0
    ran_shift = used
    sense_shift = ran_shift + senses * locomotives
    last_shift = sense_shift + has_sense * locomotives
    joint_shift = last_shift + last_bits
    bits = joint_shift + couplings * pieces * (pieces - 1) // 2
    if bits > USABLE_BITS:
        raise TooLargeError(
            f"counting {', '.join(order)} of {pieces} pieces on {len(rules.plan.spaces)} spaces needs {bits} bits a state, "
            f"and {USABLE_BITS} are there: count less, or take a smaller layout"
        )
    torn = couplings and len(codec.phases.positions) > 1
    if torn and len(codec.phases.positions) * len(rules.plan.spaces) ** 2 > MOST_ENDS:
        raise TooLargeError(
            f"counting couplings that turntables part needs a table of all pairs of {len(rules.plan.spaces)} spaces in "
            f"{len(codec.phases.positions)} combinations of positions: count less, or take a smaller layout"
        )
    digit = DIGITS // len(order)
    weight = [1 << digit * (len(order) - 1 - order.index(name)) if name in order else 0 for name in METRICS]
    return Memory(
        (1 << used) - 1,
        int(senses),
        int(reversals),
        int(has_sense),
        int(couplings),
        int(bool(rules.roster.interchangeable)),
        ran_shift,
        sense_shift,
        last_shift,
        (1 << last_bits) - 1,
        joint_shift,
        np.array(weight, np.int64),
        _ends(rules, codec) if torn else np.zeros((1, 1, 1), np.int8),
    )


def _ends(rules: Switcher, codec: Codec) -> NDArray[np.int8]:
    """By which ends two spaces are joined in every phase, as 1 + 2 · end of the one + end of the other; 0 if they are not."""
    spaces = rules.plan.spaces
    number = {space: index for index, space in enumerate(spaces)}
    ends = np.zeros((len(codec.phases.positions), len(spaces), len(spaces)), np.int8)
    for phase, positions in enumerate(codec.phases.positions):
        for one, others in rules.plan.joins(positions).items():
            for other in others:
                ends[phase, number[one.space], number[other.space]] = 1 + 2 * one.end + other.end
    return ends
