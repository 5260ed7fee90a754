"""A site as files in a folder, for any web host; it also opens from the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from shunt.errors import Fault, InputError
from shunt.files.folder_update import holds_nothing, recover_folder, update_folder
from shunt.files.printable import printable
from shunt.files.reading import is_inner_path, read_inside, read_regular, reason_of
from shunt.pages.site.collection import Collection, Printed
from shunt.pages.site.feed import feed_text
from shunt.pages.site.pages import card_page, gallery_page

LIST = "files.txt"
"""Names the files of a site, so that the next one written to the folder replaces them and nothing else."""
LARGEST_PDF = 100_000_000  # bytes of a file to print
LARGEST_PDFS = 400_000_000  # bytes of all of them, which are held in memory together
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
    size = 0
    for printed in collection.printed:
        content = printed_file(printed)
        size += len(content)
        if size > LARGEST_PDFS:
            what = f"the files to print are longer than {LARGEST_PDFS / 1e6:g} MB together"
            raise InputError(Fault("", what, "give fewer packs, or move some files elsewhere"))
        yield f"print/{printed.slug}", content
    yield "feed.xml", feed_text(collection, today, address).encode()


def printed_file(printed: Printed) -> bytes:
    """Return a file to print; raise `InputError` if it is not a regular file in the folder of its pack."""
    return read_inside(printed.file.parent, printed.file.name, LARGEST_PDF)


def write_site(
    collection: Collection,
    folder: str | os.PathLike[str],
    today: date,
    address: str = "",
    progress: Progress = lambda what, done, total: None,
) -> int:
    """Write a site, whole or not at all; return the number of files.

    A site that is in the folder is replaced, file by file of its list; other files stay. An update of it that was interrupted
    is finished first. Raises `InputError` for a folder that is not empty and not a site, and if something cannot be written.
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
        if target.is_dir():
            recover_folder(target)
            if holds_nothing(target):
                return set()
        elif not os.path.lexists(target):
            return set()
        else:
            raise InputError(Fault("folder", f"{shown} is a file", "choose another folder"))
        if not (target / LIST).is_file():
            raise InputError(Fault("folder", f"{shown} already exists and is not a site", "choose another folder"))
        names = read_regular(target / LIST).decode("utf-8", "replace").splitlines()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Fault("folder", f"{shown} cannot be used: {reason_of(error)}", "choose another folder")) from None
    return {name for name in names if is_inner_path(name)}
