"""The release: archives of the same bytes, with sound metadata, and a wheel that works where nothing else of this project is."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from packaging.metadata import Metadata

from shunt.search.core.kernel_cache import cache_folder
from tests.release.end_to_end import check

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("tests/release/environments.sh", ".ci/run")


def build(folder: Path, kinds: Sequence[str] = ("wheel", "sdist"), **more: str) -> dict[str, bytes]:
    """Build archives as `make dist` does; their bytes by name."""
    named = [argument for kind in kinds for argument in ("-t", kind)]
    command = [sys.executable, "-m", "hatchling", "build", *named, "-d", str(folder)]
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1764000000"} | more
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def installed(wheel: Path, folder: Path) -> str:
    """Install a wheel in an environment of its own; its Python. What the package needs comes from that of the tests."""
    venv.create(folder / "env", with_pip=False)
    python = str(folder / "env" / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    home = str(folder / "env")
    site = Path(sysconfig.get_path("purelib", vars={"base": home, "platbase": home}))
    # After its own packages: .pth files are not followed twice.
    (site / "outer.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    build(folder)
    return folder


def test_the_version_is_in_one_place():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {version}\n" in citation
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    lines = [line for path in (ROOT / "shunt").rglob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if re.search(rf"""["']{re.escape(version)}["']""", line) and "entry(" not in line] == []


def test_the_licence_of_what_others_wrote_is_quoted():
    quoted = (ROOT / "THIRD-PARTY.md").read_text("utf-8")
    licence = (ROOT / "shunt/pages/source/edit/files/smol-toml.txt").read_text("utf-8").strip()
    assert licence in quoted
    bundled = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license-files"])
    assert bundled == {"LICENSE", "THIRD-PARTY.md"}


def test_no_text_names_the_project_that_owns_shunt_on_the_index():
    """Whoever installs `shunt` from the package index gets a stranger's package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (project["name"], project["license"]) == ("shunt-puzzles", "MIT AND BSD-3-Clause AND Bitstream-Vera")
    assert list(project["scripts"]) == ["shunt"]
    assert project["urls"]
    texts = [*(ROOT / "docs").rglob("*"), *(ROOT / "shunt").rglob("*.py"), *ROOT.glob("*.*"), ROOT / "Containerfile"]
    wrong = re.compile(r"(pip|pipx|uv)( tool| pip)? install [^\n`]*\bshunt\b(?!-puzzles)|\bshunt\[\w+(,\w+)*\]")
    readable = [path for path in texts if path.suffix in (".md", ".py", ".toml", ".ipynb", "", ".cff") and path.is_file()]
    found = [(path.name, match.group()) for path in readable for match in wrong.finditer(path.read_text("utf-8"))]
    assert found == []


def test_scripts_of_the_workflow_exist():
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    for script in SCRIPTS:
        assert script in workflow
        assert os.access(ROOT / script, os.X_OK)


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(archives, tmp_path):
    again = build(tmp_path)
    assert again == {path.name: path.read_bytes() for path in sorted(archives.iterdir())}
    assert len(again) == 2


def check_metadata(content: bytes) -> None:
    """Check that the package index takes this description of the package."""
    found = Metadata.from_email(content)  # raises what is wrong with it
    assert found.description_content_type == "text/markdown"
    assert len(str(found.description)) > 1000


@pytest.mark.slow
def test_the_archives_hold_what_is_needed(archives):
    with tarfile.open(next(archives.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        (described,) = [archive.extractfile(name) for name in archive.getnames() if name.count("/") == 1 and "/PKG-INFO" in name]
        assert described is not None
        check_metadata(described.read())
    assert {"pyproject.toml", "hatch_build.py", "LICENSE", "THIRD-PARTY.md", "README.md", "CITATION.cff"} <= names
    assert {"shunt/__init__.pyi", "shunt/pages/built/player.js", "puzzles/cards/first-swap.toml"} <= names
    assert not any(name.startswith((".ci", ".github", "cards_out", "build", "data/")) for name in names)
    (wheel,) = archives.glob("*.whl")
    names, named = set(zipfile.ZipFile(wheel).namelist()), wheel.name.split("-py3")[0]
    check_metadata(zipfile.ZipFile(wheel).read(f"{named}.dist-info/METADATA"))
    puzzles = {f"shunt/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "puzzles").rglob("*") if path.is_file()}
    assert {*puzzles, "shunt/__init__.py", "shunt/py.typed", "shunt/search/core/jit.py"} <= names
    assert {name.split("/")[0] for name in names} == {"shunt", f"{named}.data", f"{named}.dist-info"}
    assert f"{named}.data/data/share/man/man1/shunt-solve.1" in names


@pytest.mark.slow
def test_the_installed_wheel_works_without_a_home_and_outside_the_checkout(archives, tmp_path):
    """On this Python; `tests/release/environments.sh` runs the same on others, with the oldest packages too."""
    (wheel,) = archives.glob("*.whl")
    cache = cache_folder("shunt.search.core.hashtable")
    assert cache is not None
    told = check(installed(wheel, tmp_path), SHUNT_CACHE_DIR=str(cache.parents[1]))
    assert re.search(r"\d+ commands, solve, pack, page, PDF and game", told)


@pytest.mark.slow
def test_a_wheel_with_kernels_compiles_nothing(tmp_path):
    """As `make wheel` builds it, but with the kernels of one card alone; what is compiled is stored in the user's cache."""
    kernels, cache = tmp_path / "kernels", tmp_path / "cache"

    def solve(python: str, **more: str) -> str:
        command = [python, "-m", "shunt", "solve", "inglenook-533", "--json"]
        given = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        given |= {"SHUNT_DATABASES": "", **more}
        return subprocess.run(command, cwd=tmp_path, env=given, capture_output=True, text=True, check=True).stdout

    solve(sys.executable, NUMBA_CPU_NAME="generic", SHUNT_CACHE_DIR=str(kernels), PYTHONPATH=str(ROOT))
    (name,) = build(tmp_path / "dist", ["wheel"], SHUNT_KERNELS=str(kernels / "shunt"))
    assert name.endswith("manylinux_2_17_x86_64.whl")
    told = solve(installed(tmp_path / "dist" / name, tmp_path), SHUNT_CACHE_DIR=str(cache))
    assert json.loads(told)["status"] == "optimal"
    assert list(kernels.rglob("*.nbc"))
    assert not list(cache.rglob("*.nb[ic]"))
