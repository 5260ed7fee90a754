"""Every command by name: its module, its line in `shunt --help`, and the section it is listed in.

Only this module of the core names wings, and only as text: their commands, and what `check`, `edit`, `export`, `play` and
`replay` ask them for.
A place is imported when it is needed, so that `shunt --help` loads none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

import click

from shunt.files.lazy import load_place

Listed = Mapping[str, tuple[str, str]]
"""Name → (`module:attribute`, one line for the list of commands)."""

GAMES: Mapping[str, tuple[str, str]] = {
    "yardmaster": ("shunt.games.commands.yardmaster:command", "Play Yardmaster; solve its payments and loadings."),
    "express": ("shunt.games.commands.express:command", "Play Yardmaster Express, and solve its positions exactly."),
    "humpyard": ("shunt.hump.commands.game:command", "Play the game of Hump Yard against bots, or let bots play."),
    "tiles": ("shunt.games.commands.tiles:command", "Play and study the 1965 train-tile game: odds, best play."),
}
"""The commands of table games; `shunt play GAME` hands its options to their `play`."""

SECTIONS: Mapping[str, Listed] = {
    "Solve and play": {
        "solve": ("shunt.cli.cards.solve:command", "Solve a card and prove that no solution is shorter."),
        "hint": ("shunt.cli.cards.hint:command", "Print one best move, from the start or after given moves."),
        "replay": ("shunt.cli.cards.replay:command", "Check given moves against the rules and describe each."),
        "play": ("shunt.cli.cards.play:command", "Play a card, a pack of cards, or a table game in the terminal."),
        "moves": ("shunt.cli.cards.play:moves_command", "Print the legal moves of a card."),
        "show": ("shunt.cli.cards.show:command", "Draw a card or a layout in the terminal, or as SVG or PNG."),
        "animate": ("shunt.films.commands.animate:command", "Draw the moves of a card as an animated SVG or GIF."),
        "print": ("shunt.paper.commands.print:command", "Print packs and cards, fronts and backs, to a PDF file."),
        "page": ("shunt.pages.commands.page:command", "Write one HTML file to play a card, a pack or a yard."),
        "serve": ("shunt.pages.commands.serve:command", "Serve packs, cards and table games to the browser."),
        "site": ("shunt.pages.commands.site:command", "Write packs and cards as a static web site."),
        "list": ("shunt.cli.cards.list:command", "List the shipped cards, layouts, hump yards and packs."),
        "rate": ("shunt.generator.commands.rate:command", "Estimate how hard a card is, and explain why."),
        "solutions": ("shunt.cli.cards.solutions:command", "Count and list all shortest solutions of a card."),
        "flood": ("shunt.cli.cards.flood:command", "Count the positions that a card can reach, move by move."),
        "daily": ("shunt.generator.commands.daily:command", "Print the card of the day."),
    },
    "Make": {
        "make": ("shunt.generator.commands.make:command", "Make cards, boards, packs, catalogues or hump yards."),
        "import": ("shunt.railways.commands.import_file:command", "Read a railway drawn in JMRI or XTrackCAD as a layout."),
        "edit": ("shunt.pages.commands.edit:command", "Draw boards and cards in the browser."),
        "pack": ("shunt.generator.commands.pack:command", "Check, change and play packs of cards."),
        "catalogue": (
            "shunt.generator.commands.catalogue:command",
            "Search and export catalogues of up to millions of cards.",
        ),
    },
    "Classics": {
        "inglenook": ("shunt.classics.commands.inglenook:command", "Solve an Inglenook such as 57218/346, or count all starts."),
        "timesaver": ("shunt.classics.commands.timesaver:command", "Solve a Timesaver problem, given or random."),
    },
    "Hump yard": {
        "bid": ("shunt.hump.commands.bid:command", "Check bids, print their chances, and advise what to bid and build."),
        "yard": ("shunt.hump.commands.yard:command", "Show and check hump yards."),
    },
    "Table games": {
        **GAMES,
        "games": ("shunt.games.commands.games:command", "List the table games and their bots; set one up at random."),
    },
    "Files and tools": {
        "check": ("shunt.cli.cards.check:command", "Check cards, layouts, hump yards and packs for faults."),
        "tablebase": (
            "shunt.tablebases.commands.tablebase:command",
            "Build and query tablebases: the distance of every position to the goal.",
        ),
        "graph": ("shunt.cli.cards.graph:command", "Export the joins of a layout as DOT, GraphML or JSON."),
        "warm": ("shunt.cli.warm:command", "Compile the kernels of common commands in advance."),
        "export": ("shunt.cli.cards.export:command", "Export a card as a planning problem or as a script for JMRI."),
        "completion": ("shunt.cli.completion:command", "Print the line that turns on completion in a shell."),
    },
}
"""The commands as `shunt --help` lists them, by what people want to do."""

MAKE: Listed = {
    "cards": ("shunt.generator.commands.make:cards", "Make new route cards that meet constraints."),
    "boards": ("shunt.generator.commands.make:boards", "Make new boards, the best of many that are proposed."),
    "pack": ("shunt.generator.commands.make_pack:command", "Make a pack of cards from easy to hard."),
    "catalogue": ("shunt.generator.commands.make:into_catalogue", "Make many cards and add them to a catalogue."),
    "yard": ("shunt.hump.commands.yard:design_command", "Make a good hump yard of N tiles."),
}
"""What `shunt make` can make."""

COMMANDS: Listed = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
"""Every command of the program by name."""


CHECKERS = (
    "shunt.railways.commands.check:railway_check",
    "shunt.generator.commands.check:pack_check",
    "shunt.hump.commands.check:yard_check",
)
"""What `shunt check` asks of a name before it reads a card or a layout: functions from the name, and whether
everything is proven again, to a `Check`.

Each returns None for a name that is not of its kind, and raises `InputError`, which lists every fault.
"""

DECKS = "shunt.generator.commands.play:card_of_pack"
"""What `shunt play` asks for the next card of a pack, and for the log of its results."""

GAMES_PAGE = "shunt.pages.commands.serve:serve_games"
"""What `play --browser` of a game calls to serve it to the browser."""

WARM: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "cards": (("solve", "first-swap", "--method", "bidirectional"),),
    "hump yards": (
        ("bid", "table", "two-storeys", "--cars", "3"),
        ("bid", "check", "two-storeys", "--train", "A B C", "--order", "C A B", "--bid", "6"),
        ("bid", "check", "two-storeys", "--train", "A B C D E F G H I", "--order", "I A B C D E F G H", "--bid", "9"),
    ),
    "large cards": (("solve", "alphabet-four"), ("solve", "alphabet-five", "--method", "astar")),
    "games": (
        ("yardmaster", "simulate", "--bots", "search,planner", "--games", "1"),
        ("express", "simulate", "--bots", "sampler,greedy", "--games", "2"),
        ("express", "best", "--players", "2"),
    ),
    "metrics": (("solve", "first-swap", "--metric", "couplings,moves", "--method", "buckets"),),
    "sidings": (
        ("solve", "inglenook-322", "--method", "bidirectional"),
        ("rate", "inglenook-322"),
        ("inglenook", "--yard", "3-2-2"),
    ),
    "ratings": (("rate", "alphabet-three"), ("solutions", "first-swap")),
    "floods and tables": (
        ("flood", "first-swap", "--method", "hashed"),
        ("flood", "first-swap", "--method", "indexed"),
        ("tablebase", "build", "first-swap"),
        ("timesaver", "9/0 1", "--distribution"),
    ),
}
"""What `shunt warm` runs in an empty folder: small examples that need the kernels of what people do, by what they are of.

Neighbours in the list run at the same time, so they should share few kernels.
"""

EXPORTS = {
    "pddl": "shunt.classics.commands.export:pddl_files",
    "jmri": "shunt.railways.commands.export:jmri_files",
    "turnouts": "shunt.railways.commands.export:turnout_files",
}
"""The formats of `shunt export`: functions from a card and the options to what is written (`Exported` in `shunt.cli.handed`)."""

OPENED = "shunt.railways.commands.opened:opened_file"
"""What `shunt edit` asks to read a file of another program: a function from what the page sends to its answer."""

PLANS = "shunt.classics.pddl.export:plan_moves"
"""What `shunt replay --plan` calls to read a planner's plan."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is called; `sections` are listed under their titles."""

    sections: ClassVar[Mapping[str, Listed]]

    @cached_property
    def entries(self) -> dict[str, tuple[str, str]]:
        """Every command by name."""
        return {name: entry for section in self.sections.values() for name, entry in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands that are listed."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if no command has this name."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = load_place(entry[0])
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; an unknown name is refused with the nearest known ones."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:  # click has no commands here to compare the name with
            from shunt.errors import either, nearest

            near = [repr(name) for name in nearest(args[0], self.entries)]
            meant = f" Did you mean {either(near)}?" if near else ""
            raise click.UsageError(f"No such command {args[0]!r}.{meant}", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections of commands, each with a line for every command."""
        width = max(map(len, self.entries))
        for title, entries in self.sections.items():
            if entries:
                with formatter.section(title):
                    formatter.write_dl([(name.ljust(width), words) for name, (_, words) in entries.items()])
