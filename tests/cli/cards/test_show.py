"""Pictures that `shunt show` writes."""

import pytest

from shunt.cards.files import load_card
from shunt.render.values import svg, svg_steps
from tests.cli.running import check_refused, shunt


@pytest.mark.parametrize("name", ["first-swap", "inglenook-533-classic"])
def test_a_card_is_written_as_svg(name, tmp_path):
    assert shunt("show", name, "--output", tmp_path / "card.svg").exit_code == 0
    assert (tmp_path / "card.svg").read_text() == svg(load_card(name))


def test_a_position_after_moves_is_the_last_step():
    card = load_card("first-swap")
    game = card.play()
    game.push("A A1>B3")
    done = shunt("show first-swap --after 'A A1>B3' --output -")
    assert done.stdout == svg_steps(card, game.moves)[-1]


@pytest.mark.parametrize(("after", "second"), [((), "A B2>E1"), (("--after", "A A1>B3; A B3>C2"), "A B3>C2")])
def test_steps_are_the_start_and_a_picture_for_each_move(after, second, tmp_path):
    done = shunt("show first-swap", *after, "--pictures", tmp_path / "steps")
    assert done.exit_code == 0, done.output
    files = sorted(path.name for path in (tmp_path / "steps").iterdir())
    assert files == [f"{number:02}.svg" for number in range(3 if after else 7)]
    assert second in (tmp_path / "steps/02.svg").read_text().replace("&gt;", ">")


def test_pictures_of_illegal_moves_are_not_written(tmp_path):
    done = shunt("show first-swap --after 'A A1>F2' --output", tmp_path / "x.svg")
    assert (done.exit_code, done.stdout, list(tmp_path.iterdir())) == (1, "", [])
    assert "move 1 is illegal" in done.stderr


def test_bad_calls_for_pictures_are_refused(tmp_path):
    check_refused(shunt("show fan-10 --pictures", tmp_path / "x"), "--pictures", "without pieces")
    check_refused(shunt("show first-swap --output x.svg --json"), "--json", "only one")
    check_refused(shunt("show first-swap --output", tmp_path / "missing/x.svg"), "--output", "cannot be written")
    (tmp_path / "file").write_text("")
    check_refused(shunt("show first-swap --pictures", tmp_path / "file/x"), "--pictures", "cannot be created")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_sidings_explain_their_moves_where_a_card_is_shown_or_solved():
    for command in ("show", "solve"):
        assert (
            "moves: 1-3 pulls 3 cars from siding 1 onto the headshunt, 1+3 drops 3 on siding 1"
            in shunt(command, "ras-toy").stdout
        )
    assert "moves: 1+3 runs into siding 1 with the 3 cars of the headshunt" in shunt("show inglenook-533-classic").stdout


def test_pixels_and_strips_are_written(tmp_path):
    assert shunt("show fan-10 --theme ink -o", tmp_path / "fan.png").exit_code == 0
    assert (tmp_path / "fan.png").read_bytes().startswith(b"\x89PNG")
    assert shunt("show first-swap --strip", tmp_path / "strip.svg").exit_code == 0
    assert (tmp_path / "strip.svg").read_text().count("A A1&gt;B2") >= 1
    check_refused(shunt("show fan-10 --strip", tmp_path / "a.svg"), "--strip", "without pieces")
