"""Fenced blocks of the documents, and how each language of them is run.

`console`: the commands are run in order in the folder of the page, and print what is shown; `…` stands for any lines. `sh`:
commands that play, serve or take minutes; their arguments and options are read, and nothing is done. `python`: run, as a
session if it has prompts. `toml`: written to the folder of the page if its first line names a file. `text`: pictures and
excerpts; not run.
"""

import re
import shlex

import click

from shunt.cli import cli
from tests.cli.running import ROOT

DOCS = ROOT / "docs"
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
}
BLOCK = re.compile(r"^( *)```(?!`)(\S*)[^\n]*\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)


def blocks(page: str, *languages: str) -> list[str]:
    """The blocks of a page in these languages, in order."""
    return [text for _, language, text in BLOCK.findall(PAGES[page]) if language in languages]


def files(page: str) -> dict[str, str]:
    """The files of a page by name."""
    return {found[1]: text for text in blocks(page, "toml") if (found := re.match(r"# file: (\S+)\n", text))}


def shown(console: str) -> list[tuple[list[str], str, str]]:
    """Every command of `shunt` in a console: its words, what is typed at its prompt, what it prints."""
    commands = []
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        line, _, rest = part.partition("\n")
        typed = "".join(f"{entry}\n" for entry in re.findall(r"^> (.*)$", rest, re.MULTILINE))
        if line.startswith("shunt "):
            commands.append((words(line), typed, re.sub(r"^> .*\n", "", rest, flags=re.MULTILINE)))
    return commands


def listed(page: str) -> list[list[str]]:
    """Every command of `shunt` in the scripts of a page."""
    lines = [line for text in blocks(page, "sh") for line in text.splitlines()]
    return [words(line) for line in lines if line.startswith("shunt ")]


def words(line: str) -> list[str]:
    """The words of a command without its comment, and without where its output goes."""
    split = shlex.split(re.sub(" +# .*", "", line))
    return split[: split.index(">>")] if ">>" in split else split[: split.index(">")] if ">" in split else split


def read_arguments(line: list[str]) -> None:
    """Read the arguments and options of a command as click does before it calls it; raises what click raises."""
    command, rest = cli, line[1:]
    context = None
    while isinstance(command, click.Group) and rest:
        context = click.Context(command, parent=context, info_name=command.name)
        _, found, rest = command.resolve_command(context, rest)
        assert found is not None, line
        command = found
    command.make_context(command.name, rest, parent=context)


def steady(text: str) -> str:
    """Text without what differs from run to run, and from one version of the search or of the drawn track to the next."""
    text = re.sub(r"[\d,]+ states(,| in) [\d.]+ m?s", "… states in … s", text)
    text = re.sub(r"[\d,]+ kB", "… kB", text)
    return " ".join(re.sub("[\u2800-\u28ff]", " ", text).split())


def is_printed(printed: str, expected: str) -> bool:
    """Whether a text is what a page shows, where a line `…` stands for any lines."""
    parts = [re.escape(steady(part)) for part in re.split(r"^…\n", expected, flags=re.MULTILINE)]
    return re.fullmatch(".*".join(parts), steady(printed), re.DOTALL) is not None
