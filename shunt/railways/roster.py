"""The cars of JMRI's operations, `OperationsCarRoster.xml`: what cards may call them, and how a crew knows them."""

from __future__ import annotations

import re
from collections.abc import Collection

from shunt.files.reading import read_named, refuse
from shunt.railways.naming import as_name
from shunt.railways.xml_file import parse_xml

LARGEST = 10_000_000


def cars_in(path: str, wanted: Collection[str], feet: float) -> dict[str, str]:
    """Return the cars of a roster: name in cards (`BM-1234`) → road, number, type and colour.

    A car is one space long. Raise `InputError` for a `wanted` car that is longer than the `feet` a space holds; those without a
    length are taken.
    """
    root = parse_xml(path, read_named(path, LARGEST))
    cars = list(root.all("cars", "car"))
    if not cars:
        refuse(path, "the file has no cars", "give the file OperationsCarRoster.xml of JMRI's operations")
    found: dict[str, str] = {}
    for car in cars:
        road, number = car.get("roadName"), car.get("roadNumber")
        details = ", ".join(text for text in (car.get("type"), car.get("color").lower()) if text)
        name = as_name(f"{road} {number}") or as_name(car.get("id"))
        length = re.match(r"\d+(\.\d+)?", car.get("length"))
        if name in wanted and length and float(length[0]) > feet:
            what = f"car {name} is {length[0]} feet long, and a space holds a car of {feet:g} feet"
            longer = f"import the railway with longer spaces, for cars of {length[0]} feet, and give the same length here"
            refuse(path, what, longer)
        if name:
            found[name] = f"{road} {number}".strip() + (f" ({details})" if details else "")
    return found
