"""The class of values of options, generic also in versions of click in which it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click import ParamType as ParamType
else:

    class ParamType(click.ParamType):
        """A kind of value that an option takes; `ParamType[int]` is one of whole numbers."""

        def __class_getitem__(cls, kind: object) -> type:
            return cls
