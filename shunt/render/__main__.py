"""`python -m shunt.render NAME FILE.svg`: draw a card, a layout or a yard, shipped or from a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from shunt.cards.files import load_card, load_layout
from shunt.errors import ShuntError
from shunt.files.document import read_document
from shunt.files.library import card_names, layout_names, yard_names
from shunt.render.values import svg
from shunt.track.yard_file import find_yard


def main(arguments: Sequence[str]) -> int:
    """Draw into a file; return the exit status (2 for bad input)."""
    if len(arguments) != 2:
        print("usage: python -m shunt.render NAME FILE.svg", file=sys.stderr)
        return 2
    name, path = arguments
    try:
        svg(_loaded(name), path)
    except ShuntError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _loaded(name: str) -> Any:
    """What is called `name`: a shipped layout, yard or card, or a file of any of these."""
    if name in layout_names():
        return load_layout(name)
    if name in yard_names():
        return find_yard(name)
    schema = "" if name in card_names() else str(_schema(name))
    if schema.startswith("shunt-layout/"):
        return load_layout(name)
    return find_yard(name) if schema.startswith("shunt-yard/") else load_card(name)


def _schema(path: str) -> object:
    try:
        return read_document(path).data.get("schema")
    except ShuntError:
        return ""  # the reader of cards says why it cannot be read


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
