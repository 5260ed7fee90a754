"""What a wheel holds beside the package: kernels that `make wheel` has compiled, if there are any."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledKernels(BuildHookInterface):  # type: ignore[misc]
    """Put the folder that SHUNT_KERNELS names into the wheel, which then is for this kind of machine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder and the tag; without a folder the wheel is for all machines."""
        folder = os.environ.get("SHUNT_KERNELS")
        if folder:
            build_data["force_include"][folder] = "shunt/kernels"
            build_data["pure_python"] = False
            build_data["tag"] = "py3-none-manylinux_2_17_x86_64"  # on another Python nothing matches, and kernels are compiled
