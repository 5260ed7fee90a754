"""`shunt list`: the shipped files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from shunt.cli import options, output


@click.command("list")
@options.flag("--cards", "List only cards.")
@options.flag("--layouts", "List only layouts.")
@options.flag("--yards", "List only hump yards.")
@options.flag("--packs", "List only packs.")
@options.json_option
def command(cards: bool, layouts: bool, yards: bool, packs: bool, as_json: bool) -> None:
    """List the shipped cards, layouts, hump yards and packs.

    The list gives the name, the pieces or spaces, the optimum and the title of each. You can use these names wherever a
    command accepts a file or folder of that kind.

    \b
    Examples:
      shunt list
      shunt list --cards --json
    """
    from shunt.files.library import shipped

    asked = {"cards": cards, "layouts": layouts, "yards": yards, "packs": packs}
    shown: dict[str, Any] = {"schema": "shunt-list/1"}
    for kind, (fields_of, _) in KINDS.items():
        if asked[kind] or not any(asked.values()):
            shown[kind] = [fields_of(name, path, _read(path)) for name, path in shipped(kind).items()]
    if as_json:
        output.print_json(shown)
    else:
        _print(shown)


def _print(shown: dict[str, Any]) -> None:
    """Print a table of each kind, with a blank line between them."""
    for number, (kind, listed) in enumerate((kind, shown[kind]) for kind in KINDS if kind in shown):
        if number:
            output.say()
        heads = KINDS[kind][1]
        output.say_columns([heads, *([one["name"], *(_cell(one, head) for head in heads[1:])] for one in listed)])


def _cell(one: dict[str, Any], head: str) -> str:
    """Return what a table shows under a head."""
    if head == "pieces":
        return f"{one['locomotives']} + {one['cars']}"
    if head == "layout":
        return one["layout"] or "(own board)"
    if one[head] is None:
        return "–"
    return _optimum(one) if head == "optimum" else str(one[head])


def _optimum(one: dict[str, Any]) -> str:
    """Return moves as a number, and costs in any other metric with its name."""
    from shunt.rules.objective import Objective

    counts = one["optimum"] if isinstance(one["optimum"], list) else [one["optimum"]]
    return str(counts[0]) if one["metric"] in (["moves"], ["pulls"], ["legs"]) else Objective(one["metric"]).words(counts)


def _read(path: Path) -> dict[str, Any]:
    """Return a shipped file unchecked. The tests check all of them, so a full check would only take time."""
    import tomllib

    return tomllib.loads(path.read_text("utf-8"))


def _title(table: dict[str, Any]) -> str:
    return str(table.get("about", {}).get("title", ""))


def _card(name: str, path: Path, table: dict[str, Any]) -> dict[str, Any]:
    start, proof = table.get("start", {}), table.get("proof", {})
    layout = table.get("layout", "")
    fields: dict[str, Any] = {"name": name, "title": _title(table), "ruleset": table.get("ruleset", "")}
    fields["layout"] = layout if isinstance(layout, str) else str(layout.get("name", ""))
    if "locomotives" in start:
        usual, fields["locomotives"], fields["cars"] = "moves", len(start["locomotives"]), len(start.get("cars", {}))
    else:  # sidings: a text of cars for each track, and one locomotive
        usual, fields["locomotives"], fields["cars"] = "pulls", 1, sum(len(text.split()) for text in start.values())
    counts = table.get("options", {}).get("metric", proof.get("metric", usual))
    fields |= {"optimum": proof.get("optimum"), "metric": [counts] if isinstance(counts, str) else counts}
    return fields | {"proven": proof.get("status"), "path": str(path)}


def _layout(name: str, path: Path, table: dict[str, Any]) -> dict[str, Any]:
    runs = [*table.get("tracks", []), *(one["bridge"] for one in table.get("turntables", []))]
    spaces = {space for run in runs for space in run.split()}
    fields = {"name": name, "title": _title(table), "spaces": len(spaces) if spaces else None}
    return fields | {"turntables": len(table.get("turntables", [])), "path": str(path)}


def _yard(name: str, path: Path, table: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "title": _title(table), "tiles": len(table.get("tiles", [])), "path": str(path)}


def _pack(name: str, path: Path, table: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "title": str(table.get("title", "")), "cards": len(table.get("order", [])), "path": str(path.parent)}


KINDS: dict[str, tuple[Callable[[str, Path, dict[str, Any]], dict[str, Any]], tuple[str, ...]]] = {
    "cards": (_card, ("card", "layout", "pieces", "optimum", "title")),
    "layouts": (_layout, ("layout", "spaces", "turntables", "title")),
    "yards": (_yard, ("hump yard", "tiles", "title")),
    "packs": (_pack, ("pack", "cards", "title")),
}
"""For each kind, the function that returns its JSON keys, and the heads of the columns of its table."""
