"""`shunt bid`: check a bid, judge a player's moves, print the chances of every bid, and advise what to bid and build."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from shunt.cards.stop import Stop as SearchStop
from shunt.cli.answers import stopped_status
from shunt.cli.exit_status import ExitStatus
from shunt.cli.options import Whole, flag, number_option, pictures_option, plot_option, text_option
from shunt.cli.output import check_output, counted, note, parameters_as, print_json, say
from shunt.cli.picture_files import write_picture, write_steps
from shunt.cli.progress import watching
from shunt.errors import InputError
from shunt.hump.commands.options import (
    SearchOptions,
    cars_option,
    names,
    rule_options,
    search_options,
    yard_argument,
)

if TYPE_CHECKING:
    from shunt.hump.adviser import LengthAdvice, TileValue
    from shunt.hump.bids import BidCheck, BidTable
    from shunt.hump.rules import MoveRules
    from shunt.hump.yard import Yard

_CHANCE = re.compile(r"\s*\+?[0-9./]{1,20}(e-[0-9]{1,2})?\s*", re.IGNORECASE)
"""What is read as a chance: `Fraction` would compute 10**999999999 for `1e-999999999`."""

train_option = cars_option("--train", 'Cars in the queue with the lead car first, such as "A B C".', required=True)
order_option = cars_option("--order", "Order in which the cars must leave, with the lead car first.", required=True)


@click.group("bid")
def command() -> None:
    """Check bids, print their chances, and advise what to bid and build.

    A YARD is a file, the name of a shipped yard, or a string such as 5u_62r1@2,1 (see `shunt yard --help`). Cars with the
    same name have the same colour and are interchangeable.

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
@number_option("--bid", "Bid to compare with the optimum.", metavar="MOVES")
@pictures_option("Write SVG pictures of the start and of each move of the solution to DIR.")
@search_options
def check(yard: Yard, train: list[str], order: list[str], bid: int | None, pictures: str | None, search: SearchOptions) -> int:
    """Print the fewest moves that sort a train into an order, and whether a bid holds.

    \b
    Examples:
      shunt bid check two-storeys --train "A B C" --order "C A B"
      shunt bid check two-storeys --train "A B C" --order "C A B" --bid 6 --json

    Exit status: 0 if the order is possible and the bid holds, 1 if not, 3 if a limit stopped the search.
    """
    from shunt.hump.bids import check_bid

    with watching() as progress:
        answer = check_bid(yard, train, order, bid, rules=search.rules, limits=search.limits, progress=progress)
    if pictures and answer.solution:
        from shunt.hump.pictures.bid_chart import solution_scenes

        write_steps(pictures, solution_scenes(yard, answer.solution[0].names, answer.solution))
    if search.as_json:
        print_json(answer.as_json())
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
@click.option("--bid", type=Whole(), required=True, metavar="MOVES", help="Number of moves bid.")
@rule_options
def referee(
    yard: Yard, moves: tuple[str, ...], train: list[str], order: list[str], bid: int, rules: MoveRules, as_json: bool
) -> int:
    """Judge a player's MOVES against a bid. Print whether the bid holds, or the first rule that is broken.

    A move such as "A+B q0>2.2.NS" names the cut with its lead car first, and the start and destination of the lead car.
    The exit move ends in >sink. Give one argument for each move. Without arguments, moves are read from stdin, one per
    line.

    \b
    Examples:
      shunt bid referee bare "A+B q0>sink" --train "A B" --order "A B" --bid 1

    Exit status: 0 if the bid holds, 1 if it does not.
    """
    from shunt.hump.bids import judge_bid

    typed = moves or tuple(line for line in map(str.strip, sys.stdin) if line and not line.startswith("#"))
    verdict = judge_bid(yard, train, order, bid, typed, rules=rules)
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
@number_option("--cars", "Number of distinct cars.")
@cars_option("--train", 'Cars by colour instead of --cars, such as "red red blue".')
@flag("--orders", "List the optimum of every order.")
@plot_option("Plot the chances of the bids to FILE (.svg or .png).")
@search_options
def table(yard: Yard, cars: int | None, train: list[str] | None, orders: bool, plot: str | None, search: SearchOptions) -> int:
    """Print how many moves the orders of a train take, and the chance that each bid holds.

    If a limit or Ctrl-C stops the search, the orders found so far are printed. These are the orders with the fewest moves.

    \b
    Examples:
      shunt bid table two-storeys --cars 3
      shunt bid table two-storeys --train "red red blue" --orders
      shunt bid table bare --cars 2 --json

    Exit status: 0 if the answer is complete, 3 if a limit stopped the search, 130 if interrupted.
    """
    from shunt.hump.bids import bid_table

    train = _cars_of(cars, train)
    check_output("--plot", plot)
    with watching("searching") as progress:
        answer = bid_table(yard, train, rules=search.rules, limits=search.limits, progress=progress, partly=True)
    if plot and answer.stopped_by:
        note(f"the table is not complete, so no chart is drawn: {plot}")
    elif plot:
        from shunt.hump.pictures.bid_chart import bid_chart

        write_picture("--plot", plot, bid_chart(answer))
    if search.as_json:
        print_json(answer.as_json(orders))
    else:
        _print_table(answer, orders)
    return _ended(answer.stopped_by)


def _chance(ctx: click.Context, parameter: click.Parameter, text: str) -> Fraction:
    try:
        chance = Fraction(text if _CHANCE.fullmatch(text) else -1)
    except (ValueError, ZeroDivisionError):
        chance = Fraction(-1)
    if not 0 < chance <= 1:
        raise InputError("--nerve", f"{text!r} is not a chance", "above 0 and at most 1, such as 1/2")
    return chance


@command.command("advise")
@yard_argument
@cars_option("--train", 'Colours of the cars on offer, such as "red blue".', required=True)
@text_option(
    "--opponent",
    "YARD|YARD=BID",
    "Yard of an opponent. Repeat the option for more opponents. BID is pass or a bid such as 3:5 (3 cars in 5 "
    "moves), followed by ! if this opponent wins ties. Without BID, the bid is modelled with --nerve.",
    "opponents",
    multiple=True,
)
@click.option(
    "--nerve",
    default="1/2",
    show_default=True,
    callback=_chance,
    metavar="CHANCE",
    help="A modelled opponent makes the lowest bid that holds with at least this probability.",
)
@number_option("--longest", "Consider trains of up to N cars.")
@text_option("--tiles", "TILES", 'Tiles on offer, such as "62 45 end". They are ranked together with the places to build them.')
@number_option("--tile-cars", "Rank tiles by the bid table for trains of this many cars, 1 to 8.", least=1, most=8, default=4)
@search_options
def advise_command(
    yard: Yard,
    train: list[str],
    opponents: tuple[str, ...],
    nerve: Fraction,
    longest: int | None,
    tiles: str | None,
    tile_cars: int,
    search: SearchOptions,
) -> int:
    """Print the expected number of cards for each bid, and which tiles are best to build and where.

    Train lengths are examined first, and then the tiles. If a limit or Ctrl-C stops the search, the results so
    far are printed.

    \b
    Examples:
      shunt bid advise two-storeys --train "red blue"
      shunt bid advise two-storeys --train "red blue" --opponent bare=2:4 --opponent two-storeys
      shunt bid advise two-storeys --train "red blue" --tiles "62 45 end"

    Exit status: 0 if the answer is complete, 3 if a limit stopped the search, 130 if interrupted.
    """
    from shunt.hump.adviser import Opponent, best_advice, choice_json, each_advice, each_tile, ranked_tiles
    from shunt.hump.table_cache import TableStore
    from shunt.search.core.limits import LimitReached, stop_of

    tables = TableStore(search.rules, search.limits)
    with parameters_as(tiles="tiles"):  # of an opponent's yard, while --tiles are those on offer
        rivals = [Opponent.parse(text, nerve) for text in opponents]
    advice: list[LengthAdvice] = []
    places: list[TileValue] = []
    stopped_by = None
    lengths = each_advice(yard, train, rivals, tables, longest)
    to_build = each_tile(yard, names(tiles), tile_cars, tables) if tiles else iter(())
    try:
        with watching("examining bids") as progress:
            advice.extend(lengths)
            for place in to_build:
                places.append(place)
                progress("places", 1, len(places))
    except (LimitReached, KeyboardInterrupt) as error:
        stopped_by = stop_of(error)
    places = ranked_tiles(places)
    best = best_advice(advice)
    if search.as_json:
        fields: dict[str, Any] = {"bids": [one.as_json() for one in advice], "best": choice_json(best) if advice else None}
        fields["tiles"] = [place.as_json() for place in places]
        print_json(fields | ({"stopped": str(stopped_by)} if stopped_by else {}))
    else:
        _print_bids(advice, best, len(train))
        _print_places(places)
        if stopped_by:
            weighed = f"{counted(len(advice), 'lengths')} of the train and {counted(len(places), 'places')}"
            say(f"not everything was examined, only {weighed}")
    return _ended(stopped_by)


def _cars_of(cars: int | None, train: list[str] | None) -> list[str]:
    """Return the names of the train's cars: as given, or A, B, C …"""
    from shunt.hump.rules import MAX_CARS

    if (cars is None) == (train is None):
        raise InputError("--cars", "give either --cars or --train", "such as --cars 4")
    if train is not None:
        return train
    if cars is None or not 1 <= cars <= MAX_CARS:
        what = f"{cars} cars are more than the source allows" if cars and cars > 0 else f"{counted(cars, 'cars')} are not a train"
        raise InputError("--cars", what, f"1 to {MAX_CARS}")
    return [chr(ord("A") + car) for car in range(cars)]


# ------------------------------------------------------------------------------------------------------------------ output


def _ended(stop: SearchStop | None) -> int:
    """Return the exit status, by what stopped the search if anything did; say so on stderr."""
    if stop is None:
        return ExitStatus.ANSWERED
    note("interrupted" if stop.is_interrupt else f"stopped at a limit: {stop}")
    return stopped_status(stop)


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
        bar = "█" * round(24 * chance)
        say(f"{optimum:5}  {number:6}  {chance!s:>9}  {float(chance):7.1%}  {bar}")
    if orders:
        for order, optimum in answer.by_order.items():
            say(f"{' '.join(order)}: {optimum}")


def _print_bids(advice: Sequence[LengthAdvice], best: LengthAdvice | None, on_offer: int) -> None:
    """Print the best bids on each length of the train, and which is best of all; `on_offer` cars are revealed."""
    for one in advice:
        head = f"{counted(one.cars, 'cars')}: {float(one.expected):.3f} cards expected"
        if not one.bids:
            say(f"{head}: pass")
        elif one.extended:
            further = "the further car" if one.cars == on_offer + 1 else "the further cars"
            say(f"{head}, the bid chosen when {further} can be seen; with new colours, the worst case:")
        else:
            say(head)
        for value in one.bids[:5]:
            chance = f"holds {float(value.holds):6.1%}, wins {float(value.wins):6.1%}"
            say(f"  bid {value.bid:2}: {chance}, {float(value.expected):.3f} cards")
    if best is None:
        if advice:
            say("best: pass")
        return
    expected = f"{float(best.expected):.3f} cards expected"
    if best.extended:
        say(f"best: ask for {counted(best.cars - on_offer, 'more cars')}, then bid on {counted(best.cars, 'cars')}: {expected}")
    else:
        say(f"best: bid {counted(best.bids[0].bid, 'moves')} on {counted(best.cars, 'cars')}: {expected}")


def _print_places(places: Sequence[TileValue]) -> None:
    """Print the best tiles at their places."""
    if places:
        say("tiles, by the mean number of moves that they save (an impossible order counts as 20):")
    for place in places[:10]:
        turned = f" turned {place.turn}" if place.turn else ""
        say(f"  {place.kind}{turned} at {list(place.at)}: {float(place.gain):+.3f}, mean {float(place.mean):.3f}")
