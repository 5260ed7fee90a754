"""The cars of JMRI's operations, `OperationsCarRoster.xml`: what cards may call them, and how a crew knows them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from shunt.errors import Fault, raise_faults
from shunt.files.printable import printable
from shunt.files.reading import read_named, refuse
from shunt.railways.drawing import decimal_number
from shunt.railways.naming import as_name
from shunt.railways.xml_file import parse_xml, value_of

LARGEST = 10_000_000


@dataclass(frozen=True)
class CarRoster:
    """The cars of a roster: name in cards (`BM-1234`) → road, number, type and colour; `notes` name cars that were cut."""

    cars: dict[str, str]
    notes: tuple[str, ...] = ()


def cars_in(path: str, wanted: Collection[str], feet: float, is_cut: bool = False) -> CarRoster:
    """Return the cars of a roster. Those `wanted` that are longer than the `feet` of a space are refused, each by its name.

    If `is_cut`, they are taken as cars of that length instead, and noted. A car without a length is taken; one whose length
    is not a number is refused.
    """
    root = parse_xml(path, read_named(path, LARGEST))
    cars = root.findall("cars/car")
    if not cars:
        refuse(path, "the file has no cars", "give the file OperationsCarRoster.xml from JMRI's operations")
    found: dict[str, str] = {}
    faults: list[Fault] = []
    notes: list[str] = []
    for car in cars:
        road, number = value_of(car, "roadName"), value_of(car, "roadNumber")
        details = ", ".join(text for text in (value_of(car, "type"), value_of(car, "color").lower()) if text)
        name = as_name(f"{road} {number}") or as_name(value_of(car, "id"))
        text = value_of(car, "length")
        length = decimal_number(text)
        if name in wanted and text and length is None:
            faults.append(Fault("", f"the length {text!r} of car {name} is not a number", "", printable(path)))
        elif name in wanted and length is not None and length > feet:
            what = f"car {name} is {length:g} feet long, but a space holds a car of {feet:g} feet"
            longer = f"import the railway for cars of {length:g} feet, and give that length here too; or cut long cars"
            faults += [] if is_cut else [Fault("", what, longer, printable(path))]
            notes.append(f"{what}: it counts as one of {feet:g} feet")
        if name:
            found[name] = f"{road} {number}".strip() + (f" ({details})" if details else "")
    raise_faults(faults)
    return CarRoster(found, tuple(notes) if is_cut else ())
