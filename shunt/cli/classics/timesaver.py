"""`shunt timesaver`: John Allen's switching puzzle, given or random, with its proven optimum; and all goals at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import click

from shunt.cli.options import Whole, json_option, limit_options, limits_of, output_option, seed_option
from shunt.cli.output import OUTPUT, check_output, counted, note, print_json, say
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.cards.card import RouteCard
    from shunt.errors import Fault
    from shunt.search.core.limits import Limits
    from shunt.track.layout import Layout

LOCOMOTIVE = "A"
LETTERS = "abcdefghijklmn"
"""Names of the cars unless they are given: letters, so that they differ from the spaces."""
POINTS = ("3", "7", "11", "14")
"""Numbers between 0 and 18 that no space has: they are points, where nothing can stop."""
SEEDS = 1_000_000
"""Seeds that the program chooses from where none is given."""
CARS = 5  # of a random set-out
ANYWHERE = "*"
MOST_DRAWS = 50  # a set-out that is stuck has no goal to find
MOST_CARS = 6  # for a distribution: six cars have 24 million arrangements, seven 190 million


@dataclass(frozen=True)
class Request:
    """The options as given."""

    setout: str | None
    goal: str | None
    random: bool
    seed: int | None
    cars: int | None
    distribution: bool
    names: str | None
    file: str | None
    replace: bool


@click.command("timesaver")
@click.argument("setout", required=False, metavar="[SETOUT]")
@click.option("--goal", metavar="SPOTS", help='Spaces where cars a, b, c … must end: "16 0 18 * 6"; * is anywhere.')
@click.option("--random", is_flag=True, help="Choose at random what is not given: SETOUT, --goal.")
@seed_option("Random seed of --random: the same seed gives the same puzzle. Default: a new one, which is printed.", default=None)
@click.option("--cars", type=Whole(1, 9), metavar="N", help="Number of cars of a random SETOUT, 1 to 9.  [default: 5]")
@click.option("--names", metavar="NAMES", help='Names of the cars: "red blue". Default: a, b, c …')
@click.option("--distribution", is_flag=True, help="Count how many placements of the cars take how many moves.")
@output_option("Write the puzzle as a card, with its proof.", "--save", type=click.Path(dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace FILE if it exists already.")
@limit_options
@json_option
def command(max_memory: int | None, max_states: int | None, time_limit: float | None, as_json: bool, **options: Any) -> int:
    """Solve a Timesaver problem: print the fewest moves that put the cars on their spaces, with the proof.

    SETOUT is the locomotive's space, a /, and the spaces of cars a, b, c …: "9/0 1 5 16 18". `shunt show timesaver` draws the
    layout: spaces 0 to 18 without 3, 7, 11 and 14, because these numbers are points, where nothing can stop. A move is one start
    of the locomotive, however far it goes; the locomotive couples at both ends and may end anywhere. A random SETOUT without any
    move, and a random goal that is proven impossible, is replaced by another.

    \b
    Examples:
      shunt timesaver --random --seed 1 --cars 3
      shunt timesaver "9/0 1 5 16 18" --goal "16 18 0 1 5"
      shunt timesaver "9/0 1 5" --distribution
      shunt timesaver "9/0 1" --goal "1 0" -o my-card.toml

    Exit status: 0 solved · 1 proven unsolvable · 3 stopped at a limit · 130 interrupted.
    """
    request = Request(**options)
    _refuse_contradictions(request)
    if request.seed is None and request.random:
        request = changed(request, seed=Random().randrange(SEEDS))
    limits = limits_of(max_memory, max_states, time_limit)
    if request.distribution:
        return _distribution(request, limits, as_json)
    return _solve(request, limits, as_json)


# --------------------------------------------------------------------------------------------------------------------
# The puzzle


def _names(request: Request, count: int) -> tuple[tuple[str, ...], list[Fault]]:
    """The names of the cars: those of `--names`, or letters; and what is wrong with them."""
    from shunt.errors import Fault
    from shunt.rules.notation import NAME, NAME_RULE

    if request.names is None:
        return tuple(LETTERS[:count]), []
    names = tuple(request.names.replace(",", " ").split())
    faults = [Fault("--names", f"{name!r} cannot be a car's name", NAME_RULE) for name in names if not re.fullmatch(NAME, name)]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    faults += [Fault("--names", f"the name {name!r} is given twice", "give each car its own name") for name in twice]
    if LOCOMOTIVE in names:
        faults.append(Fault("--names", f"{LOCOMOTIVE} is the locomotive", "give the car another name"))
    if len(names) != count:
        faults.append(Fault("--names", f"{counted(len(names), 'names')} for {counted(count, 'cars')}", "one for each car"))
    return names, faults


def _unknown(where: str, place: str, layout: Layout) -> Fault:
    """Return the fault of a space that does not exist."""
    from shunt.errors import Fault, suggest

    if place in POINTS:
        spaces = " ".join(sorted(layout.plan.spaces, key=int))
        return Fault(where, f"{place} is the number of a point, where nothing can stop", f"the spaces are {spaces}")
    return Fault(where, f"unknown space {place!r}", suggest(place, layout.plan.spaces))


def _places(text: str, where: str, layout: Layout, free: str = "") -> tuple[list[str], list[Fault]]:
    """Spaces read from an option, each known and (but for `free`) named once, and every fault."""
    from shunt.errors import Fault

    places = text.replace(",", " ").split()
    faults = [
        _unknown(where, place, layout) for place in dict.fromkeys(places) if place not in layout.plan.spaces and place != free
    ]
    twice = [place for place in dict.fromkeys(places) if place != free and places.count(place) > 1]
    return places, faults + [Fault(where, f"two pieces on {place}", "a space holds one piece") for place in twice]


def _refuse_contradictions(request: Request) -> None:
    """Raise `InputError` for options that would have no effect."""
    from shunt.errors import Fault, InputError

    faults = []
    if request.seed is not None and not request.random:
        faults.append(Fault("--seed", "nothing is random here", "add --random"))
    if request.random and request.setout is not None and (request.goal is not None or request.distribution):
        faults.append(Fault("--random", "nothing remains to be chosen", "leave out --random, SETOUT or --goal"))
    if request.cars is not None and request.setout is not None:
        faults.append(Fault("--cars", "SETOUT gives the number of cars", "leave out SETOUT or --cars"))
    if request.replace and request.file is None:
        faults.append(Fault("--replace", "no file is written", "name it: -o FILE"))
    if request.distribution:
        if request.goal is not None:
            faults.append(Fault("--goal", "a distribution is over every goal", "leave out --goal or --distribution"))
        if request.file is not None:
            what = "a distribution is not a puzzle that can be saved"
            faults.append(Fault(OUTPUT, what, "leave out --output or --distribution"))
    if faults:
        raise InputError(faults)


def _setout(request: Request, layout: Layout, draw: Random) -> tuple[list[str], list[Fault]]:
    """The spaces of the locomotive and of the cars (empty if they are not known), and every fault."""
    from shunt.errors import Fault

    form = 'such as "9/0 1 5 16 18": the locomotive, a /, the cars'
    if request.setout is None:
        if not request.random:
            return [], [Fault("SETOUT", "no set-out", f"write one, {form}, or add --random")]
        return draw.sample(layout.plan.spaces, 1 + (request.cars or CARS)), []
    locomotive, slash, cars = request.setout.partition("/")
    if not slash or len(locomotive.split()) != 1 or not cars.split():
        return [], [Fault("SETOUT", f"{request.setout!r} is not a set-out", f"write it {form}")]
    return _places(f"{locomotive} {cars}", "SETOUT", layout)


def _goal(request: Request, cars: int | None, layout: Layout, draw: Random) -> tuple[list[str], list[Fault]]:
    """Return where each of the cars must end, or `*`, and every fault; `cars` is None if their number is not known."""
    from shunt.errors import Fault

    if request.goal is None:
        if not request.random:
            return [], [Fault("--goal", "no goal", 'give the spaces, such as "16 0 18 * 6", or add --random')]
        return draw.sample(layout.plan.spaces, cars or 0), []
    spots, faults = _places(request.goal, "--goal", layout, ANYWHERE)
    if cars is not None and len(spots) != cars:
        faults.append(
            Fault("--goal", f"{counted(len(spots), 'spots')} for {counted(cars, 'cars')}", "one for every car, * for anywhere")
        )
    if not set(spots) - {ANYWHERE}:
        faults.append(Fault("--goal", "no car must go anywhere", "name at least one space"))
    return spots, faults


def _card(request: Request, layout: Layout, draw: Random) -> RouteCard:
    """The puzzle that the options describe, with what they leave out drawn; raises `InputError` with every fault."""
    from pathlib import Path

    from shunt.cards.card import Goal, RouteCard
    from shunt.errors import InputError
    from shunt.rules.position import Position, Roster

    places, faults = _setout(request, layout, draw)
    spots, more = _goal(request, len(places) - 1 if places else None, layout, draw)
    names, wrong = _names(request, len(places) - 1) if places else ((), [])
    if faults := faults + more + wrong:
        raise InputError(faults)
    return RouteCard(
        name=Path(request.file).stem if request.file else "timesaver",
        ruleset="railway",
        plan=layout.plan,
        roster=Roster((LOCOMOTIVE,), names),
        start=Position(tuple(places)),
        goal=Goal({name: spot for name, spot in zip(names, spots, strict=True) if spot != ANYWHERE}),
        layout="timesaver",
        board=layout,
        about={"title": "Timesaver", "source": "John Allen, Model Railroader, November 1972"}
        | ({"seed": request.seed} if request.random else {}),
    )


# --------------------------------------------------------------------------------------------------------------------
# One goal


def _solve(request: Request, limits: Limits, as_json: bool) -> int:
    from shunt.cli.answers import exit_status, save_new
    from shunt.cli.interrupts import printed_anyway
    from shunt.track.layout import shipped_layout

    layout = shipped_layout("timesaver")
    draw = Random(request.seed)
    card = _card(request, layout, draw)
    check_output(OUTPUT, request.file, request.replace)
    with watching("searching") as progress:
        from shunt.search.solve import solve

        for again in range(MOST_DRAWS if request.random else 1):
            if again:
                card = _card(request, layout, draw)
            answer = solve(card, limits=limits, progress=progress)
            if answer.status != "unsolvable":
                break
    with printed_anyway(OUTPUT) as attempt:
        if request.file:
            attempt(partial(save_new, card, answer, request.file))
        if as_json:
            seed = {"seed": request.seed} if request.random else {}
            print_json(answer.as_json() | {"start": card.names(card.start), "goal": dict(card.goal.places)} | seed)
        else:
            from shunt.cli.answers import answer_lines, reason_lines, reasons_of

            say(f"set-out: {_places_text(card.names(card.start))}")
            say(f"goal:    {_places_text(card.goal.places)}\n")
            for number, step in enumerate(answer.moves, 1):
                say(f"{number:3}. {step.notation}")
            for line in answer_lines(card, answer):
                say(line)
            if answer.status == "unsolvable":
                given = {"max_memory": limits.memory, "max_states": limits.states, "time_limit": limits.time}
                for line in reason_lines(reasons_of(card, given, answer.seconds)):
                    say(line)
            if request.random:
                say(f"seed {request.seed}")
    return exit_status(answer)


def _places_text(places: Any) -> str:
    return " · ".join(f"{name} on {space}" for name, space in places.items())


# --------------------------------------------------------------------------------------------------------------------
# All goals


def _distribution(request: Request, limits: Limits, as_json: bool) -> int:
    from shunt.cli.exit_status import ExitStatus
    from shunt.errors import Fault, InputError
    from shunt.rules.position import Position, Roster
    from shunt.rules.switcher import Switcher
    from shunt.track.layout import shipped_layout

    layout = shipped_layout("timesaver")
    places, faults = _setout(request, layout, Random(request.seed))
    if len(places) - 1 > MOST_CARS:
        where = "SETOUT" if request.setout is not None else "--cars"
        faults.append(Fault(where, f"{len(places) - 1} cars are too many", f"a distribution takes at most {MOST_CARS}"))
    names, wrong = _names(request, len(places) - 1) if places else ((), [])
    if faults := faults + wrong:
        raise InputError(faults)
    rules = Switcher(layout.plan, Roster((LOCOMOTIVE,), names), couples_both_ways=True, has_headings=False)
    with watching("searching"):
        from shunt.search.core.limits import LimitReached
        from shunt.search.index.spread import Spread
        from shunt.search.trains.codec import Codec

        limits.restart()
        try:
            found = next(iter(Spread(Codec.for_rules(rules), limits).distributions([Position(tuple(places))])))
        except LimitReached as limit:
            note(f"stopped at the limit of {limit.stop}")
            return ExitStatus.STOPPED
    if as_json:
        fields = {
            "start": rules.roster.as_names(layout.plan, found.start),
            "metric": "moves",
            "optima": dict(enumerate(found.counts)),
        }
        print_json(fields | {"placements": found.placements, "most": found.farthest, "seconds": round(limits.seconds, 6)})
    else:
        say(f"set-out: {_places_text(rules.roster.as_names(layout.plan, found.start))}")
        for distance, count in enumerate(found.counts):
            say(f"{distance:3} {'move: ' if distance == 1 else 'moves:'} {count:9,}")
        most = f"mean {found.mean:.4f}, most {counted(found.farthest, 'moves')}"
        say(f"{counted(found.placements, 'placements')} of the cars; {most}; {limits.seconds:.2f} s")
    return 0
