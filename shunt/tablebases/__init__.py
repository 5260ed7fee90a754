"""Building tablebases, and the command `shunt tablebase`: files with the exact distance to a goal of every arrangement.

The road of a build: `commands/tablebase.py` reads what is typed; `builder.build` floods backwards from the goal over the perfect
index of the core (`search/index`), keeps finished levels in a work file beside the target, and packs them into the table.

Format and reading are of the core (`search/tablebase`), since `solve` looks solutions up in tables. The wing takes from
the core cards, search and the parts of commands, and nothing from other wings.
"""
