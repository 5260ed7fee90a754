"""Letters of pieces are told apart, and short."""

import pytest

from shunt.paper.initials import initials


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("1", "black", "blue"), "1 K B"),
        (("blue", "black"), "B K"),
        (("Duchess", "Duchesse", "red"), "D E R"),
        (("w1", "w2", "white1"), "W1 W2 E1"),
        (("ab", "ba", "aa", "bb"), "A B AA BB"),
    ],
)
def test_every_name_has_a_letter_of_its_own(names, letters):
    assert list(initials(names).values()) == letters.split()
