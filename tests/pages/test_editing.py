"""What the editor's server answers: faults, solutions within limits, the file it may write; no browser is needed."""

import json
import os
import threading
from typing import Any

import pytest

from shunt.cards.files import load_card
from shunt.cards.stop import INTERRUPTED
from shunt.cards.writing import card_text
from shunt.errors import InputError
from shunt.files.library import puzzles_folder
from shunt.pages.server import editing as module
from shunt.pages.server.answers import solved
from shunt.pages.server.editing import Editing, editor_get
from shunt.search.core.limits import LimitReached
from tests.cli.running import answer
from tests.effort import examples
from tests.pages.mutants import faults_on_disk, mutants
from tests.pages.node_runs import read_by_editor

STUCK = """schema = "shunt-card/1"
name = "stuck"
ruleset = "switcher"
[start]
locomotives = { A = "A>B" }
cars = { red = "C" }
[goal]
red = "A"
[layout]
tracks = ["A B C D"]
"""
SWAP = card_text(load_card("first-swap"), inline_layout=True)


def test_faults_are_those_of_check_on_changed_files(tmp_path):
    """What the server finds in a text is what `shunt check` finds in the file; the page alone never calls a file good that
    has faults, nor the other way round."""
    texts = list(mutants(500 if examples(3) == 3 else 150))
    places = refused = 0
    for text, by_page in zip(texts, read_by_editor(texts, tmp_path), strict=True):
        file = tmp_path / ("board.json" if text.lstrip().startswith("{") else "board.toml")
        file.write_text(text)
        expected = faults_on_disk(str(file))
        by_server = Editing(str(file)).check({"text": text})["faults"]
        assert [(one["where"], one["what"]) for one in by_server] == expected
        assert bool(by_page["faults"]) == bool(expected), text
        places += set(by_page["faults"]) == {where for where, _ in expected}
        refused += bool(expected)
    assert places >= 0.9 * len(texts)
    assert refused > len(texts) / 2


@pytest.mark.parametrize("path", ["layouts/wye-18.toml", "cards/first-swap.toml"])
def test_warnings_and_lines_are_those_of_check(tmp_path, path):
    text = (puzzles_folder() / path).read_text().replace("A2 = [1, 0]", "A2 = [0.5, 0.1]")
    file = tmp_path / "board.toml"
    file.write_text(text.replace("tracks = [", 'tracks = ["l1 I1",', 1))
    (checked,) = answer("check", file)["files"]
    found = Editing(str(file)).check({"text": file.read_text()})
    assert found["faults"] == []
    assert [(one["line"], one["what"]) for one in found["warnings"]] == [
        (one["line"], one["what"]) for one in checked["warnings"]
    ]
    assert ("at.A2", "A2 lies on A1") in [(one["where"], one["what"]) for one in found["warnings"]] or "cards" in path


def test_a_card_without_a_solution_is_explained():
    editing = Editing()
    found = editing.solve({"text": STUCK})
    assert found["status"] == "unsolvable"
    assert found["words"].startswith("no solution: red on A: cannot be met, even alone")
    assert editing.check({"text": STUCK}) == {"faults": [], "warnings": []}
    arrange = editing.posts["api/arrange"]({"text": STUCK})
    assert {space: len(place) for space, place in json.loads(arrange.content)["at"].items()} == dict.fromkeys("ABCD", 3)


def test_a_yard_without_tiles_is_solved():
    """Sidings and a shipped yard are solved for the page in `test_editor_kinds.py`."""
    bare = Editing().solve({"text": 'schema = "shunt-yard/1"\n'})
    assert bare["lines"][0] == "3 cars: 1.00 moves on average, 1 at most; 5 of 6 orders are impossible"


def test_a_newer_question_ends_the_search_for_an_older_one(monkeypatch):
    """Also one that only checks; other pages' searches wait, and are not ended."""
    began, answers = threading.Event(), {}

    def long(document: object, cancelled: threading.Event) -> dict[str, Any]:
        began.set()
        assert cancelled.wait(300)
        raise LimitReached(INTERRUPTED)

    monkeypatch.setattr(module, "solved", long)
    editing = Editing()
    thread = threading.Thread(target=lambda: answers.update(old=editing.solve({"text": STUCK, "page": "a"})))
    thread.start()
    assert began.wait(300)
    editing.check({"text": STUCK, "page": "b"})
    assert thread.is_alive()
    editing.check({"text": STUCK, "page": "a"})
    thread.join(300)
    assert answers["old"]["status"] == "cancelled"
    monkeypatch.setattr(module, "solved", solved)
    assert editing.solve({"text": STUCK, "page": "a"})["status"] == "unsolvable"


# --------------------------------------------------------------------------------------------------------------------
# The file


def test_a_file_is_written_only_if_it_is_as_it_was_read(tmp_path):
    file = tmp_path / "new.toml"
    editing = Editing.from_file(str(file))
    first = editing.save({"text": "a = 1\n", "digest": ""})
    assert first["saved"]
    assert not editing.save({"text": "b = 1\n", "digest": ""})["saved"]
    assert file.read_text() == "a = 1\n"
    assert editing.save({"text": "b = 1\n", "digest": first["digest"]})["saved"]
    file.unlink()
    assert not editing.save({"text": "c = 1\n", "digest": first["digest"]})["saved"]
    os.mkfifo(file)  # is never waited for
    refused = json.loads(editing.posts["api/save"]({"text": "d = 1\n", "digest": first["digest"]}).content)
    assert "regular file" in refused["words"]
    assert (editing.digest_on_disk(), editing.page() != "") == ("", True)
    file.unlink()
    assert not Editing().save({"text": "x", "digest": ""})["saved"]
    assert list(tmp_path.iterdir()) == []


def test_the_page_learns_that_the_file_was_changed(tmp_path):
    file = tmp_path / "board.toml"
    file.write_text(STUCK)
    editing = Editing.from_file(str(file))
    assert editing.check({"text": STUCK})["disk"] == editing.digest
    file.write_text(STUCK.replace("stuck", "other"))
    assert editing.check({"text": "= ="})["disk"] == editing.digest_on_disk() != editing.digest
    again = editing.open_again()
    assert 'name = "other"' in again["text"]
    assert again["digest"] == editing.digest_on_disk()
    assert '\\"other\\"' in editing.page()
    assert editing.save({"text": again["text"], "digest": again["digest"]})["saved"]
    file.write_bytes(b"\xff\xfe")
    assert '\\"stuck\\"' in editing.page()  # as it was read, which no save can write over the other
    assert not editing.save({"text": STUCK, "digest": editing.digest})["saved"]
    file.unlink()
    assert editing.digest_on_disk() == ""
    assert "words" in editing.open_again()


def test_a_copy_of_something_shipped_is_opened_and_saved_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    editing = Editing.from_source("first-swap")
    assert '\\"first-swap\\"' in editing.page()
    assert editing.save({"text": editing.text, "digest": editing.digest})["saved"]
    assert load_card(tmp_path / "first-swap.toml") == load_card("first-swap")
    with pytest.raises(InputError, match=r"first-swap.toml already exists.*open it with shunt edit first-swap.toml"):
        Editing.from_source("first-swap")
    assert Editing.from_source("new-one").path == "new-one"
    assert "[layout]" in module.bare_page("first-swap")


def test_a_card_and_a_yard_are_played_as_drawn():
    editing, yard = Editing(), (puzzles_folder() / "yards" / "two-storeys.toml").read_text()
    get = editor_get(editing)
    assert get("play") is None
    for text, words in ((SWAP, b'"optimum":6'), (STUCK, b'"unsolvable"'), (yard, b'"kind":"hump"')):
        assert editing.play({"text": text}) == {"href": "play"}
        page = get("play")
        assert page is not None
        assert words in page.content


@pytest.mark.parametrize(
    "data", [[], {"text": 5}, {}, {"digest": ""}, "text", {"text": "= ="}, {"text": "\x00"}, {"text": ""}, {"text": "\ud800"}]
)
def test_bad_requests_are_answered_in_words(data):
    for name, post in Editing().posts.items():
        content = post(data).content
        assert b"words" in content or name in ("api/save", "api/disk")
        assert b"Traceback" not in content
