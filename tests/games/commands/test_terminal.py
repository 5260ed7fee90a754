"""Two people at a real terminal: the screen is cleared between their turns, and Ctrl-C saves."""

import json

from tests.cli.running import at_terminal


def test_the_screen_is_cleared_between_people_and_an_interrupt_saves(tmp_path):
    command = ["yardmaster", "play", "--seats", "person:Anna,person:Ben", "--start-player", "1", "--save", "game.json"]
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


def test_squares_that_the_rules_discard_are_explained():
    """In twenty games both happen: a second engine or caboose, and a square that fits nowhere."""
    from shunt.games.commands.tiles import FRONT
    from shunt.games.table import GameTable

    lines = []
    for seed in range(20):
        table = GameTable.new("tiles", ["random", "random"], seed, {})
        while not table.is_over:
            table.act(table.bot_action())
            lines += FRONT.event_lines(table, table.events[-1], None)
    assert any(line.endswith(("a second engine: the turn is lost", "a second caboose: the turn is lost")) for line in lines)
    assert all(("second" in line) <= ("lost" in line) for line in lines)
