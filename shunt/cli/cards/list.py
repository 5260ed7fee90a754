"""`shunt list`: what is shipped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from shunt.cli import options, output


@click.command("list")
@click.option("--cards", is_flag=True, help="List only cards.")
@click.option("--layouts", is_flag=True, help="List only layouts.")
@click.option("--yards", is_flag=True, help="List only hump yards.")
@click.option("--packs", is_flag=True, help="List only packs.")
@options.json_option
def command(cards: bool, layouts: bool, yards: bool, packs: bool, as_json: bool) -> int:
    """List the shipped cards, layouts, hump yards and packs: name, pieces or spaces, optimum, title.

    Commands take these names wherever they take such a file or folder.

    \b
    Examples:
      shunt list
      shunt list --cards --json
    """
    from shunt.files.library import card_names, find_card, find_layout, find_yard, layout_names, pack_names, yard_names

    everything = cards == layouts == yards == packs
    shown: dict[str, Any] = {"schema": "shunt-list/1"}
    if cards or everything:
        shown["cards"] = [_card(name, find_card(name)) for name in card_names()]
    if layouts or everything:
        shown["layouts"] = [_layout(name, find_layout(name)) for name in layout_names()]
    if yards or everything:
        shown["yards"] = [_yard(name, find_yard(name)) for name in yard_names()]
    if packs or everything:
        shown["packs"] = list(map(_pack, pack_names()))
    if as_json:
        output.print_json(shown)
    else:
        _print(shown)
    return 0


def _print(shown: dict[str, Any]) -> None:
    """Print a table of each kind, with a blank line between them."""
    tables: list[tuple[Sequence[str], list[Sequence[str]]]] = []
    heads: Sequence[str]
    if "cards" in shown:
        heads = ("card", "layout", "pieces", "optimum", "title")
        rows: list[Sequence[str]] = [
            (one["name"], one["layout"] or "(own board)", _pieces(one), _optimum(one), one["title"]) for one in shown["cards"]
        ]
        tables.append((heads, rows))
    if "layouts" in shown:
        rows = [(one["name"], _number(one["spaces"]), _number(one["turntables"]), one["title"]) for one in shown["layouts"]]
        tables.append((("layout", "spaces", "turntables", "title"), rows))
    if "yards" in shown:
        rows = [(one["name"], str(one["tiles"]), one["title"]) for one in shown["yards"]]
        tables.append((("hump yard", "tiles", "title"), rows))
    if "packs" in shown:
        rows = [(one["name"], str(one["cards"]), one["title"]) for one in shown["packs"]]
        tables.append((("pack", "cards", "title"), rows))
    for number, (heads, rows) in enumerate(tables):
        if number:
            output.say()
        _table(heads, rows)


def _optimum(one: dict[str, Any]) -> str:
    """Return moves as a number, anything else that a card counts by name."""
    if one["optimum"] is None or one["metric"] in (["moves"], ["pulls"], ["legs"]):
        return _number(one["optimum"])
    counts = [one["optimum"]] if isinstance(one["optimum"], int) else one["optimum"]
    return ", ".join(output.counted(*pair) for pair in zip(counts, one["metric"], strict=False))


def _read(path: Path) -> dict[str, Any]:
    """Return a shipped file unchecked. They are all checked by the tests, so reading them whole would only take time."""
    import tomllib

    return tomllib.loads(path.read_text("utf-8"))


def _card(name: str, path: Path) -> dict[str, Any]:
    table = _read(path)
    start, proof = table.get("start", {}), table.get("proof", {})
    layout = table.get("layout", "")
    fields: dict[str, Any] = {
        "name": name,
        "title": str(table.get("about", {}).get("title", "")),
        "ruleset": table.get("ruleset", ""),
    }
    fields["layout"] = layout if isinstance(layout, str) else str(layout.get("name", ""))
    if "locomotives" in start:
        usual, fields["locomotives"], fields["cars"] = "moves", len(start["locomotives"]), len(start.get("cars", {}))
    else:  # sidings: a text of cars for each track, and one locomotive
        usual, fields["locomotives"], fields["cars"] = "pulls", 1, sum(len(text.split()) for text in start.values())
    counts = table.get("options", {}).get("metric", proof.get("metric", usual))
    fields |= {"optimum": proof.get("optimum"), "metric": [counts] if isinstance(counts, str) else counts}
    return fields | {"proven": proof.get("status"), "path": str(path)}


def _layout(name: str, path: Path) -> dict[str, Any]:
    table = _read(path)
    runs = [*table.get("tracks", []), *(one["bridge"] for one in table.get("turntables", []))]
    spaces = {space for run in runs for space in run.split()}
    fields = {"name": name, "title": str(table.get("about", {}).get("title", "")), "spaces": len(spaces) if spaces else None}
    return fields | {"turntables": len(table.get("turntables", [])), "path": str(path)}


def _yard(name: str, path: Path) -> dict[str, Any]:
    table = _read(path)
    title = str(table.get("about", {}).get("title", ""))
    return {"name": name, "title": title, "tiles": len(table.get("tiles", [])), "path": str(path)}


def _pack(name: str) -> dict[str, Any]:
    from shunt.files.library import puzzles_folder

    folder = puzzles_folder() / "packs" / name
    table = _read(folder / "manifest.toml")
    return {"name": name, "title": str(table.get("title", "")), "cards": len(table.get("order", [])), "path": str(folder)}


def _pieces(card: dict[str, Any]) -> str:
    return f"{card['locomotives']} + {card['cars']}"


def _number(value: Any) -> str:
    return "–" if value is None else " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    for row in [heads, *rows]:
        output.say("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
