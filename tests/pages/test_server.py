"""The server on this computer: what it answers, and whom it refuses."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest

from shunt.errors import InputError
from shunt.pages.server.editing import Editing
from shunt.pages.server.local import LARGEST_BODY, Answer, LocalServer
from shunt.pages.server.site import site_pages
from shunt.pages.site.collection import collect
from tests.cli.running import START, environment, listen_to_interrupts
from tests.cli.running import shunt as run


@contextmanager
def served(server: LocalServer) -> Iterator[LocalServer]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    pages = site_pages(collect(["first-swap", "run-round"]), Editing(), clock=lambda: date(2026, 11, 22))
    with served(LocalServer(pages, {"api/echo": lambda data: Answer.from_json({"got": data})}, 0)) as running:
        yield running


def ask(server: LocalServer, path: str, method: str = "GET", body: str | None = None, **headers: str) -> tuple[int, str, Any]:
    """Ask as a client that sends exactly these headers, a host among them unless it is named."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    given = {"Host": f"127.0.0.1:{server.server_port}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        given = {"Content-Length": str(len(body.encode()))} | given
    for name, value in given.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders(body.encode() if body is not None else None)
    answer = connection.getresponse()
    result = answer.status, answer.read().decode(), answer.headers
    connection.close()
    return result


def test_pages_are_served_with_their_policies(server: LocalServer) -> None:
    pages = {"/": "shunt-site/1", "/cards/first-swap.html": "shunt-page/1", "/daily": "shunt-page/1", "/edit": "shunt-editor/1"}
    for path, words in pages.items():
        status, text, headers = ask(server, path)
        assert status == 200
        assert words in text
        assert "default-src 'none'" in text
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert "Access-Control-Allow-Origin" not in headers
    assert ask(server, "/feed.xml")[2]["Content-Type"].startswith("application/atom+xml")
    assert ask(server, "/", "HEAD")[1] == ""


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/cards/../../pyproject.toml",
        "/%2e%2e/pyproject.toml",
        "/..%2f..%2fetc/passwd",
        "/cards/..%5c..%5cx",
        "//etc/passwd",
        "/cards/%ff",
        "/cards/first-swap.toml",
        "/cards/",
        "nothing",
        "/\x00",
    ],
)
def test_no_address_leads_to_a_file(server: LocalServer, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\nConnection: close\r\n\r\n".encode("latin-1")
        )
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.split()[1] in (b"400", b"404")
    assert b"no page has this address" in answer or answer.split()[1] == b"400"


@pytest.mark.parametrize("host", ["example.org", "example.org:{}", "127.0.0.1", "127.0.0.1.example.org:{}", "localhost:1", ""])
def test_other_hosts_are_refused(server: LocalServer, host: str) -> None:
    status, text, _ = ask(server, "/", Host=host.format(server.server_port))
    assert status == 421
    assert "shunt-site" not in text


@pytest.mark.parametrize("origin", ["http://example.org", "null", "https://127.0.0.1:{}", "http://127.0.0.1:1", "file://"])
def test_other_origins_are_refused(server: LocalServer, origin: str) -> None:
    shown = origin.format(server.server_port)
    assert ask(server, "/", Origin=shown)[0] == 403
    assert ask(server, "/api/echo", "POST", "{}", Origin=shown, Content_Type="application/json")[0] == 403


def test_what_changes_something_needs_an_origin_json_and_a_bounded_length(server: LocalServer) -> None:
    own = f"http://127.0.0.1:{server.server_port}"
    good = {"Origin": own, "Content_Type": "application/json"}
    assert json.loads(ask(server, "/api/echo", "POST", '{"a": 1}', **good)[1]) == {"got": {"a": 1}}
    assert ask(server, "/api/echo", "POST", "{}", Content_Type="application/json")[0] == 403
    assert ask(server, "/api/echo", "POST", "{}", Origin=own, Content_Type="text/plain")[0] == 415
    assert ask(server, "/api/echo", "POST", "[" * 100_000, **good)[0] == 400
    assert ask(server, "/api/echo", "POST", "", Content_Length=str(LARGEST_BODY + 1), **good)[0] == 413
    assert ask(server, "/api/echo", "POST", "", Content_Length="-5", **good)[0] == 413
    assert ask(server, "/api/none", "POST", "{}", **good)[0] == 404
    assert ask(server, "/api/echo", "PUT", "{}", **good)[0] == 501
    assert ask(server, "/", Host=f"localhost:{server.server_port}", Origin=f"http://localhost:{server.server_port}")[0] == 200


def test_a_port_in_use_is_refused_with_another(server: LocalServer) -> None:
    with pytest.raises(InputError, match=r"is in use \(choose another, such as \d+\)"):
        LocalServer(lambda path: None, port=server.server_port)
    done = run("serve", "first-swap", "--port", str(server.server_port))
    assert done.exit_code == 2
    assert f"--port: port {server.server_port} is in use" in done.stderr
    assert run("serve", "no-such-pack").exit_code == 2


def test_the_server_listens_on_this_computer_alone(server: LocalServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("command", [("serve", "first-swap"), ("edit", "first-swap")])
def test_a_server_says_its_address_and_ends_at_ctrl_c(command: tuple[str, str]) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment(PYTHONUNBUFFERED="1")}
    running = subprocess.Popen([*START, *command, "--port", "0"], preexec_fn=listen_to_interrupts, **pipes)  # type: ignore[call-overload]
    try:
        address = running.stdout.readline().strip()
        with urllib.request.urlopen(address, timeout=90) as answer:
            assert b"Content-Security-Policy" in answer.read()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=90)
        assert (running.returncode, said.splitlines()[-1]) == (0, "shunt: ended")
    finally:
        running.kill()
