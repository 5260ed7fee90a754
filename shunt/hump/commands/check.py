"""Hump yards in `shunt check`."""

from __future__ import annotations

import os

from shunt.cli.arguments import document_named
from shunt.cli.handed import Check, CheckedFile
from shunt.track.layout_file import YARD_SCHEMA


def yard_check(name: str, prove: bool) -> Check | None:
    """Return the check of a hump yard, given by a file, a shipped name or a compact text; None for anything else.

    Raise `InputError`, which lists every fault in the yard, or a file that cannot be read.
    """
    from shunt.hump.yard import looks_like_yard
    from shunt.hump.yard_file import find_yard, yard_of

    if looks_like_yard(name) and not os.path.exists(name):
        yard = find_yard(name)
        return lambda: CheckedFile(name, "hump yard", str(yard))
    document = document_named(name)
    if document.data.get("schema") != YARD_SCHEMA:
        return None
    read = yard_of(document)
    return lambda: CheckedFile(document.path, "hump yard", read.name)
