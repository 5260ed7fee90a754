"""What `shunt export` writes of a card; each format is a function of a wing (see `EXPORTS` in `shunt.cli.commands`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Exported:
    """Files by name, the text for stdout if no folder is given, the object of `--json`, and notes for the user."""

    files: Mapping[str, str]
    printed: str
    fields: Mapping[str, Any]
    notes: tuple[str, ...] = field(default=())
