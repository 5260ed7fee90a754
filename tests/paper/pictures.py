"""The pictures of printed sheets in the guide: `make sheets` prints them and draws them with pdftoppm (Debian: poppler-utils)."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from shutil import which

from PIL import Image

from shunt.cards.files import load_card
from shunt.paper.products import pdf

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
DOTS, GAP, COLOURS = 54, 14, 48  # dots an inch, pixels between two sheets, colours of a picture
SHEETS = {
    "sheets-cards": (("cards", ("box-forty",), 1), ("cards", ("box-forty",), 2)),
    "sheets-booklet": (("booklet", ("box-forty",), 1), ("booklet", ("box-forty",), 4)),
    "sheets-poster": (("poster", ("two-on-two",), 1),),
    "sheets-board": (("board", ("first-swap",), 1),),
    "sheets-lists": (
        ("switch-lists", ("timesaver-1", "first-swap", "siding-swap", "two-on-two"), 1),
        ("car-cards", ("timesaver-1",), 1),
    ),
    "sheets-hump": (("hump-tiles", (), 1), ("hump-cars", (), 1)),
    "sheets-games": (("express-cards", (), 2), ("yardmaster-scores", (), 1)),
}
"""Picture → its sheets: what is printed, of which cards or pack, and the page."""


def main() -> int:
    """Draw all pictures; return the exit status."""
    if which("pdftoppm") is None:
        print("pdftoppm is missing (Debian: apt-get install poppler-utils)", file=sys.stderr)
        return 1
    for name, sheets in SHEETS.items():
        path = IMAGES / f"{name}.png"
        _side_by_side([_page(*sheet) for sheet in sheets]).save(path, optimize=True)
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


def _page(kind: str, what: tuple[str, ...], page: int) -> Image.Image:
    source = what[0] if len(what) == 1 else [load_card(name) for name in what]
    content = pdf(source, kind=kind)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "page"
        command = ["pdftoppm", "-r", str(DOTS), "-f", str(page), "-l", str(page), "-png", "-singlefile", "-", str(target)]
        subprocess.run(command, input=content, check=True)
        with Image.open(target.with_suffix(".png")) as drawn:
            return drawn.convert("RGB")


def _side_by_side(pictures: Iterable[Image.Image]) -> Image.Image:
    drawn = list(pictures)
    size = sum(one.width + GAP for one in drawn) + GAP, max(one.height for one in drawn) + 2 * GAP
    whole = Image.new("RGB", size, "#b9b4a8")
    x = GAP
    for one in drawn:
        whole.paste(one, (x, GAP))
        x += one.width + GAP
    return whole.quantize(COLOURS)


if __name__ == "__main__":
    sys.exit(main())
