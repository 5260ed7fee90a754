"""Shards for tests: cards that cost nothing. Workers import this by name.

As a program it runs a generation, to be killed: `python -m tests.generator.shard_work CATALOGUE SHARDS WORKERS`. WORKERS may be
the file or the address of a cluster.
"""

import json
import os
import random
import signal
import sys
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from shunt.generator.catalogue.rows import CardRow
from shunt.generator.catalogue.store import Catalogue
from shunt.generator.cluster import cluster_named
from shunt.search.core.shards import local_pool, map_shards

PUZZLES = 300  # so few that shards often find what another one has found
A_SHARD = 8
GATED = 20


def made_row(number: int, name: str = "") -> CardRow:
    """A row that looks like a card's, with all its values drawn from `number`."""
    draw = random.Random(number)
    tier = draw.randrange(1, 6)
    board = f"board-{draw.randrange(4)}"
    return CardRow(
        id=f"{draw.getrandbits(80):020x}",
        name=name or f"card-{number}",
        title=draw.choice(["Swap", "Run-round", "Turn the train"]),
        board=board,
        layout=json.dumps({"name": board, "tracks": ["A B C"]}),
        ruleset="switcher",
        metric="moves",
        locomotives=draw.randrange(1, 3),
        cars=draw.randrange(1, 5),
        broken=draw.randrange(2),
        turntables=draw.randrange(2),
        optimum=tier * 5 + draw.randrange(8),
        is_unique=draw.randrange(-1, 2),
        tier=tier,
        grade=round(tier + draw.random(), 3),
        guide='["A A>B"]',
        proof='{"status":"optimal"}',
        rating="{}",
        card=json.dumps({"schema": "shunt-card/1", "name": name or f"card-{number}", "ruleset": "switcher"}),
    )


def wait_at_gate(shard: int) -> None:
    """Wait for the file that SHUNT_TEST_GATE names before a shard from number `GATED` on."""
    gate = os.environ.get("SHUNT_TEST_GATE")
    while gate and shard >= GATED and not Path(gate).exists():
        time.sleep(0.01)


def light_shard(shard: int) -> list[CardRow]:
    """Cards at once; each shard calls them otherwise, and many are found by several shards."""
    draw = random.Random(f"light {shard}")
    wait_at_gate(shard)
    time.sleep(0.01)
    return [made_row(draw.randrange(PUZZLES), f"found-by-{shard}-{place}") for place in range(A_SHARD)]


def failing_shard(shard: int) -> list[CardRow]:
    """Goes wrong at shard 3."""
    if shard == 3:
        raise ZeroDivisionError("shard 3")
    return light_shard(shard)


def deadly_shard(shard: int) -> list[CardRow]:
    """Kills its worker at shard 3, always."""
    if shard == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return light_shard(shard)


class Deadly:
    """Kills the process that writes it, in the middle of a result."""

    def __reduce__(self) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return ""


def fragile_shard(shard: int) -> list[CardRow]:
    """Kills its worker at shard 1, and at shard 3 in the middle of its result, each the first time: a folder remembers which."""
    tomb = Path(os.environ["SHUNT_TEST_TOMBS"], str(shard))
    if shard in (1, 3) and not tomb.exists():
        tomb.touch()
        if shard == 3:
            return [*light_shard(shard), Deadly()]
        os.kill(os.getpid(), signal.SIGKILL)
    return light_shard(shard)


def content(catalogue: Catalogue) -> list[tuple[object, ...]]:
    """All that a catalogue holds, without the numbers that tell in which order it came."""
    query = (
        "SELECT c.id, c.name, c.title, b.name, b.layout, k.tier, k.optimum, k.cars, c.grade, "
        "c.guide, c.proof, c.card, r.key, c.shard FROM cards c JOIN kinds k USING (kind) "
        "JOIN boards b USING (board) LEFT JOIN runs r USING (run) ORDER BY c.id"
    )
    shards = "SELECT key, shard, cards FROM shards JOIN runs USING (run) ORDER BY key, shard"
    return [*catalogue.connection.execute(query), *catalogue.connection.execute(shards)]


def undisturbed(folder: Path, shards, work=light_shard) -> list[tuple[object, ...]]:
    """All that a catalogue holds after a run that nothing disturbs, one shard after the other in this process."""
    with Catalogue(folder / "undisturbed", create=True) as catalogue:
        run = catalogue.run("run", "test", "0")
        for shard in shards:
            catalogue.add_shard(run, shard, work(shard))
        return content(catalogue)


def held(file: Path) -> list[tuple[object, ...]]:
    """All that a catalogue in a file holds."""
    with Catalogue(file) as catalogue:
        return content(catalogue)


def do_shards(catalogue: Catalogue, work, shards, workers, key: str = "run") -> None:
    """Do these shards of a run on workers, in any order."""
    run = catalogue.run(key, "test", "0")
    done = catalogue.done(run)
    map_shards(workers, work, [shard for shard in shards if shard not in done], partial(catalogue.add_shard, run))


def main(path: str, count: str, workers: str = "1") -> None:
    crew = nullcontext(local_pool(int(workers))) if workers.isdigit() else cluster_named(workers)
    with Catalogue(path, create=True) as catalogue, crew as pool:
        do_shards(catalogue, light_shard, range(int(count)), pool)


if __name__ == "__main__":
    main(*sys.argv[1:])
