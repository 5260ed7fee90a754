"""Sound files of every kind that the program reads, as bytes: what the fuzzers begin from."""

import json
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

from shunt.cards.files import load_card
from shunt.files.document import read_document
from shunt.files.library import puzzles_folder
from shunt.games.companion import Log
from tests.games.every_game import follower

PUZZLES = puzzles_folder()

TRAIN_PLAN = """\
(start-forward p-a s-a1 e-a1-0)
(roll-alone p-a e-a1-0 e-a2-1 s-a1 s-a2 e-a1-0 e-a2-1 always)
(roll-alone p-a e-a2-1 e-a3-1 s-a2 s-a3 e-a2-1 e-a3-1 always)
(push e-a3-1 e-b1-1 s-b1 always)
(roll p-red e-b1-1 e-b2-1 s-b1 s-b2 sideways sideways always)
(follow-last p-a e-a3-1 e-b1-1 s-a3 s-b1 e-a3-1 e-b1-1)
(roll p-red e-b2-1 e-b3-1 s-b2 s-b3 sideways sideways always)
(follow-last p-a e-b1-1 e-b2-1 s-b1 s-b2 e-b1-1 e-b2-1)
(roll p-red e-b3-1 e-e1-1 s-b3 s-e1 sideways sideways always)
(follow-last p-a e-b2-1 e-b3-1 s-b2 s-b3 e-b2-1 e-b3-1)
(settle-2 e-b3-1 e-e1-1 s-b3 s-e1)
(start-backward p-a s-b3 e-b3-0 e-b3-1)
(roll-alone p-a e-b3-0 e-b2-0 s-b3 s-b2 e-b3-1 e-b2-1 always)
(roll-alone p-a e-b2-0 e-w1-0 s-b2 s-w1 e-b2-1 e-w1-1 always)
(roll-alone p-a e-w1-0 e-w2-1 s-w1 s-w2 e-w1-1 e-w2-0 always)
(push e-w2-1 e-c2-1 s-c2 always)
(roll p-green e-c2-1 e-c3-1 s-c2 s-c3 sideways sideways always)
(follow-last p-a e-w2-1 e-c2-1 s-w2 s-c2 e-w2-0 e-c2-0)
(settle-2 e-c2-1 e-c3-1 s-c2 s-c3)
; cost = 2 (unit cost)
"""
"""The first moves of `first-swap`, as a planner writes them."""

SIDINGS_PLAN = """\
(drop c-4 s-1 headshunt-4 headshunt-3 s-1-0 s-1-1 drops-s-1 none)
(drop-more c-2 s-1 headshunt-3 headshunt-2 s-1-1 s-1-2 drops-s-1)
(drop-more c-3 s-1 headshunt-2 headshunt-1 s-1-2 s-1-3 drops-s-1)
(drop c-1 s-2 headshunt-1 headshunt-0 s-2-0 s-2-1 drops-s-2 drops-s-1)
(pull c-3 s-1 s-1-3 s-1-2 headshunt-0 headshunt-1 pulls-s-1 drops-s-2)
(pull-more c-2 s-1 s-1-2 s-1-1 headshunt-1 headshunt-2 pulls-s-1)
"""
"""The first moves of `ras-toy`."""

TRAIN_MOVES = b"1. A A1>B3\n2. A B3>C2 # comment\nA C2>A3 +green+red; A A3>A2 +green\nA:A2-A3 via B1\nA A3>A1 forward\n"
SIDINGS_MOVES = b"1+3\n2. 2+1\n1-2; 2+2\n1-1\n2-3\n"


def shipped(path: str) -> bytes:
    """Return a shipped file."""
    return (PUZZLES / path).read_bytes()


def sidings_card() -> bytes:
    """Return a card of sidings."""
    cards = sorted((PUZZLES / "cards").rglob("*.toml"))
    return next(content for path in cards if b'ruleset = "sidings"' in (content := path.read_bytes()))


def yard() -> bytes:
    """Return a hump yard."""
    return min((PUZZLES / "yards").rglob("*.toml")).read_bytes()


def as_json(path: str) -> bytes:
    """Return a shipped TOML file as JSON."""
    return json.dumps(read_document(PUZZLES / path).data, default=str).encode()


@cache
def pack() -> dict[str, bytes]:
    """Return the files of a pack of one card, by their paths."""
    from shunt.generator.packs.pack import Pack

    forged = Pack.open(PUZZLES / "packs/first-forty").proven[0]
    with tempfile.TemporaryDirectory() as folder:
        Pack.from_proven("pack", "Pack", "1", [forged]).save(Path(folder, "pack"))
        found = [path for path in Path(folder).rglob("*") if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def exported_line() -> bytes:
    """Return an export of one card as JSON Lines."""
    card = json.loads(as_json("cards/first-swap.toml"))
    return json.dumps({"card": card | {"proof": {"status": "optimal", "optimum": 6}}}).encode() + b"\n"


def _written(write: Callable[[str], object]) -> bytes:
    """Return what a function writes to the file whose path it is given."""
    with tempfile.TemporaryDirectory() as folder:
        write(f"{folder}/file")
        return Path(folder, "file").read_bytes()


def saved_game(game: str, actions: int = 6) -> bytes:
    """Return a saved game with some actions of its random bots."""
    from shunt.games.table import GameTable

    table = GameTable.new(game, ["person", "random"], 1, {})
    for _ in range(actions):
        table.act(table.bot_action("random"))
    return _written(table.save)


def log(game: str, entries: int = 4) -> bytes:
    """Return a log of a table with some entries."""
    found = Log(follower(game)())
    for _ in range(entries):
        found.enter(found.companion.choices(found.state)[0])  # type: ignore[attr-defined]
    return json.dumps(found.to_json()).encode()


def design() -> bytes:
    """Return a search for a hump yard as it is saved."""
    from shunt.hump.design_file import write_design
    from shunt.hump.designer import Designer, DesignTask
    from shunt.hump.yard import Yard

    return _written(lambda path: write_design(path, Designer(DesignTask(Yard.parse("5u_62r1@2,1"), 2, 3))))


def catalogue() -> bytes:
    """Return a catalogue of two cards, with a run and a shard of a generator."""
    from shunt.generator.catalogue.rows import card_row
    from shunt.generator.catalogue.store import Catalogue

    def write(path: str) -> None:
        cards = [load_card(name) for name in ("first-swap", "run-round")]
        rows = [card_row(replace(card, proof={"status": "optimal", "optimum": 6})) for card in cards]
        with Catalogue(path, create=True) as made:
            made.add(rows[:1])
            made.add_shard(made.run("{}", "1", "1"), 0, rows[1:])
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    return _written(write)


def tablebase() -> bytes:
    """Return the tablebase of `first-swap`."""
    from shunt.search.core.limits import Limits
    from shunt.tablebases.builder import build

    return _written(lambda path: build(load_card("first-swap"), path, Limits(memory=1 << 40), program="test"))


def checkpoint(method: str) -> bytes:
    """Return the checkpoint of a flood of `first-swap` that was stopped."""
    from shunt.search.core.limits import Limits
    from shunt.search.flood import flood_card

    limits = Limits(memory=1 << 40, states=900)
    return _written(lambda path: flood_card("first-swap", limits, method=method, threads=1, checkpoint=path))


def results() -> bytes:
    """Return a log of results."""
    from shunt.generator.packs.reading import load_deck

    deck = load_deck("first-forty")
    head = {"schema": "shunt-results/1", "deck": deck.name, "key": deck.key}
    lines = [{"card": f"{number:02}", "moves": number, "rank": "Conductor", "at": "2026-11-22T08:00:00Z"} for number in range(3)]
    return "".join(json.dumps(line) + "\n" for line in (head, *lines)).encode()


def weights() -> bytes:
    """Return a file of weights: the shipped ones with another version."""
    import tomlkit

    from shunt.generator.rating.weights import CONNECTED_NAME, SHIPPED

    table = {**SHIPPED.weights, CONNECTED_NAME: SHIPPED.connected_length}
    return tomlkit.dumps(
        {"schema": "shunt-weights/1", "version": "mine", "weights": table, "tiers": dict(SHIPPED.tiers)}
    ).encode()


def attempts(players: int = 4) -> bytes:
    """Return records of simulated players at three cards."""
    from shunt.generator.packs.played import played_cards
    from shunt.generator.rating.attempts import simulate

    cards = list(played_cards(["first-swap", "run-round", "first-forty"]).values())
    return "".join(f"{attempt.as_line()}\n" for attempt in simulate(cards, players, 1)).encode()


def kept_search() -> bytes:
    """Return a finished search of a pack."""
    from shunt.generator.packs.kept import KeptSearches

    def write(path: str) -> None:
        card = load_card("first-swap")
        kept = KeptSearches.beside(Path(path), "key")
        from shunt.generator.forge.shard import ProvenCard

        kept.keep(0, [ProvenCard(card, "0" * 20, 1.0, ("push",))])
        Path(path).write_bytes((kept.folder / "00000.json").read_bytes())

    return _written(write)
