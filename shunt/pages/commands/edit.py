"""`shunt edit`: boards, cards, sidings and hump yards drawn in the browser."""

from __future__ import annotations

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.progress import watching
from shunt.pages.commands.serving import run, server_options


@click.command("edit")
@click.argument("source", metavar="[FILE|NAME]", required=False, type=options.Shipped("cards", "layouts", "yards"))
@options.output_option("Write the editor as a page without a server to FILE instead.", type=options.FileName(".html", ".htm"))
@server_options
def command(source: str | None, file: str | None, port: int, opens: bool) -> int:
    """Draw a board, a card, sidings or a hump yard in the browser, and save it to FILE.

    Lay track, join spaces, arrange them; add pieces, goals and broken tracks for a card; set out cars in sidings; build the
    tiles of a hump yard. Every fault is shown as shunt check prints it; a card is solved, explained and rated while it is
    drawn, and Play opens it as a page to play. Only this computer can reach the server. It writes only FILE, and does not
    overwrite FILE if another program has changed it. FILE may be new. NAME is a shipped card, layout or hump yard: a copy of it
    is opened, and saved as NAME.toml in the current folder.

    With -o the editor is written as one page that works without a server: it opens and saves files, finds their faults, and
    solves cards of trains that count moves.

    \b
    Examples:
      shunt edit my-board.toml
      shunt edit first-swap
      shunt edit my-card.toml --port 9000 --open
      shunt edit -o editor.html

    Exit status: 0 ended by Ctrl-C, or the page is written · 2 the file cannot be read, or the port is in use.
    """
    if file is not None:
        return _write(source, file)
    with watching():
        from shunt.pages.server.editing import Editing, editor_get
        from shunt.pages.server.local import LocalServer

        editing = Editing.from_source(source or "")
        if editing.path:
            output.check_output("FILE", editing.path)
        with output.parameters_as(port="--port"):
            server = LocalServer(editor_get(editing), editing.posts, port)
    return run(server, "", opens)


def _write(source: str | None, file: str) -> int:
    from shunt.files.atomic import write_text_atomically
    from shunt.pages.server.editing import bare_page

    with output.output_of():
        write_text_atomically(file, bare_page(source or ""))
    output.say(f"{file}: open it in a browser")
    return ExitStatus.ANSWERED
