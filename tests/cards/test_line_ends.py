"""Saving into an author's file keeps its line ends and its byte-order mark."""

from codecs import BOM_UTF8
from dataclasses import replace

import pytest

from shunt.cards.files import load_card
from shunt.cards.writing import save_card
from shunt.files.library import shipped_file


@pytest.mark.parametrize("mark", [b"", BOM_UTF8], ids=["plain", "byte-order mark"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"], ids=["unix", "windows"])
def test_line_ends_and_byte_order_mark_stay(tmp_path, ends, mark):
    path = tmp_path / "mine.toml"
    path.write_bytes(
        mark + b"# a remark\n".replace(b"\n", ends) + shipped_file("cards", "first-swap").read_bytes().replace(b"\n", ends)
    )
    before = path.read_bytes()
    card = load_card(path)
    save_card(replace(card, proof={**card.proof, "states": 1}), path)
    after = path.read_bytes()
    assert after != before
    assert after.startswith(mark + b"# a remark" + ends)
    assert after.count(b"\n") == after.count(ends)
    assert after.count(BOM_UTF8) == (1 if mark else 0)
    assert load_card(path).proof["states"] == 1
