"""Types hold for programs that use the package: a client passes pyright, and mypy in `make lint`."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from shunt.generator.constraints import constraints_of
from shunt.generator.spec import CardConstraints, CardSpec

ROOT = Path(__file__).resolve().parents[2]
CLIENT = Path(__file__).with_name("client.py")
PYRIGHT = ROOT / "node_modules" / "pyright" / "index.js"


def test_keywords_of_generate_are_the_constraints():
    assert CardConstraints.__annotations__.keys() == {*constraints_of(CardSpec), "weights"}


@pytest.mark.slow
def test_pyright_passes_a_client(tmp_path):
    shutil.copy(CLIENT, tmp_path)
    settings = {"typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    node = Path(sys.executable).with_name("node")
    command = [node, PYRIGHT, "--pythonpath", sys.executable, "client.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
