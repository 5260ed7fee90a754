"""What a file is: read, written whole or not at all, its faults placed; and the shipped files. Nothing about railways.

The road of a file that is read:

    library       the file that a path or a shipped name means
    reading       its bytes, within a size, never waiting for a pipe
    document      its text within limits of syntax, parsed as TOML or JSON
    line_numbers  the line of every key, looked up once a fault needs it
    shapes        the tables that a file may have, as classes, and their reader, which finds everything that is wrong
    validation    what is wrong as faults with their lines, and what can be read of the rest

`atomic` writes a file whole or not at all, `folder_update` a folder; `container` is the form of binary files. `printable`
makes text from strangers safe to print and fit for XML. The room needs `errors` alone.
"""
