"""The wheel: built from this checkout, installed in an environment of its own, and used from there."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "puzzles").rglob("*") if path.is_file())

SCRIPT = """
from shunt.files.library import puzzles_folder
folder = puzzles_folder()
print(folder)
print(*sorted("puzzles/" + path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()), sep="\\n")
"""


def run(*command: str | Path, cwd: Path) -> str:
    given = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=given, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("shunt-*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_holds_package_and_puzzles(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"shunt/{name}" for name in SHIPPED} <= names
    assert {"shunt/__init__.py", "shunt/py.typed", "shunt/search/core/jit.py"} <= names
    assert {name.split("/")[0] for name in names} == {"shunt", wheel.name.split("-py3")[0] + ".dist-info"}


@pytest.mark.slow
def test_an_installed_wheel_finds_its_puzzles(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip())
    # What the package needs comes from this environment, after its own packages: .pth files are not followed twice.
    (site / "outer.pth").write_text(sysconfig.get_path("purelib") + "\n")

    folder, *files = run(python, "-c", SCRIPT, cwd=tmp_path).splitlines()
    assert Path(folder) == site.resolve() / "shunt" / "puzzles"
    assert files == SHIPPED
    assert "Usage: shunt" in run(home / "bin" / "shunt", "--help", cwd=tmp_path)
