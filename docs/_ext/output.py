"""The keys that a command prints with `--json`, as a table of the document: `output` prints a table of `json-keys.toml`.

With several names, one per line, each table has the name as its heading.

```{output} solve
```
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

KEYS = Path(__file__).parents[1] / "reference" / "json-keys.toml"


class Output(SphinxDirective):
    """A table of keys with what each means, or a section with such a table for each line."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the table, or the sections."""
        self.env.note_dependency(str(KEYS))
        tables = tomllib.loads(KEYS.read_text(encoding="utf-8"))
        if self.arguments:
            return self._table(tables[self.arguments[0]])
        return [self._section(name, tables[name]) for name in self.content]

    def _section(self, name: str, keys: dict[str, str]) -> nodes.section:
        """Return a section with the name of a command as its title."""
        section = nodes.section("", nodes.title(name, "", nodes.literal(name, name)), *self._table(keys))
        section["ids"] = [nodes.make_id(f"output {name}")]
        return section

    def _table(self, keys: dict[str, str]) -> list[nodes.Node]:
        rows = [f"| {', '.join(f'`{key}`' for key in names.split(', '))} | {meaning} |" for names, meaning in keys.items()]
        return self.parse_text_to_nodes("\n".join(["| key | meaning |", "|---|---|", *rows]))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("output", Output)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
