"""Keys of kept searches, runs, tables and checkpoints are made from content: each part of the input changes the key."""

from dataclasses import replace
from pathlib import Path

import pytest

import shunt
from shunt.generator.canonical import canonical_id
from shunt.generator.catalogue.shards import ForgeWork
from shunt.generator.packs.build import PackPlan
from shunt.generator.packs.reading import load_pack
from shunt.generator.rating.weights import SHIPPED
from shunt.generator.spec import CardSpec
from shunt.hump.table_cache import track_in_use
from shunt.search.tablebase.checkpoint import key_of_flood
from shunt.search.tablebase.format import key_of_card
from shunt.track.layout import Layout, SidingsLayout
from tests.cli.running import shunt as run

BOARD = """schema = "shunt-layout/1"
name = "mine"
tracks = ["A B C D", "A B E F", "G H"]
no_stop = ["B"]
exclusive = [["D", "F"]]
[[turntables]]
name = "T"
bridge = "T"
positions = [["", "H"], ["H", ""]]
[at]
A = [0, 0]
[marks]
A = { letter = "A" }
[places]
mill = ["C"]
[about]
source = "here"
"""
BOARD_CHANGES = (
    ('"mine"', '"yours"'),
    ("A B C D", "A B D C"),
    ("G H", "H G"),
    ('["B"]', '["E"]'),
    ('["D", "F"]', '["C", "F"]'),
    ('[["", "H"], ["H", ""]]', '[["H", ""], ["", "H"]]'),
    ("[0, 0]", "[0, 1]"),
    ('letter = "A"', 'letter = "B"'),
    ('["C"]\n[about]', '["D"]\n[about]'),
    ('"here"', '"there"'),
)


def board(folder: Path, *change: str) -> Layout:
    path = folder / "board.toml"
    path.write_text(BOARD.replace(*change) if change else BOARD, encoding="utf-8")
    return shunt.load_layout(path)


def test_every_part_of_a_board_and_of_a_plan_changes_the_keys_of_searches(tmp_path):
    boards = [board(tmp_path), *(board(tmp_path, *change) for change in BOARD_CHANGES)]
    sidings = [SidingsLayout("y", 3, {"1": 3}), SidingsLayout("y", 2, {"1": 3}), SidingsLayout("y", 3, {"1": 2})]
    plan = PackPlan("p", "P", (1, 0, 0, 0, 0), (boards[0],), "1")
    plans = [replace(plan, boards=(one,)) for one in [*boards, *sidings]]
    weights = replace(SHIPPED, connected_length=SHIPPED.connected_length + 1)
    plans += [replace(plan, boards=(boards[0], boards[1])), replace(plan, tiers=(0, 1, 0, 0, 0)), replace(plan, seed="2")]
    plans += [
        replace(plan, deck="box"),
        replace(plan, constraints={"cars": (1, 2)}),
        replace(plan, constraints={"weights": weights}),
    ]
    assert len({one.key for one in plans}) == len(plans)
    spec = CardSpec(boards[0])
    specs = [*(replace(spec, layout=one) for one in boards), replace(spec, cars=(1, 2)), replace(spec, weights=weights)]
    works = [*(ForgeWork(one, "1") for one in specs), ForgeWork(spec, "2")]
    assert len({one.key("1") for one in works} | {works[0].key("2")}) == len(works) + 1
    again = board(tmp_path)
    assert replace(plan, boards=(replace(again, path="elsewhere"),)).key == plan.key


CARD = """schema = "shunt-card/1"
name = "c"
ruleset = "switcher"
[start]
locomotives = { L = "A>B" }
cars = { x = "C", y = "E" }
broken = ["I"]
[goal]
x = "D"
L = "A>B"
[layout]
tracks = ["A B C D", "A B E F", "B C H I"]
"""
BOTH = (('"B C H I"', '"B C H I J"'), ('"A B E F"', '"B C E F"'), ("switcher", "railway"), ('["I"]', '["H"]'), ("y =", "z ="))


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        (key_of_card, (*BOTH, ('x = "D"', 'x = "F"'), ('"A>B"\n', '"A<B"\n'))),
        (lambda card: key_of_flood(card.rules, card.start), (*BOTH, ('y = "E"', 'y = "F"'), ('"A>B" }', '"B>A" }'))),
        (canonical_id, (*BOTH[:-1], ('x = "D"', 'x = "F"'), ('y = "E"', 'y = "F"'), ('"A>B" }', '"B>A" }'))),
    ],
    ids=["tablebase", "flood", "canonical id"],
)
def test_every_part_of_a_card_changes_its_keys(key, changes):
    texts = [CARD, *(CARD.replace(*change) for change in changes)]
    texts = [text.replace('"A>B"', '"A"').replace('"A<B"', '"A"') if "railway" in text else text for text in texts]
    assert len(set(texts)) == len(texts)
    assert len({key(shunt.load(text)) for text in texts}) == len(texts)


def test_every_tile_in_use_changes_the_key_of_a_table():
    yard = shunt.hump.load("two-storeys")
    fewer = [track_in_use(replace(yard, tiles=yard.tiles[:number])) for number in range(len(yard.tiles) + 1)]
    assert len(set(fewer)) > 1
    assert track_in_use(replace(yard, name="other")) == fewer[-1]


def test_a_pack_made_again_stands_on_the_board_as_it_is_now(tmp_path):
    """Tracks that changed in the board's file are in every card of the pack that replaces the old one; nothing else remains."""
    file, tracks = tmp_path / "b.toml", '"A B C D E F", "A B C G H", "B C D I J"'
    text = f'schema = "shunt-layout/1"\nname = "mine"\ntracks = [{tracks}]\n'
    options = f"--board {file} --tiers 1,0,0,0,0 --cars 1 --replace --time-limit 60"
    for content in (text, text.replace("A B C G H", "B C D G H")):
        file.write_text(content, encoding="utf-8")
        done = run(f"make pack {options} -o", tmp_path / "p")
        assert done.exit_code == 0, done.output
        cards = load_pack(tmp_path / "p")[1].cards
        assert {card.plan.tracks for card in cards} == {shunt.load_layout(file).plan.tracks}
        assert sorted(path.name for path in tmp_path.iterdir()) == ["b.toml", "p"]
