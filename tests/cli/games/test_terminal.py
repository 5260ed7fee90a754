"""Two people at a real terminal: the screen is cleared between their turns, and Ctrl-C saves."""

import json

from tests.cli.running import at_terminal


def test_the_screen_is_cleared_between_people_and_an_interrupt_saves(tmp_path):
    command = ["yardmaster", "play", "--seats", "person:Anna,person:Ben", "--first", "0", "--save", "game.json"]
    with at_terminal(*command, cwd=tmp_path) as terminal:
        terminal.wait_for("Anna: press Enter")
        terminal.type()
        terminal.wait_for("(? helps)")
        for _ in range(2):
            terminal.type("draw pile")
            terminal.wait_for("(? helps)")
        terminal.type("end")
        seen = terminal.wait_for("Ben: press Enter")
        cleared = seen.rindex("\x1b[2J")
        assert "hand" not in seen[cleared:]
        terminal.type()
        terminal.wait_for("(? helps)")
        status, seen, _ = terminal.interrupted()
    assert status == 130
    assert "--resume game.json" in seen
    assert json.loads((tmp_path / "game.json").read_text())["actions"] == ["draw pile", "draw pile", "end"]
