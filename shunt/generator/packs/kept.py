"""The stored searches of a pack. They are kept while it is made, so that the same command resumes it after an interrupt or a
kill.

A folder beside the pack's folder contains a file with the key of the plan, and one file for every finished search. Each is
written completely or not at all. A folder with another key, or a file that cannot be read, is ignored. If a limit leaves a pack
that is not complete, the folder also contains a copy of its manifest. It shows the same command that it may replace the pack.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.files.atomic import write_text_atomically
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.packs.reading import MANIFEST

KEY, UNFINISHED = "key", "unfinished.toml"


@dataclass(frozen=True)
class KeptSearches:
    """The finished searches of the plan with this key, in a folder."""

    folder: Path
    key: str

    @classmethod
    def beside(cls, target: Path, key: str) -> KeptSearches:
        """Return the stored searches for a pack that is to be written to `target`, and drop those of another plan."""
        folder = _folder(target)
        if not _is_for(folder, key):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            try:
                write_text_atomically(folder / KEY, key)
            except BaseException:  # a full disk
                shutil.rmtree(folder, ignore_errors=True)
                raise
        return cls(folder, key)

    @staticmethod
    def has_left(target: Path, key: str) -> bool:
        """Return whether the manifest at `target` belongs to a pack that an earlier run of this plan left unfinished."""
        folder = _folder(target)
        try:
            return _is_for(folder, key) and (folder / UNFINISHED).read_bytes() == (target / MANIFEST).read_bytes()
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
        shutil.rmtree(self.folder, ignore_errors=True)

    def _file(self, shard: int) -> Path:
        return self.folder / f"{shard:05}.json"


def _folder(target: Path) -> Path:
    return target.parent / f".{target.name}.searches"


def _is_for(folder: Path, key: str) -> bool:
    """Return whether a folder holds searches of the plan with this key."""
    try:
        return (folder / KEY).read_text("utf-8") == key
    except (OSError, UnicodeDecodeError):
        return False
