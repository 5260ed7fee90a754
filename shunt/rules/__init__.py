"""The definition of a move in plain, readable Python. This is the referee with which every fast search is compared.

`ruleset` is the protocol that cards use. `switcher` implements it for trains (`switcher`, `railway`), and `shunt.sidings.rules`
for sidings on a headshunt. The move of a train passes through these modules:

    moves, notation   a text becomes a move                      position   where everything is, and the goal
    switcher.make  →  guide          what the move can mean, and the shortest text that means it
                      motion         how trains stand, roll, couple and stop: the rules themselves
                      broken_rules   which rule an illegal move breaks
                      metrics        what moves count, and which joints are coupled

`retraction` takes moves back, `plain_runs` shortens boards. The room needs `track` and `files`.
"""
