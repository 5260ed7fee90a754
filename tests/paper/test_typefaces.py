"""Pictures and paper do not depend on the fonts of a machine."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

DRAWN = """
import hashlib
from shunt.cards.files import load_card
from shunt.paper.products import pdf
from shunt.render.cards import card_scene
from shunt.render.raster import png
from shunt.render.svg import svg_text
card = load_card("first-swap")
scene = card_scene(card)
for content in (svg_text(scene).encode(), png(scene, 2.0), pdf("first-swap")):
    print(hashlib.sha256(content).hexdigest())
"""


def digests(folder: Path, fonts: str) -> list[str]:
    """Draw in a process whose fontconfig knows only the fonts in a folder."""
    config = folder / "fonts.conf"
    config.write_text(f'<?xml version="1.0"?><fontconfig>{fonts}<cachedir>{folder}</cachedir></fontconfig>')
    known = {
        "FONTCONFIG_FILE": str(config),
        "FONTCONFIG_PATH": str(folder),
        "HOME": str(folder),
        "RL_TTFSearchPath": str([str(folder)]),
    }
    done = subprocess.run([sys.executable, "-c", DRAWN], env=os.environ | known, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.slow
def test_pictures_and_paper_are_the_same_bytes_with_other_fonts_and_with_none(tmp_path):
    import reportlab

    fonts = Path(reportlab.__file__).parent / "fonts"
    other = tmp_path / "other"
    other.mkdir()
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "Vera.ttf", "VeraBd.ttf"):  # a serif under the names of others
        (other / name).write_bytes((fonts / "VeraIt.ttf").read_bytes())
    none = digests(tmp_path, "")
    assert len(none) == 3
    assert digests(other, f"<dir>{other}</dir>") == none
    printed = []
    exec(DRAWN, {"print": printed.append, "hashlib": hashlib})
    assert printed == none
