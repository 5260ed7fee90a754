"""The README tells the truth: its commands print what it shows, its Python runs, its links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import re
import shlex

import pytest

from shunt.cli.commands import MAKE, SECTIONS
from tests.cli.running import ROOT, shunt

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
SHOWN = [tuple(part.split("\n", 1)) for part in CONSOLE.split("$ ")[1:] if part.startswith("shunt ")]


def steady(text: str) -> str:
    """Text without what differs from run to run, and from one version of the search or of the drawn track to the next."""
    text = re.sub(r"[\d,]+ states(,| in) [\d.]+ m?s", "… states in … s", text)
    return " ".join(re.sub("[\u2800-\u28ff]", " ", text).split())


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_commands_print_what_is_shown(command: str, output: str) -> None:
    done = shunt(*shlex.split(command)[1:])
    assert steady(done.stdout) == steady(output)


def test_the_demo_is_shown_as_it_is() -> None:
    shown = CONSOLE.split("$ make demo\n")[1].split("$ make test")[0]
    assert steady(shown) == steady(shunt("show", "first-swap").stdout + shunt("solve", "first-swap").stdout)


def test_the_python_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue().startswith("optimal 6\n1. A A1>B2\n2. A B2>E1 via W1\n")
    shown = re.findall(r"print\(.*?\)  # (.+)", code)
    assert printed.getvalue().splitlines()[-1] == shown[-1]


def test_every_command_is_named() -> None:
    missing = [name for section in SECTIONS.values() for name in section if f"`{name}`" not in README and name != "make"]
    missing += [f"make {name}" for name in MAKE if f"`make {name}`" not in README]
    assert not missing


def test_links_lead_somewhere() -> None:
    missing = [link for link in re.findall(r"\]\(([^)#:]+)\)", README) if not (ROOT / link).exists()]
    assert not missing
