"""CONTRIBUTING.md tells the truth: each recipe is applied to a copy of the package, and its commands are run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GUIDES = dict(re.findall(r"^### (An? [^\n]*)\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE))
BLOCK = re.compile(r"```(toml|python|diff|console)\n(.*?)```", re.DOTALL)
COPIED = ("shunt", "puzzles", "pyproject.toml", "tests", "docs/schemas")


def test_every_guide_is_known():
    assert {name for name, text in GUIDES.items() if BLOCK.search(text)} == {*QUICK, *SLOW}
    for path in re.findall(r"`((?:tests|docs|shunt)/[\w./]+\.(?:py|md))`", PAGE):
        assert (ROOT / path).exists(), path
    for path in re.findall(r"`((?:rules|cards|search|cli|paper|games|track|files)/[\w./]+\.py)`", PAGE):
        assert (ROOT / "shunt" / path).exists(), path


QUICK = ["A layout or a card", "A command", "A space mark", "A table game"]
SLOW = ["A kind of puzzle", "A metric", "A rule of trains"]  # many processes, and kernels


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_a_guide_does_what_it_says(name, tmp_path):
    for part in COPIED:
        folder = (tmp_path / part).parent
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-Rp", ROOT / part, folder], check=True)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    for kind, text in BLOCK.findall(GUIDES[name]):
        if kind == "console":
            for command, shown in re.findall(r"^\$ ([^\n]*)\n(.*?)(?=^\$ |\Z)", text, re.DOTALL | re.MULTILINE):
                assert printed(command, tmp_path) == shown.strip()
        elif kind == "diff":
            apply(text, tmp_path)
        else:
            first, _, content = text.partition("\n")
            path = tmp_path / first.removeprefix("# file: ")
            path.write_text(content, encoding="utf-8")


def printed(command: str, folder: Path) -> str:
    """What a shell prints of a command, with `shunt` and `python` of the copy; kernels that are as they were are not compiled."""
    python = f'"{sys.executable}"'
    words = re.sub(r"^shunt ", f"{python} -m shunt ", re.sub(r"^python ", f"{python} ", command))
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(words, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def apply(diff: str, folder: Path) -> None:
    """Apply a diff without line numbers: each hunk begins with `@@`, and its old lines are in the file once."""
    for file, hunks in re.findall(r"^--- a/([^\n]*)\n\+\+\+ [^\n]*\n(.*?)(?=^--- a/|\Z)", diff, re.DOTALL | re.MULTILINE):
        path = folder / file
        text = path.read_text(encoding="utf-8")
        for hunk in hunks.split("@@\n")[1:]:
            lines = hunk.rstrip("\n").split("\n")
            old, new = ("\n".join(line[1:] for line in lines if line[:1] in (" ", sign)) for sign in "-+")
            assert text.count(old) == 1, f"{file}: {old}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
