"""`shunt graph`: the joins of a board, for other programs."""

from __future__ import annotations

import click

from shunt.cli import options, output
from shunt.errors import InputError


@click.command("graph")
@options.shipped_argument("name", "LAYOUT", "layouts", "cards")
@options.choice_option("--format", ["dot", "graphml", "json"], "Format to write.", "form")
@options.flag("--json", "The same as --format json.", "as_json")
def command(name: str, form: str, as_json: bool) -> None:
    """Print the joins of LAYOUT, or of the layout of a card, as DOT, GraphML or JSON.

    Every space is a node and every join is an edge. Each space has two ends, 0 and 1, and each edge gives the ends that
    it joins. A piece that enters a space at one end leaves it at the other. Joins that exist only at some turntable
    positions list those positions and are dashed in DOT. GraphML also contains the coordinates and marks of each space,
    and the names of its neighbours at each end. LAYOUT is a file, the name of a shipped layout or card, or - for
    standard input.

    \b
    Examples:
      shunt graph wye-18
      shunt graph wye-18 | dot -Tsvg > wye-18.svg
      shunt graph turntable-19 --format graphml > turntable-19.graphml
    """
    from shunt.cards.card import Card
    from shunt.cli.arguments import card_or_layout
    from shunt.track.layout import Layout

    found = card_or_layout(name)
    layout = found.layout if isinstance(found, Card) else found
    if not isinstance(layout, Layout):
        raise InputError("", f"{name} has sidings on a headshunt, and no tracks to draw a graph of", "name a layout of tracks")
    if as_json or form == "json":
        output.print_json(layout.plan.graph_json())
    elif form == "dot":
        output.print_data(layout.plan.dot())
    else:
        import networkx

        for line in networkx.generate_graphml(layout.graph()):
            output.say(line)
