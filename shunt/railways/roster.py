"""The cars of JMRI's operations, `OperationsCarRoster.xml`: what cards may call them, and how a crew knows them."""

from __future__ import annotations

from shunt.files.reading import read_named, refuse
from shunt.railways.naming import as_name
from shunt.railways.xml_file import parse_xml

LARGEST = 10_000_000


def cars_in(path: str) -> dict[str, str]:
    """Return the cars of a roster: name in cards (`BM-1234`) → road, number, type and colour; raise `InputError`."""
    root = parse_xml(path, read_named(path, LARGEST))
    cars = [car for table in root.all("cars") for car in table.all("car")]
    if not cars:
        refuse(path, "the file has no cars", "give the file OperationsCarRoster.xml of JMRI's operations")
    found: dict[str, str] = {}
    for car in cars:
        road, number = car.get("roadName"), car.get("roadNumber")
        details = ", ".join(text for text in (car.get("type"), car.get("color").lower()) if text)
        name = as_name(f"{road} {number}") or as_name(car.get("id"))
        if name:
            found[name] = f"{road} {number}".strip() + (f" ({details})" if details else "")
    return found
