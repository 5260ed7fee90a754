"""The page of the rules: its pictures, options and bots exist."""

import re

from shunt.games.commands.yardmaster import FRONT
from shunt.games.registry import bot_names
from shunt.games.yardmaster.game import Yardmaster
from tests.cli.running import ROOT

PAGE = (ROOT / "docs" / "rules" / "yardmaster.md").read_text(encoding="utf-8")


def test_pictures_options_and_bots_exist():
    pictures = re.findall(r"\]\(\.\./(images/[\w-]+\.svg)\)", PAGE)
    assert len(pictures) == 2
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)
    known = {name for option in FRONT.options for name in (*option.opts, *option.secondary_opts)}
    elsewhere = {"--people", "--bots", "--players", "--games", "--hand", "--token", "--end", "--yard", "--seed"}
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) - elsewhere <= known
    assert {name for name in ("random", "greedy", "planner", "search", "ismcts") if f"`{name}`" in PAGE} <= set(
        bot_names(Yardmaster)
    )
