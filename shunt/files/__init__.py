"""Files: reading, checking and writing them as a whole, faults with their places, and the shipped files. Nothing here is about
railways.

The road of a file that is read:

    library       the file that a path or a shipped name means
    reading       its bytes, within a size, never waiting for a pipe
    document      its text within limits of syntax, parsed as TOML or JSON
    line_numbers  the line of every key, looked up once a fault needs it
    shapes        the tables of a file, declared as classes
    validation    a table read as its shape, with a fault and its line for everything that is wrong
    shape_faults  the words of these faults, and the rest of a table without its faulty parts

`atomic` writes a file whole or not at all; `container` is the form of binary files. `printable`
makes text from strangers safe to print and fit for XML. The room needs `errors` alone.
"""
