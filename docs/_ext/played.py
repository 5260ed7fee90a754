"""Cards and yards of the site that can be played: `shunt site` and `shunt page` write their pages beside those of Sphinx."""

from __future__ import annotations

import html
import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from shunt.cards.card import Card, RouteCard
from shunt.cards.files import load_card
from shunt.cli.output import counted
from shunt.files.library import card_names, shipped
from shunt.generator.packs.reading import load_pack
from shunt.hump.yard_file import find_yard
from shunt.render.values import svg

ROOT = Path(__file__).resolve().parents[2]
MADE_FROM = [*ROOT.glob("shunt/**/*.*"), *ROOT.glob("puzzles/**/*.toml")]
PACKS = ("starter", "first-forty", "box-forty")
CARDS, YARDS, PICTURES = "play", "yards", "pictures"
"""Folders of the built site: what `shunt site` writes, pages of yards, pictures of the gallery."""


class Pages:
    """The commands that write the pages to play, one after the other, while Sphinx reads and writes its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed = max(path.stat().st_mtime for path in MADE_FROM if "__pycache__" not in path.parts)
        self.pool = ThreadPoolExecutor(max_workers=1)
        self.calls: dict[tuple[str, ...], Future[None]] = {}

    def write(self, *words: str, output: str) -> None:
        """Have `shunt` called with these words, once, unless what it writes is newer than the package."""
        words = *words, "-o", output
        if words not in self.calls:
            self.calls[words] = self.pool.submit(self._call, words)

    def _call(self, words: tuple[str, ...]) -> None:
        written = self.folder / words[-1]
        written = written / "index.html" if written.is_dir() else written
        if written.is_file() and written.stat().st_mtime > self.changed:
            return
        found = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-m", "shunt", *words], capture_output=True, text=True, cwd=self.folder, env=found)
        if done.returncode:
            raise RuntimeError(f"shunt {' '.join(words)}: {done.stderr}")

    def finish(self) -> None:
        """Wait for all of them; raise what one of them complained about."""
        for call in self.calls.values():
            call.result()
        self.pool.shutdown()


class Played(SphinxDirective):
    """A directive that shows something to play."""

    def page_of(self, name: str) -> str:
        """Return the address of the page to play a card or a yard, as this document links to it, and have it written."""
        if name in card_names():
            return f"{self.up}{CARDS}/cards/{name}.html"
        path = f"{YARDS}/{name}.html"
        self.env.app.shunt_pages.write("page", name, output=path)  # type: ignore[attr-defined]
        return self.up + path

    @property
    def up(self) -> str:
        """The way from this document to the top of the site."""
        return "../" * self.env.docname.count("/")


class Player(Played):
    """`{player} first-swap`: the page to play a card or a yard, within the page, with a link to it."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"height": int}

    def run(self) -> list[nodes.Node]:
        """Return the frame; the page in it is there when the build ends."""
        name, height = html.escape(self.arguments[0]), self.options.get("height", 620)
        address = self.page_of(self.arguments[0])
        frame = f'<iframe class="player" src="{address}" title="{name}" height="{height}" loading="lazy"></iframe>'
        return [nodes.raw("", f'{frame}\n<p><a href="{address}">{name} in a page of its own</a></p>', format="html")]


class Made(SphinxDirective):
    """`{made} paper/deck.pdf` with the words of a command below it: a link to the file that the command writes."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"title": str}

    def run(self) -> list[nodes.Node]:
        """Return the link and the command."""
        path = Path(self.arguments[0])
        words = " ".join(self.content).split()
        self.env.app.shunt_pages.write(*words, output=str(path))  # type: ignore[attr-defined]
        up = "../" * self.env.docname.count("/")
        called = html.escape(f"shunt {' '.join(words)} -o {path.name}")
        link = f'<a href="{up}{path}">{path.name}</a>'
        return [nodes.raw("", f"<p>{link}: {html.escape(self.options['title'])} (<code>{called}</code>)</p>", format="html")]


class Gallery(Played):
    """`{gallery}`: a picture of each card or yard that is named, which leads to the page to play it.

    `:boards: fan-10 loop-12` shows the shipped cards on these boards instead, the shortest solution first. The board `sidings`
    stands for all sidings, and `own` for boards that are part of their cards. `:pack: starter` shows the cards of a pack.
    """

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"boards": str.split, "pack": str}

    def run(self) -> list[nodes.Node]:
        """Return the pictures as links."""
        names = self.arguments[0].split() if self.arguments else []
        tiles = [self.card(name, load_card(name)) if name in card_names() else self.yard(name) for name in names]
        if "boards" in self.options:
            cards = [card for card in map(load_card, card_names()) if _board(card) in self.options["boards"]]
            tiles += [self.card(card.name, card) for card in sorted(cards, key=_fewest)]
        if pack := self.options.get("pack"):
            tiles += [self.card(f"{pack}-{card.name}", card) for card in load_pack(shipped("packs")[pack].parent)[1].cards]
        return [nodes.raw("", f'<ul class="gallery">{"".join(tiles)}</ul>', format="html")]

    def card(self, name: str, card: Card) -> str:
        """Return a card with its title, optimum and number of locomotives, if several; `name` is that of its page."""
        page = f"{self.up}{CARDS}/cards/{name}.html"
        crew = len(card.roster.locomotives) if isinstance(card, RouteCard) else 1
        words = f"{_fewest(card)} {card.metric[0]}" + (f", {counted(crew, 'locomotives')}" if crew > 1 else "")
        return self.tile(name, svg(card), card.title, words, page)

    def yard(self, name: str) -> str:
        """Return a yard with its name and the number of its tiles."""
        yard = find_yard(name)
        return self.tile(name, svg(yard), name, counted(len(yard.tiles), "tiles"), self.page_of(name))

    def tile(self, name: str, picture: str, title: str, words: str, page: str) -> str:
        """Return one entry of the list; its picture is a file, so that browsers load it when it is seen."""
        file = Path(self.env.app.outdir, PICTURES, f"{name}.svg")
        file.parent.mkdir(exist_ok=True)
        file.write_text(picture, encoding="utf-8")
        drawn = f'<img src="{self.up}{PICTURES}/{name}.svg" alt="" loading="lazy">'
        link = f'<a href="{page}">{drawn}<strong>{html.escape(title)}</strong></a>'
        return f"<li>{link} <span>{html.escape(words)}</span></li>"


def _board(card: Card) -> str:
    return (card.layout_ref or "own") if isinstance(card, RouteCard) else "sidings"


def _fewest(card: Card) -> int:
    """The proven optimum, of several metrics the first."""
    optimum = card.proof["optimum"]
    return int(optimum[0] if isinstance(optimum, list | tuple) else optimum)


def _begin(app: Sphinx) -> None:
    folder = Path(app.outdir)
    for made in (YARDS, "paper"):
        (folder / made).mkdir(parents=True, exist_ok=True)
    app.shunt_pages = Pages(folder)  # type: ignore[attr-defined]
    app.shunt_pages.write("site", *PACKS, *card_names(), "--title", "Cards of shunt", "--date", "2026-01-01", output=CARDS)  # type: ignore[attr-defined]


def _end(app: Sphinx, error: Exception | None) -> None:
    app.shunt_pages.finish()  # type: ignore[attr-defined]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives, and begin to write the pages as soon as the output folder is known."""
    app.add_directive("player", Player)
    app.add_directive("gallery", Gallery)
    app.add_directive("made", Made)
    app.connect("builder-inited", _begin)
    app.connect("build-finished", _end)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
