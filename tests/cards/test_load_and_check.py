"""`shunt.load` takes a card exactly when `shunt check` finds no fault in it, whatever is in the file.

`shunt check` asks `shunt.cards.files.problems`, which is called here. One difference is intended: a limit below the optimum that
the card's own proof claims is a fault for `check`, and yet the card loads. The claim may be the wrong one of the two, and
`shunt solve --save` must be able to read the card to replace it (`docs/reference/cards.md`, `limit`).
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import shunt
from shunt.cards.faults import limit_fault
from shunt.cards.files import problems
from shunt.cards.writing import card_table, card_text
from shunt.errors import Fault, InputError
from shunt.files.library import card_names, shipped_file
from shunt.files.reading import LARGEST
from tests.effort import examples
from tests.fuzz.changes import change_text

LONGEST = 4000  # bytes: larger cards take most of the time and are no different
NUMBER, WORD = re.compile(rb"\d+"), re.compile(rb"[A-Za-z0-9_.>-]+")
CLAIM = re.compile(rb"(?<=mit = )\d+|(?<=mum = )\d+|(?<=mit\": )\d+|(?<=mum\": )\d+")  # a limit or an optimum
NUMBERS = [b"0", b"1", b"2", b"3", b"5", b"9", b"20", b"1000000"]


@cache
def sound_texts() -> tuple[bytes, ...]:
    """Return the shipped cards that are small: as they are, with their layout and claims inside, and as JSON."""
    texts = [content for name in card_names()[::2] if len(content := Path(shipped_file("cards", name)).read_bytes()) < LONGEST]
    for content in texts[:]:
        card = shunt.load(content.decode())
        claiming = replace(card, limit=card.limit or 1000, proof=card.proof or {"status": "optimal", "optimum": 6})
        texts.append(card_text(claiming, "", inline_layout=True).encode())
        texts.append(json.dumps(card_table(card, True), default=str).encode() + b"\n")
    return tuple(texts)


def changed(sound: bytes, draw: random.Random) -> bytes:
    """Return a card with another limit or optimum, other numbers, another word, or any change that the fuzzer of files makes."""
    act = draw.random()
    if act < 0.1 and (claims := list(CLAIM.finditer(sound))):
        return _put(sound, draw.choice(claims), draw.choice(NUMBERS))
    if act < 0.45:
        for _ in range(draw.randint(1, 3)):
            sound = _put(sound, draw.choice(list(NUMBER.finditer(sound))), draw.choice(NUMBERS))
        return sound
    if act < 0.6:
        words = list(WORD.finditer(sound))
        return _put(sound, draw.choice(words), draw.choice(words).group())
    return change_text(sound, draw)


def _put(content: bytes, place: re.Match[bytes], word: bytes) -> bytes:
    return content[: place.start()] + word + content[place.end() :]


def refusal(source: Path | str) -> list[Fault]:
    """Return the faults for which `load` refuses a card; none if it takes the card."""
    try:
        shunt.load(source)
    except InputError as error:
        faults = list(error.faults)
    else:
        return []
    assert faults
    return faults


def compare(path: Path) -> str:
    """Assert that `load` and `check` agree on a file; return what they agree on."""
    found, refused = problems(path), refusal(path)
    if refused:
        assert found
        if found[0].where != "schema":  # `check` takes layouts too, so that its remedy is another
            assert found == refused
        return "refused"
    if not found:
        return "taken"
    card = shunt.load(path)
    claim = limit_fault(card, card.proof.get("optimum"))
    assert claim is not None
    assert [(fault.where, fault.what, fault.remedy) for fault in found] == [(claim.where, claim.what, claim.remedy)]
    return "claim"


def compare_many(seed: int, cases: int, folder: Path) -> Counter[str]:
    """Compare `load` and `check` on changed cards, given as a file and as a text; return how often they agree on what."""
    draw, path, outcomes = random.Random(seed), folder / "card.toml", Counter[str]()
    for number in range(cases):
        content = changed(draw.choice(sound_texts()), draw)
        path.write_bytes(content)
        try:
            outcome = compare(path)
            text = content.decode("utf-8", "surrogateescape")
            if "\n" in text.strip():  # else it is the name of a card
                assert bool(refusal(text)) == (outcome == "refused")
        except Exception as error:
            raise AssertionError(f"seed {seed}, case {number}: {content!r}") from error
        outcomes[outcome] += 1
    return outcomes


def test_load_takes_what_check_finds_sound(tmp_path: Path) -> None:
    cases = examples(200)
    outcomes = compare_many(1, cases, tmp_path)
    assert min(outcomes["taken"], outcomes["refused"]) > cases // 10


def test_a_wrong_claim_can_be_replaced(tmp_path: Path) -> None:
    from shunt.cards.claims import proven_card
    from shunt.cards.writing import save_card

    path = tmp_path / "card.toml"
    path.write_text(shipped_file("cards", "first-swap").read_text().replace("optimum = 6", "optimum = 20"))
    assert compare(path) == "claim"
    card = shunt.load(path)
    save_card(proven_card(card, shunt.solve(card))[0], path)
    assert compare(path) == "taken"


def test_a_text_has_the_limits_of_a_file(tmp_path: Path) -> None:
    sound = json.dumps(card_table(shunt.load("first-swap"), True), default=str)
    path = tmp_path / "card.json"
    path.write_text("{\n" + " " * LARGEST + sound[1:])
    assert [fault.what for fault in refusal(path.read_text())] == ["the text is longer than 1 MB"]
    assert compare(path) == "refused"
    (fault,) = refusal('schema = "shunt-card/1"\nname = "\ud800"\n')
    assert (fault.file, fault.line, fault.what) == ("<text>", 2, "the text has half a character (a lone surrogate)")
