"""Two people at a real terminal: the screen is cleared between their turns, and Ctrl-C saves."""

import json
import os
import pty
import signal
import subprocess

from tests.cli.running import START, environment, listen_to_interrupts, wait_for


def test_the_screen_is_cleared_between_people_and_an_interrupt_saves(tmp_path):
    master, slave = pty.openpty()
    command = [*START, "yardmaster", "play", "--seats", "person:Anna,person:Ben", "--first", "0", "--save", "game.json"]
    streams = {"stdin": slave, "stdout": slave, "stderr": slave, "cwd": tmp_path, "env": environment(TERM="xterm")}
    running = subprocess.Popen(command, **streams, preexec_fn=listen_to_interrupts)
    os.close(slave)
    try:
        wait_for(master, b"Anna: press Enter")
        os.write(master, b"\n")
        wait_for(master, b"(? helps)")
        for text in (b"draw pile", b"draw pile"):
            os.write(master, text + b"\n")
            wait_for(master, b"(? helps)")
        os.write(master, b"end\n")
        seen = wait_for(master, b"Ben: press Enter")
        cleared = seen.rindex(b"\x1b[2J")
        assert b"hand" not in seen[cleared:]
        os.write(master, b"\n")
        wait_for(master, b"(? helps)")
        running.send_signal(signal.SIGINT)
        wait_for(master, b"--resume game.json")
        assert running.wait(60) == 130
    finally:
        running.kill()
        running.wait()
        os.close(master)
    assert json.loads((tmp_path / "game.json").read_text())["actions"] == ["draw pile", "draw pile", "end"]
