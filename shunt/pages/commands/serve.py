"""`shunt serve`: packs and cards in the browser, from a server on this computer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from shunt.cli import options, output
from shunt.cli.progress import watching
from shunt.pages.commands.serving import PORT, run, server_options

if TYPE_CHECKING:
    from shunt.pages.server.local import Get, Post
    from shunt.pages.tables.hall import Hall


@click.command("serve")
@options.shipped_argument("what", "PACK|FOLDER|CARD...", "cards", nargs=-1)
@options.text_option("--title", "TEXT", "Title of the gallery. Default: the title of the pack.", default="")
@options.flag(
    "--lan",
    "Also serve the local network, so that friends can join games by link. The editor and new cards are then not available.",
)
@server_options
def command(what: tuple[str, ...], title: str, lan: bool, port: int, opens: bool) -> None:
    """Serve packs, cards and table games to browsers on this computer.

    The server offers a gallery, a page for each card, new cards on request, the editor and the table games. Without
    packs and cards, only the table games are served. Games are saved and can be continued later. FOLDER may contain
    packs or cards. The address is printed. Without --lan, no other computer can reach it, and requests from other sites
    are refused. The page /daily shows the card of the day, which is blue on Mondays and gets harder through the week.
    The page /games leads to the table games.

    \b
    Examples:
      shunt serve
      shunt serve first-forty
      shunt serve first-forty box-forty --port 9000 --open
      shunt serve --lan
      shunt serve first-forty --lan

    Exit status: 0 if you press Ctrl-C, 2 if nothing can be served or the port is in use.
    """
    if not what:
        serve_games("", port, opens, lan=lan)
        return
    with watching():
        from shunt.pages.collection import collect
        from shunt.pages.server.editing import Editing
        from shunt.pages.server.making import Making
        from shunt.pages.server.site import site_pages
        from shunt.pages.tables.hall import Hall, tables_folder

        collection = collect(what, title)
        hall = Hall(tables_folder(), lan=lan, home="/")
        editing, making = (None, None) if lan else (Editing(home="index.html"), Making(collection.title))
        posts = {name: post for part in (editing, hall, making) if part for name, post in part.posts.items()}
        pages = site_pages(collection, editing, hall.page, making=making)
    _serve(hall, pages, posts, port, opens)


def serve_games(game: str, port: int = PORT, opens: bool = True, lan: bool = False) -> None:
    """Serve the table games alone until Ctrl-C; `game` names the one that the page opens on."""
    from shunt.pages.tables.hall import Hall, tables_folder

    hall = Hall(tables_folder(), game, lan)
    _serve(hall, hall.pages(), hall.posts, port, opens)


def _serve(hall: Hall, pages: Get, posts: Mapping[str, Post], port: int, opens: bool) -> None:
    """Serve pages until Ctrl-C, to the local network too if the hall is open to it."""
    from shunt.pages.server.local import LocalServer, lan_address

    with output.parameters_as():
        server = LocalServer(pages, posts, port, lan_address() if hall.lan else "")
    hall.address = server.address
    run(server, opens)
