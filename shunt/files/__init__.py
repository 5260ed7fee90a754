"""What a file is: read, written whole or not at all, its faults placed; and the shipped files. Nothing about railways."""
