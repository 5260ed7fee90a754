"""Files of pictures: an ending says as what they are written, in every command, and a foreign one is refused before any work."""

import pytest

from tests.cli.running import check_refused, shunt


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (("print", "first-swap", "-o", "p.txt"), ".pdf"),
        (("page", "first-swap", "-o", "p.svg"), ".html"),
        (("edit", "-o", "p.pdf"), ".html"),
        (("animate", "first-swap", "-o", "p.mp4"), ".svg or .gif"),
    ],
)
def test_other_files_keep_to_their_endings(words, ending):
    check_refused(shunt(*words), "-o", f"ends in {ending}")
