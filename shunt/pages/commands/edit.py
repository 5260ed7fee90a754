"""`shunt edit`: boards, cards, sidings and hump yards drawn in the browser."""

from __future__ import annotations

import click

from shunt.cli import options, output
from shunt.cli.progress import watching
from shunt.pages.commands.serving import run, server_options


@click.command("edit")
@options.shipped_argument("source", "[FILE|NAME]", "cards", "layouts", "yards", required=False)
@options.output_option("Write the editor to FILE as a page that needs no server.", type=options.FileName(".html", ".htm"))
@server_options
def command(source: str | None, file: str | None, port: int, opens: bool) -> None:
    """Draw a board, a card, sidings or a hump yard in the browser, and save it to FILE.

    In the editor you lay track, place pieces and goals, set out cars in sidings, or build the tiles of a hump yard.
    Faults are shown as `shunt check` prints them. A card is solved, explained and rated while you draw, and Play opens
    it in the player. Only this computer can reach the server. It writes only to FILE, and refuses to overwrite it if
    another program has changed it. FILE does not need to exist yet. NAME is a shipped card, layout or hump yard. A copy of it
    is opened and saved as NAME.toml in the current folder.

    With -o the editor is written as one page that works without a server. It opens and saves files, finds their faults, and
    solves train cards whose metric is moves.

    \b
    Examples:
      shunt edit my-board.toml
      shunt edit first-swap
      shunt edit my-card.toml --port 9000 --open
      shunt edit -o editor.html

    Exit status: 0 if you press Ctrl-C or the page is written, 2 if the file cannot be read or the port is in use.
    """
    if file is not None:
        from shunt.files.atomic import write_text_atomically
        from shunt.pages.server.editing import bare_page

        with output.output_of():
            write_text_atomically(file, bare_page(source or ""))
        output.say(f"{file}: open it in a browser")
        return
    with watching():
        from shunt.pages.server.editing import Editing, editor_get
        from shunt.pages.server.local import LocalServer

        editing = Editing.from_source(source or "")
        if editing.path:
            output.check_output("FILE", editing.path)
        with output.parameters_as():
            server = LocalServer(editor_get(editing), editing.posts, port)
    run(server, opens)
