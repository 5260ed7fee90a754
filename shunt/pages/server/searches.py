"""Searches that the editor starts: one at a time, each ended by a newer question of the same page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock

from shunt.cards.stop import INTERRUPTED
from shunt.search.core.limits import LimitReached, Limits


@dataclass(kw_only=True)
class CancellableLimits(Limits):
    """Limits that are also reached once another thread sets `cancelled`; the search then ends like one that is interrupted."""

    cancelled: Event = field(default_factory=Event, repr=False, compare=False)

    def rest(self) -> CancellableLimits:
        """Return limits for a part of the work, which ends with the whole."""
        rest = super().rest()
        return CancellableLimits(time=rest.time, memory=rest.memory, states=rest.states, cancelled=self.cancelled)

    def allow_bytes(self, more: int) -> None:
        """Raise `LimitReached` if the work was cancelled, or if the process may not take `more` bytes."""
        if self.cancelled.is_set():
            raise LimitReached(INTERRUPTED)
        super().allow_bytes(more)


class Cancelled(Exception):
    """Raised instead of an answer that nobody waits for any more."""


@dataclass
class Searches:
    """What is being searched for, by page. One search runs at a time, so that quick changes of a card do not pile up."""

    _turn: Lock = field(default_factory=Lock)
    _lock: Lock = field(default_factory=Lock)
    _asked: dict[str, Event] = field(default_factory=dict)

    def cancel(self, page: str) -> None:
        """End the search for a page, if there is one."""
        with self._lock:
            if (asked := self._asked.pop(page, None)) is not None:
                asked.set()

    @contextmanager
    def begin(self, page: str) -> Iterator[Event]:
        """End the page's older search, wait for the turn of this one, and yield what cancels it.

        Raises `Cancelled` if a newer question came while this one waited or was answered.
        """
        cancelled = Event()
        with self._lock:
            if (older := self._asked.get(page)) is not None:
                older.set()
            self._asked[page] = cancelled
        try:
            with self._turn:
                if not cancelled.is_set():
                    yield cancelled
        finally:
            with self._lock:
                if self._asked.get(page) is cancelled:
                    del self._asked[page]
        if cancelled.is_set():
            raise Cancelled
