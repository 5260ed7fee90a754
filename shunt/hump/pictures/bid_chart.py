"""Pictures of bids: the chances of a table as a small chart, a certified solution as numbered pictures."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.hump.bids import BidStep, BidTable
from shunt.hump.moves import run_words
from shunt.hump.pictures.yard import YardCars, yard_scene
from shunt.hump.yard import Yard
from shunt.render.characters import Picture
from shunt.render.letters import fitted
from shunt.render.scene import Item, Line, Rect, Scene, Text, ground
from shunt.render.values import lines_picture

BAR, GAP, HIGH = 9.0, 3.0, 46.0  # millimetres
HELD, NEW, INK, FAINT = "#9db8d4", "#2a66b1", "#1d1d1d", "#85795f"


def bid_chart(table: BidTable) -> Scene:
    """Draw the chance that each bid holds, a bar for every bid up to the largest optimum; the dark part is new at that bid."""
    most = max(table.optima, default=1)
    left, top = 14.0, 15.0
    width, height = left + most * (BAR + GAP) + GAP + 4, top + HIGH + 14
    items: list[Item] = [ground(width, height)]
    for percent in (0, 50, 100):
        y = top + HIGH * (1 - percent / 100)
        items.append(Line(left, y, width - 4, y, "#d8d0bd", 0.25))
        items.append(Text(left - 1.5, y + 1.1, f"{percent} %", 3.0, FAINT, "end"))
    for bid in range(1, most + 1):
        x = left + GAP + (bid - 1) * (BAR + GAP) + BAR / 2
        chance, new = float(table.chance(bid)), table.optima.get(bid, 0) / table.orders
        for share, above, colour in ((chance - new, 0.0, HELD), (new, chance - new, NEW)):
            if share > 0:
                items.append(Rect(x, top + HIGH * (1 - above - share / 2), BAR, HIGH * share, fill=colour))
        items.append(Text(x, top + HIGH * (1 - chance) - 1.2, f"{100 * chance:.0f}", 2.8, INK))
        items.append(Text(x, top + HIGH + 4.2, str(bid), 3.2, INK))
    items.append(Text((left + width) / 2, height - 3, "moves bid", 3.0, FAINT))
    title = f"{' '.join(table.train)}: chance that a bid holds"
    items.append(Text(width / 2, 5.5, *fitted(title, 3.8, width - 2, bold=True), INK, bold=True))
    chances = ", ".join(f"{bid}: {chance}" for bid, chance in table.chances.items())
    about = f"{chances}; impossible: {table.impossible} of {table.orders}"
    return Scene(round(width, 2), round(height, 2), tuple(items), title, about)


def bid_lines(table: BidTable) -> Picture:
    """Return the chance that each bid holds, in characters."""
    chances = [f"{bid:4}  {100 * float(chance):5.1f} %" for bid, chance in table.chances.items()]
    return lines_picture([f"{' '.join(table.train)}: chance that a bid holds", " bid  chance", *chances])


def solution_scenes(yard: Yard, names: Sequence[str], steps: Sequence[BidStep]) -> list[Scene]:
    """Draw the train in the queue and each move of a solution: the cars after it, where they came from, an arrow of the path.

    `names`: one a car, from the lead car of the queue. All have the queue drawn to its full length, so that the pictures align.
    """
    places = {f"q{number}": name for number, name in enumerate(names)}
    train = f"from the lead car: {' '.join(names)}"
    scenes = [yard_scene(yard, YardCars(places), caption="The train in the source", remark=train)]
    for number, step in enumerate(steps, start=1):
        cut = [step.names[car] for car in step.run.cars]
        moved = {space: name for space, name in places.items() if name in cut}
        after = step.run.after
        places = dict(zip(after.places, step.names, strict=True)) if after else {}
        cars = YardCars(places, len(names), () if after else cut, step.run.path, moved)
        caption = f"Move {number}: {run_words(cut, step.run.path[-1])}"
        scenes.append(yard_scene(yard, cars, caption=caption, remark=step.notation))
    return scenes
