"""`shunt export`: a card as a planning problem, for other solvers."""

from __future__ import annotations

import click

from shunt.cli import options, output


@click.command("export")
@options.card_argument
@click.option("--format", "form", type=click.Choice(["pddl"]), default="pddl", show_default=True, help="Format to write.")
@options.folder_option("Folder to write domain.pddl and problem.pddl to, instead of stdout.", "--out")
@click.option("--no-costs", is_flag=True, help="Leave out action costs, for planners that do not support them.")
@options.json_option
def command(card: str, form: str, folder: str | None, no_costs: bool, as_json: bool) -> int:
    """Export CARD as a planning problem in PDDL, for other solvers.

    The cost of an optimal plan is the card's optimum in moves (for a card of sidings in its own metric, pulls or legs). Without
    --output both texts go to stdout, the domain first. shunt replay --plan reads a planner's plan back as moves. CARD is a file,
    the name of a shipped card, or - for the standard input.

    \b
    Examples:
      shunt export first-swap
      shunt export first-swap -o planning
      fast-downward.py planning/domain.pddl planning/problem.pddl --search "astar(lmcut())"
      shunt replay first-swap --plan sas_plan
    """
    from shunt.cards.pddl import counted_metric, to_pddl
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    texts = to_pddl(loaded, costs=not no_costs)
    if not no_costs and (counted_metric(loaded),) != loaded.metric:
        output.note(f"{loaded.name} counts {', '.join(loaded.metric)}; the exported problem counts {counted_metric(loaded)}")
    if folder is not None:
        _write(folder, {"domain.pddl": texts.domain, "problem.pddl": texts.problem})
        output.note(f"wrote domain.pddl and problem.pddl in {folder}")
    if as_json:
        output.print_json({"schema": "shunt-pddl/1", "card": loaded.name, "domain": texts.domain, "problem": texts.problem})
    elif folder is None:
        output.print_data(texts.domain + texts.problem)
    return 0


def _write(folder: str, files: dict[str, str]) -> None:
    from pathlib import Path

    from shunt.errors import Fault, InputError
    from shunt.files.atomic import write_text_atomically

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Fault(output.OUTPUT, f"{folder} cannot be created: {error.strerror}", "name another folder")) from None
    with output.output_of():
        for name, text in files.items():
            write_text_atomically(Path(folder, name), text)
