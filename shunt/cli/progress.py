"""The progress line on the terminal, which shows the current work, its progress and its duration; and the message after an
interrupt."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from shunt.cli.output import messages_on_terminal, note
from shunt.errors import counted
from shunt.files.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

COMPILING = 10  # seconds that compiling the kernels of a card takes, about
QUIET, BETWEEN = 0.3, 0.1  # seconds before anything is shown on a terminal, and between two pictures of it
REPORTED = 30.0  # seconds between two lines where there is no terminal
DRAWING = "drawing the board"
BAR = 24  # columns of the bar


class Progress:
    """A line on stderr with a spinner, the current work, a bar if the amount of work is known, and the elapsed seconds.

    If stderr is not a terminal, a plain line with the same information is printed every half minute. A thread draws the line,
    because a kernel may run for many seconds before it returns.
    """

    def __init__(self, reported_every: float = REPORTED) -> None:
        self._reported_every = reported_every
        self._visible = messages_on_terminal()
        self._began = time.perf_counter()
        self._text = ""
        self._done: int | None = None
        self._total: int | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __call__(self, what: str, level: int, states: int) -> None:
        """Show the work of a search, its level, and the number of states reached."""
        self.show(f"{what}: level {level}, {states:,} states")

    def show(self, text: str, done: int | None = None, total: int | None = None) -> None:
        """Show this text from now on, with the work done and the total work if they are known."""
        self._text, self._done, self._total = text, done, total
        if self._thread is None:
            self._thread = threading.Thread(target=self._draw if self._visible else self._report, daemon=True)
            self._thread.start()

    def announce(self, text: str) -> None:
        """Print a line above the display, with the elapsed seconds. Print nothing if stderr is not a terminal."""
        if self._visible:
            note(f"{text} after {time.perf_counter() - self._began:.1f} s")

    def found(self, moves: int) -> None:
        """Announce a better solution that a search has found."""
        self.announce(f"a solution of {counted(moves, 'moves')}")

    def stop(self) -> None:
        """Remove the line. It is gone when this returns."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _report(self) -> None:
        """Print a line every half minute, for logs."""
        while not self._over.wait(self._reported_every):
            with suppress(OSError, ValueError):  # a closed stream is no reason to stop
                note(f"{printable(self._text)}{f', {self._amount}' if self._amount else ''}, {self._seconds} s")

    @property
    def _amount(self) -> str:
        if self._done is None or self._total == 0:
            return ""
        return f"{self._done:,}" + ("" if self._total is None else f" of {self._total:,}")

    @property
    def _seconds(self) -> int:
        return int(time.perf_counter() - self._began)

    def _draw(self) -> None:
        if self._over.wait(max(0.0, self._began + QUIET - time.perf_counter())):
            return
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        console = Console(stderr=True)
        spinner = Spinner("dots" if console.encoding.startswith("utf") else "line")
        # Data goes to stdout as always, even if both are one terminal; messages on stderr appear above the line.
        live = Live(self._picture(spinner), console=console, auto_refresh=False, transient=True, redirect_stdout=False)
        with suppress(OSError), live:  # a closed terminal is no reason to stop
            while not self._over.wait(BETWEEN):
                live.update(self._picture(spinner), refresh=True)

    def _picture(self, spinner: RenderableType) -> RenderableType:
        from rich.markup import escape
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        text = f"{escape(printable(self._text))}, {self._seconds} s"
        line = Table.grid(padding=(0, 1))
        if self._done is None:
            line.add_row(spinner, text)
            return line
        bar = ProgressBar(total=self._total or None, completed=self._done, width=BAR) if self._total else ""
        line.add_row(spinner, bar, self._amount, text)
        return line


@contextmanager
def watching(what: str = "", reported_every: float = REPORTED) -> Iterator[Progress]:
    """Show progress on a terminal while the block runs.

    Yield the display, which a search can call. `what` is shown first; without it, nothing is shown until the display is used.
    Without a terminal, a line is printed every `reported_every` seconds.
    """
    progress = Progress(reported_every)
    try:
        if what:
            progress.show(what)
        yield progress
    finally:
        progress.stop()


@contextmanager
def keeping(*words: str) -> Iterator[None]:
    """After Ctrl-C, print what is kept and how to resume, unless the interrupt already has words: `interrupted: WORDS`.

    Without words, the first note that the work has added to the interrupt is printed.
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        interrupt.args = interrupt.args or words or tuple(getattr(interrupt, "__notes__", ())[:1])
        raise


def announce_compiling() -> None:
    """Announce on stderr, once in this process, that a kernel must be compiled."""
    from shunt.search.core.clock import cache_remarks, compiling

    def announce() -> None:
        """Print that kernels are being compiled and, if no cache can be written, how to keep them."""
        from shunt.search.core import kernel_cache

        if kernel_cache.cache_folder("shunt.search.trains.move_kernels") is None:
            note(
                f"compiling kernels (about {COMPILING} s), which cannot be kept for the next command: the cache folder is not "
                "writable (set SHUNT_CACHE_DIR to one that is)"
            )
        else:
            note(f"compiling kernels that this needs for the first time (about {COMPILING} s)")

    compiling.notice = announce
    cache_remarks.listen(note)
