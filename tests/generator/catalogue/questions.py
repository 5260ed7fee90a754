"""Random questions to a catalogue, and the same put to rows in plain Python."""

from hypothesis import strategies as st

from shunt.generator.catalogue.filters import NUMBERED_TIERS, Filters
from shunt.generator.catalogue.rows import CardRow
from shunt.generator.catalogue.store import board_number


def order(row: CardRow) -> tuple[object, ...]:
    counts = (row.locomotives, row.cars, row.broken, row.turntables, row.is_unique)
    return (row.tier, row.optimum, board_number(row.board, row.layout), row.ruleset, row.metric, *counts, row.id)


@st.composite
def filters(draw: st.DrawFn) -> Filters:
    def span(least: int, most: int):
        low, high = draw(st.none() | st.integers(least, most)), draw(st.none() | st.integers(least, most))
        return (high, low) if low is not None and high is not None and low > high else (low, high)

    return Filters(
        boards=tuple(draw(st.sets(st.sampled_from(["board-0", "board-1", "nowhere"])))),
        tiers=tuple(draw(st.sets(st.sampled_from(NUMBERED_TIERS[1:])))),
        ruleset=draw(st.sampled_from([None, "switcher", "railway"])),
        optimum=span(4, 34),
        locomotives=span(1, 2),
        cars=span(1, 5),
        broken=span(0, 1),
        turntable=draw(st.none() | st.booleans()),
        unique=draw(st.none() | st.booleans()),
        grade=span(1, 6),
        text=draw(st.sampled_from(["", "", "Swap", "run", "turn train", "card-1", "nothing"])),
    )


def wanted(row: CardRow, asked: Filters) -> bool:
    """The same question put to one row, in plain Python."""

    def within(value, limits) -> bool:
        least, most = limits
        return (least is None or value >= least) and (most is None or value <= most)

    words = f"{row.name} {row.title}".lower().replace("-", " ").split()
    return (
        (not asked.boards or row.board in asked.boards)
        and (not asked.tiers or NUMBERED_TIERS[row.tier] in asked.tiers)
        and asked.ruleset in (None, row.ruleset)
        and all(
            within(getattr(row, name), getattr(asked, name)) for name in ("optimum", "locomotives", "cars", "broken", "grade")
        )
        and asked.turntable in (None, row.turntables > 0)
        and (asked.unique is None or row.is_unique == asked.unique)
        and all(any(word.startswith(part) for word in words) for part in asked.text.lower().replace("-", " ").split())
    )
