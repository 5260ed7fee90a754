"""A card as a planning problem in PDDL, so that a planner written by others can judge the optimum."""

from shunt.cards.pddl.export import counted_metric, plan_moves, to_pddl
from shunt.cards.pddl.model import Pddl

__all__ = ["Pddl", "counted_metric", "plan_moves", "to_pddl"]
