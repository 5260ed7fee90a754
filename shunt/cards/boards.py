"""What a picture of a board does not say, in words, for the terminal and for printed sheets."""

from __future__ import annotations

from shunt.track.plan import Plan


def board_lines(plan: Plan, dash: str = "–") -> list[str]:
    """How each turntable turns and what it joins in each position, where nothing may stop, what excludes what; a line each.

    `dash` stands between the two spaces that a bridge joins.
    """
    how = {"each-move": "turns after every move", "manual": "turned by hand, as a move", "locked": "does not turn"}
    lines = []
    for table in plan.turntables:
        ways = [f"{index}: {first or 'wall'}{dash}{last or 'wall'}" for index, (first, last) in enumerate(table.positions)]
        lines.append(f"turntable {table.name} ({how[table.rotation]}) joins {', '.join(ways)}")
    if plan.no_stop:
        lines.append("nothing may stop on " + " ".join(space for space in plan.spaces if space in plan.no_stop))
    for group in plan.exclusive:
        lines.append("only one may be occupied of " + " ".join(space for space in plan.spaces if space in group))
    return lines
