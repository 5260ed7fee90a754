"""The end-to-end test of an installed wheel: `python tests/release/end_to_end.py PYTHON`.

PYTHON is the interpreter of an environment that shunt is installed in. Everything runs outside the checkout, in an empty folder,
with a home that not even root can write: the help of every command, a solve, a pack, a page, a PDF and a game.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = """
import click, json
from shunt.cli import cli
found = []
def walk(command, path):
    found.append(path)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            walk(command.get_command(context, name), [*path, name])
walk(cli, [])
from click.testing import CliRunner
for path in found:
    done = CliRunner().invoke(cli, [*path, "--help"])
    assert done.exit_code == 0 and "Usage:" in done.output, (path, done.output)
import shunt
print(json.dumps({"commands": len(found), "from": shunt.__file__}))
"""


class Installed:
    """An installed shunt, run in a folder of its own."""

    def __init__(self, python: str, folder: Path) -> None:
        self.python, self.folder = python, folder
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self.environment = kept | {"HOME": "/proc/no-home", "PYTHONSAFEPATH": "1", "NUMBA_DISABLE_PERFORMANCE_WARNINGS": "1"}

    def run(self, *arguments: str, **more: str) -> str:
        """Run the interpreter with `more` in its environment; return what it prints."""
        command, given = [self.python, *arguments], self.environment | more
        done = subprocess.run(command, cwd=self.folder, env=given, capture_output=True, text=True, timeout=1200)
        if done.returncode != 0 or "Traceback" in done.stderr:
            raise SystemExit(f"{' '.join(arguments)[:200]}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def shunt(self, *arguments: str, **more: str) -> str:
        """Run a command."""
        return self.run("-m", "shunt", *arguments, **more)


def check(python: str, **cache: str) -> str:
    """Run everything; return a line with what was run. `cache`: the variable that sets one for the command that compiles most."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        installed = Installed(python, folder)
        version = installed.shunt("--version").splitlines()
        told = json.loads(installed.run("-c", COMMANDS))
        assert "-packages" in told["from"], told
        assert json.loads(installed.shunt("solve", "first-swap", "--json"))["status"] == "optimal"
        installed.shunt("make", "pack", "--count", "2", "--board", "fan-10", "-o", "small", **cache)
        assert len(list((folder / "small" / "cards").glob("*.toml"))) == 2
        installed.shunt("page", "first-swap", "-o", "page.html")
        assert (folder / "page.html").read_text("utf-8").startswith("<!doctype html>")
        installed.shunt("print", "first-swap", "-o", "card.pdf")
        assert (folder / "card.pdf").read_bytes().startswith(b"%PDF")
        installed.shunt("tiles", "simulate", "--games", "3")
        assert not list(folder.glob(".*"))
        return f"{', '.join(version[:3])}: {told['commands']} commands, solve, pack, page, PDF and game"


if __name__ == "__main__":
    print(check(sys.argv[1]))
