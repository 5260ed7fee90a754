"""A wheel with compiled kernels, installed in an environment of its own; `tests/release` tests the usual one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    given = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | environment
    done = subprocess.run(command, cwd=cwd, env=given, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def built(folder: Path, **environment: str) -> Path:
    """Build a wheel of this checkout."""
    command = sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT
    run(*command, cwd=folder, **environment)
    (found,) = folder.glob("shunt_puzzles-*.whl")
    return found


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel in an environment of its own; return the environment."""
    home = folder / "env"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    # What the package needs comes from this environment, after its own packages: .pth files are not followed twice.
    (site / "outer.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


@pytest.mark.slow
def test_a_wheel_with_kernels_compiles_nothing(tmp_path: Path) -> None:
    """As `make wheel` builds it, but with the kernels of one card alone; what is compiled is stored in the user's cache."""
    kernels, cache = tmp_path / "kernels", tmp_path / "cache"
    solve = "solve", "inglenook-533", "--json"
    given = {"SHUNT_DATABASES": "", "PYTHONPATH": str(ROOT)}
    run(sys.executable, "-m", "shunt", *solve, cwd=tmp_path, NUMBA_CPU_NAME="generic", SHUNT_CACHE_DIR=str(kernels), **given)
    wheel = built(tmp_path, SHUNT_KERNELS=str(kernels / "shunt"))
    assert wheel.name.endswith("manylinux_2_17_x86_64.whl")
    shunt = installed(wheel, tmp_path) / "bin" / "shunt"
    assert json.loads(run(shunt, *solve, cwd=tmp_path, SHUNT_CACHE_DIR=str(cache)))["status"] == "optimal"
    assert list(kernels.rglob("*.nbc"))
    assert not list(cache.rglob("*.nb[ic]"))
