"""The commands as `shunt --help` lists them, as tables with links to their places in the reference."""

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from shunt.cli.commands import SECTIONS


class Commands(SphinxDirective):
    """A table of all commands, in the sections of `shunt --help`."""

    def run(self) -> list[nodes.Node]:
        """Return the table; each command is linked to the page of this folder that documents it."""
        folder = Path(self.env.doc2path(self.env.docname)).parent
        pages = {name: page.stem for page in folder.glob("*.md") for name in re.findall(r":prog: shunt (\S+)", page.read_text())}
        rows = [
            f"| {title if name == next(iter(section)) else ''} | `shunt {name}` | {purpose} |"
            for title, section in SECTIONS.items()
            for name, (_, purpose) in section.items()
        ]
        table = self.parse_text_to_nodes("\n".join(["| | command | purpose |", "|---|---|---|", *rows]))
        for literal in [found for part in table for found in part.findall(nodes.literal)]:
            name = literal.astext().removeprefix("shunt ")
            link = nodes.reference("", "", literal.deepcopy(), refuri=f"{pages[name]}.html#shunt-{name}", internal=True)
            literal.replace_self(link)
        return table


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
