"""Every reader of a file of ours, with a sound file to begin from, and a seeded fuzzer that changes it.

`python -m tests.fuzz.campaign --readers N` reads N changed files and prints every case that ended in anything else than an error
of ours. Such a case belongs into `corpus.py`.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path

from shunt.cards.files import load_card, problems
from shunt.cards.writing import card_text
from shunt.errors import Fault, InputError, ShuntError
from shunt.games.companion import Log
from shunt.games.registry import GAMES
from shunt.generator.catalogue.exports import card_of
from shunt.generator.catalogue.imports import Refused, rows_of
from shunt.generator.catalogue.store import Catalogue
from shunt.generator.folder_update import JOURNAL, STAGE, recover_folder
from shunt.generator.packs.kept import KeptSearches
from shunt.generator.packs.reading import MANIFEST, load_deck, load_pack, read_manifest
from shunt.generator.rating.attempts import read_attempts
from shunt.generator.rating.weights_file import read_weights
from shunt.hump.design_file import read_design
from shunt.hump.yard_file import read_yard
from shunt.track.layout_file import load_layout
from tests.fuzz import sound
from tests.fuzz.changes import change_catalogue, change_checkpoint, change_tablebase, change_text
from tests.games.every_game import follower
from tests.search.tablebase.crafted import asked

Change = Callable[[bytes, random.Random], bytes]


@dataclass
class Reader:
    """A reader, the name of the file that it reads, what makes a sound one, and how it is changed.

    A sound file is made when it is asked for, so that tests are collected without a search or a kernel.
    """

    read: Callable[[Path], object]
    file: str
    make: Callable[[], bytes]
    change: Change = change_text

    @cached_property
    def sound(self) -> bytes:
        """A sound file."""
        return self.make()


@dataclass
class Outcome:
    """What the cases of one reader ended in."""

    read: int = 0
    refused: int = 0
    wrong: list[tuple[bytes, str]] = field(default_factory=list)


# --------------------------------------------------------------------------------------------------------------------
# Readers


def _card(path: Path) -> object:
    """Load a card, which is taken exactly when `shunt check` finds no fault in it.

    One difference is intended: a limit below the optimum that the card's own proof claims is a fault for `check`, and yet the
    card loads. The claim may be the wrong one of the two, and `shunt solve --save` must be able to read the card to replace it.
    """
    found = problems(path)
    try:
        card = load_card(path)
    except InputError as error:
        if not found or found[0].where != "schema" and found != list(error.faults):  # of a layout, only `check` is content
            raise ValueError(f"refused for {error.faults}, but check finds {found}") from None
        raise
    if [fault.where for fault in found] not in ([], ["options.limit"]):
        raise ValueError(f"taken, but check finds {found}")
    return card_text(card, inline_layout=True)


def _exported(path: Path) -> object:
    refused = Refused()
    rows = list(rows_of([str(path)], None, refused))
    return rows or [str(fault) for fault in refused.faults]


def _resumed(game: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        from shunt.games.table import GameTable

        return GameTable.resumed(str(path), game).state

    return read


def _log(game: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        opened = Log.opened(path, follower(game))
        return opened.lines()

    return read


def _catalogue(path: Path) -> object:
    """Everything that reads a catalogue."""
    with Catalogue(path) as catalogue:
        found = [catalogue.find(), catalogue.count(), catalogue.feature_names(), catalogue.boards(), catalogue.problems()]
        return found, catalogue.stats(), [card_of(row) for row in catalogue.every()]


def _tablebase(path: Path) -> object:
    from shunt.search.tablebase.format import TablebaseError

    if not asked(path, 3):
        raise TablebaseError("refused")
    return True


def _resumed_flood(path: Path) -> object:
    """Resume a flood, for a few levels."""
    from shunt.search.core.limits import Limits
    from shunt.search.flood import flood_card

    return flood_card("first-swap", Limits(memory=1 << 40, states=2_000), threads=1, checkpoint=path).levels


_loaded = cache(load_card)


def _plan(card: str) -> Callable[[Path], object]:
    from shunt.cli.moves import planned_moves

    return lambda path: planned_moves(_loaded(card), str(path))


def _moves(card: str) -> Callable[[Path], object]:
    from shunt.cards.play import Replay
    from shunt.cli.moves import typed_moves

    def read(path: Path) -> object:
        found = _loaded(card)
        return Replay(found, typed_moves(found, [], str(path))).rank

    return read


_deck = cache(load_deck)


def _results(path: Path) -> object:
    return _deck("first-forty").log(str(path)).best()


def _kept(path: Path) -> object:
    """A damaged search counts as none: it is made again."""
    return KeptSearches(path.parent).cards_of(0)


def _edited(path: Path) -> object:
    """What the editor asks its server for while a text is changed."""
    from shunt.pages.server.editing import Editing

    text = path.read_bytes().decode("utf-8", "replace")
    answers = [Editing().posts[f"api/{name}"]({"text": text}).content for name in ("check", "arrange")]
    if any(b'"what"' in answer or b'"words"' in answer for answer in answers):
        raise InputError(Fault("", "refused"))
    return answers


def _pack(path: Path) -> object:
    for name, content in sound.pack().items():
        target = path.parent.parent / name
        if target != path and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return load_pack(path.parent)


def _journal(path: Path) -> object:
    folder = path.parent.parent
    (folder / "01.toml").write_bytes(b"old")
    (path.parent / "01.toml").write_bytes(b"new")
    return recover_folder(folder)


def readers() -> dict[str, Reader]:
    """All readers by name."""
    made = {
        "card": Reader(_card, "a.toml", lambda: sound.shipped("cards/first-swap.toml")),
        "card of sidings": Reader(_card, "a.toml", sound.sidings_card),
        "card as JSON": Reader(_card, "a.json", lambda: sound.as_json("cards/first-swap.toml")),
        "layout": Reader(lambda path: load_layout(path), "a.toml", lambda: sound.shipped("layouts/turntable-19.toml")),
        "layout as JSON": Reader(lambda path: load_layout(path), "a.json", lambda: sound.as_json("layouts/turntable-19.toml")),
        "yard": Reader(read_yard, "a.toml", sound.yard),
        "manifest": Reader(
            lambda path: read_manifest(path.parent), MANIFEST, lambda: sound.shipped("packs/first-forty/manifest.toml")
        ),
        "pack": Reader(_pack, f"pack/{MANIFEST}", lambda: sound.pack()[f"pack/{MANIFEST}"]),
        "exported lines": Reader(_exported, "a.jsonl", sound.exported_line),
        "catalogue": Reader(_catalogue, "a.catalogue", sound.catalogue, change_catalogue),
        "tablebase": Reader(_tablebase, "a.table", sound.tablebase, change_tablebase),
        "checkpoint of an index": Reader(_resumed_flood, "a.checkpoint", partial(sound.checkpoint, "indexed"), change_checkpoint),
        "checkpoint of rows": Reader(_resumed_flood, "a.checkpoint", partial(sound.checkpoint, "hashed"), change_checkpoint),
        "checkpoint of states": Reader(_resumed_flood, "a.checkpoint", partial(sound.checkpoint, "states"), change_checkpoint),
        "plan": Reader(_plan("first-swap"), "plan", sound.TRAIN_PLAN.encode),
        "plan of sidings": Reader(_plan("ras-toy"), "plan", sound.SIDINGS_PLAN.encode),
        "moves": Reader(_moves("first-swap"), "moves", lambda: sound.TRAIN_MOVES),
        "moves of sidings": Reader(_moves("ras-toy"), "moves", lambda: sound.SIDINGS_MOVES),
        "results": Reader(_results, "a.jsonl", sound.results),
        "kept search": Reader(_kept, "00000.json", sound.kept_search),
        "journal": Reader(_journal, f"{STAGE}/{JOURNAL}", lambda: b'{"files": ["01.toml"], "removed": ["02.toml"]}'),
        "text in the editor": Reader(_edited, "a.toml", lambda: sound.shipped("cards/night-shift.toml")),
        "weights": Reader(read_weights, "a.toml", sound.weights),
        "attempts": Reader(lambda path: read_attempts([path]), "a.jsonl", sound.attempts),
        "search for a yard": Reader(read_design, "a.json", sound.design),
    }
    for game in GAMES:
        made[f"saved game of {game}"] = Reader(_resumed(game), "a.json", partial(sound.saved_game, game))
    for game in ("tiles", "express"):
        made[f"log of {game}"] = Reader(_log(game), "a.json", partial(sound.log, game))
    return made


NEVER_REFUSED = {"exported lines", "kept search"}
"""Readers to which a fault is one of a line, or nothing at all."""


# --------------------------------------------------------------------------------------------------------------------
# Cases


def run(reader: Reader, seed: int, cases: int, folder: Path) -> Outcome:
    """Read changed files; a case that is neither read nor refused is noted."""
    draw, outcome, path = random.Random(seed), Outcome(), folder / reader.file
    for _ in range(cases):
        try_one(reader, reader.change(reader.sound, draw), path, outcome)
    return outcome


def try_one(reader: Reader, content: bytes, path: Path, outcome: Outcome) -> None:
    """Read one file and note what came of it."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    try:
        reader.read(path)
        outcome.read += 1
    except ShuntError:
        outcome.refused += 1
    except Exception as error:
        outcome.wrong.append((content, repr(error)))
