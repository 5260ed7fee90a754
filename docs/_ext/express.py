"""`{cabooses}` and `{questions}`: tables of Yardmaster Express, from the data and the options that the game reads."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from shunt.games.express.cards import game_data
from shunt.games.express.options import CHOICES, MOST_WILD, QUESTIONS, Options


class Cabooses(SphinxDirective):
    """A table of all cabooses."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [f"| {one.number} | {one.name} | {one.points} | {one.text} |" for one in game_data().cabooses]
        return self.parse_text_to_nodes("\n".join(["| number | name | points | condition |", "|---|---|---|---|", *rows]))


class Questions(SphinxDirective):
    """A table of the questions that the rulebook leaves open, with the values of the options that answer them."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        values = {key: ", ".join(f"`{value}`" for value in known) for key, known in CHOICES.items()}
        values["wild_value"] = f"{Options().wild_value}, or any number from 0 to {MOST_WILD}"
        rows = [f"| `{key}` | {values[key]} | {question} |" for key, question in QUESTIONS.items()]
        return self.parse_text_to_nodes("\n".join(["| option | values | question |", "|---|---|---|", *rows]))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("cabooses", Cabooses)
    app.add_directive("questions", Questions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
