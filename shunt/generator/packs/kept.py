"""The stored searches of a pack. They are kept while it is made, so that the same command resumes it after an interrupt or a
kill.

A folder beside the pack's folder contains a folder that is named by a hash of the key of the plan, with one file for every
finished search. Each is written completely or not at all, and one that cannot be read is ignored. If a limit leaves a pack that
is not complete, the folder also contains a copy of its manifest. It shows the same command that it may replace the pack.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.files.atomic import write_text_atomically
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.reading import MANIFEST

UNFINISHED = "unfinished.toml"


@dataclass(frozen=True)
class KeptSearches:
    """The finished searches of a plan, in a folder."""

    folder: Path

    @classmethod
    def beside(cls, target: Path, key: str) -> KeptSearches:
        """Return the stored searches for a pack that is to be written to `target`, and drop those of another plan."""
        folder = _folder(target, key)
        if not folder.is_dir():
            shutil.rmtree(folder.parent, ignore_errors=True)
            folder.mkdir(parents=True)
        return cls(folder)

    @staticmethod
    def has_left(target: Path, key: str) -> bool:
        """Return whether the manifest at `target` belongs to a pack that an earlier run of this plan left unfinished."""
        try:
            return (_folder(target, key) / UNFINISHED).read_bytes() == (target / MANIFEST).read_bytes()
        except OSError:
            return False

    def leave(self, target: Path) -> None:
        """Note that the pack written to `target` is not complete yet."""
        write_text_atomically(self.folder / UNFINISHED, (target / MANIFEST).read_text("utf-8"))

    @property
    def count(self) -> int:
        """The number of finished searches."""
        return sum(1 for _ in self.folder.glob("*.json"))

    def cards_of(self, shard: int) -> list[ProvenCard] | None:
        """Return the cards of a finished search, or None if it is not finished."""
        try:
            entries = json.loads(self._file(shard).read_text("utf-8"))
            return [ProvenCard(load_card(card), str(key), float(look), tuple(used)) for key, look, used, card in entries]
        except (OSError, ValueError, TypeError, KeyError, RecursionError, InputError):
            return None

    def keep(self, shard: int, cards: list[ProvenCard]) -> None:
        """Write the cards of a finished search."""
        entries = [(one.id, one.look, one.mechanics, one.card.to_dict()) for one in cards]
        write_text_atomically(self._file(shard), json.dumps(entries))

    def drop(self) -> None:
        """Remove the folder, once the pack is written."""
        shutil.rmtree(self.folder.parent, ignore_errors=True)

    def _file(self, shard: int) -> Path:
        return self.folder / f"{shard:05}.json"


def _folder(target: Path, key: str) -> Path:
    """Return the folder for the searches of the plan with this key."""
    return target.parent / f".{target.name}.searches" / sha256(key.encode()).hexdigest()
