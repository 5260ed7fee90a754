"""`shunt export`: a card for programs of another trade."""

from __future__ import annotations

import click

from shunt.cli import options, output


@click.command("export")
@options.card_argument
@click.option("--format", "form", type=click.Choice(["pddl"]), default="pddl", show_default=True, help="What to write.")
@click.option(
    "--out", type=click.Path(file_okay=False), metavar="DIR", help="Write domain.pddl and problem.pddl there, not to stdout."
)
@options.json_option
def command(card: str, form: str, out: str | None, as_json: bool) -> int:
    """Write CARD as a planning problem, for a judge from outside.

    The optimal plan of a PDDL planner that knows action costs costs what the card takes in moves (a card of sidings: in pulls or
    legs, whichever it counts). Without --out both texts go to stdout, the domain first.

    \b
      shunt export first-swap --out planning
      fast-downward.py planning/domain.pddl planning/problem.pddl --search "astar(lmcut())"
    """
    from shunt.cards.pddl import to_pddl
    from shunt.cli.arguments import card_named

    loaded = card_named(card)
    texts = to_pddl(loaded)
    if texts.metric not in loaded.metric or len(loaded.metric) > 1:
        output.note(f"{loaded.name} counts {', '.join(loaded.metric)}; what is exported counts {texts.metric}")
    if out is not None:
        _write(out, {"domain.pddl": texts.domain, "problem.pddl": texts.problem})
        output.note(f"written to {out}: domain.pddl, problem.pddl")
    if as_json:
        output.print_json({"schema": "shunt-pddl/1", "card": loaded.name, "domain": texts.domain, "problem": texts.problem})
    elif out is None:
        click.echo(texts.domain + texts.problem, nl=False)
    return 0


def _write(folder: str, files: dict[str, str]) -> None:
    from pathlib import Path

    from shunt.errors import Fault, InputError
    from shunt.files.atomic import write_text_atomically

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Fault("--out", f"{folder} cannot be made a folder: {error.strerror}", "name another")) from None
    with output.output_of("--out"):
        for name, text in files.items():
            write_text_atomically(Path(folder, name), text)
