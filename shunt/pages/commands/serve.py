"""`shunt serve`: packs and cards in the browser, from a server on this computer."""

from __future__ import annotations

import click

from shunt.cli import options, output
from shunt.cli.progress import watching
from shunt.pages.commands.serving import PORT, run, server_options


@click.command("serve")
@click.argument("what", metavar="PACK|FOLDER|CARD...", nargs=-1, type=options.Shipped("cards"))
@click.option("--title", default="", metavar="TEXT", help="Title of the gallery. Default: the title of the pack.")
@click.option("--lan", is_flag=True, help="Let devices of the local network join games by a link. The editor is left out.")
@server_options
def command(what: tuple[str, ...], title: str, lan: bool, port: int, opens: bool) -> int:
    """Serve packs and cards to the browsers of this computer: a gallery, pages to play, new cards, the editor, games.

    Without packs and cards the table games are served alone. Games are saved and can be continued later. FOLDER may hold packs
    or cards. The address is printed; without --lan no other computer can reach it. Requests of foreign pages are refused. /daily
    is the card of the day: one of these cards by the date, blue on Mondays and harder through the week. /games: the table games.

    \b
    Examples:
      shunt serve
      shunt serve first-forty
      shunt serve first-forty box-forty --port 9000 --open
      shunt serve --lan

    Exit status: 0 ended by Ctrl-C · 2 nothing to serve, or the port is in use.
    """
    if not what:
        return serve_games("", port, opens, lan=lan)
    with watching():
        from shunt.pages.collection import collect
        from shunt.pages.server.editing import Editing
        from shunt.pages.server.local import LocalServer
        from shunt.pages.server.making import Making
        from shunt.pages.server.site import site_pages
        from shunt.pages.tables.hall import Hall, tables_folder

        collection = collect(what, title)
        editing, hall, making = Editing(), Hall(tables_folder()), Making(collection.title)
        with output.parameters_as(port="--port"):
            pages = site_pages(collection, editing, hall.page, making=making)
            server = LocalServer(pages, {**editing.posts, **hall.posts, **making.posts}, port)
    return run(server, "", opens)


def serve_games(game: str, port: int = PORT, opens: bool = True, lan: bool = False) -> int:
    """Serve the table games alone until Ctrl-C; `game` names the one that the page opens on."""
    from shunt.pages.server.local import LocalServer, lan_address
    from shunt.pages.tables.hall import Hall, tables_folder

    hall = Hall(tables_folder(), game, lan)
    with output.parameters_as(port="--port", lan="--lan"):
        server = LocalServer(hall.pages(), hall.posts, port, lan_address() if lan else "")
    return run(server, "", opens)
