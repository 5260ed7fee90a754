"""The keys of a file's table as a table of the document: `keys` prints them from the model that reads the file.

```{keys} shunt.cards.models.TrainCardFile
:skip: proof guide
```
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar, Literal, get_args, get_origin

from docutils import nodes
from docutils.parsers.rst import directives
from pydantic.fields import FieldInfo
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from shunt.files.shapes import Shape


class Keys(SphinxDirective):
    """A table of a model's keys, the required ones first, with what each means and its default."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"skip": directives.unchanged, "only": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        module, _, name = self.arguments[0].rpartition(".")
        shape: type[Shape] = getattr(import_module(module), name)
        skipped, only = (self.options.get(option, "").split() for option in ("skip", "only"))
        rows = [
            f"| `{key}` | {'required' if declared.is_required() else ''} | {meaning(declared)} |"
            for key, attribute in sorted(
                shape.file_keys().items(), key=lambda item: not shape.model_fields[item[1]].is_required()
            )
            if key not in skipped and (not only or key in only)
            for declared in [shape.model_fields[attribute]]
        ]
        return self.parse_text_to_nodes("\n".join(["| key | needed | meaning |", "|---|---|---|", *rows]))


def meaning(declared: FieldInfo) -> str:
    """Return the description of a key with its values, if it has a choice of them, and its default, if it is a plain value."""
    words = [declared.description or ""]
    values = [value for value in literals(declared.annotation) if value != ""]
    if len(values) > 1:
        words.append(f"One of {', '.join(f'`{value}`' for value in values)}.")
    elif values and declared.is_required():
        words.append(f"Always `{values[0]}`.")
    if isinstance(declared.default, str | int | float) and declared.default != "":
        words.append(f"Default: `{declared.default}`.")
    return " ".join(words).replace("|", r"\|")


def literals(annotation: Any) -> tuple[Any, ...]:
    """Return the values of a `Literal`, also of one that may be None."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return (
        next((found for inner in get_args(annotation) if (found := literals(inner))), ())
        if type(None) in get_args(annotation)
        else ()
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("keys", Keys)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
