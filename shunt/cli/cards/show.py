"""`shunt show`: a card or a layout, drawn in the terminal, as SVG or as PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shunt.cli import options, output
from shunt.cli.exit_status import ExitStatus
from shunt.cli.picture_files import (
    Choices,
    appearance_options,
    dressed,
    font_option,
    replayed,
    theme_option,
    write_picture,
    write_steps,
)
from shunt.errors import InputError

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.render.characters import Picture
    from shunt.track.layout import AnyLayout


@click.command("show")
@options.shipped_argument("what", "CARD|LAYOUT", "cards", "layouts")
@options.text_option("--after", "MOVES", "Show the position after these moves, separated by ;.")
@options.picture_option("Write a picture to FILE, as PNG if the name ends in .png and otherwise as SVG. - is stdout.")
@options.pictures_option(
    "Write SVG pictures of the start and of each move to DIR. The moves are taken from --after or, "
    "without it, from the Yard Guide."
)
@options.text_option(
    "--strip", "FILE", "Write the start and each move side by side to FILE (.svg or .png).", type=options.PICTURE
)
@options.text_option("--size", "WXH", "Size of the --output picture in pixels; the drawing is centred.", type=options.pixels)
@theme_option
@font_option
@appearance_options
@options.work_limit_options
@options.json_option
def command(
    what: str,
    after: str | None,
    file: str | None,
    pictures: str | None,
    strip: str | None,
    size: tuple[int, int] | None,
    theme: str,
    font: str,
    names: Choices,
    colours: Choices,
    as_json: bool,
) -> int:
    """Draw a card with its pieces, or an empty layout, in the terminal, as SVG or as PNG.

    Give a file, the name of a shipped card or layout, or - for standard input. In the terminal, cars are in brackets
    beside the name of their space, and an arrow shows which way a locomotive faces. Turntable bridges are in
    parentheses, spaces where no move may end are in braces, and broken tracks are between crosses. Marked spaces are
    listed by colour. On boards with more than 400 spaces, only the ends of long plain rows are shown, unless you use
    --output.

    \b
    Examples:
      shunt show first-swap
      shunt show turntable-19
      shunt show first-swap --after 'A A1>B3; A B3>C2'
      shunt show first-swap -o first-swap.svg
      shunt show first-swap --theme dark -o first-swap.png
      shunt show first-swap --size 1200x630 -o preview.png
      shunt show first-swap --pictures first-swap-moves
      shunt show first-swap --strip first-swap-strip.svg
      shunt show first-swap --rename red=milk --colour A=maroon -o first-swap.svg

    Exit status: 0 if the drawing is shown, 1 if a move is illegal. In that case, the position before the illegal move
    is shown.
    """
    from shunt.cards.card import Card
    from shunt.cli.arguments import card_or_layout
    from shunt.render.fonts import typeface

    targets = {"--output": file, "--pictures": pictures, "--strip": strip, "--json": as_json}
    if extra := [option for option, value in targets.items() if value][1:]:
        what_else = "only one of --output, --pictures, --strip and --json can be given"
        raise InputError(extra[0], what_else, "leave the others out")
    found = card_or_layout(what)
    with output.parameters_as(), typeface(font):
        if isinstance(found, Card):
            (card,) = dressed([found], names, colours)
            if file is None and pictures is None and strip is None:
                return _show_card(card, after, as_json)
            return _write_pictures(card, after, file, pictures, strip, theme, size)
        for_cards = {"--after": after, "--pictures": pictures, "--strip": strip, "--rename": names, "--colour": colours}
        for option, value in for_cards.items():
            if value:
                raise InputError(option, f"{what} is a layout, without pieces", "name a card")
        _show_layout(found, file, theme, size, as_json)
    return ExitStatus.ANSWERED


def _write_pictures(
    card: Card,
    after: str | None,
    file: str | None,
    pictures: str | None,
    strip: str | None,
    theme: str,
    size: tuple[int, int] | None,
) -> int:
    """Write one picture, one of the start and of each move, or all of these on one sheet."""
    from shunt.cli.progress import DRAWING, watching
    from shunt.render.cards import position_scene
    from shunt.render.values import scene_of, solution_scene, step_scenes

    output.check_output("--strip", strip)
    output.check_output(output.OUTPUT, file)
    with watching(DRAWING):
        is_one = file is not None
        game = replayed(card, (after or "") if is_one else after, needs_moves=not is_one)
        if game is None:
            return ExitStatus.NO
        if file is not None:
            scene = position_scene(card, game.position, game.peek()) if game.moves else scene_of(card)
            write_picture(output.OUTPUT, file, scene, theme, size)
        elif strip is not None:
            write_picture("--strip", strip, solution_scene(card, game.moves), theme)
        elif pictures is not None:
            write_steps(pictures, step_scenes(card, game.moves), theme)
            output.say(f"{pictures}: {output.counted(len(game.moves) + 1, 'pictures')}")
    return ExitStatus.ANSWERED


def _show_card(card: Card, after: str | None, as_json: bool) -> int:
    from shunt.cli.answers import card_parts
    from shunt.cli.moves import played
    from shunt.render.terminal import schematic_lines

    game = played(card, () if after is None else (after,))
    if as_json:
        fields: dict[str, Any] = {"schema": "shunt-board/1", "card": card.name, "ruleset": card.ruleset}
        fields |= {"position": card.names(game.position), "moves": [move.notation for move in game.moves]}
        fields |= {"solved": game.goal_is_met} | card.board_json(game.position)
        output.print_json(fields | ({"illegal": game.broken.as_json()} if game.broken else {}))
    else:
        shortened = schematic_lines(getattr(card, "plan", None))
        below = [*card.move_lines(), *card.mark_lines(), *(["", game.broken.words] if game.broken else [])]
        output.show(card_parts(card, "", game.position, shortened, below))
    return ExitStatus.NO if game.broken else ExitStatus.ANSWERED


def _show_layout(layout: AnyLayout, file: str | None, theme: str, size: tuple[int, int] | None, as_json: bool) -> None:
    from shunt.cards.card import board_lines, mark_lines
    from shunt.cards.layout_report import capacity_line
    from shunt.cli.answers import layout_picture
    from shunt.cli.progress import DRAWING, watching
    from shunt.render.terminal import schematic_lines
    from shunt.render.values import scene_of
    from shunt.track.layout import SidingsLayout
    from shunt.track.space_marks import SPACE_MARKS

    if file is not None:
        output.check_output(output.OUTPUT, file)
        with watching(DRAWING):
            write_picture(output.OUTPUT, file, scene_of(layout), theme, size)
        return
    fields: dict[str, Any] = {"schema": "shunt-board/1", "layout": layout.name}
    if isinstance(layout, SidingsLayout):
        fields |= {"headshunt": layout.headshunt, "sidings": dict(layout.sidings)}
        holds = output.counted(layout.headshunt, "cars") if layout.headshunt else "any number of cars"
        parts: list[str | Picture] = [f"{layout.name}\n\nheadshunt holds {holds}"]
        parts += [f"siding {name} holds {capacity}" for name, capacity in layout.sidings.items()]
    else:
        plan = layout.plan
        fields |= {"spaces": list(plan.spaces), "at": {name: list(point) for name, point in layout.coordinates().items()}}
        fields |= {"turntables": {table.name: 0 for table in plan.turntables}, "no_stop": sorted(plan.no_stop)}
        fields |= {key: SPACE_MARKS[key].entry(layout.marked(key)) for key in layout.signs}
        title = str(layout.about.get("title", ""))
        heading = f"{layout.name}: {title}" if title else layout.name
        parts = [] if as_json else [f"{heading} ({output.counted(len(plan.spaces), 'spaces')})\n", layout_picture(layout), ""]
        held = capacity_line(layout)
        parts += [*schematic_lines(plan), *board_lines(plan), *([f"cars held: {held}"] if held else []), *mark_lines(layout)]
    output.show(fields if as_json else parts)
