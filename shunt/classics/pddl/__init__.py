"""Cards as planning problems in PDDL, so that independent planners can check the optimum, and their plans read as moves."""
