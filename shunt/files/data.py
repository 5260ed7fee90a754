"""Where the shipped layouts and cards lie: the folder `puzzles/`, in a checkout and in an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

from shunt.errors import ShuntError


def puzzles_folder() -> Path:
    """The folder that holds `layouts/`, `cards/` and the other shipped data.

    A wheel carries it inside the package; in a checkout, an editable install included, it stands beside the package.
    Raises `ShuntError` where neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    places = (package / "puzzles", package.parent / "puzzles")
    for folder in places:
        # Beside an installed package stand other people's folders: only one that holds layouts is ours.
        if (folder / "layouts").is_dir():
            return folder
    looked = " and ".join(str(folder) for folder in places)
    raise ShuntError(f"the shipped puzzles are missing (looked in {looked}): install the package again")
