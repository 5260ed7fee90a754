"""Man pages of the commands, from the texts of `--help`: one for `shunt`, and one for each command and sub-command.

They are written when a wheel is built, so this module and its imports need only click.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

EXIT_STATUS = [
    ("0", "Answered."),
    ("1", "The answer is no."),
    ("2", "Bad usage or bad input; nothing is on stdout."),
    ("3", "Stopped at a limit."),
    ("70", "A bug in the program."),
    ("130", "Interrupted."),
]
ENVIRONMENT = [
    ("SHUNT_CACHE_DIR", "Folder of what is kept between calls. Default: XDG_CACHE_HOME, else ~/.cache."),
    ("SHUNT_DATA_DIR", "Folder of the logs of results. Default: shunt in XDG_DATA_HOME, else in ~/.local/share."),
    ("SHUNT_TABLEBASES", "Folder of tablebases, as --tablebases of the commands that use them."),
    ("SHUNT_DATABASES", "Folder of pattern databases, as --databases of solve; empty to keep none."),
    ("NO_COLOR, TERM, COLUMNS", "As usual: colours, the kind of terminal, and its width."),
]
FILES = [
    ("~/.cache/shunt", "Compiled kernels and pattern databases. They may be removed at any time."),
    ("~/.local/share/shunt/results", "The log of results of each pack, as JSON Lines."),
    ("cards_out", "Folder below the current one for what is made without --output."),
]


def man_pages(context: click.Context, version: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the man page of a command, such as `shunt-solve.1`, and of its sub-commands."""
    yield f"{context.command_path.replace(' ', '-')}.1", "\n".join(_page(context, version)) + "\n"
    for name, command in _below(context):
        yield from man_pages(click.Context(command, parent=context, info_name=name), version)


def _below(context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group by name."""
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            sub = context.command.get_command(context, name)
            if sub is not None and not sub.hidden:
                yield name, sub


def _page(context: click.Context, version: str) -> Iterator[str]:
    """Yield the lines of a page."""
    command, path = context.command, context.command_path
    yield f'.TH "{path.replace(" ", "-").upper()}" "1" "" "shunt {version}" "shunt"'
    yield from (".SH NAME", f"{_plain(path.replace(' ', '-'))} \\- {_plain(command.get_short_help_str(200).rstrip('.'))}")
    yield from (".SH SYNOPSIS", f".B {_plain(path)}", _plain(" ".join(command.collect_usage_pieces(context))))
    about, examples, status = _parts(inspect.cleandoc(command.help or ""))
    yield ".SH DESCRIPTION"
    yield from _text(about)
    records = [record for one in command.get_params(context) if (record := one.get_help_record(context)) and record[1]]
    yield from _listed("OPTIONS", records)
    yield from _listed("COMMANDS", [(name, sub.get_short_help_str(200)) for name, sub in _below(context)])
    if examples:
        yield from (".SH EXAMPLES", ".nf", *(_plain(line.removeprefix("  ")) for line in examples.split("\n")), ".fi")
    if status:
        yield from (".SH EXIT STATUS", *_text(status))
    else:
        yield from _listed("EXIT STATUS", EXIT_STATUS)
    yield from _listed("ENVIRONMENT", ENVIRONMENT)
    yield from _listed("FILES", FILES)
    others = ["shunt-list", "shunt-check"] if context.parent is None else [context.parent.command_path.replace(" ", "-")]
    others += [f"{path.replace(' ', '-')}-{name}" for name, _ in _below(context)] if context.parent is not None else []
    yield from (".SH SEE ALSO", *(f".BR {_plain(other)} (1)" for other in others))


def _parts(help_text: str) -> tuple[str, str, str]:
    """Return a help text without its examples and its exit status, the examples, and the exit status."""
    paragraphs = re.split(r"\n\s*\n", help_text)
    examples = [one for one in paragraphs if one.lstrip("\b\n").startswith("Examples:")]
    status = [one for one in paragraphs if one.startswith("Exit status:")]
    about = "\n\n".join(one for one in paragraphs if one not in examples + status)
    shown = "\n".join(one.lstrip("\b\n").partition("\n")[2] for one in examples)
    return about, shown, "\n\n".join(one.removeprefix("Exit status:").strip() for one in status)


def _text(help_text: str) -> Iterator[str]:
    """Yield paragraphs. Paragraphs that begin with the line `\b` keep their lines."""
    for paragraph in re.split(r"\n\s*\n", help_text):
        kept, lines = paragraph.startswith("\b"), paragraph.lstrip("\b\n").split("\n")
        yield from (".PP", *([".nf"] * kept), *map(_plain, lines), *([".fi"] * kept))


def _listed(title: str, entries: list[tuple[str, str]]) -> Iterator[str]:
    """Yield a section of names, each with its description."""
    if entries:
        yield f".SH {title}"
        for name, words in entries:
            yield from (".TP", f"\\fB{_plain(name)}\\fR", _plain(" ".join(words.split())))


def _plain(line: str) -> str:
    """Return a line escaped for roff."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
