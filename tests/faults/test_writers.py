"""Every option of every command that names what is written has a command in the campaign."""

from collections.abc import Iterator

import click

from shunt.cli import cli
from tests.faults.writers import WRITERS
from tests.fuzz.commands import commands

READ = {"font", "weights", "tablebases", "resume", "plan", "databases", "roster"}
"""Options of files and folders that are read, and that of a cache, where a file that cannot be written only makes a remark."""
NOT_WRITTEN = {
    ("catalogue export", "file"),
    ("catalogue find", "file"),
    ("catalogue stats", "file"),
    ("hint", "file"),
    ("pack draw", "file"),
    ("pack log", "files"),
    ("replay", "file"),
}
"""Catalogues, logs and moves that a command only reads."""
FLAGS = {("solve", "save"), ("rate", "save")}
"""Options without a value that have the file of an argument written."""


def outputs() -> Iterator[tuple[click.Command, str, str]]:
    """Every option that names what is written: its command, the words that call it, the parameter."""
    for path, command in commands():
        for parameter in command.params:
            words, name = " ".join(path), parameter.name or ""
            names_a_file = isinstance(parameter, click.Option) and parameter.metavar in ("FILE", "DIR")
            if (names_a_file and name not in READ and (words, name) not in NOT_WRITTEN) or (words, name) in FLAGS:
                yield command, words, name


def tried() -> Iterator[tuple[click.Command, str]]:
    """Every option that a command of the campaign gives."""
    for writer in WRITERS.values():
        command, words = cli, list(writer.words)
        while isinstance(command, click.Group):
            found = command.get_command(click.Context(command), words.pop(0))
            if found is None:
                break  # not a command line, such as a save in the editor
            command = found
        if not isinstance(command, click.Group):
            given, _, order = command.make_parser(click.Context(command)).parse_args(words)
            yield from ((command, name) for name in given if name in {parameter.name for parameter in order})


def test_every_output_of_every_command_is_in_the_campaign():
    covered = {(id(command), name) for command, name in tried()}
    listed = list(outputs())
    assert [f"{words}: {name}" for command, words, name in listed if (id(command), name) not in covered] == []
    assert len(listed) > 45


def test_options_that_only_name_what_is_read_exist():
    known = {(" ".join(path), parameter.name) for path, command in commands() for parameter in command.params}
    assert known >= NOT_WRITTEN | FLAGS
