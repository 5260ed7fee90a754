"""The card and tile games on paper: a page with the rules and their pictures, a score sheet, and what they are played with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shunt.games.face import Part
from shunt.games.protocol import players_text
from shunt.games.registry import game_class, parts_of_game, rules_of_game
from shunt.paper.flow import PITCH, Block, Figure, HeadingBlock, Paragraph, TableBlock, flowed
from shunt.paper.order import Settings
from shunt.paper.painter import readable
from shunt.paper.pdf import Printed, print_cutouts, print_scenes
from shunt.paper.sheets import Size, thriftiest
from shunt.render import fonts
from shunt.render.colours import INK
from shunt.render.scene import Item, Scene, Text, ground

MARGIN = 16.0
TEXT, PICTURE = 4.2, 26.0  # the least sizes of text and of pictures on a page of rules, in millimetres
LARGER = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)  # times these sizes: the largest that fit on one page are taken
ROW, TALL_ROW = 5.5, 9.0  # heights of the rows of a score sheet
NAMES, COLUMN = 3.2, 1.6  # shares of the width
WRITTEN, TITLE, NOTE = 3.6, 7.0, 3.4  # sizes of the words of a score sheet, of its title, and of the remark below
SQUARES = tuple((0.1 * tenths, 0.1 * tenths) for tenths in range(450, 349, -1))  # sizes that are tried
SMALL, LARGE = 4.2, 5.4  # words on a card below its picture, and without one, in millimetres


def print_game_rules(game: str, settings: Settings) -> Printed:
    """Return the rules of a game with pictures, on a page that they fill."""
    title = f"{game_class(game).title}: rules"
    for larger in LARGER:
        pages = flowed(_rules(game, larger), settings.page, MARGIN, title, is_numbered=False)
        if len(pages) == 1:
            break
    return print_scenes(pages, title)


def _rules(game: str, larger: float) -> Iterator[Block]:
    rules, size = game_class(game), larger * TEXT
    yield HeadingBlock(rules.title, 9.0)
    yield Paragraph(f"{rules.summary} {players_text(rules.seats)}.", size=size)
    for number, (text, scene) in enumerate(rules_of_game(game), start=1):
        yield Paragraph(text, f"{number}.", size)
        if scene is not None:
            yield Figure(scene, height=larger * PICTURE)


def print_scores(game: str, settings: Settings) -> Printed:
    """Return a score sheet of a game, with a column for each of as many players as it allows and as many games as fit."""
    title = f"{game_class(game).title}: scores"
    room = settings.page[1] - 2 * MARGIN - 2 * TITLE - 3 * NOTE
    return print_scenes(flowed(_scores(game, room), settings.page, MARGIN, title, is_numbered=False), title)


def _scores(game: str, room: float) -> Iterator[Block]:
    rules, form = game_class(game), game_class(game).score_form
    blank = [""] * max(rules.seats)
    shares = (NAMES, *[COLUMN] * len(blank))
    has_parts = len(form.rows) > 1
    each = len(form.rows) + has_parts
    games = max(form.games, int((room / TALL_ROW - 3) / each))
    height = max(ROW, min(TALL_ROW, room / (3 + games * each)))

    def table(*names: str, has_head: bool = False, below: float = 0.0) -> TableBlock:
        return TableBlock([[name, *blank] for name in names], shares, has_head, WRITTEN, below, height, is_ruled=True)

    yield HeadingBlock(f"{rules.title}: scores", TITLE)
    players = [f"Player {number}" for number in range(1, len(blank) + 1)]
    yield TableBlock([["", *players], ["Name", *blank]], shares, size=WRITTEN, height=height, is_ruled=True)
    for number in range(1, games + 1):
        if has_parts:
            yield table(f"Game {number}", *form.rows, has_head=True)
        else:
            yield table(f"Game {number}: {form.rows[0].lower()}")
    yield table("All games", has_head=True, below=NOTE)
    if form.remark:
        yield Paragraph(form.remark, size=NOTE)


# --------------------------------------------------------------------------------------------------------------------
# The cards and squares of a game, to be cut out


def print_deck(game: str, sizes: Sequence[Size], margin: float, settings: Settings) -> Printed:
    """Return sheets of everything that a game is played with, in that of the sizes of which it takes the fewest sheets.

    Each card or square has the picture that the game's table shows, enlarged to `margin` millimetres from its edge.
    """
    parts = parts_of_game(game)
    size = thriftiest(len(parts), sizes, settings.paper)
    cards = [_card(part, size, margin) for part in parts]
    return print_cutouts(cards, size, settings.paper, game_class(game).title)


def _card(part: Part, size: Size, margin: float) -> Scene:
    """Draw a part on a card, upright or sideways as its picture is larger: the title above, and the words below."""
    picture = part.picture
    width, height = (max(size), min(size)) if picture and picture.width > picture.height else size
    room = width - 2 * margin
    items: list[Item] = [ground(width, height)]
    top, below = margin, height - margin
    if part.title:
        title = fonts.line((width / 2, top + 1.2 * TITLE), part.title, TITLE, room, INK, "middle", bold=True)
        items.append(title)
        top += 1.8 * TITLE
    text = SMALL if picture else LARGE
    lines = fonts.wrapped(part.words.split(), text, room)
    for number, line in enumerate(lines, start=1):
        y = below - PITCH * text * (len(lines) - number) if picture else top + PITCH * text * number
        items.append(Text(width / 2, y, line, text, INK))
    below -= PITCH * text * len(lines)
    if picture:
        scale = min(room / picture.width, (below - top) / picture.height)
        x, y = (width - scale * picture.width) / 2, (top + below - scale * picture.height) / 2
        items += map(readable, picture.placed(x, y, scale))
    return Scene(width, height, tuple(items), part.title or (picture.title if picture else ""))
