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
from shunt.search.core.arrays import USABLE_BITS, WORD, Ints, States
from shunt.search.trains.codec import MOST_WORDS, BitPlan, Codec, field_widths
from shunt.search.trains.tables import settings_of

MOST_ENDS = 1 << 28  # entries of the table of joined spaces
DIGITS = 60  # bits of a total; shared evenly by the metrics


class Memory(NamedTuple):
    """The bit plan of the memory and the weights, for the kernels.

    `low_mask`, `high_mask`: the bits of the position in the first and second word. `ran_shift`: one bit per locomotive, set once
    it has run (if only `runs` is counted: set for the locomotive on a run). `sense_shift`: one bit per locomotive, 1 for
    backward; if the rules have no headings, the heading represents the direction of the last move, and `has_sense` is 0.
    `last_shift`, `last_width`: the number + 1 of the locomotive on a run, if `ran` does not give it. `joint` (pieces, pieces):
    the bit for each pair of pieces; two spaces are joined at most once, so the places of the pieces determine which ends are
    coupled. `weight`: the weights of the metrics, in the order of `METRICS`. `ends` (P, N, N): the ends by which two spaces are
    joined, or 0; only used if turntables may part coupled pieces.
    """

    low_mask: int
    high_mask: int
    setting_width: int
    has_ran: int
    all_senses: int
    has_sense: int
    has_joints: int
    grouped: int
    ran_shift: int
    sense_shift: int
    last_shift: int
    last_width: int
    joint: Ints
    weight: Ints
    ends: NDArray[np.int8]


@dataclass(frozen=True)
class MetricPlan:
    """One puzzle with one metric: `codec` (with headings if directions matter), the order of the metrics, and the contents of the
    memory and its place. Nothing is compiled before it is used."""

    codec: Codec
    order: Objective
    fields: Fields
    placed: Placed

    @classmethod
    def of(cls, rules: Switcher, metric: Objective, words: int | None = None) -> MetricPlan:
        """Plan `metric` for `rules`. `words` is 1 or 2 for states of that many words, or None for as few as hold position and
        memory.

        Raise `TooLargeError` if they do not fit.
        """
        fields = Fields.of(rules, metric)
        seen = with_ends(rules) if fields.senses else rules
        settings = settings_of(seen)
        width = field_widths(seen, settings)
        for count in range(1, MOST_WORDS + 1) if words is None else (words,):
            if (placed := fields.placed(width, count)) is not None:
                _check_ends(rules, fields, len(settings.positions))
                _check_weights(rules, metric.with_moves())
                return cls(Codec.for_rules(seen, words=count, is_lazy=True), metric.with_moves(), fields, placed)
        raise TooLargeError(_too_large(rules, metric, fields, width, words or MOST_WORDS))

    @cached_property
    def memory(self) -> Memory:
        """The bit plan and the weights for the kernels."""
        codec, fields, placed = self.codec, self.fields, self.placed
        torn = bool(fields.pieces) and len(codec.settings.positions) > 1
        weight = [0] * len(METRICS)
        for place, term in enumerate(reversed(self.order.terms)):
            for name, count in term.weights:
                weight[ROWS[name]] += count << self.digit * place
        low, high = ((1 << used) - 1 for used in codec.bits.used)
        return Memory(
            low,
            high,
            codec.setting_width,
            int(fields.senses),
            int(SENSES in self.order.needs),
            int(fields.has_sense),
            int(bool(fields.pieces)),
            int(bool(codec.rules.roster.interchangeable)),
            placed.ran,
            placed.sense,
            placed.last,
            fields.last_width,
            placed.joint,
            np.array(weight, np.int64),
            _ends(codec) if torn else np.zeros((1, 1, 1), np.int8),
        )

    @property
    def digit(self) -> int:
        """Return the number of bits of a total that belong to one metric."""
        return DIGITS // len(self.order)

    def counts(self, total: int) -> tuple[int, ...]:
        """Return a total as one count per metric, in the order of `order`."""
        digits = [total >> self.digit * place for place in reversed(range(len(self.order)))]
        return (digits[0], *(digit & (1 << self.digit) - 1 for digit in digits[1:]))

    @property
    def position_mask(self) -> int:
        """The bits of a state that belong to its position."""
        return self.memory.low_mask | self.memory.high_mask << WORD

    @property
    def place_mask(self) -> int:
        """The bits of a state for the places of pieces and turntables, without memory and without headings that represent
        memory."""
        mask = self.position_mask
        if self.fields.senses and not self.fields.has_sense:
            for seat in range(self.fields.locomotives):
                mask &= ~(1 << self.codec.shift[seat])
        return mask

    def places(self, states: States) -> States:
        """Return `states` without memory and without headings that represent memory."""
        kept: States = states & self.codec.states([self.place_mask])[0]
        return kept

    def begin(self, state: int) -> int:
        """Return the state at the start, where nothing has run and nothing is coupled."""
        return state & self.place_mask


class Placed(NamedTuple):
    """The first bit of each field of a memory, and the bit for each pair of pieces: see `Memory`."""

    ran: int
    sense: int
    last: int
    joint: Ints


class Fields(NamedTuple):
    """Fields of a metric's memory: the `locomotives` that ran (`senses`), their sense if headings do not give it (`has_sense`),
    the locomotive on a run (`last_width` bits), and the couplings of `pieces` (0: couplings are not counted)."""

    locomotives: int
    senses: bool
    has_sense: bool
    last_width: int
    pieces: int

    @classmethod
    def of(cls, rules: Switcher, metric: Objective) -> Fields:
        """Return the fields that `metric` needs."""
        locomotives, pieces = len(rules.roster.locomotives), len(rules.roster.pieces)
        runs, reversals, couplings = (need in metric.needs for need in (ON_A_RUN, SENSES, JOINTS))
        senses = runs or reversals
        last_width = locomotives.bit_length() if runs and reversals else 0
        return cls(locomotives, senses, senses and rules.has_headings, last_width, pieces if couplings else 0)

    @property
    def widths(self) -> tuple[int, int, int]:
        """The widths in bits of the fields for who has run, in which direction, and who is on a run."""
        return self.senses * self.locomotives, self.has_sense * self.locomotives, self.last_width

    @property
    def bits(self) -> int:
        """Return the number of bits of all fields."""
        return sum(self.widths) + self.pieces * (self.pieces - 1) // 2

    def placed(self, width: Sequence[int], words: int) -> Placed | None:
        """Return the place of the memory beside a position with these fields (see `field_widths`), or None if there is no
        room."""
        plan = BitPlan.of(width, words)
        if plan is None:
            return None
        free, begins = plan.free, list[int]()
        for bits in self.widths:
            at = next((at for at in free if {*range(at, at + bits)} <= {*free}), None) if bits else 0
            if at is None:
                return None
            begins.append(at)
            free = [bit for bit in free if not at <= bit < at + bits]
        joint = np.zeros((max(1, self.pieces), max(1, self.pieces)), np.int64)
        pairs = [(a, b) for a in range(1, self.pieces) for b in range(a)]
        if len(pairs) > len(free):
            return None
        for (a, b), bit in zip(pairs, free, strict=False):
            joint[a, b] = joint[b, a] = bit
        ran, sense, last = begins
        return Placed(ran, sense, last, joint)


def _too_large(rules: Switcher, metric: Objective, fields: Fields, width: Sequence[int], words: int) -> Fault:
    """Return a message that a puzzle does not fit, and how many of its pieces would."""
    pieces, locomotives = len(rules.roster.pieces), fields.locomotives
    fits = 0
    for count in range(locomotives + 1, pieces):
        fewer = fields._replace(pieces=count if fields.pieces else 0)
        fits = count if fewer.placed([*width[:count], width[-1]], words) is not None else fits
    return Fault(
        "",
        f"counting {', '.join(metric)} of {pieces} pieces on {len(rules.plan.spaces)} spaces needs {sum(width) + fields.bits} "
        f"bits a state, and a state holds {words * USABLE_BITS}",
        f"count fewer metrics, or at most {fits} pieces, which fit on this layout"
        if fits
        else "count fewer metrics, or use a smaller layout",
    )


def _check_ends(rules: Switcher, fields: Fields, combinations: int) -> None:
    """Raise `TooLargeError` if the table for turntables that part pieces would be too large; see `Memory.ends`."""
    spaces = len(rules.plan.spaces)
    if fields.pieces and combinations > 1 and combinations * spaces**2 > MOST_ENDS:
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
