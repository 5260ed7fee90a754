"""Every block of code in the README and in the documents does what the page says."""

import contextlib
import doctest
import io
import json
import tomllib

import pytest

from tests.cli.running import shunt
from tests.docs.blocks import BLOCK, PAGES, blocks, files, is_printed, listed, read_arguments, shown

LANGUAGES = {"console", "sh", "python", "toml", "json", "text", "html"}
SLOW = {f"docs/how-to/{name}.md" for name in ("clusters", "games", "humpyard", "pages", "printing")}


def having(*languages: str) -> list[object]:
    """The pages with blocks of a language; those that take long are slow tests."""
    return [pytest.param(page, marks=[pytest.mark.slow] * (page in SLOW)) for page in PAGES if blocks(page, *languages)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the file that the first steps of a designer have led to."""
    monkeypatch.chdir(tmp_path)
    for variable in ("SHUNT_DATA_DIR", "SHUNT_DATABASES"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    for name, text in files("docs/first-steps/designer.md").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run_console(text: str) -> None:
    for command, typed, expected in shown(text):
        done = shunt(*command[1:], text=typed)
        assert done.exit_code in (0, 1, 3), (command, done.output)
        assert typed or is_printed(done.stdout, expected), (command, done.stdout)


def run_python(text: str, names: dict[str, object]) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(text, names)
    said = [line.split("  # ")[1] for line in text.splitlines() if line.startswith("print(") and "  # = " in line]
    assert all(words.removeprefix("= ") in printed.getvalue() for words in said), said


@pytest.mark.parametrize("page", having("console", "python"))
def test_a_page_does_what_it_shows(page, folder):
    """Its commands and its Python are run in order, in a folder with the files that it shows."""
    for name, text in files(page).items():
        (folder / name).write_text(text, encoding="utf-8")
    names = {}
    session = "".join(text for text in blocks(page, "python") if text.startswith(">>>"))
    found = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    assert doctest.DocTestRunner().run(found).failed == 0
    for _, language, text in BLOCK.findall(PAGES[page]):
        if language == "console":
            run_console(text)
        elif language == "python" and not text.startswith(">>>"):
            run_python(text, names)


@pytest.mark.parametrize("page", [page for page in PAGES if listed(page)])
def test_commands_that_are_listed_exist_with_their_options(page):
    for command in listed(page):
        read_arguments(command)


@pytest.mark.parametrize("page", having("toml", "json"))
def test_tables_are_read(page):
    for text in blocks(page, "toml"):
        assert tomllib.loads(text)
    for text in blocks(page, "json"):
        assert all(json.loads(line) for line in text.splitlines())


def test_every_block_names_its_language():
    for page, text in PAGES.items():
        assert {language for _, language, _ in BLOCK.findall(text) if not language.startswith("{")} <= LANGUAGES, page
