"""A web server for this computer alone: it answers requests of pages that it served itself, and of nobody else.

It listens on the loopback address only, unless it is to serve the local network too (`lan`). A request must name that address as
its host: a page of another site whose name was pointed at this computer (DNS rebinding) names its own. A request with an origin
must have the server's own, and one that changes something must have one. Addresses are looked up in a table of routes and never
become names of files, so `../` leads nowhere.
"""

from __future__ import annotations

import errno
import json
import logging
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import unquote

from shunt.errors import InputError, ShuntError
from shunt.files.reading import reason_of

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
LARGEST_BODY = 1_000_000
LONGEST_NUMBER = 12  # digits of a length
SECONDS = 30  # a connection that says nothing for this time is closed
MOST_CONNECTIONS = 100  # each has a thread; more are closed at once
HTML, JSON, PDF, ATOM = "text/html; charset=utf-8", "application/json", "application/pdf", "application/atom+xml; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """What a request gets: a content, its type, and the status."""

    content: bytes
    kind: str = HTML
    status: int = HTTPStatus.OK

    @classmethod
    def from_json(cls, data: Any, status: int = HTTPStatus.OK) -> Answer:
        """Return data as JSON."""
        return cls(json.dumps(data).encode(), JSON, status)


Get = Callable[[str], Answer | None]
"""Called with the path of an address, without `/` at its begin; None: no page has this address."""
Post = Callable[[Any], Answer]
"""Called with the JSON of the request."""


class LocalServer(ThreadingHTTPServer):
    """The server. `get` answers requests for pages, `posts` (path → function) those that send something."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = (
        128  # a page asks for several files at once; beyond the default of 5 a browser waits a second and asks again
    )

    def __init__(self, get: Get, posts: Mapping[str, Post], port: int, lan: str = "") -> None:
        """Listen on a port of this computer, 0 for any that is free; raise `InputError` if it is in use.

        `lan`: the address of this computer in the local network, from which others may ask too; "" for nobody else.
        """
        self.get, self.posts, self.lan = get, posts, lan
        self._free = BoundedSemaphore(MOST_CONNECTIONS)
        try:
            super().__init__(("" if lan else HOST, port), _Handler)
        except PermissionError:
            raise InputError("port", f"port {port} may not be used", "choose one above 1023") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise InputError("port", f"port {port} cannot be used: {reason_of(error)}", "choose another") from None
            raise InputError("port", f"port {port} is in use", f"choose another, such as {free_port()}") from None

    @property
    def address(self) -> str:
        """The address of the first page."""
        return f"http://{self.lan or HOST}:{self.server_port}/"

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts that a request may name."""
        return frozenset(f"{name}:{self.server_port}" for name in (*NAMES, self.lan) if name)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in its own thread, or close it if there are too many."""
        if not self._free.acquire(blocking=False):
            log.info("more than %d connections", MOST_CONNECTIONS)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread can be started; after an interrupt one may be running, which releases its place itself
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection; let another one in when it ends."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that ended early; log everything else."""
        log.debug("a connection ended early", exc_info=True)


def lan_address() -> str:
    """Return the address of this computer in its local network; raise `InputError` if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of no network (RFC 5737): nothing is sent, only a way is chosen
            return str(probe.getsockname()[0])
        except OSError:
            raise InputError("lan", "this computer is not connected to a network", "connect it to one") from None


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: LocalServer
    timeout = SECONDS
    protocol_version = "HTTP/1.1"
    server_version = "shunt"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer a request for a page."""
        if "Content-Length" in self.headers or "Transfer-Encoding" in self.headers:
            self.close_connection = True  # what it sends is not read, and must not be taken for the next request
        if self._is_ours(False):
            self._answer(lambda: self.server.get(self._path()) or NOT_FOUND)

    def do_HEAD(self) -> None:
        """Answer like `do_GET`, without the content."""
        self.do_GET()

    def do_POST(self) -> None:
        """Answer a request that sends something."""
        if not self._is_ours(True):
            return
        post = self.server.posts.get(self._path())
        if post is None:
            self._refuse(HTTPStatus.NOT_FOUND, "no page has this address")
            return
        lengths = self.headers.get_all("Content-Length") or []
        length = lengths[0] if len(lengths) == 1 and "Transfer-Encoding" not in self.headers else ""
        if not (length.isascii() and length.isdigit() and len(length) <= LONGEST_NUMBER) or int(length) > LARGEST_BODY:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {LARGEST_BODY} bytes are read")
            return
        if self.headers.get_content_type() != JSON:
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send JSON")
            return
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self._refuse(HTTPStatus.BAD_REQUEST, "the request is incomplete")
            return
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(HTTPStatus.BAD_REQUEST, "this is not JSON")
            return
        self._answer(lambda: post(data))

    def _answer(self, make: Callable[[], Answer]) -> None:
        """Send the answer that a function returns, or say that it failed."""
        try:
            answer = make()
        except ShuntError as error:
            answer = Answer(f"{error}\n".encode("utf-8", "replace"), TEXT, HTTPStatus.INTERNAL_SERVER_ERROR)
        except Exception as error:
            log.info("a request failed", exc_info=True)
            words = f"internal error: {type(error).__name__}. This is a bug in the program.\n"
            answer = Answer(words.encode(), TEXT, HTTPStatus.INTERNAL_SERVER_ERROR)
        self._send(answer)

    def _is_ours(self, is_change: bool) -> bool:
        """Return whether the request comes from a page of this server, or from a person; refuse it otherwise."""
        hosts, origin = self.headers.get_all("Host") or [], self.headers.get("Origin")
        if len(hosts) != 1 or hosts[0] not in self.server.hosts:
            self._refuse(HTTPStatus.MISDIRECTED_REQUEST, f"this server is {self.server.address} and no other host")
            return False
        if (origin is not None or is_change) and origin not in {f"http://{host}" for host in self.server.hosts}:
            self._refuse(HTTPStatus.FORBIDDEN, "only pages from this server may request this")
            return False
        return True

    def _path(self) -> str:
        """Return the path of the address without its first `/`. It is only looked up among the routes, and never names a file."""
        return unquote(self.path.partition("?")[0]).removeprefix("/")

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        self.close_connection = True
        self._send(Answer(f"{words}\n".encode(), TEXT, status))

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.content)

    def log_message(self, format: str, *args: Any) -> None:
        """Log requests for those who look at the log; nothing is printed."""
        log.info(format, *args)


NOT_FOUND = Answer(b"no page has this address\n", TEXT, HTTPStatus.NOT_FOUND)
