"""`shunt make`: one group for everything that can be made."""

from __future__ import annotations

import click

from shunt.cli.commands import MAKE, LazyGroup


@click.group("make", cls=LazyGroup, sections={"What can be made": MAKE})
def command() -> None:
    """Make cards, boards, packs, catalogues or hump yards.

    Everything made is proven, and the same seed gives the same result. These commands also have the names `shunt forge` (make
    cards), `shunt boards`, `shunt pack new`, `shunt generate` (make catalogue) and `shunt yard design` (make yard).

    \b
    Examples:
      shunt make cards wye-18 --tier green -n 3
      shunt make boards --feature loop
      shunt make pack --count 5 --board fan-10 -o my-pack
      shunt make catalogue wye-18 -o cards.sqlite -n 20
      shunt make yard --tiles 4 --cars 3 --steps 20
    """
