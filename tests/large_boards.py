"""Boards of any size: a line with passing loops, branches and turntables, for tests and measurements of growth."""

from shunt.track.layout import Layout
from shunt.track.turntable import Turntable

SPURS = 12  # spaces of each track that only a turntable joins


def long_board(spaces: int, turnouts: int = 50, turntables: int = 3) -> Layout:
    """Return a board of exactly `spaces` spaces: a line whose passing loops take two turnouts each, and turntables.

    The first two turntables are at the ends of the line, others at the ends of branches, which take a turnout each; each joins
    one of three spurs in turn, as it steps after every move. Spaces of the line are `m0`, `m1` …, of loop i `l‹i›x0` …, of
    branch i `b‹i›x0` …, of the spurs of turntable i `s‹i›a0` … .
    """
    branches = max(0, turntables - 2)
    loops = (turnouts - branches) // 2
    branches += turnouts - branches - 2 * loops
    fixed = turntables * (1 + 3 * SPURS)
    part = max(3, (spaces - fixed) // (3 * loops + 2 * branches + 2))
    line = spaces - fixed - part * (loops + branches)
    names = [f"m{number}" for number in range(line)]
    tracks = [" ".join(names)]
    step = line // (loops + branches + 1)
    for number in range(loops):
        first = step * (number + 1) - step // 2
        side = [f"l{number}x{place}" for place in range(part)]
        last = first + min(part, step - 3) + 1
        tracks.append(" ".join([*names[first - 1 : first + 1], *side, *names[last : last + 2]]))
    ends = [names[0], names[-1]]
    for number in range(branches):
        first = step * (loops + number + 1)
        side = [f"b{number}x{place}" for place in range(part)]
        tracks.append(" ".join([*names[first - 1 : first + 1], *side]))
        ends.append(side[-1])
    tables = []
    for number, end in enumerate(ends[:turntables]):
        spurs = [[f"s{number}{letter}{place}" for place in range(SPURS)] for letter in "abc"]
        tracks += [" ".join(spur) for spur in spurs]
        tables.append(Turntable(f"T{number}", (f"t{number}",), tuple((end, spur[0]) for spur in spurs)))
    layout = Layout.from_tracks(*tracks, name=f"line-{spaces}", turntables=tables)
    assert len(layout.plan.spaces) == spaces
    return layout
