"""What a move is, in plain readable Python: the referee that every fast search is held against.

`ruleset` is the protocol that a card asks. `switcher` implements it for trains (`switcher`, `railway`), `shunt.sidings.rules` for
sidings on a headshunt. The road of a train's move:

    moves, notation   a text becomes a move                      position   where everything is, and the goal
    switcher.make  →  guide          what the move can mean, and the shortest text that means it
                      motion         how trains stand, roll, couple and stop: the rules themselves
                      broken_rules   which rule an illegal move breaks
                      metrics        what moves count, and which joints are coupled

`retraction` takes moves back, `plain_runs` shortens boards. The room needs `track` and `files`.
"""
