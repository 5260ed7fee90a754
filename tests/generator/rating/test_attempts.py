"""Records of play: what is read, what is refused with its line, and what several attempts at one card amount to."""

import json
import re
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.generator.rating.attempts import LONGEST_LINE, FirstSolve, PlayRecord, first_solves, read_attempts

CARD = "1e6e1cb07ed4682b4b38"
GOOD = PlayRecord(
    schema_="shunt-attempt/1", id=CARD, card="first-swap", player="p-1", at="2026-11-22T08:00:00Z", moves=9, undos=2, hints=0,
    seconds=74.5, solved=True,
)  # fmt: skip


def written(folder: Path, *lines: str) -> Path:
    path = folder / "plays.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def changed(**values: object) -> str:
    return json.dumps(json.loads(GOOD.as_line()) | values)


def attempt(at: int, **values: object) -> PlayRecord:
    return GOOD.model_copy(update={"at": f"2026-11-22T08:00:{at:02}Z", **values})


def test_a_file_is_read_and_repeated_lines_count_once(tmp_path):
    other = attempt(5, seconds=3, solved=False)
    path = written(tmp_path, GOOD.as_line(), "", GOOD.as_line(), other.as_line())
    assert read_attempts([path, path]) == [GOOD, other]


def test_the_chapter_shows_a_record_that_is_read(tmp_path):
    text = (Path(__file__).parents[3] / "docs" / "reference" / "play-files.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^\{\"schema\": \"shunt-attempt.*$", text, re.MULTILINE)
    assert read_attempts([written(tmp_path, example)])[0].card == "first-swap"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "this line is not JSON"),
        ("[" * 5000, "characters"),
        ("[" * 1500, "this line is not JSON"),
        ("[1]", "this line is a list, not an object"),
        (changed(schema="shunt-attempt/2"), "schema"),
        (changed(id="xyz"), "id"),
        (changed(player="<script>"), "player"),
        (changed(at="yesterday"), "at"),
        (changed(at="2026-13-41T08:00:00Z"), "2026-13-41T08:00:00Z is not a time"),
        (changed(moves=True), "moves"),
        (changed(seconds=0), "seconds"),
        (changed(seconds=float("nan")), "seconds"),
        (changed(solved=1), "solved"),
        (changed(more=1), "unknown key 'more'"),
        ("{}", "'moves' is missing"),
    ],
)
def test_bad_lines_are_refused_with_their_place(tmp_path, line, words):
    path = written(tmp_path, GOOD.as_line(), line)
    with pytest.raises(InputError) as caught:
        read_attempts([path])
    assert any(words in str(fault) for fault in caught.value.faults)
    assert {(fault.file, fault.line) for fault in caught.value.faults} == {(str(path), 2)}
    assert all(len(str(fault)) < LONGEST_LINE for fault in caught.value.faults)


def test_attempts_until_the_first_solution_are_one_effort():
    tried = attempt(1, seconds=10.0, moves=4, undos=1, solved=False)
    solved = attempt(2, seconds=20.0, moves=6, undos=3)
    again = attempt(3, seconds=1.0)
    assert first_solves([again, solved, tried]) == [FirstSolve(CARD, "p-1", 30.0, 14, True)]


def test_what_was_not_solved_alone_is_a_lower_bound():
    hinted = attempt(1, player="p-2", hints=1)
    given_up = attempt(1, player="p-3", solved=False)
    helped_first = [attempt(1, player="p-4", hints=1, solved=False), attempt(2, player="p-4")]
    assert [one.complete for one in first_solves([hinted, given_up, *helped_first])] == [False, False, False]
