"""The keys that a command prints with `--json`, as a table of the document: `output` prints a table of `json-keys.toml`.

```{output} hint
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
    """A table of keys with what each means."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        self.env.note_dependency(str(KEYS))
        keys = tomllib.loads(KEYS.read_text(encoding="utf-8"))[self.arguments[0]]
        rows = [f"| {', '.join(f'`{key}`' for key in names.split(', '))} | {meaning} |" for names, meaning in keys.items()]
        return self.parse_text_to_nodes("\n".join(["| key | meaning |", "|---|---|", *rows]))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("output", Output)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
