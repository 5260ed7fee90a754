"""The help of every command as Markdown, for the checker of prose in `make lint`: its examples are code."""

from collections.abc import Iterator

import click

from shunt.cli import cli


def texts(command: click.Command, path: str, parent: click.Context | None = None) -> Iterator[str]:
    """Yield the help of a command, of its options and of its commands, a paragraph each."""
    context = click.Context(command, parent=parent, info_name=path)
    yield f"`{path}`"
    yield from (
        "\n".join(map(str.strip, part.splitlines())) for part in (command.help or "").split("\n\n") if "Examples:" not in part
    )
    yield from (option.help for option in command.params if isinstance(option, click.Option) and option.help)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None, name
            yield from texts(found, f"{path} {name}", context)


if __name__ == "__main__":
    print("\n\n".join(dict.fromkeys(texts(cli, "shunt"))))
