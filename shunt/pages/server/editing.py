"""The editor's server: it checks, arranges, solves and rates what is in the editor, and saves the one file it was given.

A save names the digest of the content that the editor read or saved last. A file that has another content by then was changed
elsewhere and is left alone. Files are written beside and renamed, so a crash leaves the old one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from shunt.cards.card import Card
from shunt.cards.files import problems, read_card
from shunt.errors import Fault, InputError, ShuntError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import Document, parse_document
from shunt.files.reading import read_named, read_regular
from shunt.generator.rating.rate import rate
from shunt.generator.rating.unrated import UnratableError
from shunt.pages.html import html_page
from shunt.pages.server.local import HTML, Answer, Get, Post
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.search.unsolvable.reasons import explain_unsolvable
from shunt.track.layout import LAYOUT_SCHEMA, Layout, layout_table, read_layout, shipped_layout
from shunt.track.survey import layout_warnings

TITLE = "Board editor"
SHOWN = "the editor"
SECONDS, STATES = 10.0, 3_000_000
MOST_ARRANGED = 3_000  # spaces, which take some five seconds
RATED_STATES = 60_000  # larger graphs are not rated while a card is being drawn
_SOLVING = Lock()  # one search at a time, so that quick changes of a card do not pile up


@dataclass
class Editing:
    """One session of the editor. `path`: the file that it may write, "" for none; `text` and `digest`: its content."""

    path: str = ""
    text: str = ""
    digest: str = ""
    _lock: Lock = field(default_factory=Lock)

    @classmethod
    def from_file(cls, path: str) -> Editing:
        """Return the session of a file, which may be new; raise `InputError` if it cannot be read."""
        if not path or not os.path.lexists(path):
            return cls(path)
        content = read_named(path)
        return cls(path, parse_document(path, content).text if content.strip() else "", _digest(content))

    def page(self) -> str:
        """Return the page of the editor."""
        return editor_page(self.text, os.path.basename(self.path), self.digest, is_served=True)

    @property
    def posts(self) -> Mapping[str, Post]:
        """What the page may ask, by its path."""
        return {f"api/{name}": _guarded(act) for name, act in ACTS.items()} | {"api/save": _guarded(self.save)}

    def save(self, data: Mapping[str, str]) -> dict[str, Any]:
        """Write the text to the file unless it was changed elsewhere; return the new digest, or why it was not written."""
        if not self.path:
            return {"saved": False, "words": "the editor was started without a file: download the text instead"}
        with self._lock:
            present = _digest(read_regular(self.path)) if os.path.lexists(self.path) else ""
            if present != data["digest"]:
                name = os.path.basename(self.path)
                words = f"{name} was changed elsewhere and is left as it is: open it again, or download the text"
                return {"saved": False, "words": words}
            write_text_atomically(self.path, data["text"])
            return {"saved": True, "digest": _digest(data["text"].encode()), "words": f"saved {os.path.basename(self.path)}"}


def editor_page(text: str = "", name: str = "", digest: str = "", is_served: bool = False) -> str:
    """Return the editor as a page; one that is not served checks only what joins and names say, and solves nothing."""
    data = {"schema": "shunt-editor/1", "text": text, "name": name, "digest": digest, "served": is_served}
    return html_page("edit", TITLE, data, connect=is_served)


def editor_get(editing: Editing) -> Get:
    """Return what answers requests for the editor's page."""

    def get(path: str) -> Answer | None:
        """Answer a request for a path."""
        return Answer(editing.page().encode(), HTML) if path in ("", "index.html", "edit") else None

    return get


def _guarded(act: Callable[[Mapping[str, str]], dict[str, Any]]) -> Post:
    """Return an act that answers in words what is wrong with what it was sent, or with the text in it."""

    def post(data: Any) -> Answer:
        """Answer a request."""
        if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()) or "text" not in data:
            return Answer.from_json({"words": "the request has no text"}, 400)
        if not all(is_text(value) for value in data.values()):
            return Answer.from_json({"words": "the text has characters that are not Unicode"}, 400)
        try:
            return Answer.from_json(act({"digest": ""} | data))
        except InputError as error:
            return Answer.from_json({"faults": [_fault(fault) for fault in error.faults], "warnings": [], "words": str(error)})
        except ShuntError as error:
            return Answer.from_json({"words": str(error)})

    return post


def checked(data: Mapping[str, str]) -> dict[str, Any]:
    """Return every fault and every warning of a text, as `shunt check` prints them."""
    document = parse_document(SHOWN, data["text"].encode())
    faults = problems(document)
    return {
        "faults": [_fault(fault) for fault in faults],
        "warnings": [] if faults else [_fault(one) for one in _warnings(document)],
    }


def _warnings(document: Document) -> list[Fault]:
    if document.data.get("schema") == LAYOUT_SCHEMA:
        layout, _ = read_layout(document)
        return document.placed(layout_warnings(layout.plan)) if isinstance(layout, Layout) else []
    card, _ = read_card(document)
    if card is None or not isinstance(card.board, Layout):
        return []
    return document.placed(layout_warnings(card.board.plan, tuple(card.start.turntables)), ("layout",))


def arranged(data: Mapping[str, str]) -> dict[str, Any]:
    """Return places for the spaces of a text, whatever places it gives itself."""
    document = parse_document(SHOWN, data["text"].encode())
    if document.data.get("schema") == LAYOUT_SCHEMA:
        layout, faults = read_layout(document)
    else:
        card, faults = read_card(document)
        layout = card.board if card is not None else None
    if faults or not isinstance(layout, Layout):
        raise InputError(faults or [Fault("", "this has no board to arrange")])
    if len(layout.plan.spaces) > MOST_ARRANGED:
        raise InputError(
            Fault("", f"boards of more than {MOST_ARRANGED:,} spaces are not arranged here", "give places under [at]")
        )
    places = Layout(layout.plan).coordinates()
    return {"at": {name: [round(value, 3) for value in place] for name, place in places.items()}}


def solved(data: Mapping[str, str]) -> dict[str, Any]:
    """Return the proven fewest moves of a card with the moves and its grade, or why there are none."""
    document = parse_document(SHOWN, data["text"].encode())
    card, faults = read_card(document)
    if faults or card is None:
        raise InputError(faults)
    with _SOLVING:
        answer = solve(card, limits=Limits(time=SECONDS, states=STATES))
        moves = [made.notation for made in answer.moves]
        return {"status": answer.status, "words": _words(card, answer), "moves": moves, "rating": _rating(card, answer.status)}


def _words(card: Card, answer: Any) -> str:
    """Return an answer in a few words."""
    if answer.status == "optimal":
        return f"optimum {answer.optimum}, proven" if answer.moves else "the goal is met at the start"
    if answer.status == "unsolvable":
        return f"no solution: {_why(card)}"
    return f"not solved within {SECONDS:g} s; no solution has fewer than {answer.lower_bound} moves"


def _why(card: Card) -> str:
    """Return why a card has no solution."""
    lines = explain_unsolvable(card, limits=Limits(time=SECONDS / 2), is_proven=True).lines
    return "; ".join(lines[:2]) or "every position that can be reached was tried"


def _rating(card: Card, status: str) -> str:
    """Return the grade of a solved card in words, "" if it is not rated."""
    if status != "optimal":
        return ""
    try:
        rating = rate(card, Limits(time=SECONDS), graph_states=RATED_STATES)
    except UnratableError:
        return ""
    return f"{rating.tier}, grade {rating.grade:.2f}"


def described(data: Mapping[str, str]) -> dict[str, Any]:
    """Return a shipped layout as a table, for a card that names it."""
    layout = shipped_layout(data["text"])
    return {"layout": {"name": layout.plan.name, **layout_table(layout)}}


ACTS: Mapping[str, Callable[[Mapping[str, str]], dict[str, Any]]] = {
    "check": checked,
    "arrange": arranged,
    "solve": solved,
    "layout": described,
}
"""What the page may ask beside saving: name → act, which gets the text."""


def _fault(fault: Fault) -> dict[str, Any]:
    return {"where": fault.where, "line": fault.line, "what": fault.what, "remedy": fault.remedy}


def is_text(text: str) -> bool:
    """Return whether a text can be written as UTF-8: half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
