"""The figures as Markdown and as a plot."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks.flood import compiler
from benchmarks.measuring import ROOT

PACKAGES = ("numpy", "numba", "llvmlite", "up-fast-downward")
INTRODUCTION = """\
Written by `make bench` (`benchmarks/run.py`). Everything that is compared was measured in one run, alternately (A B A B …).
Figures are medians, and ratios are ratios of medians. `benchmarks/flood.cpp` is a plain C++17 flood built with
`-O3 -march=native`.
"""


def machine() -> dict[str, Any]:
    """What the figures were measured on and with."""
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    if found := compiler():
        versions["C++"] = _first_line([found, "--version"])
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        "system": platform.system() + " " + platform.release(),
        "load_before": round(os.getloadavg()[0], 2),
        "versions": versions,
        "revision": _first_line(["git", "-C", str(ROOT), "describe", "--always", "--dirty"]),
    }


def _first_line(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.partition("\n")[0]
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


# --------------------------------------------------------------------------------------------------------------------
# Markdown


def markdown(run: Mapping[str, Any], plot: str | None) -> str:
    """The whole report; `plot` is the file name of the picture, if there is one."""
    return "\n".join(_lines(run, plot)) + "\n"


def _lines(run: Mapping[str, Any], plot: str | None) -> Iterator[str]:
    on = run["machine"]
    yield from ("# Benchmarks", "", INTRODUCTION)
    yield f"- {run['date']}, revision {on['revision']}{', quick run' if run['quick'] else ''}, {run['seconds'] / 60:.0f} minutes"
    yield f"- {on['processor']}, {on['cores']} cores, {on['memory_bytes'] / 2**30:.0f} GiB, {on['system']}"
    yield f"- load before the run: {on['load_before']}" + (
        " (the machine was busy, so times are too long)" if on["load_before"] > 0.5 else ""
    )
    yield "- " + ", ".join(f"{name} {number}" for name, number in on["versions"].items())
    asked = [figure for section in run["sections"] for figure in section["figures"] if figure["holds"] is not None]
    if asked:
        held = sum(figure["holds"] for figure in asked)
        yield from ("", f"**{held} of {len(asked)} bars are reached.**", "")
    for section in run["sections"]:
        yield from ("", f"## {section['title']}", "")
        if section["left_out"]:
            yield f"Left out: it needs {section['left_out']}."
            continue
        yield from table(section["figures"])
        if section["name"] == "growth" and plot:
            yield from ("", f"![Time and memory against states]({plot})")


def table(figures: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a table of figures."""
    yield from ("| what | measured | bar | reached |", "|---|---:|---|---|")
    for figure in figures:
        mark = {None: "", True: "reached", False: "**missed**"}[figure["holds"]]
        title = figure["title"] + (f" ({figure['note']})" if figure["note"] else "")
        yield f"| {title} | {_value(figure)} | {figure['bar']} | {mark} |"


def _value(figure: Mapping[str, Any]) -> str:
    value, unit = figure["value"], figure["unit"]
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    spread = ""
    if len(figure["samples"]) > 1:
        spread = f" ({min(figure['samples']):.{digits}f}–{max(figure['samples']):.{digits}f})"
    return f"{value:,.{digits}f}{' ' + unit if unit else ''}{spread}"


# --------------------------------------------------------------------------------------------------------------------
# Plot


def plot(points: list[dict[str, Any]], path: Path) -> bool:
    """Time and memory against states, on logarithmic scales, as SVG; False where matplotlib is missing."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "shunt"  # the same figures, the same file
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    styles = {"indexed": ("o", "#1b6ca8"), "hashed": ("s", "#c8553d"), "C++": ("^", "#555555")}
    for method, (marker, colour) in styles.items():
        for layout, line in (("wye-18", "-"), ("turntable-19", "--")):
            mine = sorted(
                (p for p in points if p["method"] == method and p["board"].startswith(layout)), key=lambda p: p["states"]
            )
            for axis, key, scale in zip(axes, ("seconds", "bytes"), (1, 1e6), strict=True):
                xs, ys = [p["states"] for p in mine], [p[key] / scale for p in mine]
                axis.plot(xs, ys, line, marker=marker, color=colour, label=f"{method}, {layout}")
    for axis, label in zip(axes, ("seconds", "megabytes over the warm process"), strict=True):
        axis.set(xscale="log", yscale="log", xlabel="states", ylabel=label)
        axis.grid(True, which="major", alpha=0.3)
    axes[0].legend(fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return True
