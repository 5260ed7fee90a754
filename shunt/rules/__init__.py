"""What a move is, in plain readable Python: the referee that every fast search is held against."""
