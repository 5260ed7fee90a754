"""Pictures of large boards in the terminal: long rows shortened, with everything that is special."""

from shunt.cards.card import Card
from shunt.render.terminal import draw_layout, schematic, schematic_lines
from shunt.track.layout import Layout
from shunt.track.plan import LARGE_BOARD
from tests.large_boards import long_board


def drawn(layout: Layout, special: tuple[str, ...] = ()) -> set[str]:
    return set(schematic(layout, special).plan.spaces)


def test_rows_are_shortened_to_their_ends_and_one_label():
    layout = Layout.from_tracks(" ".join(f"a{number}" for number in range(LARGE_BOARD + 1)))
    assert drawn(layout) == {"a0", "a1", "a2..a398", "a399", "a400"}
    assert drawn(layout, ("a7",)) == {"a0", "a1", "a2..a5", "a6", "a7", "a8", "a9..a398", "a399", "a400"}
    assert "401 spaces" in schematic_lines(layout.plan)[0]
    assert "a2..a398" in draw_layout(layout, unicode=False).plain()


def test_all_spaces_are_in_the_picture_by_name_or_by_the_ends_of_their_row():
    layout = long_board(600, turnouts=6)
    shown = schematic(layout).plan
    number = {space: index for index, space in enumerate(layout.plan.spaces)}
    rows = [name.split("..") for name in shown.spaces if ".." in name]
    left_out = sum(abs(number[last] - number[first]) for first, last in rows)
    assert len(shown.spaces) + left_out == len(layout.plan.spaces)


def test_a_card_shows_its_pieces_where_they_are():
    card = Card.build(long_board(600, turnouts=6), locomotives={"L": "m3>m4"}, cars={"red": "m40"}, goal={"red": "m50"})
    text = str(card)
    assert "m40[red]" in text
    assert "m50" in text
