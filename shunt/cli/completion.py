"""`shunt completion`: how to have names completed by the shell."""

from __future__ import annotations

import click

from shunt.cli.output import complain, say

LINES = {
    "bash": ("~/.bashrc", 'eval "$(_SHUNT_COMPLETE=bash_source shunt)"'),
    "zsh": ("~/.zshrc", 'eval "$(_SHUNT_COMPLETE=zsh_source shunt)"'),
    "fish": ("~/.config/fish/completions/shunt.fish", "_SHUNT_COMPLETE=fish_source shunt | source"),
}


@click.command("completion")
@click.argument("shell", type=click.Choice(sorted(LINES)))
def command(shell: str) -> None:
    """Print the line that turns on completion in SHELL, and where to put it.

    \b
    Examples:
      shunt completion bash >> ~/.bashrc
      shunt completion zsh >> ~/.zshrc
      shunt completion fish > ~/.config/fish/completions/shunt.fish
    """
    file, line = LINES[shell]
    say(line)
    complain(f"shunt: put this line into {file}, and open a new shell")
