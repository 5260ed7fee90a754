"""A server that runs until Ctrl-C, and the browser that is shown its first page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shunt.cli import output
from shunt.cli.options import F, flag, number_option

if TYPE_CHECKING:
    from shunt.pages.server.local import LocalServer

PORT = 8400


def server_options(command: F) -> F:
    """Add `--port` and `--open`."""
    port = number_option("--port", "Port to listen on. 0 means any free port.", least=0, most=65535, default=PORT)
    return port(flag("--open", "Open the page in the browser.", "opens")(command))


def run(server: LocalServer, opens: bool) -> None:
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
