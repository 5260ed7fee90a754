"""Packs in `shunt check`."""

from __future__ import annotations

import os

from shunt.cli.exit_status import ExitStatus
from shunt.cli.handed import Check, CheckedFile
from shunt.cli.progress import watching


def pack_check(file: str, prove: bool) -> Check | None:
    """Return the check of a pack, given by its folder, its manifest or a shipped name. Return None for anything else.

    Raise `InputError`, which lists every fault in its manifest.
    """
    from shunt.generator.packs.reading import read_manifest

    folder = _pack_folder(file)
    if folder is None:
        return None
    read_manifest(folder)
    return lambda: _checked(folder, prove)


def _pack_folder(file: str) -> str | None:
    from shunt.generator.packs.reading import MANIFEST, pack_folder

    if os.path.basename(file) == MANIFEST:
        return os.path.dirname(file) or "."
    folder = pack_folder(file)
    return os.fspath(folder) if folder is not None and (folder / MANIFEST).is_file() else None


def _checked(folder: str, prove: bool) -> CheckedFile:
    with watching() as progress:
        from shunt.generator.packs.check import check_pack

        found = check_pack(folder, progress.show, prove=prove)
    return CheckedFile(
        folder,
        "pack",
        found.manifest.name,
        status=ExitStatus.ANSWERED if found.holds else ExitStatus.NO,
        proven={"cards": len(found.cards), "holds": found.holds},
        wrong=[str(one) for one in found.findings if one.is_fault],
        words=found.words if found.holds else f"{found.words}:",
        is_always_proved=True,
    )
