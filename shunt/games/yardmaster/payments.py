"""Every distinct payment for a railcar.

A railcar costs as many units as its value, each PAY 1 LESS takes one off. A unit is paid with one cargo of the railcar's
type, or exchanged: with two cargo of the exchange token's type, with one if EXCHANGE 1:1 is played. A token of the
railcar's own type gives nothing. A bonus card is played only where it changes the price, which is our reading.
"""

from __future__ import annotations

from collections.abc import Sequence

from shunt.games.yardmaster.cards import (
    EXCHANGE_1,
    NOTHING,
    PAY_1_LESS,
    TYPES,
    car_text,
    car_type,
    car_value,
    car_words,
    cargo_text,
    counts,
    kind_name,
)


def payments(car: int, hand: Sequence[int], token: int) -> list[tuple[int, ...]]:
    """Return the payments for `car` out of `hand` (counts of the ten kinds) with an exchange token (`NOTHING`: none), sorted.

    A payment is the cards in the order in which they are discarded: bonus cards first, then the cargo by type. Where cargo
    of two types is paid, both orders are there: the last card ends on top of the discard pile, and nothing else matters.
    """
    own = car_type(car)
    token = NOTHING if token == own else token
    found = set()
    for less in range(min(hand[PAY_1_LESS], car_value(car)) + 1):
        need = car_value(car) - less
        for even in range(min(hand[EXCHANGE_1], 1) + 1):
            rate = 1 if even else 2
            for exchanged in range(even, (need if token != NOTHING else 0) + 1):
                mine, other = need - exchanged, rate * exchanged
                if mine > hand[own] or (other and other > hand[token]):
                    continue
                bonuses = (PAY_1_LESS,) * less + (EXCHANGE_1,) * even
                found.add((*bonuses, *(own,) * mine, *(token,) * other))
                found.add((*bonuses, *(token,) * other, *(own,) * mine))
    return sorted(found)


def payment_fault(car: int, paid: Sequence[int], hand: Sequence[int], token: int) -> str:
    """Return why `paid` is no payment for `car` out of `hand`, in words for people; empty if it is one (in any order)."""
    if not paid:
        return _unpaid(car, hand, token)
    own, given = car_type(car), counts(paid)
    missing = [kind_name(kind) for kind, number in enumerate(given) if number > hand[kind]]
    if missing:
        return f"you do not hold that much {' and '.join(missing)}"
    for kind, number in enumerate(given):
        if number and kind not in (own, token, PAY_1_LESS, EXCHANGE_1):
            what = "is not cargo" if kind >= len(TYPES) else f"pays for no {car_text(car)} with this exchange token"
            return f"{kind_name(kind)} {what}"
    if any(counts(payment) == given for payment in payments(car, hand, token)):
        return ""
    less, even = given[PAY_1_LESS], given[EXCHANGE_1]
    need = max(0, car_value(car) - less)
    exchanged = given[token] if token != own else 0
    if even and (even > 1 or not exchanged):
        return "EXCHANGE 1:1 is played once, and only with cargo of your exchange token's type"
    if less > car_value(car):
        return "more PAY 1 LESS than the railcar costs"
    rate = 1 if even else 2
    if exchanged % rate:
        return f"an odd number of {kind_name(token)} is left over: {rate} count as one"
    units = given[own] + exchanged // rate
    return f"{cargo_text(paid)} counts as {units}, and {car_text(car)} costs {need}"


def _unpaid(car: int, hand: Sequence[int], token: int) -> str:
    """Return why `car` is not bought without cards: what it costs, and how much of that the hand can pay."""
    own, price = car_type(car), car_value(car)
    if found := payments(car, hand, token):
        return f"{car_words(car)} costs {price}: name the cards, such as {cargo_text(found[0])}"
    exchanged = hand[token] // (1 if hand[EXCHANGE_1] else 2) if token not in (own, NOTHING) else 0
    return f"{car_words(car)} costs {price}, and your cards pay for {hand[own] + exchanged + hand[PAY_1_LESS]} of it"
