"""What a wheel holds beside the package: man pages, and kernels that `make wheel` has compiled, if there are any."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelContents(BuildHookInterface):  # type: ignore[misc]
    """Write the man pages of all commands, and put the folder that SHUNT_KERNELS names into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add both; a wheel with kernels is for this kind of machine, and one without is for all machines."""
        if version == "standard":
            self.pages = tempfile.TemporaryDirectory()
            write_man_pages(Path(self.root), Path(self.pages.name))
            build_data["shared_data"][self.pages.name] = "share/man/man1"
        folder = os.environ.get("SHUNT_KERNELS")
        if folder:
            build_data["force_include"][folder] = "shunt/kernels"
            build_data["pure_python"] = False
            build_data["tag"] = "py3-none-manylinux_2_17_x86_64"  # on another Python nothing matches, and kernels are compiled

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written."""
        if version == "standard":
            self.pages.cleanup()


def write_man_pages(root: Path, folder: Path) -> None:
    """Write the page of every command of the package below `root` to `folder`."""
    sys.path.insert(0, str(root))
    import click

    from shunt.cli import cli
    from shunt.cli.manual import man_pages
    from shunt.files.version import program_version

    for name, text in man_pages(click.Context(cli, info_name="shunt"), program_version()):
        (folder / name).write_text(text, encoding="utf-8")
