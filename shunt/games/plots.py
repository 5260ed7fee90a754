"""A chart of a simulation: each bot's share of wins with its interval, and the points of each seat."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from shunt.errors import InputError
from shunt.files.atomic import write_bytes_atomically
from shunt.files.version import to_install
from shunt.games.statistics import Outcome, seat_table, standings

FORMATS = ("svg", "png", "pdf")
BLUE, INK, GREY = "#2f6fb5", "#333333", "#999999"


def plot_format(path: str) -> str:
    """Return the picture format that a file's name asks for; raise `InputError` for others, and without matplotlib."""
    ending = os.path.splitext(path)[1].lstrip(".").lower()
    if ending not in FORMATS:
        raise InputError("plot", f"{path}: unknown picture format", "end the name with ." + ", .".join(FORMATS))
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InputError("plot", "matplotlib is not installed", to_install("plots")) from None
    return ending


def write_plot(path: str, outcomes: Sequence[Outcome], title: str) -> None:
    """Draw the results of a simulation into an SVG, PNG or PDF file; equal results give equal files."""
    ending = plot_format(path)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "shunt", "font.size": 9, "axes.edgecolor": INK}):
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        figure.suptitle(title)
        left, right = figure.subplots(1, 2)
        _draw_wins(left, outcomes)
        _draw_points(right, outcomes)
        content = BytesIO()
        metadata: dict[str, Any] = {"svg": {"Date": None}, "png": {"Software": None}, "pdf": {"CreationDate": None}}[ending]
        figure.savefig(content, format=ending, metadata=metadata)
    write_bytes_atomically(path, content.getvalue())


def _draw_wins(axes: Any, outcomes: Sequence[Outcome]) -> None:
    rows = standings(outcomes)[::-1]
    for place, row in enumerate(rows):
        axes.plot([row.low, row.high], [place, place], color=BLUE, linewidth=2)
        axes.plot(row.wins, place, "o", color=BLUE)
        axes.plot(row.fair, place, "|", color=GREY, markersize=16)
    axes.set_yticks(range(len(rows)), [f"{row.bot} × {row.seats}" for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("share of wins, 95 % interval (grey: equal play)")


def _draw_points(axes: Any, outcomes: Sequence[Outcome]) -> None:
    for row in seat_table(outcomes):
        counts = Counter(outcome.points[row.seat] for outcome in outcomes)
        values = sorted(counts)
        shares = [counts[value] / len(outcomes) for value in values]
        axes.plot(values, shares, ".-", linewidth=1, label=f"seat {row.seat + 1}: {row.points:.1f} ± {row.spread:.1f}")
    axes.set_xlabel("points")
    axes.set_ylabel("share of games")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
