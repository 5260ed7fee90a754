"""The values that wings pass to commands of the core: valid files for `check`, and exports (`CHECKERS` and `EXPORTS` in
`cli.commands`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shunt.cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from shunt.cards.files import CardOrLayout
    from shunt.cards.layout_report import LayoutReport
    from shunt.errors import Fault

Check = Callable[[], "CheckedFile"]
"""The second half of a check. Its proofs take time, so it begins only when no file has faults."""


@dataclass
class CheckedFile:
    """One sound file for `shunt check`: what it is, what was proven, which stored values are wrong, and how its layout was
    understood.

    `details` are lines for a person, and `noted` are warnings. A wing adds both.
    """

    file: str
    kind: str
    name: str
    status: int = ExitStatus.ANSWERED
    proven: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    words: str = "sound"
    is_always_proved: bool = False
    found: CardOrLayout | None = None
    report: LayoutReport | None = None
    details: tuple[str, ...] = ()
    noted: tuple[Fault, ...] = ()

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """Return the probable mistakes."""
        return self.noted + (self.report.warnings if self.report is not None else ())

    def as_json(self) -> dict[str, Any]:
        """Return the check as a dictionary for `--json`."""
        fields: dict[str, Any] = {"file": self.file, "kind": self.kind, "name": self.name, "valid": True}
        if self.report is not None:
            fields["layout"] = self.report.as_json()
            fields["warnings"] = [
                {"file": one.file, "line": one.line, "where": one.where, "what": one.what, "remedy": one.remedy}
                for one in self.warnings
            ]
        return fields | ({"proof": self.proven | {"wrong": self.wrong}} if self.proven else {})


@dataclass(frozen=True)
class ExportOptions:
    """The values of the options of `shunt export`. Each applies to some formats only."""

    no_costs: bool = False
    throttle: tuple[str, ...] = ()
    dry_run: bool = False
    roster: str | None = None
    car_feet: float | None = None
    cut_cars: bool = False


@dataclass(frozen=True)
class Exported:
    """A card for other programs: files by name, the text for stdout if no folder is given, the object for `--json`, and notes."""

    files: Mapping[str, str]
    printed: str
    fields: Mapping[str, Any]
    notes: tuple[str, ...] = ()
