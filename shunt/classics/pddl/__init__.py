"""A card as a planning problem in PDDL, so that a planner written by others can judge the optimum; its plans read as moves."""
