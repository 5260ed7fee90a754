"""`shunt bid`: check a bid, judge a player's moves, print the chances of every bid, and advise what to bid and build."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from shunt.cards.stop import Stop as SearchStop
from shunt.cli.answers import stopped_status
from shunt.cli.exit_status import ExitStatus
from shunt.cli.hump.advice_output import advice_json, best_json, print_advice, tile_json
from shunt.cli.hump.yard_options import names, rule_options, search_options, yard_argument
from shunt.cli.options import Whole, pictures_option, plot_option
from shunt.cli.output import check_output, counted, knows_unicode, note, output_of, print_json, say
from shunt.cli.progress import watching

if TYPE_CHECKING:
    from shunt.humpyard.adviser import Opponent
    from shunt.humpyard.bids import BidCheck, BidTable
    from shunt.render.scene import Scene
    from shunt.rules.hump import Stop
    from shunt.search.core.limits import Limits

train_option = click.option("--train", required=True, metavar="CARS", help='The cars, lead car of the queue first: "A B C".')
order_option = click.option("--order", required=True, metavar="CARS", help="The order in which they must leave, lead car first.")


@click.group("bid")
def command() -> None:
    """Check bids, print their chances, and advise what to bid and build.

    A YARD is a file, the name of a shipped yard, or a text such as 5u_62r1@2,1 (see `shunt yard --help`). Cars of one name have
    one colour and are interchangeable.

    \b
    Examples:
      shunt bid check two-storeys --train "A B C" --order "C A B" --bid 6
      shunt bid table two-storeys --cars 3
      shunt bid advise two-storeys --train "red blue" --tiles "62 45"
    """


@command.command("check")
@yard_argument
@train_option
@order_option
@click.option("--bid", type=Whole(), metavar="MOVES", help="The bid to compare with the optimum.")
@pictures_option("Write SVG pictures of the start and of each move of the solution to DIR.")
@search_options
def check(
    yard: str,
    train: str,
    order: str,
    bid: int | None,
    pictures: str | None,
    stop: Stop,
    returns: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Print the fewest moves that bring a train into an order, and whether a bid holds.

    \b
    Examples:
      shunt bid check two-storeys --train "A B C" --order "C A B"
      shunt bid check two-storeys --train "A B C" --order "C A B" --bid 6 --json

    Exit status: 0 answered, the bid holds · 1 the order is impossible, or the bid does not hold · 3 stopped at a limit.
    """
    from shunt.humpyard.bids import check_bid
    from shunt.track.yard_file import find_yard

    found = find_yard(yard)
    with watching() as progress:
        answer = check_bid(found, names(train), names(order), bid, stop=stop, returns=returns, limits=limits, progress=progress)
    if pictures and answer.solution:
        from shunt.render.charts.bids import solution_scenes

        _draw(pictures, solution_scenes(found, answer.solution[0].names, answer.solution))
    if as_json:
        print_json(_check_json(answer))
    else:
        _print_check(answer, bid)
    if answer.status == "unknown" and answer.holds is None:
        return _ended(answer.stopped_by)
    return ExitStatus.NO if answer.status == "unsolvable" or answer.holds is False else ExitStatus.ANSWERED


@command.command("referee")
@yard_argument
@click.argument("moves", nargs=-1)
@train_option
@order_option
@click.option("--bid", type=Whole(), required=True, metavar="MOVES", help="Number of moves that were bid.")
@rule_options
def referee(yard: str, moves: tuple[str, ...], train: str, order: str, bid: int, stop: Stop, returns: bool, as_json: bool) -> int:
    """Judge a player's MOVES against a bid; print whether it holds, or the first rule that is broken.

    A move such as "A+B q0>2.2.NS" names the cut, lead car first, and where its lead car goes; the exit ends in >sink. Give one
    argument for each move. Without any, moves are read from stdin, one on each line.

    \b
    Examples:
      shunt bid referee bare "A+B q0>sink" --train "A B" --order "A B" --bid 1

    Exit status: 0 the bid holds · 1 it does not.
    """
    from shunt.humpyard.bids import judge_bid
    from shunt.track.yard_file import find_yard

    found = find_yard(yard)
    typed = moves or tuple(line for line in map(str.strip, sys.stdin) if line and not line.startswith("#"))
    verdict = judge_bid(found, names(train), names(order), bid, typed, stop=stop, returns=returns)
    if as_json:
        print_json({"holds": verdict.holds, "rule": verdict.rule or None, "why": verdict.why or None, "number": verdict.number})
    elif verdict.holds:
        say(f"the bid of {bid} holds: {counted(len(typed), 'moves')}")
    else:
        at = f"move {verdict.number}: " if verdict.number else ""
        say(f"the bid does not hold: {at}{verdict.why} (rule: {verdict.rule})")
    return ExitStatus.ANSWERED if verdict.holds else ExitStatus.NO


@command.command("table")
@yard_argument
@click.option("--cars", type=Whole(), metavar="N", help="Number of distinct cars.")
@click.option("--train", metavar="CARS", help='The cars instead of --cars, with one name for equal colours: "red red blue".')
@click.option("--orders", is_flag=True, help="List the optimum of every order.")
@plot_option("Draw the chances of the bids into an SVG file.", "--svg")
@search_options
def table(
    yard: str,
    cars: int | None,
    train: str | None,
    orders: bool,
    plot: str | None,
    stop: Stop,
    returns: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Print the optimum of every order of a train, and the chance that each bid holds.

    A search that is stopped at a limit or by Ctrl-C prints the orders found so far, those of the fewest moves.

    \b
    Examples:
      shunt bid table two-storeys --cars 3
      shunt bid table two-storeys --train "red red blue" --orders
      shunt bid table bare --cars 2 --json

    Exit status: 0 complete · 3 stopped at a limit · 130 interrupted.
    """
    from shunt.humpyard.bids import bid_table
    from shunt.track.yard_file import find_yard

    cars_named = _named(cars, train)
    found = find_yard(yard)
    check_output("--plot", plot)
    with watching("searching") as progress:
        answer = bid_table(found, cars_named, stop=stop, returns=returns, limits=limits, progress=progress, partly=True)
    if plot and answer.stopped_by:
        note(f"the table is not complete, so no chart is drawn: {plot}")
    elif plot:
        from shunt.files.atomic import write_text_atomically
        from shunt.render.charts.bids import bid_chart
        from shunt.render.svg import svg_text

        with output_of("--plot"):
            write_text_atomically(plot, svg_text(bid_chart(answer)))
    if as_json:
        print_json(_table_json(answer, orders))
    else:
        _print_table(answer, orders)
    return _ended(answer.stopped_by)


@command.command("advise")
@yard_argument
@click.option("--train", required=True, metavar="CARS", help='The cars on offer, by colour: "red blue".')
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="YARD[=BID]",
    help="An opponent's yard; may be given again. BID is 3:5 (3 cars in 5 moves) or pass, followed by ! if this opponent wins "
    "ties. Without BID, the bid is modelled with --nerve.",
)
@click.option(
    "--nerve",
    default="1/2",
    show_default=True,
    metavar="CHANCE",
    help="Modelled opponents make the lowest bid that holds with at least this chance.",
)
@click.option("--longest", type=Whole(), metavar="N", help="Consider extending the train up to N cars.")
@click.option("--tiles", metavar="TILES", help='Rank these tiles and where to build them: "62 45 end".')
@click.option(
    "--tile-cars",
    type=Whole(1, 8),
    default=4,
    show_default=True,
    metavar="N",
    help="Judge tiles by all orders of N cars, 1 to 8.",
)
@search_options
def advise_command(
    yard: str,
    train: str,
    opponents: tuple[str, ...],
    nerve: str,
    longest: int | None,
    tiles: str | None,
    tile_cars: int,
    stop: Stop,
    returns: bool,
    limits: Limits,
    as_json: bool,
) -> int:
    """Print the expected number of cards of each bid, and the best tiles to build and where.

    Lengths of the train are examined first, then tiles. A search that is stopped at a limit or by Ctrl-C prints what was
    examined so far.

    \b
    Examples:
      shunt bid advise two-storeys --train "red blue"
      shunt bid advise two-storeys --train "red blue" --opponent bare=2:4 --opponent two-storeys
      shunt bid advise two-storeys --train "red blue" --tiles "62 45 end"

    Exit status: 0 complete · 3 stopped at a limit · 130 interrupted.
    """
    from shunt.humpyard.adviser import each_advice, each_tile, ranked_tiles
    from shunt.humpyard.table_cache import TableStore
    from shunt.search.core.limits import LimitReached, stop_of
    from shunt.track.yard_file import find_yard

    tables, chance = TableStore(stop, returns, limits), _chance(nerve)
    own = find_yard(yard)
    rivals = [_opponent(text, chance) for text in opponents]
    advice, places, stopped_by = [], [], None
    coming = each_advice(own, names(train), rivals, tables, longest)
    to_build = each_tile(own, names(tiles), tile_cars, tables) if tiles else iter(())
    try:
        with watching("examining bids") as progress:
            for one in coming:
                advice.append(one)
            for place in to_build:
                places.append(place)
                progress("places", 1, len(places))
    except (LimitReached, KeyboardInterrupt) as error:
        stopped_by = stop_of(error)
    ranked = ranked_tiles(places)
    if as_json:
        fields: dict[str, Any] = {"bids": [advice_json(one) for one in advice], "best": best_json(advice)}
        fields["tiles"] = [tile_json(value) for value in ranked]
        print_json(fields | ({"stopped": str(stopped_by)} if stopped_by else {}))
    else:
        print_advice(advice, ranked, len(names(train)))
        if stopped_by:
            weighed = f"{counted(len(advice), 'lengths')} of the train and {counted(len(places), 'places')}"
            say(f"not everything was examined, only {weighed}")
    return _ended(stopped_by)


# --------------------------------------------------------------------------------------------------------------- arguments


def _named(cars: int | None, train: str | None) -> list[str]:
    """The names of the train's cars: as given, or A, B, C …"""
    from shunt.errors import Fault, InputError
    from shunt.rules.hump import MAX_CARS

    if (cars is None) == (train is None):
        raise InputError(Fault("--cars", "give either --cars or --train", "such as --cars 4"))
    if train is not None:
        return names(train)
    if cars is None or not 1 <= cars <= MAX_CARS:
        what = f"{cars} cars are more than the source allows" if cars and cars > 0 else f"{cars} cars are not a train"
        raise InputError(Fault("--cars", what, f"1 to {MAX_CARS}"))
    return [chr(ord("A") + car) for car in range(cars)]


def _chance(nerve: str) -> Fraction:
    """The chance that `--nerve` gives."""
    from shunt.errors import Fault, InputError

    try:
        wanted = Fraction(nerve)
    except (ValueError, ZeroDivisionError):
        wanted = Fraction(-1)
    if not 0 < wanted <= 1:
        raise InputError(Fault("--nerve", f"{nerve!r} is not a chance", "above 0 and at most 1, such as 1/2"))
    return wanted


def _opponent(text: str, nerve: Fraction) -> Opponent:
    """Read `YARD`, `YARD=3:5`, `YARD=pass`, each perhaps with `!` at the end."""
    from shunt.errors import Fault, InputError
    from shunt.files.numbers import whole_number
    from shunt.humpyard.adviser import Opponent
    from shunt.track.yard_file import find_yard

    yard, _, bid = text.removesuffix("!").partition("=")
    ties = text.endswith("!")
    if bid == "pass":
        return Opponent(find_yard(yard), passed=True)
    if not bid:
        return Opponent(find_yard(yard), nerve=nerve, wins_ties=ties)
    cars, _, moves = bid.partition(":")
    numbers = whole_number(cars), whole_number(moves.removeprefix("-"))
    if None in numbers:
        raise InputError(Fault("--opponent", f"{bid!r} is not a bid", "CARS:MOVES such as 3:5, or pass"))
    return Opponent(find_yard(yard), (int(cars), int(moves)), wins_ties=ties)


# ------------------------------------------------------------------------------------------------------------------ output


def _ended(stop: SearchStop | None) -> int:
    """Return the exit status, by what stopped the search if anything did; say so on stderr."""
    if stop is None:
        return ExitStatus.ANSWERED
    note("interrupted" if stop.is_interrupt else f"stopped at a limit: {stop}")
    return stopped_status(stop)


def _draw(folder: str, scenes: Sequence[Scene]) -> None:
    """Write 00.svg, 01.svg …; raises `InputError` where that cannot be."""
    import os

    from shunt.errors import Fault, InputError
    from shunt.files.atomic import write_text_atomically
    from shunt.render.svg import svg_text

    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        what = f"the folder {folder} cannot be created: {error.strerror or error}"
        raise InputError(Fault("--pictures", what, "name a folder to write to")) from None
    with output_of("--pictures"):
        for number, scene in enumerate(scenes):
            write_text_atomically(os.path.join(folder, f"{number:02}.svg"), svg_text(scene))


def _check_json(answer: BidCheck) -> Mapping[str, Any]:
    return {
        "status": answer.status,
        "optimum": answer.optimum,
        "holds": answer.holds,
        "solution": [step.as_json() for step in answer.solution],
        "moves": answer.best,
        "lower_bound": answer.lower_bound,
        "states": answer.states,
        "seconds": round(answer.seconds, 3),
    }


def _print_check(answer: BidCheck, bid: int | None) -> None:
    if answer.status == "unsolvable":
        say("impossible: no moves bring the train into this order (everything that can be reached was searched)")
    elif answer.status == "unknown":
        found = f"; a solution of {counted(answer.best, 'moves')} was found" if answer.best else ""
        say(f"not proven: at least {counted(answer.lower_bound, 'moves')}{found}")
    else:
        say(f"{counted(answer.optimum, 'moves')}, and not fewer")
    if answer.holds is not None:
        say(f"a bid of {bid} {'holds' if answer.holds else 'does not hold'}")
    for number, step in enumerate(answer.solution, start=1):
        say(f"{number:3}. {step.notation}")


def _table_json(answer: BidTable, orders: bool) -> Mapping[str, Any]:
    fields: dict[str, Any] = {
        "status": "unknown" if answer.stopped_by else "optimal",
        "orders": answer.orders,
        "optima": {str(optimum): number for optimum, number in answer.optima.items()},
        "impossible": None if answer.stopped_by else answer.impossible,
        "states": answer.states,
        "seconds": round(answer.seconds, 3),
        "chances": {str(bid): str(chance) for bid, chance in answer.chances.items()},
    }
    if answer.stopped_by:
        fields |= {"stopped": str(answer.stopped_by), "known_up_to": answer.upto}
    if orders:
        fields["by_order"] = {" ".join(order): optimum for order, optimum in answer.by_order.items()}
    return fields


def _print_table(answer: BidTable, orders: bool) -> None:
    head = f"{' '.join(answer.train)}: {counted(answer.orders, 'orders')}"
    if answer.stopped_by:
        more = f"{answer.others:,} of them take more than {counted(answer.upto, 'moves')} or are impossible"
        say(f"{head}, {more} (the search is not complete)")
    else:
        say(f"{head}, {answer.impossible} of them impossible")
    if not answer.optima:
        return
    say("moves  orders  chance that such a bid holds")
    for optimum, number in answer.optima.items():
        chance = answer.chance(optimum)
        bar = ("█" if knows_unicode() else "#") * round(24 * chance)
        say(f"{optimum:5}  {number:6}  {chance!s:>9}  {float(chance):7.1%}  {bar}")
    if orders:
        for order, optimum in answer.by_order.items():
            say(f"{' '.join(order)}: {optimum}")
