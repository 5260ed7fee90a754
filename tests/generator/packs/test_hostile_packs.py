"""Packs from strangers, and a person's own files in the folder of a pack."""

import os
import shutil
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.files.library import puzzles_folder
from shunt.generator.packs.check import check_pack
from shunt.generator.packs.pack import Pack
from shunt.generator.packs.reading import MANIFEST, read_manifest, read_packed

MANIFEST_TEXT = 'schema = "shunt-pack/1"\nname = "p"\ntitle = "P"\norder = {order}\n[sha256]\n{digests}\n'


def manifest(folder: Path, order: str = "[]", digests: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / MANIFEST).write_text(MANIFEST_TEXT.format(order=order, digests=digests), "utf-8")
    return folder


@pytest.mark.parametrize("name", ["../x", "/dev/zero", "..", "a//b", "", "x\\u001b", "a" * 150])
def test_names_in_a_manifest_that_lead_elsewhere(name, tmp_path):
    for folder in (manifest(tmp_path / "a", f'["{name}"]'), manifest(tmp_path / "b", "[]", f'"{name}" = "0"')):
        with pytest.raises(InputError, match=r"cannot be the name of a file|not a path inside|not a name") as caught:
            read_manifest(folder)
        assert str(caught.value).isprintable()


def test_a_manifest_of_a_wrong_type_is_refused_with_its_line(tmp_path):
    with pytest.raises(InputError) as caught:
        read_manifest(manifest(tmp_path / "pack", "3"))
    assert [fault.line for fault in caught.value.faults] == [4]


def test_what_a_manifest_names_is_a_regular_file_in_the_pack(tmp_path):
    digests = "\n".join(f'"{name}" = "0"' for name in ("fifo", "zero", "out", "folder"))
    folder = manifest(tmp_path / "pack", '["01", "02"]', digests)
    (folder / "folder").mkdir()
    os.mkfifo(folder / "fifo")
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "out").symlink_to("/etc/hostname")
    (folder / "cards").mkdir()
    os.mkfifo(folder / "cards/01.toml")
    (folder / "cards/02.toml").symlink_to("/dev/zero")
    found = {one.where: one.what for one in check_pack(folder).findings if one.is_fault}
    assert {"fifo", "zero", "out", "folder", "cards/01.toml", "cards/02.toml"} <= found.keys()
    with pytest.raises(InputError):
        read_packed(folder, "01")
    (folder / MANIFEST).unlink()
    os.mkfifo(folder / MANIFEST)
    with pytest.raises(InputError, match="regular file"):
        read_manifest(folder)


def test_replacing_a_pack_keeps_a_person_s_own_files(tmp_path):
    pack = Path(shutil.copytree(puzzles_folder() / "packs/starter", tmp_path / "pack"))
    named = read_manifest(pack)[0].sha256
    own = {".git/config": "[core]", "notes.txt": "mine", "print/a.pdf": "%PDF", "cards/99.toml": "my draft"}
    for path, text in own.items():
        (pack / path).parent.mkdir(exist_ok=True)
        (pack / path).write_text(text, "utf-8")
    Pack("empty").save(pack, replace=True)
    left = {path.relative_to(pack).as_posix() for path in pack.rglob("*") if path.is_file()}
    assert left == own.keys() | {MANIFEST, "sheets/yard-guides.txt", ".gitattributes", ".gitignore"}
    assert not left & named.keys()
    assert {path: (pack / path).read_text("utf-8") for path in own} == own
    assert [path.name for path in tmp_path.iterdir()] == ["pack"]


def test_a_layout_of_a_pack_is_in_it(tmp_path):
    pack = Path(shutil.copytree(puzzles_folder() / "packs/starter", tmp_path / "pack"))
    (tmp_path / "out.toml").write_bytes((pack / "layouts/branch-8.toml").read_bytes())
    file = pack / "cards/let-go.toml"
    file.write_text(file.read_text("utf-8").replace("../layouts/branch-8.toml", "../../out.toml"), "utf-8")
    with pytest.raises(InputError, match="not inside the folder"):
        Pack.open(pack)
