"""`shunt timesaver`: John Allen's switching puzzle, given or random, with its proven optimum; and all goals at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from shunt.classics.commands.solving import SEEDS, hide_option, shown_answer, without_moves
from shunt.cli.answers import answer_lines, search
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import (
    flag,
    gathered,
    json_option,
    limit_options,
    number_option,
    output_option,
    seed_option,
    text_option,
)
from shunt.cli.output import OUTPUT, check_output, counted, print_json, say
from shunt.cli.progress import watching
from shunt.errors import Fault, raise_faults

if TYPE_CHECKING:
    from shunt.cards.card import RouteCard
    from shunt.cards.solution import Solution
    from shunt.search.core.limits import Limits

MOST_DRAWS = 50  # a set-out that is stuck has no goal to find
MOST_CARS = 6  # for a distribution: six cars have 24 million arrangements, seven 190 million


@dataclass(frozen=True)
class TimesaverOptions:
    """The options as given."""

    setout: str | None
    goal: str | None
    random: bool
    seed: int | None
    cars: int | None
    distribution: bool
    names: str | None
    hide: bool
    file: str | None
    replace: bool


@click.command("timesaver")
@click.argument("setout", required=False, metavar="[SETOUT]")
@text_option("--goal", "SPOTS", 'Spaces where the cars a, b, c … must end, such as "16 0 18 * 6". * means anywhere.')
@flag("--random", "Choose SETOUT and --goal at random if they are not given.")
@seed_option(
    "Random seed for --random. The same seed gives the same puzzle. Default: a new seed, which is printed.", default=None
)
@number_option("--cars", "Number of cars in a random SETOUT, 1 to 9. Default: 5.", least=1, most=9)
@text_option("--names", "NAMES", 'Names of the cars: "red blue". Default: a, b, c …')
@flag("--distribution", "Print how many arrangements of the cars take each number of moves.")
@hide_option
@output_option("Write the puzzle as a card, with its proof.", type=click.Path(dir_okay=False))
@flag("--replace", "Replace FILE if it exists already.")
@limit_options
@json_option
@partial(gathered, "request", TimesaverOptions.__match_args__, TimesaverOptions)
def command(request: TimesaverOptions, limits: Limits, as_json: bool) -> int:
    """Solve a Timesaver problem. Print the fewest moves that put the cars on their spaces, and the proof.

    SETOUT gives the space of the locomotive, a /, and the spaces of the cars a, b, c …, as in "9/0 1 5 16 18". `shunt show
    timesaver` draws the layout. Its spaces are numbered from 0 to 18 without 3, 7, 11 and 14, which are points where
    nothing can stop. A move is one start of the locomotive, however far it goes. The locomotive couples at both ends and
    may end anywhere. If a random SETOUT has no legal move, or a random goal is proven impossible, another one is drawn.

    \b
    Examples:
      shunt timesaver --random --seed 1 --cars 3
      shunt timesaver --random --hide -o my-card.toml
      shunt timesaver "9/0 1 5 16 18" --goal "16 18 0 1 5"
      shunt timesaver "9/0 1 5" --distribution
      shunt timesaver "9/0 1" --goal "1 0" -o my-card.toml

    Exit status: 0 if the problem is solved, 1 if it is proven unsolvable, 3 if a limit stopped the search, 130 if
    interrupted.
    """
    _refuse_contradictions(request)
    if request.seed is None and request.random:
        request = replace(request, seed=Random().randrange(SEEDS))
    return (_distribution if request.distribution else _solve)(request, limits, as_json)


# --------------------------------------------------------------------------------------------------------------------
# The puzzle


def _refuse_contradictions(request: TimesaverOptions) -> None:
    """Raise `InputError` if an option would have no effect."""
    faults = []
    if request.seed is not None and not request.random:
        faults.append(Fault("--seed", "nothing is random here", "add --random"))
    if request.random and request.setout is not None and (request.goal is not None or request.distribution):
        faults.append(Fault("--random", "SETOUT and --goal are given, so nothing is random", "leave out one of the three"))
    if request.cars is not None and request.setout is not None:
        faults.append(Fault("--cars", "SETOUT gives the number of cars", "leave out SETOUT or --cars"))
    if request.replace and request.file is None:
        faults.append(Fault("--replace", "no file is written", "name it: -o FILE"))
    if request.distribution:
        if request.goal is not None:
            faults.append(Fault("--goal", "a distribution is over every goal", "leave out --goal or --distribution"))
        if request.hide:
            faults.append(Fault("--hide", "a distribution has no solution to hide", "leave out --hide or --distribution"))
        if request.file is not None:
            what = "a distribution is not a puzzle that can be saved"
            faults.append(Fault(OUTPUT, what, "leave out --output or --distribution"))
    raise_faults(faults)


def _names(request: TimesaverOptions, count: int) -> tuple[tuple[str, ...], list[Fault]]:
    """Return the names of the cars from `--names`, or letters, and the faults of the names."""
    from shunt.classics.timesaver import LETTERS, LOCOMOTIVE
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


def _setout(request: TimesaverOptions, draw: Random) -> tuple[list[str], list[Fault]]:
    """Return the spaces of the locomotive and of the cars (empty if they are not known), and every fault."""
    from shunt.classics.timesaver import CARS, place_faults, random_places

    form = 'such as "9/0 1 5 16 18": the locomotive, a /, the cars'
    if request.setout is None:
        if not request.random:
            return [], [Fault("SETOUT", "no set-out", f"write one, {form}, or add --random")]
        return random_places(1 + (request.cars or CARS), draw), []
    locomotive, slash, cars = request.setout.partition("/")
    if not slash or len(locomotive.split()) != 1 or not cars.split():
        return [], [Fault("SETOUT", f"{request.setout!r} is not a set-out", f"write it {form}")]
    places = f"{locomotive} {cars}".replace(",", " ").split()
    return places, place_faults("SETOUT", places)


def _goal(request: TimesaverOptions, cars: int | None, draw: Random) -> tuple[list[str], list[Fault]]:
    """Return the space where each car must end, or `*`, and every fault. `cars` is None if the number of cars is not known."""
    from shunt.classics.timesaver import ANYWHERE, place_faults, random_places

    if request.goal is None:
        if not request.random:
            return [], [Fault("--goal", "no goal", 'give the spaces, such as "16 0 18 * 6", or add --random')]
        return random_places(cars or 0, draw), []
    spots = request.goal.replace(",", " ").split()
    faults = place_faults("--goal", spots, ANYWHERE)
    if cars is not None and len(spots) != cars:
        what = f"{counted(len(spots), 'spots')} for {counted(cars, 'cars')}"
        faults.append(Fault("--goal", what, "one for every car, * for anywhere"))
    if not set(spots) - {ANYWHERE}:
        faults.append(Fault("--goal", "no car has a goal", "name at least one space"))
    return spots, faults


def _card(request: TimesaverOptions, draw: Random) -> RouteCard:
    """Return the puzzle that the options describe, with random choices for the rest; raise `InputError`, which lists every
    fault."""
    from shunt.classics.timesaver import ANYWHERE, timesaver_card

    places, faults = _setout(request, draw)
    spots, more = _goal(request, len(places) - 1 if places else None, draw)
    names, wrong = _names(request, len(places) - 1) if places else ((), [])
    raise_faults(faults + more + wrong)
    goal = {name: spot for name, spot in zip(names, spots, strict=True) if spot != ANYWHERE}
    name = Path(request.file).stem if request.file else "timesaver"
    return timesaver_card(places, goal, names, name, request.seed if request.random else None)


# --------------------------------------------------------------------------------------------------------------------
# One goal


def _solve(request: TimesaverOptions, limits: Limits, as_json: bool) -> int:
    draw = Random(request.seed)
    card = _card(request, draw)
    check_output(OUTPUT, request.file, request.replace)
    answer = search(card, None, limits)
    for _ in range(MOST_DRAWS - 1 if request.random else 0):
        if answer.status == "unsolvable":
            card = _card(request, draw)
            answer = search(card, None, limits)
    fields = {"start": card.names(card.start), "goal": dict(card.goal.places)}
    seed = request.seed if request.random else None
    answer = without_moves(answer) if request.hide else answer
    return shown_answer(card, answer, limits, request.file, _lines(card, answer), fields if as_json else None, seed)


def _lines(card: RouteCard, answer: Solution) -> Iterator[str]:
    """Yield the set-out, the goal, the moves and the proven result."""
    yield f"set-out: {_places_text(card.names(card.start))}"
    yield f"goal:    {_places_text(card.goal.places)}\n"
    for number, step in enumerate(answer.moves, 1):
        yield f"{number:3}. {step.notation}"
    yield from answer_lines(card, answer)


def _places_text(places: Any) -> str:
    return " · ".join(f"{name} on {space}" for name, space in places.items())


# --------------------------------------------------------------------------------------------------------------------
# All goals


def _distribution(request: TimesaverOptions, limits: Limits, as_json: bool) -> int:
    from shunt.classics.timesaver import LOCOMOTIVE

    places, faults = _setout(request, Random(request.seed))
    if len(places) - 1 > MOST_CARS:
        where = "SETOUT" if request.setout is not None else "--cars"
        faults.append(Fault(where, f"{len(places) - 1} cars are too many", f"a distribution takes at most {MOST_CARS}"))
    names, wrong = _names(request, len(places) - 1) if places else ((), [])
    raise_faults(faults + wrong)
    with watching("searching"):
        from shunt.classics.timesaver import placement_counts
        from shunt.search.core.limits import begun

        found = placement_counts(places, names, begun(limits))
    start = dict(zip((LOCOMOTIVE, *names), places, strict=True))
    if as_json:
        fields = {"start": start, "metric": "moves", "optima": dict(enumerate(found.counts))}
        print_json(fields | {"placements": found.placements, "most": found.farthest, "seconds": round(limits.seconds, 6)})
    else:
        say(f"set-out: {_places_text(start)}")
        for distance, count in enumerate(found.counts):
            say(f"{distance:3} {'move: ' if distance == 1 else 'moves:'} {count:9,}")
        most = f"mean {found.mean:.4f}, most {counted(found.farthest, 'moves')}"
        say(f"{counted(found.placements, 'placements')} of the cars; {most}; {limits.seconds:.2f} s")
    return ExitStatus.ANSWERED
