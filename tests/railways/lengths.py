"""A second opinion on the lengths of lines: each is worked out from its file by the formula of the program that draws it.

`python -m tests.railways.lengths FOLDER` compares every line of the panels and plans in a folder with what is imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from math import asin, cos, dist, pi, radians, sin, sqrt
from pathlib import Path

from shunt.errors import InputError
from shunt.files.reading import read_named
from shunt.railways.drawing import Place, TrackDrawing
from shunt.railways.jmri import IGNORED, panels_in
from shunt.railways.reading import LARGEST, Origin, read_drawing
from shunt.railways.xml_file import Node, parse_xml
from shunt.railways.xtrackcad import plan_text


def plan_lengths(text: str) -> Iterator[tuple[str, float]]:
    """Yield the number and the length of each curved track of a plan, as the functions of XTrackCAD have it."""
    found = re.search(r"^VERSION (\d+)", text, re.M)
    has_height = found is None or int(found[1]) >= 9
    for block in re.split(r"\n(?=[A-Z])", text):
        first, *lines = block.split("\n")
        words = first.split()
        if len(words) < 3 or words[0] not in ("CURVE", "JOINT", "CORNU", "BEZIER"):
            continue
        ends = [line.split() for line in lines if re.match(r"\s+[TE]\d* ", line)]
        angles = [float(end[4 if end[0][0] == "T" else 3]) for end in ends]
        numbers = [float(word) for word in words[8:] if re.fullmatch(r"-?[\d.]+", word)]
        if words[0] == "CURVE":
            radius, turns = numbers[2 + has_height], (numbers[3 + has_height :] or [0.0])[0]
            is_circle = angles == [270.0, 90.0]
            extent = 360.0 if is_circle else (angles[1] - angles[0] + 180) % 360
            yield words[1], radius * radians(extent) + (turns - (1 if is_circle and turns else 0)) * 2 * pi * radius
        elif words[0] == "JOINT":
            low, high = (_eased(numbers[at], numbers[2], numbers[3]) for at in (0, 1))
            yield words[1], low + high if numbers[6] else abs(low - high)
        else:
            yield words[1], sum(_segment(line.split()) for line in _arcs(lines))


def _eased(parameter: float, radius: float, length: float) -> float:
    """Return the distance along an easement: an arc of twice its radius there, which is right to 0.1 %."""
    if not parameter:
        return 0.0
    across, curve = parameter**3 / (6 * radius * length), 2 * radius * length / parameter
    return 2 * curve * asin(sqrt(across**2 + parameter**2) / 2 / curve)


def _arcs(lines: list[str]) -> Iterator[str]:
    """Yield the segments of a curve; of Bézier segments the arcs that the program has made of them."""
    inner = any("SUBSEGS" in line for line in lines)
    for line in lines:
        if re.match(r"\s+[SCLA]\d* ", line) and (not inner or line.split()[0][0] in "SC"):
            yield line


def _segment(words: list[str]) -> float:
    numbers = [float(word) for word in words[3:]]
    has_height = words[0][1:] >= "3"
    if words[0][0] == "S":
        return dist(numbers[:2], numbers[2 + has_height : 4 + has_height])
    return abs(numbers[0]) * radians(numbers[4 + has_height])


def bezier_length(points: list[Place], depth: int = 0) -> float:
    """Return the length of a Bézier curve as JMRI draws it: halved until its polygon is at most 0.1 % longer than its chord."""
    outer = sum(dist(a, b) for a, b in pairwise(points))
    chord = dist(points[0], points[-1])
    if depth > 12 or (chord and outer / chord <= 1.001):
        return chord
    left, right, row = [points[0]], [points[-1]], points
    while len(row) > 1:
        row = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(row)]
        left.append(row[0])
        right.append(row[-1])
    return bezier_length(left, depth + 1) + bezier_length(right[::-1], depth + 1)


def segment_length(node: Node, first: Place, last: Place) -> float:
    """Return the length of a track segment between two places, as JMRI draws it."""

    def number(text: str) -> float:
        return float(text.replace(",", "."))

    if node.get("arc") == "yes" and node.get("circle") == "yes":
        angle = min(number(node.get("angle") or "0"), 180.0) or 90.0
        return dist(first, last) / 2 / sin(radians(angle) / 2) * radians(angle)
    if node.get("arc") == "yes":  # Arc2D of 90 degrees in a rectangle of twice the differences
        a, b = abs(first[0] - last[0]), abs(first[1] - last[1])
        places = [(a * cos(pi / 2 * t / 900), b * sin(pi / 2 * t / 900)) for t in range(901)]
        return sum(dist(one, other) for one, other in pairwise(places))
    controls = sorted(node.all("controlpoints", ""), key=lambda point: int(point.get("index")))
    points = [(number(point.get("x")), number(point.get("y"))) for point in controls]
    return bezier_length([first, *points, last]) if points and node.get("bezier") == "yes" else dist(first, last)


def compared(path: Path) -> Iterator[tuple[str, float, float, float]]:
    """Yield of each line its name, the imported length, the program's, and the length of a car."""
    content = read_named(str(path), LARGEST)
    if path.suffix != ".xml":
        drawing = read_drawing(Origin(str(path)))
        for name, length in plan_lengths(plan_text(str(path), content, LARGEST)):
            yield name, _imported(drawing, name), length, drawing.car_length or 6.0
        return
    for panel, editor in panels_in(parse_xml(str(path), content, IGNORED)).items():
        drawing = read_drawing(Origin(str(path), panel))
        for node in editor.all("tracksegment"):
            element = drawing.elements.get(node.get("ident"))
            if element is not None and not any(fault.where == element.name for fault in drawing.warnings):
                line = element.legs[0].line
                yield element.name, element.legs[0].length, segment_length(node, line[0], line[-1]), drawing.car_length or 50.0


def _imported(drawing: TrackDrawing, name: str) -> float:
    return drawing.elements[name].legs[0].length if name in drawing.elements else 0.0


def main(folder: str) -> None:
    """Print how many lines are within half a car of the program's formula, and those that are not."""
    lines, near, files, refused = 0, 0, 0, 0
    for path in sorted(Path(folder).rglob("*.x[mt][lc]*")):
        try:
            found = list(compared(path))
        except InputError:
            refused += 1
            continue
        files += 1
        lines += len(found)
        near += sum(abs(ours - theirs) <= car / 2 for _, ours, theirs, car in found)
        for name, ours, theirs, car in found:
            if abs(ours - theirs) > car / 2:
                print(f"{path.name}: {name}: imported {ours:.2f}, drawn {theirs:.2f}")
    print(f"{files} files ({refused} refused), {lines} lines, {near} within half a car: {near / max(lines, 1):.2%}")


if __name__ == "__main__":
    main(sys.argv[1])
