"""The memory and weights of a metric: the data it keeps between moves, in free bits of a packed position, and the cost of a move.

The metrics are those of `rules/metrics.py`. A list of them is lexicographic: the total of all is one whole number, with the first
metric in its highest digits. `moves` always comes last. It decides between equal solutions, and makes every move cost something.

Position and memory together take one word of 63 bits, or two words if that is too small. No field is split between two words. The
fields of all locomotives are put where there is room, and the joints, of one bit each, fill the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.errors import Fault, TooLargeError
from shunt.rules.motion import with_ends
from shunt.rules.objective import JOINTS, METRICS, ON_A_RUN, ROWS, SENSES, Objective
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import USABLE_BITS, Ints, States
from shunt.search.trains.codec import MOST_WORDS, BitPlan, Codec, field_widths
from shunt.search.trains.tables import settings_of

MOST_ENDS = 1 << 28  # entries of the table of joined spaces
DIGITS = 60  # bits of a total; shared evenly by the metrics

Fields = tuple[int, int, int]
"""One number for each of the three fields of `MetricPlan`: who has run, in which direction, and who is on a run."""


class Memory(NamedTuple):
    """The bit plan of the memory and the weights, for the kernels.

    `ran_shift`: one bit per locomotive, set once it has run (if only `runs` is counted: set for the locomotive on a run).
    `sense_shift`: one bit per locomotive, 1 for backward; if the rules have no headings, the heading represents the direction of
    the last move, and `has_sense` is false. `last_shift`, `last_width`: the number + 1 of the locomotive on a run, if `ran` does
    not give it. `joint` (pieces, pieces): the bit for each pair of pieces; two spaces are joined at most once, so the places of
    the pieces determine which ends are coupled. `weight`: the weights of the metrics, in the order of `METRICS`. `ends`
    (P, N, N): the ends by which two spaces are joined, or 0; only used if turntables may part coupled pieces.
    """

    setting_width: int
    has_ran: bool
    all_senses: bool
    has_sense: bool
    has_joints: bool
    grouped: bool
    ran_shift: int
    sense_shift: int
    last_shift: int
    last_width: int
    joint: Ints
    weight: Ints
    ends: NDArray[np.int8]


@dataclass(frozen=True)
class MetricPlan:
    """One puzzle with one metric: `codec` (with headings if directions matter), the order of the metrics, and the contents and
    place of the memory. Kernels are compiled only when they are used.

    `widths`, `begins`: the number of bits and the first bit of the fields for who has run, in which direction (if headings do not
    give it), and who is on a run. `joint`: the bit for each pair of pieces, if couplings are counted.
    """

    codec: Codec
    order: Objective
    widths: Fields
    begins: Fields
    joint: Ints

    @classmethod
    def of(cls, rules: Switcher, metric: Objective, words: int | None = None) -> MetricPlan:
        """Plan `metric` for `rules`. `words` is 1 or 2 for states of that many words, or None for as few as hold position and
        memory.

        Raise `TooLargeError` if they do not fit.
        """
        engines, needs, order = len(rules.roster.locomotives), metric.needs, metric.with_moves()
        both, senses = {ON_A_RUN, SENSES} <= needs, engines if {ON_A_RUN, SENSES} & needs else 0
        widths = senses, senses if rules.has_headings else 0, engines.bit_length() if both else 0
        seen = with_ends(rules) if senses else rules
        settings = settings_of(seen)
        slots, pieces = field_widths(seen, settings), len(rules.roster.pieces) if JOINTS in needs else 0
        for count in range(1, MOST_WORDS + 1) if words is None else (words,):
            if (placed := _placed(slots, count, widths, pieces)) is not None:
                _check_ends(rules, pieces, len(settings.positions))
                _check_weights(rules, order)
                return cls(Codec.for_rules(seen, words=count, is_lazy=True), order, widths, *placed)
        raise TooLargeError(_too_large(rules, metric, slots, words or MOST_WORDS, widths, pieces))

    @cached_property
    def memory(self) -> Memory:
        """The bit plan and the weights for the kernels."""
        codec, (ran, sense, last), has_joints = self.codec, self.widths, len(self.joint) > 1
        weight = [0] * len(METRICS)
        for place, term in enumerate(reversed(self.order.terms)):
            for name, count in term.weights:
                weight[ROWS[name]] += count << self.digit * place
        return Memory(
            codec.setting_width,
            ran > 0,
            SENSES in self.order.needs,
            sense > 0,
            has_joints,
            bool(codec.rules.roster.interchangeable),
            *self.begins,
            last,
            self.joint,
            np.array(weight, np.int64),
            _ends(codec) if has_joints and len(codec.settings.positions) > 1 else np.zeros((1, 1, 1), np.int8),
        )

    @property
    def digit(self) -> int:
        """Return the number of bits of a total that belong to one metric."""
        return DIGITS // len(self.order)

    def counts(self, total: int) -> tuple[int, ...]:
        """Return a total as one count per metric, in the order of `order`."""
        digits = [total >> self.digit * place for place in reversed(range(len(self.order)))]
        return (digits[0], *(digit & (1 << self.digit) - 1 for digit in digits[1:]))

    @cached_property
    def place_mask(self) -> int:
        """The bits of a state for the places of pieces and turntables, without memory and without headings that represent
        memory."""
        ran, sense, _ = self.widths
        return self.codec.bits.mask & ~sum(1 << shift for shift in self.codec.shift[: ran - sense])

    def places(self, states: States) -> States:
        """Return `states` without memory and without headings that represent memory."""
        kept: States = states & self.codec.states([self.place_mask])[0]
        return kept


def _placed(slots: Sequence[int], words: int, widths: Fields, pieces: int) -> tuple[Fields, Ints] | None:
    """Return the first bit of each field of a memory and the bit for each pair of `pieces`, or None if a state has no room.

    `widths` are the widths of the fields (see `field_widths`), and `slots` those of the position in the same state.
    """
    plan = BitPlan.of(slots, words)
    if plan is None:
        return None
    free, begins = plan.free, list[int]()
    for bits in widths:
        at = next((at for at in free if {*range(at, at + bits)} <= {*free}), None) if bits else 0
        if at is None:
            return None
        begins.append(at)
        free = [bit for bit in free if not at <= bit < at + bits]
    joint = np.zeros((max(1, pieces), max(1, pieces)), np.int64)
    pairs = [(a, b) for a in range(1, pieces) for b in range(a)]
    if len(pairs) > len(free):
        return None
    for (a, b), bit in zip(pairs, free, strict=False):
        joint[a, b] = joint[b, a] = bit
    ran, sense, last = begins
    return (ran, sense, last), joint


def _too_large(rules: Switcher, metric: Objective, slots: Sequence[int], words: int, widths: Fields, pieces: int) -> Fault:
    """Return a message that a puzzle does not fit, and how many of its pieces would."""
    own, bits = len(rules.roster.pieces), sum(slots) + sum(widths) + pieces * (pieces - 1) // 2
    fits = [
        count
        for count in range(len(rules.roster.locomotives) + 1, own)
        if _placed([*slots[:count], slots[-1]], words, widths, count if pieces else 0) is not None
    ]
    return Fault(
        "",
        f"counting {', '.join(metric)} of {own} pieces on {len(rules.plan.spaces)} spaces needs {bits} bits a state, and a state "
        f"holds {words * USABLE_BITS}",
        f"count fewer metrics, or at most {fits[-1]} pieces, which fit on this layout"
        if fits
        else "count fewer metrics, or use a smaller layout",
    )


def _check_ends(rules: Switcher, pieces: int, combinations: int) -> None:
    """Raise `TooLargeError` if the table for turntables that part pieces would be too large; see `Memory.ends`."""
    spaces = len(rules.plan.spaces)
    if pieces and combinations > 1 and combinations * spaces**2 > MOST_ENDS:
        raise TooLargeError(
            "metric",
            f"counting couplings that turntables part needs a table of all pairs of {spaces} spaces in {combinations} "
            "combinations of positions",
            "count fewer metrics, or use a smaller layout",
        )


def _check_weights(rules: Switcher, order: Objective) -> None:
    """Raise `TooLargeError` if a term can become so large that it runs into the digits of the term before it."""
    most = 2 * (len(rules.plan.spaces) + len(rules.roster.pieces))  # that one move adds to any metric
    for term in order.terms[1:]:
        weights = [weight for _, weight in term.weights]
        if max(weights) > 1 and sum(weights) * most >= 1 << DIGITS // len(order) - 4:
            raise TooLargeError(
                "metric", f"{term} after {order[0]} needs larger numbers than a search holds", "give it smaller weights"
            )


def _ends(codec: Codec) -> NDArray[np.int8]:
    """Return the ends by which two spaces are joined in every setting: 1 + 2 · end of the one + end of the other, or 0."""
    number = codec.rules.plan.numbers
    ends = np.zeros((len(codec.settings.positions), len(number), len(number)), np.int8)
    for setting, positions in enumerate(codec.settings.positions):
        for one, others in codec.rules.plan.joins(positions).items():
            for other in others:
                ends[setting, number[one.space], number[other.space]] = 1 + 2 * one.end + other.end
    return ends
