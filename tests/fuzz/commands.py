"""The whole command line under random arguments, and on files that are changed at random, in this process, seeded.

As a program: `python -m tests.fuzz.commands SEED CASES` prints how the commands ended, and every case with an exit status that no
command has, with a traceback, or with a character that a terminal obeys; with `--files` each command reads a changed file, with
`--quick` commands that may work for long are left out.
"""

from __future__ import annotations

import os
import random
import re
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from shunt.cli import cli
from tests.fuzz.readers import Reader, readers

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
WORDS = ["first-swap", "wye-18", "two-storeys", "-", "--", "", "0", "1", "-1", "3", "1e9", "9" * 30, "9" * 5000, "nan", "inf"]
WORDS += ["1-3", "A1>A2", "A A1>B3", "..", "/dev/null", "/dev/zero", "none.toml", "a.toml", "folder", "loop", "loop/x", "x" * 300]
WORDS += ["a\nb", "é", "\x1b]0;x\x07", "\u202e", "\udcff", "red=B1", "1 2 3/4 5", "12345", "5-3-3", "3:5", "moves", "text,json"]
WORDS += ["2026-01-01", "*", "[" * 3000]
FITTING = {
    "whole number": ["0", "1", "2", "3", "7"],
    "integer": ["0", "1", "2", "3", "7"],
    "seconds": ["0.1", "1"],
    "size": ["1K", "200M", "2G"],
    "range": ["1", "2-3", "4-8", "3-", "-8"],
    "file or name": ["first-swap", "wye-18", "two-storeys", "first-forty", "ras-toy", "a.toml", "fan-10"],
    "text": ["first-swap", "wye-18", "first-forty", "new", "new.svg", "A B", "1", "red=milk", "A A1>B3", "0.5"],
}
"""Name of a type of parameters → values that often fit."""
LEAST_TIME = "0.2"  # seconds, for commands that have a limit of time
LONG = frozenset({"advise", "bid", "boards", "build", "cards", "catalogue", "companion", "daily", "design", "express", "flood"})
LONG |= {"follow", "forge", "games", "generate", "graph", "humpyard", "inglenook", "make", "new", "pack", "play", "print", "rate"}
LONG |= {"simulate", "solutions", "solve", "table", "tiles", "timesaver", "yard", "yardmaster"}
"""Words of commands that may work for long when they are called rightly; the rest ends at once."""
SERVERS = frozenset({"edit", "serve"})
"""Commands that end at Ctrl-C only: tests/pages has them as processes."""
STATUSES = {0, 1, 2, 3, 130}
BATCH = 500  # cases with one seed and one folder; the next batch has the seed after its last case

Wrong = list[tuple[list[str], str]]
"""The words of a command and the end of what it printed."""


def commands(group: click.Command = cli, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            inner = group.get_command(context, name)
            if inner is not None:
                yield from commands(inner, (*path, name))
    else:
        yield path, group


def arguments(command: click.Command, draw: random.Random) -> list[str]:
    """Some of the options of a command and some words, about half of them not what is wanted."""
    given: list[str] = []
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option) and parameter.opts]
    for option in draw.sample(options, min(len(options), draw.choice([0, 1, 1, 2, 3, 6]))):
        given.append(draw.choice(option.opts))
        if not option.is_flag:
            given.append(_value(option, draw))
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and draw.random() < 0.9:
            given.append(_value(parameter, draw))
    if any(option.name == "time_limit" for option in options):
        given += ["--time-limit", LEAST_TIME]
    return given


def _value(parameter: click.Parameter, draw: random.Random) -> str:
    """A value for a parameter, about half the time one that fits."""
    if draw.random() < 0.5:
        return draw.choice(WORDS)
    if isinstance(parameter.type, click.Choice):
        return draw.choice([str(choice) for choice in parameter.type.choices])
    return draw.choice(FITTING.get(parameter.type.name, FITTING["text"]))


def prepared(folder: Path) -> None:
    """Files in the current folder that are not what they should be."""
    folder.mkdir(exist_ok=True)
    os.chdir(folder)
    Path("folder").mkdir(exist_ok=True)
    Path("a.toml").write_text('schema = "shunt-card/1"\n', "utf-8")
    if not os.path.lexists("loop"):
        Path("loop").symlink_to("loop")


def run(seed: int, cases: int, folder: Path, without: frozenset[str] = frozenset()) -> tuple[Counter[int], Wrong]:
    """Run commands; return how often each exit status came, and what was wrong."""
    draw, statuses = random.Random(seed), Counter[int]()
    wrong: Wrong = []
    known = [(path, command) for path, command in commands() if not (without | SERVERS) & set(path)]
    runner = CliRunner()
    for _ in range(cases):
        prepared(folder / "inner")
        path, command = draw.choice(known)
        words = arguments(command, draw)
        done = runner.invoke(cli, [*path, *words], input="")
        statuses[done.exit_code] += 1
        shown = done.stdout + done.stderr
        if done.exit_code not in STATUSES or "Traceback" in shown or OBEYED.search(shown):
            wrong.append(([*path, *words], shown[-500:]))
    return statuses, wrong


# --------------------------------------------------------------------------------------------------------------------
# Commands on changed files

LEAST = ["--max-states", "500", "--time-limit", "1"]
ON_FILES: dict[str, list[list[str]]] = {
    "card": [["check", "a.toml"], ["show", "a.toml"], ["moves", "a.toml"], ["replay", "a.toml"], ["export", "a.toml"]],
    "card of sidings": [["check", "a.toml", *LEAST], ["show", "a.toml"], ["solve", "a.toml", *LEAST], ["play", "a.toml"]],
    "card as JSON": [["solve", "a.json", *LEAST], ["hint", "a.json", *LEAST], ["flood", "a.json", *LEAST], ["check", "a.json"]],
    "layout": [["check", "a.toml"], ["show", "a.toml"], ["graph", "a.toml"], ["show", "a.toml", "-o", "out.svg"]],
    "yard": [["yard", "show", "a.toml"], ["yard", "check", "a.toml"], ["check", "a.toml"]],
    "manifest": [["pack", "check", "pack"], ["pack", "draw", "pack", "--log", "log"], ["list"], ["pack", "log", "pack"]],
    "exported lines": [["catalogue", "add", "new.catalogue", "a.jsonl", "--trust"]],
    "catalogue": [
        *(
            ["catalogue", *words]
            for words in (["find", "a.catalogue"], ["stats", "a.catalogue"], ["stats", "a.catalogue", "--check"])
        ),
        *(["catalogue", "export", "a.catalogue", "out", "--format", form] for form in ("jsonl", "csv", "cards")),
        ["catalogue", "find", "a.catalogue", "--show", "0"],
    ],
    "tablebase": [["tablebase", "info", "a.table"], ["tablebase", "probe", "first-swap", "--tablebases", "."]],
    "plan": [["replay", "first-swap", "--plan", "plan"]],
    "plan of sidings": [["replay", "ras-toy", "--plan", "plan", "--json"]],
    "moves": [["replay", "first-swap", "--file", "moves"], ["hint", "first-swap", "--file", "moves", *LEAST]],
    "moves of sidings": [["replay", "ras-toy", "--file", "moves"]],
    "results": [["pack", "log", "first-forty", "--log", "a.jsonl"], ["pack", "draw", "first-forty", "--log", "a.jsonl"]],
    "search for a yard": [["yard", "design", "--resume", "a.json", "--time-limit", "0.1"]],
    "saved game of express": [["express", "play", "--resume", "a.json"]],
    "saved game of hump-yard": [["humpyard", "play", "--resume", "a.json"]],
    "saved game of tiles": [["tiles", "play", "--resume", "a.json"]],
    "saved game of yardmaster": [["yardmaster", "play", "--resume", "a.json"]],
    "log of tiles": [["games", "follow", "tiles", "--save", "a.json"]],
}
"""Reader → commands that read its file."""


def run_on_files(seed: int, cases: int, folder: Path) -> tuple[Counter[int], Wrong]:
    """Run commands on changed files; return how often each exit status came, and what was wrong."""
    draw, statuses = random.Random(seed), Counter[int]()
    wrong: Wrong = []
    known, runner = readers(), CliRunner()
    for number in range(cases):
        place = folder / str(number % 100)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        os.chdir(place)
        name = draw.choice(list(ON_FILES))
        content = _write_changed(name, known[name], draw, place)
        words = draw.choice(ON_FILES[name])
        done = runner.invoke(cli, words, input="?\nquit\n")
        statuses[done.exit_code] += 1
        shown = done.stdout + done.stderr
        if done.exit_code not in STATUSES or "Traceback" in shown or OBEYED.search(shown):
            wrong.append((words, f"{content[:3000]!r}: {shown[-500:]}"))
    return statuses, wrong


def _write_changed(name: str, reader: Reader, draw: random.Random, place: Path) -> bytes:
    """Write a changed file where its commands expect it."""
    content = reader.change(reader.sound, draw)
    target = place / reader.file
    if name == "manifest":
        target = place / "pack" / reader.file
        target.parent.mkdir()
    target.write_bytes(content)
    return content


def main(seed: int, cases: int, flags: list[str]) -> None:
    """Print, after each batch, how all commands so far ended, what was wrong, the rate and the largest memory."""
    began, done, found = time.perf_counter(), 0, Counter[int]()
    while done < cases:
        batch = min(BATCH, cases - done)
        with tempfile.TemporaryDirectory() as name:
            if "--files" in flags:
                ended, bad = run_on_files(seed + done, batch, Path(name))
            else:
                ended, bad = run(seed + done, batch, Path(name), LONG if "--quick" in flags else frozenset())
        done, found = done + batch, found + ended
        rate, largest = done / (time.perf_counter() - began), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
        print(
            f"{done:,} cases: {dict(found)}, {len(bad)} wrong in the last {batch}, {rate:.0f} a second, {largest} MB", flush=True
        )
        for case, said in bad[:30]:
            print([word[:60] for word in case], said)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
