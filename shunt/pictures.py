"""Pictures of the package's values in notebooks and terminals.

A card, a game or a solution contains no drawing code. It calls this module, and `shunt/__init__.py` names the module that draws
it, which is imported when the first picture is needed.
"""

from __future__ import annotations

from shunt.files.lazy import provided

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than the rest of `import shunt`
if TYPE_CHECKING:
    from typing import Any


def text_of(value: Any) -> str:
    """Return a picture of a value in characters, without colours."""
    picture: str = provided("text")(value)
    return picture


class Pictured:
    """A value with a picture: `svg()` for programs, `_repr_svg_` for notebooks."""

    __slots__ = ()

    # The places (`module:function`) of what draws a value of this class, as a scene and in characters.
    drawn_by = "", ""

    def svg(self) -> str:
        """Return the picture as SVG. The bytes are the same each time."""
        picture: str = provided("svg")(self)
        return picture

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook, never wider than the cell."""
        return self.svg().replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
