"""`shunt serve`: packs and cards in the browser, from a server on this computer."""

from __future__ import annotations

import click

from shunt.cli import options, output
from shunt.cli.progress import watching
from shunt.cli.tools.serving import run, server_options


@click.command("serve")
@click.argument("what", metavar="PACK|FOLDER|CARD...", nargs=-1, required=True, type=options.Shipped("cards"))
@click.option("--title", default="", metavar="TEXT", help="Title of the gallery. Default: that of the pack.")
@server_options
def command(what: tuple[str, ...], title: str, port: int, opens: bool) -> int:
    """Serve packs and cards to the browsers of this computer: a gallery, pages to play, the card of the day, the editor.

    FOLDER may hold packs or cards. The address is printed; no other computer can reach it, and requests of pages from elsewhere
    are refused. /daily is the card of the day: one of these cards by the date, blue on Mondays and harder through the week.

    \b
    Examples:
      shunt serve first-forty
      shunt serve first-forty box-forty --port 9000 --open

    Exit status: 0 ended by Ctrl-C · 2 nothing to serve, or the port is in use.
    """
    with watching():
        from shunt.pages.server.editing import Editing
        from shunt.pages.server.local import LocalServer
        from shunt.pages.server.site import site_pages
        from shunt.pages.site.collection import collect

        collection = collect(what, title)
        with output.parameters_as(port="--port"):
            server = LocalServer(site_pages(collection, editing=Editing()), Editing().posts, port)
    return run(server, "", opens)
