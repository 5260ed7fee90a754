"""Work divided among threads, also when it is interrupted."""

from time import sleep

import pytest

from shunt.search.core.threads import Part, by_threads, parts_of
from tests.search.interrupting import counting


def divided(threads: int, length: int = 12) -> list[Part]:
    """Work on some parts, and return which were done."""
    done = []

    def work(thread: int, part: Part) -> None:
        """Take a little time, so that threads wait for each other."""
        sleep(0.0002)
        done.append(part)

    by_threads(threads, parts_of(length, threads), work, lambda: None)
    return done


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_part_is_done_once(threads):
    assert sorted(divided(threads)) == parts_of(12, threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupt_at_any_call_is_raised_as_one(threads):
    calls = [0]
    with counting(calls):
        divided(threads)
    interrupted = 0
    for last in range(1, calls[0]):
        try:
            with counting([0], last):
                divided(threads)
        except KeyboardInterrupt:
            interrupted += 1
    assert interrupted > calls[0] // 2


def test_an_error_of_a_thread_is_raised_and_stops_the_others():
    begun = []

    def work(thread: int, part: Part) -> None:
        """Fail at the first part."""
        begun.append(part)
        raise ValueError(part)

    with pytest.raises(ValueError):
        by_threads(2, parts_of(1000, 2), work, lambda: None)
    assert len(begun) <= 2
