"""Numbers shared by the kernels of Yardmaster Express."""

CONDITIONS = (
    *("", "fewest-types", "two-threes", "most-runs", "most-of-a-type", "no-fours", "a-five", "lowest-value", "no-mixed"),
    *("sequence", "last-three", "most-wilds", "no-run"),
)
"""The conditions of cabooses by their numbers; a row of values is a sequence, and the first one is that of no caboose."""
NONE, FEWEST_TYPES, TWO_THREES, MOST_RUNS, MOST_OF_A_TYPE, NO_FOURS, A_FIVE = range(7)
LOWEST_VALUE, NO_MIXED, SEQUENCE, LAST_THREE, MOST_WILDS, NO_RUN = range(7, 13)

ENGINE = 15
"""The end of a train that is a wild car or the engine."""
MATCHED = 5
"""The state of a sequence's automaton in which its five values have been seen."""
WILD_INPUT = 3
"""What a wild half is to that automaton, after the values 2, 3 and 4."""
UNLIMITED = 1000
"""A margin that no game reaches."""
