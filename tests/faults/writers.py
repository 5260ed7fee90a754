"""Commands that write files, with what is in their folder before: for the tests that make writing fail, and the campaign.

Every option that names a file or a folder to write has a command here, which `test_writers.py` checks. The workers of
`make catalogue` are killed in `tests/generator/catalogue/test_crash.py`.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from shunt.cli.commands import GAMES
from shunt.files.library import puzzles_folder
from tests.fuzz import sound
from tests.railways.drawn import inglenook

CARD = puzzles_folder() / "cards/first-swap.toml"
NOTES = {"notes.txt": b"mine", "sub/notes.txt": b"mine too"}
"""Files of the user that no command may touch."""


@dataclass(frozen=True)
class Writer:
    """A command, what its folder holds before, what it reads from the keyboard, and the options of a second try.

    `elsewhere`: another file in which it keeps what could not be written. `timed`: a picture of how long something took. `call`:
    what is called instead of the command line.
    """

    words: tuple[str, ...]
    before: Callable[[Path], None] = lambda folder: None
    keys: str = ""
    again: tuple[str, ...] = ()
    elsewhere: str = ""
    timed: str = ""
    call: Callable[[Sequence[str]], NoReturn] | None = None

    def prepare(self, folder: Path) -> None:
        """Fill an empty folder."""
        for path, content in NOTES.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        self.before(folder)

    def run(self, words: Sequence[str]) -> NoReturn:
        """Run the command with these words in this process, in the current folder."""
        from shunt.cli import main

        (self.call or main)(words)


# --------------------------------------------------------------------------------------------------------------------
# What is there before


def _card(folder: Path) -> None:
    text = CARD.read_text("utf-8")
    (folder / "card.toml").write_text(text[: text.index("[proof]")] if "[proof]" in text else text, "utf-8")


def _second_card(folder: Path) -> None:
    shutil.copy(puzzles_folder() / "cards/run-round.toml", folder / "second.toml")


def _pack(folder: Path) -> None:
    """A pack of one card, and a card to add to it."""
    _card(folder)
    for name, content in sound.pack().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _catalogue(folder: Path) -> None:
    (folder / "a.sqlite").write_bytes(sound.catalogue())
    _second_card(folder)


def _site(folder: Path) -> None:
    """A site of another card."""
    from datetime import date

    from shunt.pages.collection import collect
    from shunt.pages.site import write_site

    write_site(collect(["run-round"]), folder / "site", date(2026, 11, 21))


def _records(folder: Path) -> None:
    (folder / "plays.jsonl").write_bytes(sound.attempts(12))


def _panel(folder: Path) -> None:
    inglenook().write(folder)


def _save_in_editor(words: Sequence[str]) -> NoReturn:
    """Save as the page of the editor asks its server to: a text, and the digest of what the editor read."""
    from shunt.pages.server.editing import Editing

    editing = Editing.from_file(words[0])
    text = editing.text if editing.text.startswith("# saved\n") else "# saved\n" + editing.text
    answer = editing.posts["api/save"]({"text": text, "digest": editing.digest})
    print(answer.content.decode())
    raise SystemExit(0 if b'"saved": true' in answer.content else 2)


# --------------------------------------------------------------------------------------------------------------------
# Commands


def _writer(
    words: str, before: Callable[[Path], None] = lambda folder: None, keys: str = "", again: str = "", elsewhere: str = ""
) -> Writer:
    return Writer(tuple(words.split()), before, keys, tuple(again.split()), elsewhere)


def _of_a_game(name: str) -> dict[str, Writer]:
    """What all table games write."""
    return {
        f"{name} follow": _writer(f"{name} follow --save new.json", keys="quit\n"),
        f"{name} play": _writer(f"{name} play --save new.json --seed 1 --bots random", keys="quit\n", elsewhere=f"{name}.json"),
        f"{name} simulate": _writer(f"{name} simulate --games 2 --workers 1 --bots random,random --csv new.csv --plot new.svg"),
    }


WRITERS = {
    "solve --save": _writer("solve card.toml --save", _card),
    "solve --plot": Writer(("solve", "first-swap", "--plot", "new.svg"), timed="new.svg"),
    "rate --save": _writer("rate card.toml --save", _card),
    "rate --simulate": _writer("rate --simulate 3 first-swap run-round -o new.jsonl"),
    "rate --fit": _writer("rate --fit plays.jsonl -o new.toml", _records),
    "show": _writer("show first-swap -o new.svg"),
    "show as PNG": _writer("show first-swap -o new.png"),
    "show --pictures": _writer("show first-swap --pictures pictures"),
    "show --strip": _writer("show first-swap --strip new.svg"),
    "animate": _writer("animate first-swap -o new.svg"),
    "animate as GIF": _writer("animate first-swap -o new.gif"),
    "print": _writer("print first-swap -o new.pdf"),
    "page": _writer("page first-swap -o new.html"),
    "page, default folder": _writer("page first-swap"),
    "site": _writer("site first-swap -o site --date 2026-11-22"),
    "site, replaced": _writer("site first-swap -o site --date 2026-11-22", _site),
    "edit -o": _writer("edit -o new.html"),
    "edit, save": Writer(("card.toml",), _card, call=_save_in_editor),
    "edit, save to a new file": Writer(("new.toml",), call=_save_in_editor),
    "import": _writer("import panel.xml -o new.toml", _panel),
    "export": _writer("export first-swap -o pddl"),
    "daily": _writer("daily --date 2026-11-23 -o new.toml"),
    "make cards": _writer("make cards fan-10 --cars 1 --optimum 2-3 -o made"),
    "make boards": _writer("make boards --tries 3 --spaces 12 --seed 2 -o made"),
    "make catalogue": _writer("make catalogue fan-10 --cars 1 -n 1 -o new.sqlite"),
    "make pack": _writer("make pack --board fan-10 --tiers 1,0,0,0,0 --cars 1 -o pack", again="--replace"),
    "pack add": _writer("pack add pack card.toml", _pack),
    "pack log": _writer("pack log starter --card 1 --moves 2 --log log.jsonl"),
    "play --log": _writer("play starter --card 1 --log log.jsonl", keys="engine A>E\n"),
    "catalogue add": _writer("catalogue add second.toml -c a.sqlite --trust", _catalogue),
    "catalogue add, new": _writer("catalogue add second.toml -c new.sqlite --trust", _second_card),
    "catalogue export": _writer("catalogue export -c a.sqlite -o new.jsonl", _catalogue),
    "catalogue export as cards": _writer("catalogue export -c a.sqlite --format cards -o cards", _catalogue),
    "catalogue stats --plot": _writer("catalogue stats -c a.sqlite --plot new.svg", _catalogue),
    "flood --checkpoint": _writer("flood first-swap --checkpoint new.checkpoint"),
    "inglenook --table": _writer("inglenook --yard 2-1 --headshunt 2 --table new.csv --plot new.svg"),
    "inglenook -o": _writer("inglenook 21/- --yard 2-1 --headshunt 2 -o new.toml", again="--replace"),
    "timesaver -o": Writer(("timesaver", "9/0", "--goal", "1", "-o", "new.toml"), again=("--replace",)),
    "tablebase build": _writer("tablebase build first-swap -o new.table"),
    "make yard": _writer("make yard --tiles 1 --cars 2 --steps 2 -o new.toml --save new.json"),
    "yard show": _writer("yard show two-storeys -o new.svg"),
    "yard tiles": _writer("yard tiles -o new.svg"),
    "bid table": _writer("bid table bare --cars 2 --plot new.svg"),
    "bid check": Writer(("bid", "check", "two-storeys", "--train", "A B", "--order", "B A", "--pictures", "pictures")),
    "tiles show": _writer("tiles show R4 -o new.svg"),
    "express show": _writer("express show R3|G3 -o new.svg"),
    "yardmaster load": Writer(("yardmaster", "load", "--end", "C2", "--yard", "T4 L3", "-o", "new.svg")),
    **{name: writer for game in GAMES for name, writer in _of_a_game(game).items()},
}
