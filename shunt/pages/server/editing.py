"""The editor's server: it answers what the editor asks about its text, and saves the one file it was given.

A save names the digest of the content that the editor read or saved last. A file that has another content by then was changed
elsewhere and is left alone. Files are written beside and renamed, so a crash leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any
from weakref import WeakValueDictionary

from shunt.cards.files import read_card
from shunt.cards.writing import card_text
from shunt.errors import InputError, ShuntError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import Document, parse_document, parse_text, read_document
from shunt.files.library import shipped
from shunt.files.printable import is_unicode
from shunt.files.reading import read_named, read_regular
from shunt.pages.html import Data
from shunt.pages.page import editor_page
from shunt.pages.server.answers import arranged, checked, described, fault_data, imported, played, solved
from shunt.pages.server.local import Answer, Get, Post
from shunt.search.core.limits import LimitReached

SHOWN = "the editor"


@dataclass
class Editing:
    """One session of the editor. `path`: the file that it may write, "" for none; `text` and `digest`: its content.

    `home`: the address of the list of cards that it is served with, "" for none. One search runs at a time, so that quick changes
    of a card do not pile up; `_searches` holds what ends the newest one of each page.
    """

    path: str = ""
    text: str = ""
    digest: str = ""
    page_played: str = ""
    home: str = ""
    _lock: Lock = field(default_factory=Lock)
    _turn: Lock = field(default_factory=Lock)
    _searches: WeakValueDictionary[str, Event] = field(default_factory=WeakValueDictionary)

    @classmethod
    def from_source(cls, source: str) -> Editing:
        """Return the session of a file, which may be new, or of a copy of the card, layout or hump yard shipped under a name."""
        text = _shipped_text(source)
        if text is None:
            return cls.from_file(source)
        path = f"{source}.toml"
        if os.path.lexists(path):
            what = f"{path} already exists, so the shipped {source} is not copied to it"
            raise InputError("", what, f"open it with shunt edit {path}, or move it away")
        return cls(path, text)

    @classmethod
    def from_file(cls, path: str) -> Editing:
        """Return the session of a file, which may be new; raise `InputError` if it cannot be read."""
        if not path or not os.path.lexists(path):
            return cls(path)
        content = read_named(path)
        return cls(path, _text_in(path, content), _digest(content))

    def page(self) -> str:
        """Return the page of the editor, with the file as it is now, or as it was read if it cannot be read any more."""
        try:
            present = self.open_again()
        except InputError:
            present = {"digest": self.digest}
        text, name = present.get("text", self.text), os.path.basename(self.path)
        return editor_page(text, name, present.get("digest", ""), is_served=True, home=self.home)

    @property
    def posts(self) -> Mapping[str, Post]:
        """Return what the page may ask, by its path."""
        acts = {
            "check": self.check,
            "solve": self.solve,
            "arrange": lambda data: arranged(self.document(data["text"])),
            "layout": lambda data: described(data["text"]),
            "play": self.play,
            "disk": lambda data: {"disk": self.digest_on_disk()},
            "open": lambda data: self.open_again(),
            "save": self.save,
            "import": imported,
        }
        return {f"api/{name}": _guarded(act) for name, act in acts.items()}

    def document(self, text: str) -> Document:
        """Return a text as a document. Its layouts are looked for beside the file that is edited."""
        shown = self.path or SHOWN
        if _is_json(shown) and not text.lstrip().startswith("{"):  # the editor writes TOML, also for a file of JSON
            shown = f"{shown[: -len('.json')]}.toml"
        return parse_text(shown, text)

    def check(self, data: Mapping[str, str]) -> Data:
        """Return every fault and warning of a text, and what is on disk; a search for an older text of the page ends."""
        self._newer(data)
        disk = {"disk": self.digest_on_disk()} if self.path else {}
        try:
            return checked(self.document(data["text"])) | disk
        except InputError as error:  # no document at all
            return _refused(error) | disk

    def solve(self, data: Mapping[str, str]) -> Data:
        """Return what is proven of a text, unless the page asks something newer in the meantime."""
        document, cancelled = self.document(data["text"]), self._newer(data)
        with suppress(LimitReached, KeyboardInterrupt), self._turn:  # a rating cut short: Ctrl-C comes to the main thread
            found = {} if cancelled.is_set() else solved(document, cancelled)
            if not cancelled.is_set():
                return found
        return {"status": "cancelled", "words": "a newer request came in the meantime"}

    def _newer(self, data: Mapping[str, str]) -> Event:
        """End the search that runs for a page, and return the event that ends its next one."""
        page, cancelled = data.get("page", ""), Event()
        with self._lock:
            if (older := self._searches.get(page)) is not None:
                older.set()
            self._searches[page] = cancelled
        return cancelled

    def play(self, data: Mapping[str, str]) -> Data:
        """Make the page to play a text as it is drawn, and return its address."""
        self.page_played = played(self.document(data["text"]))
        return {"href": "play"}

    def _content(self) -> bytes | None:
        """Return the current content of the file, or None if there is no file."""
        return read_regular(self.path) if self.path and os.path.lexists(self.path) else None

    def digest_on_disk(self) -> str:
        """Return the digest of the current file, or "" if there is none or it cannot be read."""
        try:
            return _digest(self._content())
        except InputError:
            return ""

    def open_again(self) -> Data:
        """Return the text of the file as it is now, and its digest."""
        if (content := self._content()) is None:
            return {"words": "the file does not exist"}
        return {"text": _text_in(self.path, content), "digest": _digest(content)}

    def save(self, data: Mapping[str, str]) -> Data:
        """Write the text to the file unless it was changed elsewhere; return the new digest, or why it was not written."""
        if not self.path:
            return {"saved": False, "words": "the editor was started without a file: download the text instead"}
        name = os.path.basename(self.path)
        with self._lock:
            if _digest(self._content()) != data["digest"]:
                words = f"{name} was changed elsewhere and is left as it is: open it again, or download the text"
                return {"saved": False, "words": words}
            text = data["text"]
            if _is_json(self.path) and not text.lstrip().startswith("{"):  # the name of the file ends in .json
                text = json.dumps(self.document(text).data, indent=2, ensure_ascii=False, default=str) + "\n"
            write_text_atomically(self.path, text)
            return {"saved": True, "digest": _digest(text.encode()), "words": f"saved {name}"}


def _shipped_text(name: str) -> str | None:
    """Return the text of the shipped card, layout or yard with this name, or None if there is none or if a file has the name."""
    file = None if os.path.lexists(name) else shipped(("cards", "layouts", "yards")).get(name)
    return None if file is None else read_document(file).text


def bare_page(source: str = "") -> str:
    """Return the editor as a page without a server, with a file or something shipped in it.

    If a card names its layout, the layout is inserted into it, because such a page cannot read other files.
    """
    text = _shipped_text(source) or Editing.from_file(source).text
    document = parse_text(source, text) if text else None
    if document is not None and isinstance(document.data.get("layout"), str):
        card, _ = read_card(document)
        text = text if card is None else card_text(card, inline_layout=True)
    return editor_page(text)


def editor_get(editing: Editing) -> Get:
    """Return what answers requests for the editor's page, and for the page to play what it draws."""

    def get(path: str) -> Answer | None:
        if path == "play" and editing.page_played:
            return Answer(editing.page_played.encode())
        return Answer(editing.page().encode()) if path in ("", "index.html", "edit") else None

    return get


def _guarded(act: Callable[[Mapping[str, str]], Data]) -> Post:
    """Return an act that answers in words what is wrong with what it was sent, or with the text in it."""

    def post(data: Any) -> Answer:
        if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()) or "text" not in data:
            return Answer.from_json({"words": "the request has no text"}, 400)
        if not all(map(is_unicode, data.values())):
            return Answer.from_json({"words": "the text has characters that are not Unicode"}, 400)
        try:
            return Answer.from_json(act({"digest": ""} | data))
        except InputError as error:
            return Answer.from_json(_refused(error))
        except ShuntError as error:
            return Answer.from_json({"words": str(error)})

    return post


def _refused(error: InputError) -> Data:
    return {"faults": [fault_data(fault) for fault in error.faults], "warnings": [], "words": str(error)}


def _is_json(path: str) -> bool:
    return path.lower().endswith(".json")


def _text_in(path: str, content: bytes) -> str:
    return parse_document(path, content).text if content.strip() else ""


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()
