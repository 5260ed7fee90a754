"""A site as files in a folder, for any web host; it also opens from the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from shunt.errors import Fault, InputError
from shunt.files.folder_update import update_folder
from shunt.files.printable import printable
from shunt.files.reading import is_inner_path, read_regular, reason_of
from shunt.pages.site.collection import Collection
from shunt.pages.site.feed import feed_text
from shunt.pages.site.pages import card_page, gallery_page

LIST = "files.txt"
"""Names the files of a site, so that the next one written to the folder replaces them and nothing else."""
LARGEST_PDF = 100_000_000
Progress = Callable[[str, int, int], None]


def site_files(
    collection: Collection, today: date, address: str = "", progress: Progress = lambda what, done, total: None
) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a site: its path and its content."""
    total = len(collection.entries)
    yield "index.html", gallery_page(collection, lambda done, count: progress("gallery", done, count)).encode()
    for number, entry in enumerate(collection.entries):
        progress("pages", number, total)
        yield f"cards/{entry.slug}.html", card_page(collection, entry).encode()
    for printed in collection.printed:
        yield f"print/{printed.slug}", read_regular(printed.file, LARGEST_PDF)
    yield "feed.xml", feed_text(collection, today, address).encode()


def write_site(
    collection: Collection,
    folder: str | os.PathLike[str],
    today: date,
    address: str = "",
    progress: Progress = lambda what, done, total: None,
) -> int:
    """Write a site, whole or not at all; return the number of files.

    A site that is in the folder is replaced, file by file of its list; other files stay. Raises `InputError` for a folder
    that is not empty and not a site, and if something cannot be written.
    """
    target = Path(folder)
    owned = _owned(target)
    files = dict(site_files(collection, today, address, progress))
    files[LIST] = "".join(f"{path}\n" for path in sorted([*files, LIST])).encode()
    target.parent.mkdir(parents=True, exist_ok=True)
    update_folder(target.resolve(), files, owned)
    return len(files)


def _owned(target: Path) -> set[str]:
    """Return the files of the site that is in a folder; raise `InputError` if the folder holds something else."""
    shown = printable(str(target))
    try:
        if not target.exists() or (target.is_dir() and not any(target.iterdir())):
            return set()
        if not target.is_dir():
            raise InputError(Fault("folder", f"{shown} is a file", "choose another folder"))
        if not (target / LIST).is_file():
            raise InputError(Fault("folder", f"{shown} already exists and is not a site", "choose another folder"))
        names = read_regular(target / LIST).decode("utf-8", "replace").splitlines()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Fault("folder", f"{shown} cannot be used: {reason_of(error)}", "choose another folder")) from None
    return {name for name in names if is_inner_path(name)}
