"""`shunt list`: the shipped files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from shunt.cli import options, output

Table = dict[str, Any]


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
    shown: Table = {"schema": "shunt-list/1"}
    for kind, (fields_of, _) in KINDS.items():
        if asked[kind] or not any(asked.values()):
            shown[kind] = [
                {"name": name, **fields_of(_read(path)), "path": str(path.parent if kind == "packs" else path)}
                for name, path in shipped(kind).items()
            ]
    if as_json:
        output.print_json(shown)
    else:
        _print(shown)


def _print(shown: Table) -> None:
    """Print a table of each kind, with a blank line between them."""
    for number, (kind, listed) in enumerate((kind, shown[kind]) for kind in KINDS if kind in shown):
        if number:
            output.say()
        heads = KINDS[kind][1]
        output.say_columns([heads, *([one["name"], *(_cell(one, head) for head in heads[1:])] for one in listed)])


def _cell(one: Table, head: str) -> str:
    """Return what a table shows under a head."""
    if head == "pieces":
        return f"{one['locomotives']} + {one['cars']}"
    if head == "layout":
        return one["layout"] or "(own board)"
    if one[head] is None:
        return "–"
    if head != "optimum" or one["metric"] in (["moves"], ["pulls"], ["legs"]):
        return str(one[head])
    from shunt.rules.objective import Objective  # a cost in any other metric is shown with its name

    return Objective(one["metric"]).words(one["optimum"] if isinstance(one["optimum"], list) else [one["optimum"]])


def _read(path: Path) -> Table:
    """Return a shipped file unchecked. The tests check all of them, so a full check would only take time."""
    import tomllib

    return tomllib.loads(path.read_text("utf-8"))


def _title(table: Table) -> str:
    return str(table.get("about", {}).get("title", ""))


def _card(table: Table) -> Table:
    start, proof = table.get("start", {}), table.get("proof", {})
    layout = table.get("layout", "")
    fields: Table = {"title": _title(table), "ruleset": table.get("ruleset", "")}
    fields["layout"] = layout if isinstance(layout, str) else str(layout.get("name", ""))
    if "locomotives" in start:
        usual, fields["locomotives"], fields["cars"] = "moves", len(start["locomotives"]), len(start.get("cars", {}))
    else:  # sidings: a text of cars for each track, and one locomotive
        usual, fields["locomotives"], fields["cars"] = "pulls", 1, sum(len(text.split()) for text in start.values())
    counts = table.get("options", {}).get("metric", proof.get("metric", usual))
    fields |= {"optimum": proof.get("optimum"), "metric": [counts] if isinstance(counts, str) else counts}
    return fields | {"proven": proof.get("status")}


def _layout(table: Table) -> Table:
    turntables = table.get("turntables", [])
    runs = [*table.get("tracks", []), *(one["bridge"] for one in turntables)]
    spaces = {space for run in runs for space in run.split()}
    return {"title": _title(table), "spaces": len(spaces) if spaces else None, "turntables": len(turntables)}


KINDS: dict[str, tuple[Callable[[Table], Table], tuple[str, ...]]] = {
    "cards": (_card, ("card", "layout", "pieces", "optimum", "title")),
    "layouts": (_layout, ("layout", "spaces", "turntables", "title")),
    "yards": (lambda yard: {"title": _title(yard), "tiles": len(yard["tiles"])}, ("hump yard", "tiles", "title")),
    "packs": (lambda pack: {"title": pack["title"], "cards": len(pack["order"])}, ("pack", "cards", "title")),
}
"""For each kind, the function that returns its JSON keys, and the heads of the columns of its table."""
