"""The built programs of the pages: made from the sources as they are now."""

import hashlib
import re
from pathlib import Path

import pytest

from shunt.pages import html

SOURCE = Path(html.__file__).parent / "source"
FILES = sorted(path.name for path in html.BUILT.iterdir() if path.suffix in (".js", ".css"))


def is_stale(text: str) -> bool:
    """Whether a built file was made from other sources than those here; its first line names them and their digest."""
    match = re.fullmatch(r"/\* sources ([0-9a-f]{64}) (.+) \*/", text.partition("\n")[0])
    if match is None or not all((SOURCE / name).is_file() for name in match[2].split()):
        return True
    digest = hashlib.sha256()
    for name in match[2].split():
        digest.update(f"{name}\0".encode() + (SOURCE / name).read_bytes() + b"\0")
    return digest.hexdigest() != match[1]


def test_every_entry_is_built():
    entries = {path.stem + path.suffix.replace(".ts", ".js") for path in (SOURCE / "entries").iterdir()}
    assert set(FILES) == entries


@pytest.mark.parametrize("file", FILES)
def test_no_built_file_is_stale(file):
    assert not is_stale((html.BUILT / file).read_text()), (
        f"{file} was built from other sources: run make pages, and commit what it writes"
    )
