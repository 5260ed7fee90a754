"""Random command lines and commands on changed files, each case from a seed of its own; run in this process by the tests.

`python -m tests.fuzz.campaign` runs thousands of them in forked children, with limits.
"""

import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import click
from click.testing import CliRunner

from shunt.cli import cli
from shunt.cli.commands import GAMES
from tests.cli.test_help import EVERY, calls_in, examples_of
from tests.fuzz import sound
from tests.fuzz.readers import readers

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
WORDS = ["first-swap", "wye-18", "two-storeys", "-", "--", "", "0", "1", "-1", "3", "1e9", "9" * 30, "9" * 5000, "nan", "inf"]
WORDS += ["1-3", "A1>A2", "A A1>B3", "..", "/dev/null", "/dev/zero", "none.toml", "a.toml", "folder", "loop", "loop/x", "x" * 300]
WORDS += ["a\nb", "é", "\x1b]0;x\x07", "\u202e", "\udcff", "red=B1", "1 2 3/4 5", "12345", "5-3-3", "3:5", "moves", "text,json"]
NUMBERS = ["0", "1", "2", "4", "9", "20", "99", "1000", "100000", "1000000", "10000000000", "-1", "0.5", "9" * 30]
WORDS += ["2026-01-01", "*", "[" * 3000, *NUMBERS]
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
LEAST = "--max-states 500 --time-limit 1"
LONG = frozenset({"advise", "bid", "boards", "build", "cards", "catalogue", "daily", "design", "express", "flood"})
LONG |= {"follow", "games", "graph", "humpyard", "inglenook", "make", "new", "pack", "play", "print", "rate"}
LONG |= {"simulate", "solutions", "solve", "table", "tiles", "timesaver", "warm", "yard", "yardmaster"}
"""Words of commands that may work for long when they are called rightly; the rest ends at once."""
WORKS_LONG = {
    "solve": "solve inglenook-644",
    "solutions": "solutions inglenook-644",
    "flood": "flood inglenook-644",
    "rate": "rate inglenook-644",
    "hint": "hint inglenook-644",
    "tablebase build": "tablebase build night-shift -o new.table",
    "inglenook": "inglenook --yard 6-4-4 --headshunt 4",
    "timesaver": "timesaver 9/0@1@5@16@18 --distribution",
    "bid advise": "bid table two-storeys --cars 7",
    "make yard": "make yard --tiles 6 --cars 5 --steps 100000",
    "make cards": "make cards alphabet-26 -n 500 --cars 3 -o made",
    "make boards": "make boards --tries 100000 -o made",
    "make catalogue": "make catalogue wye-18 -n 100000 -o new.sqlite",
    "make pack": "make pack --count 40 --board wye-18 -o made",
    "daily": "daily --date 2026-11-29",
    "tiles simulate": "tiles simulate --games 1000000 --workers 1 --bots random,random",
    "page": "page first-forty -o new.html",
    "site": "site first-forty box-forty -o made",
    "print": "print first-forty -o new.pdf",
    "animate": "animate inglenook-644 -o new.gif",
}
"""Commands that do not end by themselves within the limits of the campaigns; `@` is a space within a word."""
SERVERS = frozenset({"edit", "serve", "--browser"})
"""Commands, and an option, that serve pages until Ctrl-C: tests/pages has them as processes."""
STATUSES = {0, 1, 2, 3, 130}
NUMBER = re.compile(r"\d+(\.\d+)?")


@dataclass(frozen=True)
class Case:
    """The words of a command, the files that its folder has besides the usual ones, and what is typed.

    `most_memory`: its limit of memory in bytes, 0 for none.
    """

    words: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    keys: str = ""
    most_memory: int = 0

    @property
    def is_limited(self) -> bool:
        """Whether the command was given the least limit of time."""
        return self.words[-2:] == ("--time-limit", LEAST_TIME) and "--" not in self.words

    def prepare(self, folder: Path) -> None:
        """Make the folder of the command: files that are not what they should be, and the case's own."""
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "folder").mkdir(parents=True)
        (folder / "a.toml").write_text('schema = "shunt-card/1"\n', "utf-8")
        (folder / "loop").symlink_to("loop")
        for name, content in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)

    def __str__(self) -> str:
        words = " ".join(repr(word[:60]) if len(word) > 60 or not word.isprintable() else word for word in self.words)
        return f"{words} {[(name, content[:3000]) for name, content in self.files.items()] or ''}"


# --------------------------------------------------------------------------------------------------------------------
# Random arguments


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    for name, (command, _) in EVERY.items():
        if not isinstance(command, click.Group):
            yield tuple(name.split()[1:]), command


def long_words(name: str) -> tuple[str, ...]:
    """The words of a command that works for long."""
    return tuple(word.replace("@", " ") for word in WORKS_LONG[name].split())


def _value(parameter: click.Parameter, draw: random.Random) -> str:
    """Return a value for a parameter, about half the time one that fits."""
    if draw.random() < 0.5:
        return draw.choice(WORDS)
    if isinstance(parameter.type, click.Choice):
        return draw.choice([str(choice) for choice in parameter.type.choices])
    return draw.choice(FITTING.get(parameter.type.name, FITTING["text"]))


def _limit(command: click.Command) -> list[str]:
    return ["--time-limit", LEAST_TIME] if any(parameter.name == "time_limit" for parameter in command.params) else []


@cache
def examples() -> list[tuple[tuple[str, ...], click.Command]]:
    """The calls in the examples of every command, without the program's name."""
    found = []
    for command, _ in EVERY.values():
        for line in () if isinstance(command, click.Group) else examples_of(command.help or ""):
            found += [(tuple(call[1:]), command) for call in calls_in(line) if call[1:] and not SERVERS & set(call)]
    return found


def with_random_words(draw: random.Random, without: frozenset[str] = frozenset()) -> Case:
    """Return an example of the help with up to two of its words changed, left out, doubled or added, and with more options."""
    known, command = draw.choice([call for call in examples() if not without & set(call[0])])
    words = list(known)
    for _ in range(draw.choice([0, 1, 1, 2])):
        at, act = draw.randrange(1, len(words) + 1), draw.random()
        if at == len(words) or act < 0.1:
            words.insert(at, draw.choice(WORDS))
        elif act < 0.5 and NUMBER.search(words[at]):
            words[at] = NUMBER.sub(lambda _: draw.choice(NUMBERS), words[at], count=draw.choice([0, 1]))
        elif act < 0.8:
            words[at] = draw.choice([draw.choice(WORDS), draw.choice(draw.choice(list(FITTING.values())))])
        elif act < 0.9:
            del words[at]
        else:
            words.insert(at, words[at])
    options = [one for one in command.params if isinstance(one, click.Option) and one.opts and not SERVERS & set(one.opts)]
    for option in draw.sample(options, min(len(options), draw.choice([0, 1, 1, 3]))):
        words += [draw.choice(option.opts), *([] if option.is_flag else [_value(option, draw)])]
    return Case((*words, *_limit(command)))


# --------------------------------------------------------------------------------------------------------------------
# Commands on changed files

ON_FILES = {
    "card": ["check a.toml", "show a.toml", "moves a.toml", "replay a.toml", "export a.toml"],
    "card of sidings": [f"check a.toml {LEAST}", "show a.toml", f"solve a.toml {LEAST}", "play a.toml"],
    "card as JSON": [f"solve a.json {LEAST}", f"hint a.json {LEAST}", f"flood a.json {LEAST}", "check a.json"],
    "layout": ["check a.toml", "show a.toml", "graph a.toml", "show a.toml -o out.svg"],
    "yard": ["yard show a.toml", "yard check a.toml", "check a.toml"],
    "pack": ["pack check pack", "pack draw pack --log log", "check pack", "pack log pack"],
    "exported lines": ["catalogue add a.jsonl -c new.catalogue --trust"],
    "catalogue": [
        *(f"catalogue {words} -c a.catalogue" for words in ("find", "stats", "find --json")),
        *(f"catalogue export -c a.catalogue -o out --format {form}" for form in ("jsonl", "csv", "cards")),
    ],
    "tablebase": [
        "tablebase info a.table",
        "tablebase info --verify a.table",
        "tablebase probe a.table --card first-swap",
        f"solve first-swap --tablebases . {LEAST}",
    ],
    "plan": ["replay first-swap --plan plan"],
    "plan of sidings": ["replay ras-toy --plan plan --json"],
    "moves": ["replay first-swap --file moves", f"hint first-swap --file moves {LEAST}"],
    "moves of sidings": ["replay ras-toy --file moves"],
    "results": ["pack log first-forty --log a.jsonl", "pack draw first-forty --log a.jsonl"],
    "search for a yard": ["make yard --resume a.json --time-limit 0.1"],
    **{f"saved game of {game}": [f"{game} play --resume a.json"] for game in GAMES},
    **{f"log of {game}": [f"{game} follow --save a.json"] for game in ("tiles", "express")},
    "layout as JSON": ["show a.json", "check a.json"],
    "weights": ["rate first-swap --weights a.toml"],
    "attempts": [f"rate --fit a.jsonl --time-limit {LEAST_TIME}"],
    "checkpoint of an index": ["flood first-swap --checkpoint a.checkpoint"],
}
"""Reader → commands that read its file."""


def on_changed_file(draw: random.Random) -> Case:
    """Return a command on a changed file."""
    name = draw.choice(list(ON_FILES))
    reader = _readers()[name]
    files = {reader.file: reader.change(reader.sound, draw)}
    if name == "pack":
        files |= {file: content for file, content in sound.pack().items() if file != reader.file}
    return Case(tuple(draw.choice(ON_FILES[name]).split()), files, "?\nquit\n")


_readers = cache(readers)


# --------------------------------------------------------------------------------------------------------------------
# Cases


def drawn(seed: int | str, number: int) -> Case:
    """Return the case of a number: the same for a seed whatever cases were drawn before."""
    draw = random.Random(f"{seed} {number}")
    kind = draw.choice([with_random_words, with_random_words, on_changed_file])
    return kind(draw)


def fault_of(status: int, printed: str) -> str:
    """Return what is wrong with how a command ended; "" for nothing."""
    if status not in STATUSES:
        return f"ended with {status}"
    if "Traceback" in printed:
        return "printed a traceback"
    found = OBEYED.search(printed)
    return f"printed {found[0]!r}" if found else ""


def run(cases: Iterable[Case], folder: Path) -> tuple[Counter[int], list[str]]:
    """Run commands in this process, in a folder within `folder`; return how often each status came, and what was wrong."""
    statuses, wrong, runner = Counter[int](), list[str](), CliRunner()
    for case in cases:
        case.prepare(folder / "inner")
        os.chdir(folder / "inner")
        done = runner.invoke(cli, case.words, input=case.keys)
        statuses[done.exit_code] += 1
        if fault := fault_of(done.exit_code, done.stdout + done.stderr):
            wrong.append(f"{case}: {fault}: {(done.stdout + done.stderr)[-500:]}")
    return statuses, wrong
