"""Text of every script on paper: set and read back, or refused in words; what no typeface has is named."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.cards.writing import save_card
from shunt.paper.products import pdf
from shunt.render import fonts
from shunt.render.raster import png
from shunt.render.scene import Scene, Text
from shunt.render.values import svg
from tests.cli.running import check_refused
from tests.cli.running import shunt as run

TITLES = {
    "Polish": "Żółta łódź wśród gęsi",
    "Vietnamese": "Đường sắt Việt Nam",
    "Russian": "Сортировочная станция",
    "Greek": "Σταθμός διαλογής Ωρωπού",
    "Armenian": "Կայարան",
    "Georgian": "სადგური",
}
SQUARES = Path(__file__).with_name("squares.ttf")
"""A TrueType font of our own making with a square for 站, and no other letter."""
KINDS = ["cards", "booklet", "poster", "board", "switch-lists", "car-cards"]


def card_file(folder: Path, title: str) -> Path:
    path = folder / "card.toml"
    path.unlink(missing_ok=True)  # saving over an existing card keeps its title
    save_card(titled(title), path)
    return path


def titled(title: str) -> Card:
    return replace(load_card("first-swap"), about={"title": title})


def read_back(content: bytes) -> str:
    return "".join("".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


@pytest.mark.parametrize("language", TITLES)
def test_titles_are_read_back(language):
    title = TITLES[language]
    content = pdf(titled(title))
    assert title.replace(" ", "") in read_back(content)
    assert (PdfReader(io.BytesIO(content)).metadata or {}).get("/Title") == title


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_print_has_every_letter(kind):
    found = read_back(pdf(titled("Łódź Ж Ω"), kind=kind))
    assert "?" not in found
    if kind != "board":
        assert "ŁódźЖΩ" in found


def test_chinese_is_set_with_a_font_that_has_it_and_named_without(tmp_path):
    path, file = card_file(tmp_path, "站 No 站"), tmp_path / "out.pdf"
    done = run("print", path, "-o", file, "--font", SQUARES)
    assert (done.exit_code, "no typeface" in done.stderr) == (0, False)
    assert "站No站" in read_back(file.read_bytes())
    done = run("print", path, "-o", file)
    assert done.exit_code == 0
    assert done.stderr.count("站 No 站: no typeface has 站 (U+7AD9 CJK UNIFIED IDEOGRAPH-7AD9); shown as ?") == 1
    assert done.stderr.count("no typeface has") == 1
    assert "?No?" in read_back(file.read_bytes())


def test_png_files_are_set_in_the_typefaces_of_pdf_files():
    def drawn(letter: str) -> bytes:
        return png(Scene(8, 8, (Text(1, 6, letter, 4, "#000000", "start"),)))

    with fonts.typeface(str(SQUARES)):
        assert len({drawn(letter) for letter in "ŻЖΩԱს→站?"}) == 8
        assert drawn("场") == drawn("?")


def test_png_files_name_what_no_typeface_has(tmp_path):
    path, picture = card_file(tmp_path, "站 1"), tmp_path / "card.png"
    assert run("show", path, "-o", picture).stderr.count("no typeface has 站 (U+7AD9") == 1
    assert run("show", path, "-o", picture, "--font", SQUARES).stderr == ""
    check_refused(run("show", card_file(tmp_path, "पुणे"), "-o", picture), "is in Devanagari, whose letters")


@pytest.mark.parametrize(
    ("title", "script"), [("पुणे यार्ड", "Devanagari"), ("תחנה", "Hebrew"), ("محطة", "Arabic"), ("สถานี", "Thai")]
)
def test_scripts_that_need_shaping_are_refused_in_words(tmp_path, title, script):
    check_refused(run("print", card_file(tmp_path, title), "-o", tmp_path / "out.pdf"), f"is in {script}, whose letters")
    assert title in svg(titled(title)), "pictures for the screen are shaped by what shows them"


def test_a_file_that_is_no_font_is_refused(tmp_path):
    (tmp_path / "bad.ttf").write_bytes(b"\0\1\0\0" + bytes(40))
    for name in ("bad.ttf", "none.ttf"):
        done = run("print first-swap -o", tmp_path / "out.pdf", "--font", tmp_path / name)
        check_refused(done, "--font: ", f"{name} cannot be used as a typeface")


def test_letters_that_vera_has_stay_in_it():
    """Existing files keep their look: the part of DejaVu is for what Vera lacks."""
    assert [run.font for run in fonts.runs("Süd & Größe, ½ ¿Qué?")] == [fonts.PLAIN]
    assert "".join(run.text for run in fonts.runs("Łódź Ж→b", True)) == "Łódź Ж→b"
    assert fonts.width("e\u0301", 10) == fonts.width("é", 10)
