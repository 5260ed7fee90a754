"""Floods: against C++ on the same boards, one core and two, and what they take of memory as boards grow."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from benchmarks.flood import board, compiler, cpp_flood
from benchmarks.measuring import CannotRunError, Figure, Plan, benchmark, in_child, in_turns, ratio_of
from shunt.search.index.perfect import Arrangements
from shunt.search.methods.flood import flood_position
from shunt.search.trains.codec import Codec

# board → (rounds, times faster than C++ that indexed and hashed should be)
AGAINST_CPP = {
    "wye-18-4": (5, 1 / 1.5, None),
    "wye-18-5": (3, 20, 3),
    "turntable-19-3": (3, 10, None),
    "turntable-19-4": (3, 10, None),
}
WAYS = {"indexed, 1 thread": ("indexed", 1), "indexed, 2 threads": ("indexed", 2), "hashed, 2 threads": ("hashed", 2)}
GROWING = ("wye-18-3", "wye-18-4", "wye-18-5", "wye-18-6", "turntable-19-3", "turntable-19-4")
QUICK = ("wye-18-4", "turntable-19-3")


def flood_once(name: str, method: str, threads: int) -> tuple[float, int]:
    """Seconds (from the rules to the answer) and states of one flood."""
    flooded = board(name)
    began = time.perf_counter()
    flood = flood_position(Codec.for_rules(flooded.rules), flooded.start, method=method, threads=threads)
    took = time.perf_counter() - began
    assert flood.exhausted, f"{name} {method}: stopped at {flood.stopped}"
    return took, flood.states


@benchmark("floods", "Floods compared with C++")
def floods(plan: Plan) -> Iterator[Figure]:
    """Whole floods, in turns with flood.cpp; the states are compared too."""
    if compiler() is None:
        raise CannotRunError("a C++ compiler (g++ or clang++)")
    for method, threads in WAYS.values():
        flood_once("wye-18-3", method, threads)
    for name, (rounds, indexed_bar, hashed_bar) in AGAINST_CPP.items():
        if plan.quick and name not in QUICK:
            continue
        expected = cpp_flood(name)["states"]

        def ours(name: str, method: str, threads: int, states: int) -> Callable[[], float]:
            def work() -> float:
                took, found = flood_once(name, method, threads)
                assert found == states, f"{name} {method}: {found} states, C++ finds {states}"
                return took

            return work

        works: dict[str, Callable[[], float]] = {"C++": lambda name=name: cpp_flood(name)["seconds"]}  # type: ignore[misc]
        works |= {way: ours(name, *how, expected) for way, how in WAYS.items()}
        samples = in_turns(works, rounds, lambda text, name=name: plan.say(f"flood {name}, {text}"))  # type: ignore[misc]
        yield from _figures(name, expected, samples, {"indexed, 2 threads": indexed_bar, "hashed, 2 threads": hashed_bar})


def _figures(name: str, states: int, samples: dict[str, list[float]], bars: dict[str, float | None]) -> Iterator[Figure]:
    for way, seconds in samples.items():
        yield Figure(f"flood/{name}/{way}", f"{name}, {states:,} states: {way}", median(seconds), "s", samples=tuple(seconds))
    for way in WAYS:
        faster, bar = ratio_of(samples["C++"], samples[way]), bars.get(way)
        told = "" if bar is None else f"≥ {bar:g} ×" if bar >= 1 else "no slower than 1.5 × C++"
        yield Figure(
            f"flood/{name}/{way} against C++",
            f"{name}: {way}, times faster than C++",
            faster,
            "×",
            "higher",
            told,
            None if bar is None else faster >= bar,
        )
    faster = ratio_of(samples["indexed, 1 thread"], samples["indexed, 2 threads"])
    asked = name == "wye-18-5"
    yield Figure(
        f"flood/{name}/two threads against one",
        f"{name}: two threads, times faster than one (indexed)",
        faster,
        "×",
        "higher",
        "≥ 1.7 ×" if asked else "",
        faster >= 1.7 if asked else None,
    )


# --------------------------------------------------------------------------------------------------------------------
# Memory, and the rate as boards grow


def flood_weighed(name: str, method: str, warm: bool) -> dict[str, Any] | None:
    """The work of a child process: a small flood to get warm, then the one that counts."""
    if warm:
        flood_once(f"{name.rpartition('-')[0]}-2", method, 2)
        board(name)
        return None
    seconds, states = flood_once(name, method, 2)
    return {"seconds": seconds, "states": states, "slots": Arrangements.of(Codec.for_rules(board(name).rules)).slots}


@benchmark("growth", "Memory and rate as boards grow")
def growth(plan: Plan) -> Iterator[Figure]:
    """Floods in processes of their own, their memory read from outside; two threads."""
    rates: dict[tuple[str, str], float] = {}
    for name in QUICK if plan.quick else GROWING:
        for method in ("indexed", "hashed"):
            told = in_child("benchmarks.floods:flood_weighed", name, method)
            states, seconds, more = told["states"], told["seconds"], told["peak_bytes"] - told["warm_bytes"]
            plan.say(f"{name} {method}: {states:,} states, {seconds:.2f} s, {more / 1e6:,.0f} MB")
            plan.points.append({"board": name, "method": method, "states": states, "seconds": seconds, "bytes": more})
            rates[name, method] = states / seconds
            yield from _memory(name, method, states, told["slots"], more)
            yield Figure(
                f"rate/{name}/{method}",
                f"{name}, {states:,} states: {method}",
                states / seconds / 1e6,
                "million states/s",
                "higher",
            )
        if compiler() is not None and name != "wye-18-6":
            told = cpp_flood(name)
            plan.points.append({"board": name, "method": "C++", **{key: told[key] for key in ("states", "seconds", "bytes")}})
    for method in ("indexed", "hashed"):
        if ("wye-18-6", method) in rates:
            share = rates["wye-18-6", method] / rates["wye-18-4", method]
            yield Figure(
                f"rate/wye-18-6 against wye-18-4/{method}",
                f"{method}: states a second on wye-18-6 (over 10⁸ states), as a share of those on wye-18-4 (over 10⁶)",
                share,
                "",
                "higher",
                "≥ 0.5",
                share >= 0.5,
            )


def _memory(name: str, method: str, states: int, slots: int, more: int) -> Iterator[Figure]:
    of, count, bar = ("index slot", slots, 0.5) if method == "indexed" else ("state", states, 16)
    asked = states >= 2e7  # below, what a flood takes once outweighs what it takes for each state
    yield Figure(
        f"memory/{name}/{method}",
        f"{name}, {states:,} states: {method}, bytes for each {of} over the warm process ({more / 1e6:,.1f} MB)",
        more / count,
        f"bytes/{of}",
        "lower",
        f"≤ {bar:g}" if asked else "",
        more / count <= bar if asked else None,
    )
