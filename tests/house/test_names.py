"""Files that are named in docstrings, in the programs of the pages and in documents exist."""

import re
from pathlib import Path

from tests.house.sources import PACKAGE, ROOT

FILE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.py)`")
READ = [
    *PACKAGE.rglob("*.py"),
    *(PACKAGE / "pages" / "source").rglob("*.ts"),
    *(ROOT / "docs").rglob("*.md"),
    *ROOT.glob("*.md"),
    *(ROOT / "tests").rglob("*.py"),
]
EXAMPLES = {"my_game.py", "probe.py"}


def test_files_that_are_named_exist():
    files = {path.name for folder in (PACKAGE, ROOT / "tests", ROOT / "benchmarks") for path in folder.rglob("*.py")}

    def exists(name: str, beside: Path) -> bool:
        """Whether a file is there: by its name alone, or from the top, the package, its folder or one above it."""
        folders = [PACKAGE, *(folder for folder in beside.parents if ROOT in (folder, *folder.parents))]
        return any((folder / name).exists() for folder in folders) if "/" in name else name in files

    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in READ
        for name in sorted(set(FILE.findall(path.read_text(encoding="utf-8"))) - EXAMPLES)
        if not exists(name, path)
    ]
    assert missing == []
