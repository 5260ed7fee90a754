"""`shunt print`: what it writes, what it says, and what it refuses."""

from pathlib import Path

import pytest

from shunt.generator.packs.pack import Pack
from tests.cli.running import check_refused, shunt
from tests.paper.reading import pages, places


@pytest.fixture
def small_pack(tmp_path):
    """A pack of two cards."""
    both = Pack.open("first-forty").proven
    return Pack.from_proven("small", "Small Pack", "", [both[0], both[2]]).save(tmp_path / "small")


def test_a_pack_is_printed_with_numbers(small_pack, tmp_path):
    file = tmp_path / "out.pdf"
    done = shunt("print", small_pack, "--output", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "2 pages; print at 100 %" in done.stdout
    front, back = pages(file.read_bytes())
    assert len(places(front)) == len(places(back)) == 2
    assert "Small Pack, sheet 1 of 1" in front.extract_text()
    assert "2. Branch Crossing" in back.extract_text()


def test_cards_go_to_the_default_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert shunt("print first-swap --backs none").exit_code == 0
    assert len(pages(Path("cards_out/first-swap.pdf").read_bytes())) == 1


def test_a_calibration_page_needs_no_cards(tmp_path):
    file = tmp_path / "calibration.pdf"
    assert shunt("print --as calibration -o", file).exit_code == 0
    assert len(pages(file.read_bytes())) == 2
    check_refused(shunt("print --as calibration first-swap -o", file), "--as", "leave the cards out")


def test_only_cards_need_paper_for_cards(tmp_path):
    file = tmp_path / "board.pdf"
    assert shunt("print first-swap --as poster --paper 80x60 -o", file).exit_code == 0
    assert len(pages(file.read_bytes())) == 1
    check_refused(shunt("print first-swap --paper 80x60 -o", file), "--paper", "too small for a card of 63 × 88 mm")


def test_a_file_on_stdout_is_alone_there():
    done = shunt("print first-swap -o -")
    assert done.stdout_bytes.startswith(b"%PDF")
    assert done.stdout_bytes.rstrip().endswith(b"%%EOF")


def test_a_bad_call_writes_nothing(tmp_path, small_pack):
    file = tmp_path / "out.pdf"
    check_refused(shunt("print -o", file), "no pack or card")
    check_refused(shunt("print first-sawp -o", file), "first-swap")
    check_refused(shunt("print", tmp_path, "-o", file), "not a pack")
    check_refused(shunt("print first-swap -o", tmp_path / "missing/out.pdf"), "--output", "cannot be written")
    check_refused(shunt("print first-swap --bleed 77 -o", file), "--bleed", "from 0 to 20")
    check_refused(shunt("print first-swap --back-offset 1 -o", file), "--back-offset", "0.5,-1")
    check_refused(shunt("print first-swap --single --backs fold -o", file), "--backs", "folded")
    (small_pack / "cards/branch-crossing.toml").write_text("schema = 1")
    check_refused(shunt("print", small_pack, "-o", file), "branch-crossing.toml")
    (small_pack / "cards/branch-crossing.toml").unlink()
    check_refused(shunt("print", small_pack, "-o", file), "branch-crossing.toml")
    (small_pack / "manifest.toml").write_text('schema = "shunt-pack/1"\nname = "x"\ntitle = "x"\norder = []\n[sha256]\n')
    check_refused(shunt("print", small_pack, "-o", file), "lists no cards")
    assert not file.exists()
