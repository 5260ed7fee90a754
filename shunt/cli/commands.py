"""Every command by name: where it is, what the list of commands says of it, and in which group it is listed.

A command is imported when it is called, so that `shunt --help` loads none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

__all__ = ["COMMANDS", "HIDDEN", "MAKE", "SECTIONS", "LazyGroup", "load_command"]

Listed = Mapping[str, tuple[str, str]]
"""Name → (`module:attribute`, one line for the list of commands)."""

SECTIONS: Mapping[str, Listed] = {
    "Solve and play": {
        "solve": ("shunt.cli.cards.solve:command", "Solve a card and print its proven fewest moves."),
        "hint": ("shunt.cli.cards.hint:command", "Print one best move, from the start or after given moves."),
        "replay": ("shunt.cli.cards.replay:command", "Play given moves by the rules and describe each."),
        "play": ("shunt.cli.cards.play:command", "Play a card, a pack of cards, or a table game in the terminal."),
        "moves": ("shunt.cli.cards.play:moves_command", "Print the legal moves of a card."),
        "show": ("shunt.cli.cards.show:command", "Draw a card or a layout in the terminal, or as SVG or PNG."),
        "animate": ("shunt.cli.cards.animate:command", "Draw the moves of a card as an animated SVG or GIF."),
        "print": ("shunt.cli.cards.print:command", "Print packs and cards, fronts and backs, to a PDF file."),
        "page": ("shunt.cli.tools.page:command", "Write one HTML file to play a card, a pack or a yard."),
        "serve": ("shunt.cli.tools.serve:command", "Serve packs and cards to the browser, on this computer."),
        "site": ("shunt.cli.tools.site:command", "Write packs and cards as a static web site."),
        "list": ("shunt.cli.cards.list:command", "List the shipped cards, layouts, hump yards and packs."),
        "rate": ("shunt.cli.cards.rate:command", "Estimate how hard a card is, and explain why."),
        "solutions": ("shunt.cli.cards.solutions:command", "Count and list all shortest solutions of a card."),
        "flood": ("shunt.cli.cards.flood:command", "Count the positions that a card can reach, move by move."),
        "daily": ("shunt.cli.generate.daily:command", "Print the card of the day."),
    },
    "Make": {
        "make": ("shunt.cli.generate.make:command", "Make cards, boards, packs, catalogues or hump yards."),
        "edit": ("shunt.cli.tools.edit:command", "Draw boards and cards in the browser."),
        "pack": ("shunt.cli.generate.pack:command", "Make, check and extend packs of cards."),
        "catalogue": ("shunt.cli.generate.catalogue:command", "Search and export catalogues: cards by the million in a file."),
    },
    "Classics": {
        "inglenook": ("shunt.cli.classics.inglenook:command", "Solve an Inglenook such as 57218/346, or count all starts."),
        "timesaver": ("shunt.cli.classics.timesaver:command", "Solve a Timesaver problem, given or random."),
    },
    "Hump yard": {
        "bid": ("shunt.cli.hump.bid:command", "Check bids, print their chances, and advise what to bid and build."),
        "yard": ("shunt.cli.hump.yard:command", "Show, check and design hump yards."),
        "humpyard": ("shunt.cli.hump.humpyard:command", "Play the game of Hump Yard against bots, or let bots play."),
    },
    "Table games": {
        "yardmaster": ("shunt.cli.games.yardmaster:command", "Play Yardmaster; solve its payments, loadings and races."),
        "games": ("shunt.cli.games.games:command", "List the table games and their bots; set one up at random."),
        "express": ("shunt.cli.games.express:command", "Solve, study and play Yardmaster Express."),
        "tiles": ("shunt.cli.games.tiles:command", "Play and study the 1965 train-tile game: odds, best play."),
    },
    "Files and tools": {
        "check": ("shunt.cli.cards.check:command", "Check cards, layouts, hump yards and packs for faults."),
        "tablebase": ("shunt.cli.cards.tablebase:command", "Build and query files with the distance of every position."),
        "graph": ("shunt.cli.cards.graph:command", "Export the joins of a layout as DOT, GraphML or JSON."),
        "export": ("shunt.cli.cards.export:command", "Export a card as a planning problem (PDDL)."),
        "completion": ("shunt.cli.tools.completion:command", "Print the line that makes a shell complete names."),
    },
}
"""The commands as `shunt --help` lists them, by what people want to do."""

MAKE: Listed = {
    "cards": ("shunt.cli.generate.forge:command", "Make new route cards that meet constraints."),
    "boards": ("shunt.cli.generate.boards:command", "Make new boards, the best of many that are proposed."),
    "pack": ("shunt.cli.generate.pack:new", "Make a pack of cards from easy to hard."),
    "catalogue": ("shunt.cli.generate.generate:command", "Make cards by the thousand into a catalogue."),
    "yard": ("shunt.cli.hump.yard:design_command", "Make a good hump yard of N tiles."),
}
"""What `shunt make` can make."""

HIDDEN: Listed = {"forge": MAKE["cards"], "boards": MAKE["boards"], "generate": MAKE["catalogue"]}
"""Other names of commands, which work and are not listed."""

COMMANDS: Listed = {name: entry for section in SECTIONS.values() for name, entry in section.items()} | dict(HIDDEN)
"""Every command of the program by name."""


def load_command(place: str) -> click.Command:
    """Import the command at `module:attribute`."""
    module, _, attribute = place.partition(":")
    command: click.Command = getattr(import_module(module), attribute)
    return command


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is called; `sections` are listed under their titles."""

    def __init__(self, *args: Any, sections: Mapping[str, Listed], hidden: Listed | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections
        self.entries = {name: entry for section in sections.values() for name, entry in section.items()}
        self.hidden_entries = dict(hidden or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands that are listed."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if no command has this name."""
        entry = self.entries.get(cmd_name) or self.hidden_entries.get(cmd_name)
        if entry is None:
            return None
        return load_command(entry[0])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; an unknown name is refused with the nearest known ones."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:  # click has no commands here to compare the name with
            raise click.exceptions.NoSuchCommand(error.command_name, possibilities=self.entries, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections of commands, each with a line for every command."""
        width = max(map(len, self.entries))
        for title, entries in self.sections.items():
            if entries:
                with formatter.section(title):
                    formatter.write_dl([(name.ljust(width), words) for name, (_, words) in entries.items()])
