"""An SSH server on the loopback address for the tests of clusters: `python -m tests.generator.ssh_server FOLDER`.

It makes a key in the folder, accepts that alone, prints its port, and runs what it is asked to in a shell of this machine.
"""

import asyncio
import sys
from pathlib import Path

import asyncssh


async def handle(process: asyncssh.SSHServerProcess) -> None:
    """Run the command that a client sent; end it when the client goes."""
    pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
    shell = await asyncio.create_subprocess_shell(f"exec {process.command}", **pipes)
    await process.redirect(stdout=shell.stdout, stderr=shell.stderr)
    ends = [asyncio.ensure_future(process.wait_closed()), asyncio.ensure_future(shell.wait())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    if shell.returncode is None:
        shell.terminate()
    process.exit(await shell.wait())


async def serve(folder: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(str(folder / "key"))
    key.write_public_key(str(folder / "key.pub"))
    keys = {"server_host_keys": [key], "authorized_client_keys": str(folder / "key.pub")}
    server = await asyncssh.create_server(asyncssh.SSHServer, "127.0.0.1", 0, process_factory=handle, **keys)
    print(server.get_port(), flush=True)
    await server.wait_closed()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
