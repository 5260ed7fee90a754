"""The JSON Schemas of layouts, cards and hump yards, made from the models that read them.

`docs/schemas/` holds them for editors that check files while they are written; a test keeps the two in step.
`python -m tests.docs.json_schemas` writes them.
"""

import json
import os
from functools import reduce
from operator import or_
from pathlib import Path

from pydantic import TypeAdapter

from shunt.cards.files import READERS
from shunt.files.atomic import write_text_atomically
from shunt.hump.yard_file import YardFile
from shunt.track.layout_file import LayoutFile, SidingsLayoutFile

_KINDS = {
    "shunt-layout-1.json": ("Layout (shunt-layout/1)", (LayoutFile, SidingsLayoutFile)),
    "shunt-card-1.json": ("Route card (shunt-card/1)", tuple(shape for shape, _ in READERS)),
    "shunt-yard-1.json": ("Hump yard (shunt-yard/1)", (YardFile,)),
}


def schema_texts() -> dict[str, str]:
    """Return the JSON Schemas (draft 2020-12) as text, by file name."""
    texts = {}
    for file, (title, shapes) in _KINDS.items():
        adapter = TypeAdapter(reduce(or_, shapes))
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
        texts[file] = json.dumps(schema | adapter.json_schema() | schema, indent=2, ensure_ascii=False) + "\n"
    return texts


def write_schemas(folder: str | os.PathLike[str]) -> list[Path]:
    """Write every schema to `folder`, making it if it is missing; return the files."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    files = []
    for name, text in schema_texts().items():
        files.append(Path(folder) / name)
        write_text_atomically(files[-1], text)
    return files


if __name__ == "__main__":
    for written in write_schemas(Path(__file__).parents[2] / "docs" / "schemas"):
        print(written)
