"""The evidence of an answer in words, as `shunt solve --explain` prints it: methods tried, bounds over time, beams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shunt.cards.stop import Stop, StopKind
from shunt.cli.output import counted


def evidence_lines(proof: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the proof of a solution holds, a line each."""
    for key, value in proof.items():
        if key == "attempts":
            yield from map(_attempt_line, value)
        elif key == "race":
            yield from _race_lines(value)
        elif key == "beams":
            yield from map(_beam_line, value)
        else:
            yield f"{key}: {_plain(value)}"


def _attempt_line(attempt: Mapping[str, Any]) -> str:
    """Return a line with a method that was tried: why, what it cost, and how it ended."""
    line = f"tried {attempt['method']} ({attempt['why']}): {attempt['seconds']:.2f} s"
    if "states" in attempt:
        line += f", {counted(attempt['states'], 'states')} reached, {attempt['expanded']:,} expanded"
    stopped: Stop | None = attempt.get("stopped")
    if stopped is None:
        return line
    is_limit = stopped.kind not in (StopKind.INTERRUPTED, StopKind.REFUSED)
    return f"{line}; {f'stopped at its {stopped}' if is_limit else stopped}"


def _beam_line(beam: Mapping[str, Any]) -> str:
    """Return a line with a beam that looked for a solution."""
    found = "no path" if beam["moves"] is None else f"a path of {counted(beam['moves'], 'moves')}"
    return f"beam of {beam['width']:,}: {found}, {beam['seconds']:.2f} s"


def _race_lines(race: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the bounds over time: a line whenever one of them became better."""
    lines = ["bounds over time:"]
    for standing in race:
        found = "" if standing["upper_bound"] is None else f", found {standing['upper_bound']}"
        by = f" ({standing['method']})" if standing["method"] else ""
        lines.append(f"  {standing['seconds']:8.2f} s  at least {standing['lower_bound']}{found}{by}")
    return lines


def _plain(value: Any) -> str:
    """Return evidence of any shape in a line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_plain(inside)}" for key, inside in value.items())
    if isinstance(value, list | tuple):
        apart = "" if all(isinstance(item, int) for item in value) else ","
        return f"{apart} ".join(map(_plain, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
