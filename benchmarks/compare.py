"""Two runs compared: how much faster each figure of the second is, their geometric mean, the biggest wins and losses.

    python benchmarks/compare.py BEFORE.json AFTER.json [--show N]

Only figures that both runs have are compared. A ratio over 1 is better, whichever way is up. Times shorter than their own spread
are told apart with `~`: the samples of the two runs overlap.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Change:
    """One figure in both runs; `ratio` over 1 is better."""

    key: str
    unit: str
    before: float
    after: float
    ratio: float
    certain: bool


def figures_of(run: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Key → figure."""
    return {figure["key"]: figure for section in run["sections"] for figure in section["figures"]}


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """Every figure that both runs have, in the order of the first."""
    later = figures_of(after)
    for key, old in figures_of(before).items():
        new = later.get(key)
        if new is None or old["value"] <= 0 or new["value"] <= 0:
            continue
        ratio = old["value"] / new["value"] if old["better"] == "lower" else new["value"] / old["value"]
        a, b = old["samples"] or [old["value"]], new["samples"] or [new["value"]]
        yield Change(key, old["unit"], old["value"], new["value"], ratio, max(a) < min(b) or max(b) < min(a))


def geometric_mean(ratios: Iterable[float]) -> float:
    """The mean of ratios: 1 for none."""
    logs = [log(ratio) for ratio in ratios]
    return exp(sum(logs) / len(logs)) if logs else 1.0


def told(found: list[Change], show: int) -> Iterator[str]:
    """The comparison in lines: means by kind of figure, then wins and losses."""
    kinds = dict.fromkeys(change.key.partition("/")[0] for change in found)
    for kind in kinds:
        mine = [change.ratio for change in found if change.key.partition("/")[0] == kind]
        yield f"{kind:<12} {len(mine):>4} figures   geometric mean {geometric_mean(mine):6.3f} ×"
    yield f"{'all':<12} {len(found):>4} figures   geometric mean {geometric_mean(change.ratio for change in found):6.3f} ×"
    ranked = sorted(found, key=lambda change: change.ratio)
    wins = [change for change in reversed(ranked) if change.ratio > 1][:show]
    losses = [change for change in ranked if change.ratio < 1][:show]
    for title, listed in (("biggest wins", wins), ("biggest losses", losses)):
        if listed:
            yield f"\n{title}"
        for change in listed:
            mark = " " if change.certain else "~"
            yield f" {mark}{change.ratio:7.3f} ×  {change.before:10.4g} → {change.after:<10.4g} {change.unit:<18} {change.key}"


def _read(path: Path) -> dict[str, Any]:
    try:
        run = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        sys.exit(f"compare: {path}: {error}")
    if not isinstance(run, dict) or run.get("schema") != "shunt-benchmark/1":
        sys.exit(f"compare: {path} is not a run of benchmarks/run.py")
    return run


def main(arguments: list[str] | None = None) -> int:
    """Compare two files; 0 whatever is found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--show", type=int, default=10, metavar="N", help="how many wins and losses")
    asked = parser.parse_args(arguments)
    before, after = _read(asked.before), _read(asked.after)
    for name in ("processor", "cores"):
        if before["machine"][name] != after["machine"][name]:
            print(f"compare: {name} differ: only ratios within one run can be trusted", file=sys.stderr)
    found = list(changes(before, after))
    print(f"{before['machine']['revision']} ({before['date']}) → {after['machine']['revision']} ({after['date']})")
    print("\n".join(told(found, asked.show)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
