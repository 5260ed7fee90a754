"""A random change of one value, at any depth, of what JSON can hold: what the fuzzers of files share."""

import copy
import random
from collections.abc import Sequence
from typing import Any

VALUES = [None, True, False, 0, -1, 1, 10**6, 2**63, 10**300, 0.5, "", "A1", "A1>A2", "x" * 300, "\x1b[2J", "\u202e"]
VALUES += ["9" * 5000, [], {}, [[]], [{}], ["A1"], [1], {"A1": "A1"}, {"": ""}, {"\x00": None}, "../../x", "red", "-1", "1e999"]
NAMES = ["new", "", "\x1b", "name", "A1", "red"]


def change_value(data: Any, draw: random.Random, values: Sequence[Any]) -> None:
    """Replace, remove, double or add one value in `data`, in place, mostly by one of `values`; numbers may change a little."""
    current = data
    while True:
        keys = list(current) if isinstance(current, dict) else list(range(len(current)))
        if not keys:
            return
        key = draw.choice(keys)
        if not (isinstance(current[key], dict | list) and current[key] and draw.random() < 0.8):
            break
        current = current[key]
    act = draw.random()
    if act < 0.15:
        del current[key]
    elif act < 0.3:
        if isinstance(current, dict):
            current[draw.choice(NAMES)] = copy.deepcopy(draw.choice(values))
        else:
            current.append(copy.deepcopy(current[key]))
    elif act < 0.55 and type(current[key]) is int:
        current[key] += draw.choice([-2, -1, 1, 2, 1000])
    elif act < 0.55 and isinstance(current, list):
        current[key] = copy.deepcopy(draw.choice(current))
    else:
        current[key] = copy.deepcopy(draw.choice(values))
