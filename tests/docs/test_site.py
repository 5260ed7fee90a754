"""The documentation site: built without a warning, whole in itself, complete, and usable by everybody."""

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import shunt
from shunt.cli.commands import SECTIONS
from tests.cli.running import ROOT, environment
from tests.docs.blocks import PAGES
from tests.pages.conftest import DESKTOP, PHONE
from tests.pages.test_access import faults

BUILD = ROOT / "build"
SHOWN = ["index", "gallery/cards", "reference/commands/solve", "reference/python/cards", "search"]
APART = {"play", "yards", "_static"}
"""Folders of pages that `shunt site` and `shunt page` wrote, which have tests of their own, and of templates of the theme."""


@pytest.fixture(scope="module")
def site():
    """The folder of the site, which is built as far as it is older than its sources: once, before any worker reads it."""
    assert find_spec("sphinx") is not None, "needs the extra dev: make docs installs it"
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "docs.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run, built = os.environ.get("PYTEST_XDIST_TESTRUNUID"), BUILD / "docs.run"
        if run and built.exists() and built.read_text() == run:
            return BUILD / "docs"
        options = "-W", "--keep-going", "--quiet", "-b", "html", "-d", BUILD / "doctrees"
        command = [sys.executable, "-m", "sphinx", *options, ROOT / "docs", BUILD / "docs"]
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=900)
        assert (done.returncode, done.stderr) == (0, "")
        built.write_text(run or "")
    return BUILD / "docs"


class Links(HTMLParser):
    """What a page leads to and loads, and the anchors that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.leads: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.leads.add(given["href"])
        elif tag in ("link", "script", "img", "iframe", "source"):
            self.loads |= {given[name] for name in ("href", "src") if name in given}


def broken(site: Path, pages: dict[Path, Links]) -> Iterator[str]:
    """Every link within the site to a file or an anchor that is not there."""
    for path, links in pages.items():
        for link in sorted(links.leads | links.loads):
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "data"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                yield f"{path.relative_to(site)}: {link}"


@pytest.mark.slow
def test_no_link_is_broken_and_nothing_is_loaded_from_elsewhere(site):
    found = [path for path in site.rglob("*.html") if path.relative_to(site).parts[0] not in APART]
    pages = {path: Links(path) for path in found}
    assert len(pages) > 50
    assert list(broken(site, pages)) == []
    assert [link for links in pages.values() for link in links.loads if urlsplit(link).scheme in ("http", "https")] == []


@pytest.mark.slow
def test_axe_finds_nothing_on_a_sample_of_pages(site, browser):
    for number, name in enumerate(SHOWN):
        phone, scheme = number % 2 == 1, ("light", "dark")[number // 2 % 2]
        context = browser.new_context(offline=True, viewport=PHONE if phone else DESKTOP, color_scheme=scheme, bypass_csp=True)
        requests = []
        page = context.new_page()
        page.on("request", lambda request, seen=requests: seen.append(request.url))
        page.goto((site / f"{name}.html").as_uri())
        page.evaluate("document.querySelectorAll('iframe').forEach(frame => frame.remove())")  # these have tests of their own
        assert faults(page) == [], name
        assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []
        context.close()


@pytest.mark.slow
def test_the_search_of_the_site_finds_pages_without_a_network(site, browser):
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(f"{(site / 'search.html').as_uri()}?q=turntable")
    found = page.get_by_role("link", name="The rules of route cards")
    found.first.wait_for()
    assert "rules/route-cards.html" in str(found.first.get_attribute("href"))
    context.close()


def test_every_command_and_every_name_has_its_place_in_the_reference():
    commands = "\n".join(text for page, text in PAGES.items() if page.startswith("docs/reference/commands/"))
    listed = re.findall(r"^\.\. click:: (\S+)\n   :prog: shunt (\S+)$", commands, re.MULTILINE)
    assert sorted(listed) == sorted((place, name) for section in SECTIONS.values() for name, (place, _) in section.items())
    python = "\n".join(text for page, text in PAGES.items() if page.startswith("docs/reference/python/"))
    blocks = re.findall(r"^```\{api\} (\S+)\n(?::[^\n]*\n)*(.*?)^```$", python, re.DOTALL | re.MULTILINE)
    named = {f"{module}.{name}" for module, names in blocks for name in names.split()}
    assert {f"shunt.{name}" for name in shunt.__all__} - {"shunt.hump", "shunt.Yard", "shunt.yard_names"} <= named
    assert {f"shunt.hump.{name}" for name in shunt.hump.__all__} <= named
