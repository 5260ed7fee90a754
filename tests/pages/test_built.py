"""The built programs of the pages: made from the sources as they are now."""

from __future__ import annotations

import pytest

from shunt.pages import built

FILES = sorted(path.name for path in built.BUILT.iterdir() if path.suffix in (".js", ".css"))


def test_every_entry_is_built() -> None:
    entries = {path.stem + path.suffix.replace(".ts", ".js") for path in (built.SOURCE / "entries").iterdir()}
    assert set(FILES) == entries


@pytest.mark.parametrize("file", FILES)
def test_no_built_file_is_stale(file: str) -> None:
    assert not built.is_stale(file), f"{file} was built from other sources: run make pages, and commit what it writes"


def test_a_changed_source_makes_the_build_stale(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (built.BUILT / "player.js").read_text()
    monkeypatch.setattr(built, "BUILT", tmp_path)
    for changed in (
        text.replace("sources ", "sources 0", 1),
        text.partition("\n")[2],
        text.replace("entries/player.ts", "entries/gone.ts", 1),
    ):
        (tmp_path / "player.js").write_text(changed)  # type: ignore[operator]
        assert built.is_stale("player.js")
