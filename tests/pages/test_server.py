"""The server on this computer: what it answers, and whom it refuses."""

import http.client
import json
import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from http.server import ThreadingHTTPServer
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import expect

import shunt
from shunt.errors import InputError
from shunt.generator.forge.shard import ProvenCard
from shunt.generator.spec import CardSpec
from shunt.pages.collection import collect
from shunt.pages.server import making as making_module
from shunt.pages.server.editing import Editing
from shunt.pages.server.local import LARGEST_BODY, Answer, LocalServer
from shunt.pages.server.making import Making
from shunt.pages.server.site import site_pages
from tests.cli.running import START, check_refused, environment, listen_to_interrupts
from tests.cli.running import shunt as run
from tests.pages.driving import press, served


def test_a_card_is_made_on_request(monkeypatch):
    asked = []

    class Search:
        def __init__(self, spec: CardSpec, *given: Any) -> None:
            asked.append((spec.layout.name, spec.tier, spec.cars))
            card = replace(shunt.load("first-swap"), about={})
            self.found = [] if spec.tier == "black" else [ProvenCard(card, "", 0, ())]

        def cards(self) -> Iterator[ProvenCard]:
            return iter(self.found)

    monkeypatch.setattr(making_module, "ShardSearch", Search)
    making = Making("Cards")
    pages = site_pages(collect(["first-swap"]), making=making)

    def wish(**wanted: Any) -> Any:
        return json.loads(making.make(wanted).content)

    unknown = {"refused": "unknown tier, number of cars or board"}
    assert wish(tier="pink", cars=1, board="wye-18") == wish(tier="blue", cars=3, board="wye-18") == wish() == unknown
    assert wish(tier="black", cars=3, board="fan-10") == {"missed": "no such card was found"}
    href = wish(tier="blue", cars=0, board="wye-18")["href"]
    assert asked in ([("fan-10", "black", (3, 3)), ("wye-18", "blue", cars)] for cars in ((1, 2), (1, 1)))
    answer = pages(href.removeprefix("/"))
    assert answer is not None
    assert b"connect-src 'self'" in answer.content
    assert re.search(rb"<title>[A-Z][a-z]+ [A-Z][a-z-]+ \xc2\xb7 Cards</title>", answer.content)  # a title of two words
    assert b'"wish":{"tier":"blue","cars":0,"board":"wye-18","tries":100}' in answer.content
    front = pages("")
    assert front is not None
    assert b'"cars":{"alphabet-26":{"blue":[1],"green":[1,2]' in front.content
    assert pages("new/other.html") is None


def test_a_search_for_a_new_puzzle_is_shown_cancelled_and_found(visit, monkeypatch):
    going, found = Event(), list[shunt.Card]()
    monkeypatch.setattr(making_module, "search", lambda *wish: found[0] if going.wait(20) and found else None)
    making = Making("Cards", tries=12)
    pages = site_pages(collect(["run-round"]), making=making)
    with served(LocalServer(pages, making.posts, 0)) as running, visit(running.address, quiet=False) as page:
        maker = page.get_by_role("region", name="New puzzle")
        maker.get_by_label("Tier").select_option("green")
        expect(maker.get_by_label("Cars").locator("option")).to_have_text(["any number of cars", "1 car", "2 cars"])
        maker.get_by_label("Board").select_option("fan-10")
        maker.get_by_label("Cars").select_option("3 cars")
        press(maker, "Make")
        expect(maker).to_contain_text("Search 1 of 12 for a green card with 3 cars…")
        press(maker, "Cancel")
        expect(maker).to_contain_text("Cancelled.")
        going.set()
        press(maker, "Make")
        expect(maker).to_contain_text("No such card was found in 12 searches.")
        found.append(shunt.load("first-swap"))
        press(maker, "Make")
        expect(page.locator("h1")).to_have_text("First swap")
        page.locator("h1").evaluate("heading => { heading.id = 'earlier'; }")
        press(page, "New puzzle")
        expect(page.locator("#earlier")).to_have_count(0)  # another page is shown
        expect(page.locator("h1")).to_have_text("First swap")


@pytest.fixture(scope="module")
def server():
    pages = site_pages(collect(["first-swap", "run-round"]), Editing(), clock=lambda: date(2026, 11, 22))
    with served(LocalServer(pages, {"api/echo": lambda data: Answer.from_json({"got": data})}, 0)) as running:
        yield running


def ask(server: LocalServer, path: str, method: str = "GET", body: str | None = None, **headers: str) -> tuple[int, str, Any]:
    """Ask as a client that sends these headers."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=300)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    result = answer.status, answer.read().decode(), answer.headers
    connection.close()
    return result


def test_pages_are_served_with_their_policies(server):
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
    assert server.server_address[0] == "127.0.0.1"


def raw(server: LocalServer, request: str) -> bytes:
    """Send bytes as they are, and return all that is answered until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=300) as connection:
        connection.sendall(request.replace("HOST", f"127.0.0.1:{server.server_port}").encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


NO_PAGES = """/../pyproject.toml /cards/../../pyproject.toml /%2e%2e/pyproject.toml /..%2f..%2fetc/passwd /cards/..%5c..%5cx
//etc/passwd /cards/%ff /cards/first-swap.toml /cards/ nothing /\x00"""


@pytest.mark.parametrize("path", NO_PAGES.split())
def test_no_address_leads_to_a_file(server, path):
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
    assert answer.split()[1] in (b"400", b"404")
    assert b"no page has this address" in answer or answer.split()[1] == b"400"


def test_other_hosts_and_origins_are_refused(server):
    port = server.server_port
    for host in ("example.org", f"example.org:{port}", "127.0.0.1", f"127.0.0.1.example.org:{port}", "localhost:1"):
        status, text, _ = ask(server, "/", Host=host)
        assert status == 421
        assert "shunt-site" not in text
    for origin in ("http://example.org", "null", f"https://127.0.0.1:{port}", "http://127.0.0.1:1", "file://"):
        assert ask(server, "/", Origin=origin)[0] == 403
        assert ask(server, "/api/echo", "POST", "{}", Origin=origin, Content_Type="application/json")[0] == 403


def test_what_changes_something_needs_an_origin_json_and_a_bounded_length(server):
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


POST = "POST /api/echo HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        (f"{POST}Content-Length: {'0' * 12}999999999999\r\n\r\n{{}}", b"413"),
        (f"{POST}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{{}}", b"413"),
        (f"{POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{{}}", b"413"),
        (f"{POST}Content-Length: 40\r\n\r\n{{}}", b"400"),  # the client closes before it has sent everything
        (f"{POST}Content-Length: ²\r\n\r\n", b"413"),
        ("GET / HTTP/1.1\r\n\r\n", b"421"),
        ("GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n", b"421"),
        ("GET http://HOST/ HTTP/1.1\r\nHost: example.org\r\n\r\n", b"421"),
        ("OPTIONS / HTTP/1.1\r\nHost: HOST\r\nOrigin: http://example.org\r\n\r\n", b"501"),
        ("TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n", b"501"),
        ("GET /" + "x" * 70_000 + " HTTP/1.1\r\nHost: HOST\r\n\r\n", b"414"),
        ("GET / HTTP/1.1\r\nHost: HOST\r\n" + "a: b\r\n" * 200 + "\r\n", b"431"),
        ("GET / HTTP/1.1\r\nHost: HOST\r\nX: " + "x" * 70_000 + "\r\n\r\n", b"431"),
    ],
)
def test_broken_requests_get_one_answer_and_the_connection_is_closed(server, request_text, status):
    answer = raw(server, request_text)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.split()[1] == status
    for broken in ("", "\x16\x03\x01\x02\x00\x01", "GET", "GET / HTTP/1.1\r\nHost", "\r\n\r\n"):
        assert b"shunt-site" not in raw(server, broken)
    assert ask(server, "/")[0] == 200


def test_an_error_of_the_program_is_answered_and_not_printed(capfd):
    def fail(data: Any) -> Answer:
        raise ZeroDivisionError

    with served(LocalServer(lambda path: fail(path), {"api/echo": fail}, 0)) as failing:
        status, text, _ = ask(failing, "/")
        assert status == 500
        assert text.startswith("internal error: ZeroDivisionError")
        assert raw(failing, f"{POST}Content-Length: 2\r\n\r\n{{}}").split()[1] == b"500"
    assert capfd.readouterr() == ("", "")


def test_a_port_in_use_is_refused_with_another(server):
    with pytest.raises(InputError, match=r"is in use \(choose another, such as \d+\)"):
        LocalServer(lambda path: None, {}, server.server_port)
    port = server.server_port
    check_refused(run(f"serve first-swap --port {port}"), f"--port: port {port} is in use")
    check_refused(run("serve no-such-pack"))


def test_a_server_says_its_address_and_ends_at_ctrl_c():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment(PYTHONUNBUFFERED="1")}
    command = [*START, "edit", "first-swap", "--port", "0"]
    running = subprocess.Popen(command, preexec_fn=listen_to_interrupts, **pipes)  # type: ignore[call-overload]
    try:
        address = running.stdout.readline().strip()
        with urllib.request.urlopen(address, timeout=300) as answer:
            assert b"Content-Security-Policy" in answer.read()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=300)
        assert (running.returncode, said.splitlines()[-1]) == (0, "shunt: ended")
    finally:
        running.kill()


def test_an_interrupt_while_a_connection_is_taken_is_not_lost(monkeypatch):
    def answered_and_interrupted(server: LocalServer, request: object, address: object) -> None:
        server._free.release()  # as the thread of the connection does at its end
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadingHTTPServer, "process_request", answered_and_interrupted)
    with LocalServer(lambda path: None, {}, 0) as server, pytest.raises(KeyboardInterrupt):
        server.process_request(None, None)


def test_devices_of_the_network_are_answered_where_it_is_asked_for():
    address = "127.0.0.2"  # a second address of this machine stands for the one in the network
    with served(LocalServer(lambda path: Answer(b"page"), {}, 0, address)) as running:
        assert running.address == f"http://{address}:{running.server_port}/"
        with urllib.request.urlopen(running.address) as answer:
            assert answer.read() == b"page"
        assert ask(running, "/", Host=f"evil.example:{running.server_port}")[0] == 421
    with served(LocalServer(lambda path: Answer(b"page"), {}, 0)) as running:
        assert ask(running, "/", Host=f"{address}:{running.server_port}")[0] == 421
        with pytest.raises(OSError):
            socket.create_connection((address, running.server_port), timeout=5)
