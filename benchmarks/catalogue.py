"""A catalogue of a million synthetic cards: how fast it is filled, and how long filtered pages take. Prints one JSON object.

`python benchmarks/catalogue.py [--cards N] [--longest SECONDS] [--keep FILE]`. Size and spread are those of real cards (60
boards, all tiers, optima from 1 to 30, two kilobytes with rating and Yard Guide); making cards up is timed apart from writing.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.measuring import Figure, Plan, benchmark
from shunt.generator.catalogue.filters import Filters
from shunt.generator.catalogue.rows import CardRow
from shunt.generator.catalogue.store import Catalogue

SHARD = 1_000
FEATURES = (
    "optimum",
    "wandering",
    "decomposition",
    "handling",
    "counterintuitive",
    "traps",
    "paths",
    "solutions",
    "states",
    "dead",
)
QUESTIONS = {
    "tier and cars": Filters(tiers=("red",), cars=(3, 4)),
    "board and optimum": Filters(boards=("board-17",), optimum=(10, 15)),
    "everything at once": Filters(
        boards=("board-3",), tiers=("yellow", "red"), optimum=(8, 20), cars=(2, 5), locomotives=(1, 1), broken=(1, 1), unique=True
    ),
    "unique alone": Filters(unique=True),
    "broken and turntable": Filters(broken=(3, 3), turntable=True),
    "grade": Filters(grade=(5.1, 5.15)),
    "grade and board": Filters(boards=("board-40",), grade=(3.0, 3.2)),
    "a rare word": Filters(text="card-77-123"),
    "a word and a tier": Filters(text="vermilion", tiers=("black",)),
    "no match": Filters(optimum=(1, 2), tiers=("black",)),
}
WORDS = ("swap", "turn", "wye", "balloon", "lead", "siding", "bridge", "corner", "ladder", "vermilion", "ochre", "copper")


def made_row(draw: random.Random, shard: int, place: int) -> CardRow:
    """A row like that of a generated card."""
    grade = min(9.99, max(0.3, draw.gauss(4.2, 1.5)))
    tier = 1 + sum(grade >= border for border in (2.6, 4.0, 5.2, 6.4))
    board = draw.randrange(60)
    optimum = max(1, round(grade * 2.6 + draw.gauss(0, 2.5)))
    name = f"card-{shard}-{place}"
    features = {feature: round(draw.random() * 40, 4) for feature in FEATURES}
    moves = [f"A A{draw.randrange(9)}>C{draw.randrange(9)} +red" for _ in range(optimum)]
    card = {
        "schema": "shunt-card/1",
        "name": name,
        "ruleset": "switcher",
        "start": {"locomotives": {"A": "A1>A2"}, "cars": {f"car{car}": f"B{draw.randrange(9)}" for car in range(4)}},
        "goal": {f"car{car}": f"C{draw.randrange(9)}" for car in range(3)},
        "options": {"limit": optimum + 3, "ranks": {"yard_master": optimum, "conductor": optimum + 1, "brakeman": optimum + 2}},
        "about": {"title": draw.choice(WORDS), "source": "generated"},
    }
    return CardRow(
        id=f"{draw.getrandbits(80):020x}",
        name=name,
        title=f"{draw.choice(WORDS)} {draw.choice(WORDS)}" if draw.random() < 0.002 else "",
        board=f"board-{board}",
        layout=json.dumps({"name": f"board-{board}", "tracks": [f"A{n} B{n} C{n}" for n in range(12)]}),
        ruleset="switcher",
        metric="moves",
        locomotives=1 + (draw.random() < 0.15),
        cars=draw.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 6)),
        broken=draw.choice((0, 0, 0, 1, 1, 2, 3)),
        turntables=int(board % 5 == 0),
        optimum=optimum,
        is_unique=int(draw.random() < 0.1),
        tier=tier,
        grade=round(grade, 2),
        guide=json.dumps(moves),
        proof=json.dumps({"status": "optimal", "optimum": optimum, "method": "bidirectional", "states": draw.randrange(10**6)}),
        rating=json.dumps({"grade": round(grade, 2), "tier": "red", "features": features}),
        card=json.dumps(card),
    )


def fill(catalogue: Catalogue, cards: int, longest: float) -> dict[str, float]:
    """Write shards of cards until there are enough or the time is up."""
    run = catalogue.run("benchmark", "1", "0")
    done, held_before = catalogue.done(run), len(catalogue)
    began, writing, working, slowest = time.perf_counter(), 0.0, 0.0, 0.0
    for shard in sorted(set(range(cards // SHARD)) - done):
        draw = random.Random(shard)
        rows = [made_row(draw, shard, place) for place in range(SHARD)]
        before, busy = time.perf_counter(), time.process_time()
        catalogue.add_shard(run, shard, rows)
        took = time.perf_counter() - before
        working += time.process_time() - busy
        writing, slowest = writing + took, max(slowest, took)
        if sys.stderr.isatty() and shard % 20 == 0:
            print(f"\r{shard * SHARD:,} cards, {time.perf_counter() - began:.0f} s ", end="", file=sys.stderr)
        if time.perf_counter() - began > longest:
            break
    held = len(catalogue)
    made = held - held_before
    return {
        "cards": held,
        "written_now": made,
        "writing_s": round(writing, 2),
        "making_up_s": round(time.perf_counter() - began - writing, 2),
        "cards_per_s": round(made / writing) if made else 0,
        "cards_per_cpu_s": round(made / working) if made else 0,
        "slowest_shard_ms": round(1000 * slowest, 1),
    }


def ask(catalogue: Catalogue) -> dict[str, dict[str, float]]:
    """Each question with its count: the first time, and the middle and the worst of several pages."""
    answers = {}
    for name, asked in QUESTIONS.items():
        times, after, busy = [], "", time.process_time()
        for _ in range(9):
            before = time.perf_counter()
            page = catalogue.find(asked, 50, after)
            times.append(1000 * (time.perf_counter() - before))
            after = page.after
        working = 1000 * (time.process_time() - busy) / len(times)
        before = time.perf_counter()
        total = catalogue.count(asked)
        counting = 1000 * (time.perf_counter() - before)
        told = {
            "cards": total,
            "first_ms": times[0],
            "median_ms": statistics.median(times),
            "worst_ms": max(times),
            "mean_cpu_ms": working,
            "count_ms": counting,
        }
        answers[name] = {key: round(value, 2) for key, value in told.items()}
    return answers


@benchmark("catalogue", "A catalogue of a million cards")
def catalogue_of_many(plan: Plan) -> Iterator[Figure]:
    """How fast it is filled by one process, and ten questions, nine pages of 50 cards each, from the file opened again."""
    cards, longest = (50_000, 60.0) if plan.quick else (1_000_000, 600.0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "catalogue.sqlite")
        with Catalogue(path, create=True) as catalogue:
            filled = fill(catalogue, cards, longest)
        with Catalogue(path) as catalogue:
            answers = ask(catalogue)
        size = path.stat().st_size
    held = f"{filled['cards']:,.0f} cards"
    rate = filled["cards_per_s"]
    yield Figure(
        "catalogue/insert", f"writing {held}", rate, "cards/s", "higher", "≥ 5,000 cards/s", rate >= 5_000,
        note=f"{filled['cards_per_cpu_s']:,.0f} a second of processor time",
    )  # fmt: skip
    yield Figure("catalogue/size", "a card in the file, indices included", size / filled["cards"], "bytes")
    slowest = max(answers, key=lambda name: answers[name]["worst_ms"])
    worst = answers[slowest]["worst_ms"]
    yield Figure(
        "catalogue/slowest page", f"the slowest page of {9 * len(answers)}, ten filters on {held}", worst, "ms", bar="≤ 50 ms",
        holds=worst <= 50, note=slowest,
    )  # fmt: skip
    for name, answer in answers.items():
        note = f"{answer['cards']:,.0f} cards; {answer['mean_cpu_ms']:.2f} ms of processor time"
        yield Figure(f"catalogue/{name}", f"a page: {name}, median of nine", answer["median_ms"], "ms", note=note)


def measure(path: Path, cards: int, longest: float) -> dict[str, object]:
    """Fill, close, open again, ask."""
    with Catalogue(path, create=True) as catalogue:
        filled = fill(catalogue, cards, longest)
    before = time.perf_counter()
    with Catalogue(path) as catalogue:
        opening = 1000 * (time.perf_counter() - before)
        answers = ask(catalogue)
        before = time.perf_counter()
        catalogue.stats()
        stats = time.perf_counter() - before
        kinds = catalogue.connection.execute("SELECT count(*) FROM kinds").fetchone()[0]
    return {
        "schema": "shunt-benchmark-catalogue/1",
        "filled": filled | {"megabytes": round(path.stat().st_size / 1e6), "kinds": kinds},
        "open_ms": round(opening, 2),
        "pages_of_50": answers,
        "stats_s": round(stats, 2),
    }


def main() -> None:
    """Read the options, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=1_000_000)
    parser.add_argument("--longest", type=float, default=210.0, help="seconds of filling; a slower machine fills in fewer cards")
    parser.add_argument("--keep", type=Path, help="write the catalogue here and leave it there")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(wishes.keep or Path(folder, "catalogue.sqlite"), wishes.cards, wishes.longest), indent=2))


if __name__ == "__main__":
    main()
