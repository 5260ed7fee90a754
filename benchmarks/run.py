"""Everything that is measured, in one run: builds the C++ flood, measures side by side, writes JSON, Markdown and a plot.

    python benchmarks/run.py [--quick] [--only NAME … [--replace]] [--planner-limit S] [--resume JSON] [--out DIR]

The full run takes over an hour on a quiet machine, half of it beside LAMA, and writes `benchmarks/RESULTS.md` with its plot. A
quick or partial run writes them beside its JSON, to `benchmarks/out/`, and with `--replace` also in place of its sections in
`benchmarks/RESULTS.md`. The JSON is written after every section: a run that was stopped goes on with `--resume JSON`.
Compare two JSON files with `compare.py`. A new benchmark is a function with `@benchmark` in a module that is named in `MODULES`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # run as a script: what is measured is this checkout

from benchmarks.measuring import BENCHMARKS, CannotRunError, Figure, Plan  # noqa: E402
from benchmarks.report import machine, markdown, plot  # noqa: E402
from benchmarks.sections import measured_on, put_section  # noqa: E402
from shunt.files.atomic import write_text_atomically  # noqa: E402

MODULES = (
    "floods",
    "commands",
    "searches",
    "inglenook",
    "hump",
    "long_trains",
    "workers",
    "catalogue",
    "forge",
    "layout",
    "express",
    "yardmaster",
    "planners",
    "anytime",
    "pages",
)
SCHEMA = "shunt-benchmark/1"


def main(arguments: list[str] | None = None, modules: Iterable[str] = MODULES) -> int:
    """Measure what is asked for; 0 even where a bar is missed, for the report says so."""
    os.environ["SHUNT_DATABASES"] = ""  # databases are built each time, and none is left behind
    for module in modules:
        import_module(f"benchmarks.{module}")
    asked = _asked(arguments)
    said = measured_on(f"python benchmarks/run.py --only {' '.join(asked.only or BENCHMARKS)}")
    plan = Plan(quick=asked.quick, planner_limit=asked.planner_limit)
    began, date, on = time.perf_counter(), datetime.now().astimezone().isoformat(timespec="seconds"), machine()
    if on["load_before"] > 0.5:
        plan.say(f"other work is running (load {on['load_before']}): times will be too long, ratios less trustworthy")
    run: dict[str, Any] = {"schema": SCHEMA, "date": date, "quick": asked.quick, "seconds": 0.0, "machine": on}
    run |= {"sections": [], "points": plan.points}
    if asked.resume is not None:
        run = json.loads(asked.resume.read_text())
        plan.quick, plan.points = run["quick"], run["points"]
    before, done = run["seconds"], {section["name"] for section in run["sections"]}
    for name in BENCHMARKS:
        if name in done or asked.only and name not in asked.only:
            continue
        run["sections"].append(_measured(name, plan))
        run["seconds"] = round(before + time.perf_counter() - began, 1)
        print(_write_json(run, asked.out))
    whole = len(run["sections"]) == len(BENCHMARKS)
    _write_report(run, ROOT / "benchmarks" if whole and not run["quick"] else asked.out)
    if asked.replace:
        _replace_sections(run, said, asked.report)
    return 0


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small boards, few rounds: under two minutes")
    parser.add_argument("--only", nargs="+", choices=list(BENCHMARKS), metavar="NAME", help="some of: " + " ".join(BENCHMARKS))
    parser.add_argument("--planner-limit", type=float, metavar="S", help="seconds for each search of the planner")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "out", metavar="DIR", help="where the JSON goes")
    parser.add_argument("--replace", action="store_true", help="replace the sections that are measured in the report")
    parser.add_argument("--report", type=Path, default=ROOT / "benchmarks" / "RESULTS.md", metavar="FILE", help="the report")
    parser.add_argument("--resume", type=Path, metavar="JSON", help="go on with a run that was stopped, on the same machine")
    return parser.parse_args(arguments)


def _replace_sections(run: dict[str, Any], said: str, report: Path) -> None:
    """Put what was measured in place of its sections in a report."""
    for section in run["sections"]:
        if not section["left_out"]:
            put_section(report, section["title"], said, [Figure(**figure) for figure in section["figures"]])


def _measured(name: str, plan: Plan) -> dict[str, Any]:
    """One section: its figures, or what it lacks."""
    title, function = BENCHMARKS[name]
    plan.say(f"--- {title}")
    began = time.perf_counter()
    figures: list[Figure] = []
    left_out = ""
    try:
        for figure in function(plan):
            figures.append(figure)
            if figure.holds is not None:
                plan.say(f"{figure.title}: {figure.value:.3g} {figure.unit}, {figure.bar}: {'yes' if figure.holds else 'NO'}")
    except CannotRunError as error:
        left_out = str(error)
        plan.say(f"left out: needs {left_out}")
    took = round(time.perf_counter() - began, 1)
    return {
        "name": name,
        "title": title,
        "left_out": left_out,
        "seconds": took,
        "figures": [figure.as_dict() for figure in figures],
    }


def _write_json(run: dict[str, Any], folder: Path) -> Path:
    """Write what is measured so far; a run that is stopped keeps its finished sections."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = run["date"][:19].replace(":", "").replace("-", "")
    path = folder / f"{stamp}-{run['machine']['revision']}.json"
    write_text_atomically(path, json.dumps(run, indent=1, ensure_ascii=False))
    return path


def _write_report(run: dict[str, Any], folder: Path) -> None:
    """Write the Markdown table and the plot."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = bool(run["points"]) and plot(run["points"], folder / "results.svg")
    write_text_atomically(folder / "RESULTS.md", markdown(run, "results.svg" if drawn else None))
    print(folder / "RESULTS.md")


if __name__ == "__main__":
    sys.exit(main())
