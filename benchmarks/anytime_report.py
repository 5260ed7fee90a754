"""The picture of first solutions: how many cards have one over time, and how good it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Protocol

STEPS = 60  # points of a curve


class Found(Protocol):
    """What the figure needs of a search of a card."""

    def best(self, within: float) -> int | None:
        """Moves of the best solution within some seconds."""


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
