"""The help of every command: plain English, with examples that the command understands, and no wider than a terminal."""

import re
import shlex
from collections.abc import Iterator

import click

from shunt.cli import cli
from shunt.cli.commands import COMMANDS, MAKE, SECTIONS
from tests.cli.running import shunt
from tests.docs.blocks import read_arguments

WIDEST = 100
# Of english.md: words that make a reader stop.
BANNED = re.compile(
    r"\b(tells?|told|telling|anew|whoever|by lot|goes on|gone on|go on|so many|wish(es|ed)?|lies?|bettered|of its own accord"
    r"|there is no|there are no|worth keeping|doubles|clock of Greenwich|stands?|which of them)\b",
    re.IGNORECASE,
)


Found = tuple[str, click.Command, click.Context]


def every_command() -> Iterator[Found]:
    """Every command with its full name, groups included, also those that are not listed."""

    def below(
        group: click.Group, context: click.Context, prefix: str, names: list[str]
    ) -> Iterator[tuple[str, click.Command, click.Context]]:
        for name in names:
            command = group.get_command(context, name)
            assert command is not None
            inner = click.Context(command, info_name=name, parent=context, max_content_width=WIDEST)
            full = f"{prefix} {name}"
            yield full, command, inner
            if isinstance(command, click.Group):
                yield from below(command, inner, full, command.list_commands(inner))

    top = click.Context(cli, info_name="shunt", max_content_width=WIDEST)
    yield "shunt", cli, top
    yield from below(cli, top, "shunt", list(COMMANDS))


SHOWN_AS = {"shunt yard design": "shunt make yard"}
"""Commands whose examples have their other name."""

EVERY = {name: (command, context) for name, command, context in every_command()}


def examples_of(text: str) -> list[str]:
    """The lines below `Examples:` (or `Example:`) in a help text."""
    blocks = re.split(r"Examples?:\n", text)[1:]
    return [line.strip() for block in blocks for line in block.split("\n\n")[0].splitlines() if line.strip()]


def calls_in(line: str) -> list[list[str]]:
    """The calls of `shunt` in a line for a shell, without what is redirected."""
    calls = [[]]
    for word in shlex.split(line):
        if word == "|":
            calls.append([])
        elif word in (">", ">>", "<"):
            break
        else:
            calls[-1].append(word)
    return [call for call in calls if call[:1] == ["shunt"]]


def test_every_command_is_listed_once_with_a_line():
    done = shunt("--help")
    assert done.exit_code == 0
    listed = [name for section in SECTIONS.values() for name in section]
    assert [name for name in listed if done.stdout.count(f"\n  {name} ") != 1] == []
    assert [title for title, section in SECTIONS.items() if section and f"\n{title}:\n" not in done.stdout] == []
    lines = [words for section in (*SECTIONS.values(), MAKE) for _, words in section.values()]
    assert [words for words in lines if not re.match(r"[A-Z][a-z]+,? .*\.$", words)] == []


def test_help_of_every_command():
    for name in EVERY:
        done = shunt(*name.split()[1:], "--help")
        assert (done.exit_code, done.stderr) == (0, ""), name
        assert f"Usage: {name}" in done.stdout
        wide = [line for line in done.stdout.splitlines() if len(line) > WIDEST]
        assert not wide, name
        assert not (found := BANNED.findall(done.stdout)), (name, found)


def test_every_example_is_understood():
    """Each example in a help text is a call of this command (or, of a group, of a command in it) that click accepts."""
    for name, (command, _) in EVERY.items():
        calls = [call for line in examples_of(command.help or "") for call in calls_in(line)]
        assert calls, f"{name}: no examples"
        for call in calls:
            read_arguments(call)
        shown = SHOWN_AS.get(name, name)
        if not name.startswith("shunt make"):
            assert [call for call in calls if " ".join(call).startswith(shown)], f"{name}: no example of this command itself"


def test_the_help_of_every_option_is_whole():
    """A second line of a string that is not joined to the first is dropped by Python without a word."""
    for name, (command, _) in EVERY.items():
        for parameter in command.params:
            words = (getattr(parameter, "help", None) or "").rstrip()
            assert not words or words[-1] in ".…])", (name, parameter.name, words)


def test_options_that_are_alike_are_called_alike():
    """`--seed` is an integer everywhere (some commands take a text too), and what a command writes is `-o/--output`."""
    for name, (command, _) in EVERY.items():
        shown = {option: parameter for parameter in command.params for option in parameter.opts}
        assert not any(getattr(parameter, "hidden", False) for parameter in command.params), name
        spellings = [[one for one in parameter.opts if one.startswith("--")] for parameter in command.params]
        assert [names for names in spellings if len(names) > 1 and names != ["--colour", "--color"]] == [], name
        if "--seed" in shown:
            assert shown["--seed"].metavar in ("INTEGER", "INTEGER|TEXT"), name
        if "--output" in shown:
            assert "-o" in shown, name
        if {"--max-memory", "--max-states"} <= shown.keys():
            assert "--time-limit" in shown, name


SEVERAL_KINDS = {
    "--after": 3,
    "--board": 2,
    "--cabooses": 2,
    "--card": 3,
    "--cards": 2,
    "--cars": 3,
    "--count": 2,
    "--deck": 2,
    "--format": 3,
    "--from": 2,
    "--goal": 4,
    "--metric": 2,
    "--output": 2,
    "--ruleset": 2,
    "--save": 2,
    "--seed": 2,
    "--squares": 2,
    "--tiles": 2,
    "--yard": 3,
}
"""The only options that take values of several kinds in different commands, and how many kinds each."""


def test_an_option_takes_the_same_kind_of_value_in_every_command():
    kinds = {}
    for command, context in EVERY.values():
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                kind = "" if parameter.is_flag or parameter.count else parameter.make_metavar(context)
                for option in parameter.opts:
                    kinds.setdefault(option, set()).add(kind)
    several = {option: len(found) for option, found in kinds.items() if len(found) > 1 and option.startswith("--")}
    assert several == SEVERAL_KINDS


def test_the_reference_shows_every_kind_of_value_whole():
    """sphinx-click strips brackets from both ends of an option's metavar."""
    kinds = {
        parameter.metavar
        for command, _ in EVERY.values()
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.metavar
    }
    assert {kind for kind in kinds if kind != kind.strip("<[{($>]})")} == set()
