"""The planning problems of `shunt export`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shunt.cards.card import Card
from shunt.cli.handed import Exported


def pddl_files(card: Card, given: Mapping[str, Any]) -> Exported:
    """Return the card as PDDL; `given` has `no_costs`."""
    from shunt.classics.pddl.export import counted_metric, to_pddl

    texts = to_pddl(card, costs=not given["no_costs"])
    notes = []
    if not given["no_costs"] and (counted_metric(card),) != card.metric:
        notes.append(f"{card.name} counts {', '.join(card.metric)}; the exported problem counts {counted_metric(card)}")
    fields = {"schema": "shunt-pddl/1", "card": card.name, "domain": texts.domain, "problem": texts.problem}
    files = {"domain.pddl": texts.domain, "problem.pddl": texts.problem}
    return Exported(files, texts.domain + texts.problem, fields, tuple(notes))
