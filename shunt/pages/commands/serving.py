"""A server that runs until Ctrl-C, and the browser that is shown its first page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shunt.cli import output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import F, Whole

if TYPE_CHECKING:
    from shunt.pages.server.local import LocalServer

PORT = 8400


def server_options(command: F) -> F:
    """Add `--port` and `--open`."""
    for option in (
        click.option("--open", "opens", is_flag=True, help="Open the page in the browser."),
        click.option(
            "--port",
            type=Whole(0, 65535),
            default=PORT,
            show_default=True,
            metavar="N",
            help="Port to listen on. 0 means any free port.",
        ),
    ):
        command = option(command)
    return command


def run(server: LocalServer, opens: bool) -> int:
    """Serve until Ctrl-C; print the address first."""
    output.say(server.address)
    whom = "this network" if server.lan else "this computer only"
    output.note(f"serving on {whom}; press Ctrl-C to stop")
    if opens:
        import webbrowser

        webbrowser.open(server.address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        output.note("ended")
    finally:
        server.server_close()
    return ExitStatus.ANSWERED
