"""Scales of model railways, by name or as a ratio, and how long a car is in them."""

from __future__ import annotations

import re

from shunt.errors import InputError, suggest

RATIOS = {
    "Z": 220, "N": 160, "TT": 120, "HO": 87.1, "H0": 87.1, "OO": 76.2, "00": 76.2, "EM": 76.2, "P4": 76.2, "S": 64, "O": 48,
    "0": 45, "1": 32, "G": 22.5, "T": 450, "F": 20.3, "2mm(FS)": 152, "N(UK)": 148, "N(JP)": 150, "ScaleSeven": 43.5,
    "O(Fine)": 43.5, "O(SpecialFine)": 43.5, "On14mm": 43.5, "On16.5": 43.5, "O(EU)": 45, "On3(EU)": 45, "Oe(EU)": 45, "O55": 55,
    "P48": 48, "A": 30, "1/32": 32, "1/2(H)": 24, "2(II)": 22.5, "Gn3": 20, "16mm": 19, "16mmSM45": 19, "16mmSM32": 19,
    "SE(7/8)32": 13.7, "SE(7/8)45": 13.7, "LEGO": 38,
}  # fmt: skip
"""The prototype's size in that of each scale; narrow-gauge scales such as HOn3 and HOn3½ begin with the name of one."""

BY_NAME = {name.casefold(): ratio for name, ratio in RATIOS.items()}
NARROW = re.compile(r"([a-z0]+?)(n?\d+([.,]\d+)?|[meif])")
HALF = re.compile(r"½|[ -]?1/2$")
LEAST_FEET, MOST_FEET = 5.0, 200.0
INCHES, MILLIMETRES = 12.0, 304.8
"""Units in a foot."""
CAR_FEET = 40.0
"""Length of the cars that are one space long, unless another is chosen."""
COUPLER_FEET = 4.0
"""What the two couplers add to a car."""


def ratio_of(scale: str) -> float | None:
    """Return the ratio of a scale by its name; narrow-gauge scales are named by a standard one.

    >>> ratio_of("HO"), ratio_of("HOn3"), ratio_of("HOn3½"), ratio_of("Toy")
    (87.1, 87.1, 87.1, None)
    """
    name = scale.casefold()
    gauge = NARROW.fullmatch(HALF.sub(".5", name))
    return BY_NAME.get(name) or (BY_NAME.get(gauge[1]) if gauge else None)


def given_ratio(text: str) -> float:
    """Return the ratio of a scale that a user gave, such as `h0`, `N` or `1:87`; raise `InputError` for others."""
    number = re.fullmatch(r"1[:/](\d{1,3}(?:[.,]\d+)?)", text.strip())
    ratio = float(number[1].replace(",", ".")) if number else ratio_of(text.strip())
    if not ratio:
        what, remedy = f"{text!r} is not a scale that is known", suggest(text, RATIOS)
        raise InputError("scale", what, f"{remedy}; or give a ratio, such as 1:87")
    return ratio


def car_length(ratio: float, unit: float, feet: float = CAR_FEET) -> float:
    """Return how long a car of so many feet is in a scale, with its couplers; `unit`: how many units of length are in a foot."""
    return (feet + COUPLER_FEET) * unit / ratio


def car_feet(feet: float | None) -> float:
    """Return the length of cars in feet that a user chose, or the default; raise `InputError` if no car has this length."""
    if feet is not None and not LEAST_FEET <= feet <= MOST_FEET:
        raise InputError("car_feet", f"{feet:g} is not the length of a car", f"from {LEAST_FEET:g} to {MOST_FEET:g} feet")
    return CAR_FEET if feet is None else feet
