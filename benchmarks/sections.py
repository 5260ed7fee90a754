"""Sections of `RESULTS.md` that a module writes by itself, beside those of `run.py`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from benchmarks.measuring import Figure
from benchmarks.report import machine, table
from shunt.files.atomic import write_text_atomically


def measured_on(command: str) -> str:
    """Say what measures, when and on what; call it before the work, since it reads the load."""
    on = machine()
    return (
        f"Measured by `{command}` on {datetime.now().astimezone().date().isoformat()}, revision {on['revision']}, "
        f"{on['processor']}, {on['cores']} cores, load before {on['load_before']}"
    )


def put_section(report: Path, title: str, said: str, figures: Sequence[Figure], plot: str = "") -> None:
    """Replace a section of the report, or add it at the end."""
    heading = f"## {title}"
    held = [figure.holds for figure in figures if figure.holds is not None]
    said += f". {sum(held)} of {len(held)} bars are reached." if held else "."
    lines = [heading, "", said, "", *table([figure.as_dict() for figure in figures]), ""]
    lines += [plot, ""] if plot else []
    before, found, after = (report.read_text() if report.is_file() else "# Benchmarks\n").partition(heading + "\n")
    rest = after.partition("\n## ")[2] if found else ""
    text = before.rstrip("\n") + "\n\n" + "\n".join(lines) + (f"\n## {rest}" if rest else "")
    write_text_atomically(report, text)
    print(report)
