"""The class for the types of option values. It is generic even in versions of click in which it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click import ParamType as ParamType
else:

    class ParamType(click.ParamType):
        """A type of option values; `ParamType[int]` is for whole numbers."""

        def __class_getitem__(cls, kind: object) -> type:
            return cls
