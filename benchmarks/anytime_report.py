"""The section of `RESULTS.md` about first solutions, and its figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from statistics import mean
from typing import Protocol

from benchmarks.measuring import BENCHMARKS, Figure
from benchmarks.report import machine, table
from shunt.files.atomic import write_text_atomically

STEPS = 60  # points of a curve


class Found(Protocol):
    """What the figure needs of a search of a card."""

    def best(self, within: float) -> int | None:
        """Moves of the best solution within some seconds."""


def put_section(report: Path, figures: Sequence[Figure], planner_seconds: float, plot: str) -> None:
    """Replace the section in the report, or add it at the end."""
    title, on = BENCHMARKS["anytime"][0], machine()
    heading = f"## {title}"
    held = [figure.holds for figure in figures if figure.holds is not None]
    said = (
        f"Measured by `python -m benchmarks.anytime` on {datetime.now().astimezone().date().isoformat()}, revision "
        f"{on['revision']}, {on['processor']}, {on['cores']} cores, load before {on['load_before']}; "
        f"{planner_seconds:g} s for each search of LAMA. {sum(held)} of {len(held)} bars are reached."
    )
    lines = [heading, "", said, "", *table([figure.as_dict() for figure in figures]), "", f"![Moves over time]({plot})", ""]
    before, found, after = (report.read_text() if report.is_file() else "# Benchmarks\n").partition(heading + "\n")
    rest = after.partition("\n## ")[2] if found else ""
    text = before.rstrip("\n") + "\n\n" + "\n".join(lines) + (f"\n## {rest}" if rest else "")
    write_text_atomically(report, text)
    print(report)


def draw(runs: Mapping[str, Found], names: Mapping[str, Sequence[str]], seconds: float, path: Path) -> None:
    """Draw, for each size of card, how many have a solution over time and how long it is against the best known, as SVG."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "shunt"  # the same figures, the same file
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    times = [0.1 * (10 * seconds) ** (step / STEPS) for step in range(STEPS + 1)]
    for colour, (size, cards) in zip(("#1b6ca8", "#c8553d", "#3a7d44", "#7b4fa0"), names.items(), strict=False):
        for who, line in (("ours", "-"), ("lama", ":")):
            mine = {card: runs[f"{who}/{card}"] for card in cards if f"{who}/{card}" in runs}
            if not mine:
                continue
            label = f"{size}, {'LAMA' if who == 'lama' else 'shunt'}"
            solved = [sum(run.best(time) is not None for run in mine.values()) for time in times]
            axes[0].step(times, solved, line, where="post", color=colour, label=label)
            ratios = [_ratio(mine, runs, time, seconds) for time in times]
            axes[1].plot(times, [ratio or float("nan") for ratio in ratios], line, color=colour, label=label)
    axes[0].set(xscale="log", xlabel="seconds", ylabel="cards with a solution")
    axes[1].set(xscale="log", xlabel="seconds", ylabel="moves against the best known (mean)")
    for axis in axes:
        axis.grid(True, which="major", alpha=0.3)
    axes[0].legend(fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


def _ratio(mine: Mapping[str, Found], runs: Mapping[str, Found], time: float, seconds: float) -> float | None:
    """Return how much longer solutions are than the best known, on average; None while no card has one."""
    ratios = []
    for card, run in mine.items():
        found = run.best(time)
        known = [best for who in ("ours", "lama") if (other := runs.get(f"{who}/{card}")) and (best := other.best(seconds))]
        if found is not None:
            ratios.append(found / min(known))
    return mean(ratios) if ratios else None
