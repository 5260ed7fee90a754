"""The Python reference: `api` documents objects below a table of them, and `overview` shows the tables of several pages.

```{api} shunt
load Card
```

```{overview}
python/cards python/games
```
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

BLOCK = re.compile(r"^```\{api\} (\S+)\n((?::[^\n]*\n)*)(.*?)^```$", re.DOTALL | re.MULTILINE)


def table(names: list[str]) -> str:
    """Return a table of objects, each with the first sentence of its docstring."""
    return "\n".join(["```{eval-rst}", ".. autosummary::", "   :nosignatures:", "", *(f"   ~{name}" for name in names), "```"])


def documented(module: str, name: str, inherited: bool) -> str:
    """Return the directive that documents an object with its members."""
    kind = "autoclass" if inspect.isclass(getattr(import_module(module), name)) else "autofunction"
    return f".. {kind}:: {module}.{name}\n" + ("   :inherited-members:\n" if inherited else "")


class Api(SphinxDirective):
    """The documentation of the objects of a module that are named."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"inherited": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return a table of the objects, and then each with its members."""
        module, names = self.arguments[0], " ".join(self.content).split()
        inherited = self.options.get("inherited", "").split()
        full = "\n".join(documented(module, name, name in inherited) for name in names)
        return self.parse_text_to_nodes(f"{table([f'{module}.{name}' for name in names])}\n\n```{{eval-rst}}\n{full}```")


class Overview(SphinxDirective):
    """The tables of the pages that are named, each below the title of its page."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the titles and the tables."""
        folder, parts = Path(self.env.doc2path(self.env.docname)).parent, []
        for page in " ".join(self.content).split():
            text = (folder / f"{page}.md").read_text(encoding="utf-8")
            names = [f"{module}.{name}" for module, _, found in BLOCK.findall(text) for name in found.split()]
            title = text.splitlines()[0].removeprefix("# ")
            parts += [f"**[{title}]({page}.md)**", table(names)]
            self.env.note_dependency(str(folder / f"{page}.md"))
        return self.parse_text_to_nodes("\n\n".join(parts))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("api", Api)
    app.add_directive("overview", Overview)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
