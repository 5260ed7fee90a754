"""Building tablebases, which are files with the exact distance of every arrangement to a goal, and the command `shunt tablebase`.

A build takes these steps: `commands/tablebase.py` reads the arguments. `builder.build` floods backwards from the goal over the
core's perfect index (`search/index`), stores finished levels in a work file beside the target, and packs them into the table.

The format and its reader belong to the core (`search/tablebase`), because `solve` looks up solutions in tables. The wing uses
cards, search and the parts of commands from the core, and nothing from other wings.
"""
