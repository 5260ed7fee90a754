"""Every reader of a file of ours either reads a file or refuses it with faults, whatever is in it."""

import pytest

from tests.fuzz.corpus import CORPUS
from tests.fuzz.readers import NEVER_REFUSED, Outcome, readers, run, try_one

READERS = readers()


@pytest.mark.parametrize("name", READERS)
def test_a_sound_file_is_read(name, tmp_path):
    outcome, reader = Outcome(), READERS[name]
    try_one(reader, reader.sound, tmp_path / reader.file, outcome)
    assert (outcome.read, outcome.wrong) == (1, [])


@pytest.mark.parametrize("name", READERS)
def test_changed_files_are_read_or_refused(name, tmp_path):
    outcome = run(READERS[name], 1, 15, tmp_path)
    assert outcome.wrong == []
    assert outcome.refused > 2 or name in NEVER_REFUSED


@pytest.mark.parametrize(("name", "content"), CORPUS, ids=[f"{name}-{number}" for number, (name, _) in enumerate(CORPUS)])
def test_what_once_was_a_crash_is_a_fault(name, content, tmp_path):
    outcome, reader = Outcome(), READERS[name]
    try_one(reader, content, tmp_path / reader.file, outcome)
    assert outcome.wrong == []
    assert outcome.refused == 1 or name in NEVER_REFUSED
