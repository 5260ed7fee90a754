"""The planning problems of `shunt export`."""

from __future__ import annotations

from shunt.cards.card import Card
from shunt.cli.handed import Exported, ExportOptions


def pddl_files(card: Card, chosen: ExportOptions) -> Exported:
    """Return the card as PDDL."""
    from shunt.classics.pddl.export import counted_metric, to_pddl

    texts = to_pddl(card, costs=not chosen.no_costs)
    notes = []
    if not chosen.no_costs and (counted_metric(card),) != card.metric:
        notes.append(f"{card.name} counts {', '.join(card.metric)}; the exported problem counts {counted_metric(card)}")
    fields = {"schema": "shunt-pddl/1", "card": card.name, "domain": texts.domain, "problem": texts.problem}
    files = {"domain.pddl": texts.domain, "problem.pddl": texts.problem}
    return Exported(files, texts.domain + texts.problem, fields, tuple(notes))
