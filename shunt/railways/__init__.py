"""Railways that people have drawn already: panels of JMRI's Layout Editor and plans of XTrackCAD become layouts.

The road of a file: `reading.py` recognises and reads it within limits; `jmri.py` (by `xml_file.py`) or `xtrackcad.py`, both with
the lines of `segments.py`, make it a `TrackDrawing`, elements that are joined at their ports (`drawing.py`); `part.py` takes the
part that is wanted; `stretches.py` merges plain track between points and counts how many cars it holds; `net.py` makes spaces and
joins of all that, `naming.py` their names, `layout.py` the layout with its runs, coordinates and report.

The road back: `layout.py` notes as `routes` under `[about]` which turnouts a path needs. `switching.py` lists them for each
move of a Yard Guide, `script.py` writes the moves as a script that JMRI runs (`jmri_program.txt` is its program), and `roster.py`
reads what the cars are called in JMRI's operations.

It takes from the core layouts, cards, solving and the parts of commands, and nothing from other wings.
"""
