"""XML files, read without any of the features that make a small file large: no entities, no other files, bounded depth and size.

The standard library's expat reads the text; entities that it would expand are refused first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from shunt.files.reading import refuse

DEEPEST = 200
MOST_NODES = 500_000
"""Elements that are kept: the largest panels in public have some ten thousand."""


@dataclass(slots=True)
class Node:
    """An element of an XML file with its attributes, its text and its children."""

    tag: str
    given: dict[str, str]
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str, below: str | None = None) -> Iterator[Node]:
        """Yield the children with a tag; or the children of these with the tag `below`, which is "" for all of them."""
        found = (child for child in self.children if child.tag == tag)
        return found if below is None else (child for one in found for child in one.children if below in ("", child.tag))

    def get(self, key: str) -> str:
        """Return an attribute, or the text of a child of this name; older and newer files differ in which they have."""
        if key in self.given:
            return self.given[key].strip()
        return next((child.text.strip() for child in self.all(key)), "")


def parse_xml(path: str, content: bytes, ignored: Collection[str] = ()) -> Node:
    """Return the root of an XML file; raise `InputError` for what is not XML. Children with `ignored` tags are left out."""
    parser = expat.ParserCreate()
    root = Node("", {})
    stack = [root]
    depth, count, skipped = 0, 0, 0

    def refused(what: str) -> None:
        refuse(path, what, "save the file again by its own program", parser.CurrentLineNumber)

    def begin(tag: str, given: dict[str, str]) -> None:
        nonlocal depth, count, skipped
        depth += 1
        if depth > DEEPEST:
            refused(f"elements are nested more than {DEEPEST} deep")
        if skipped or tag in ignored:
            skipped += 1
            return
        count += 1
        if count > MOST_NODES:
            refused(f"more than {MOST_NODES:,} elements")
        node = Node(tag, given)
        stack[-1].children.append(node)
        stack.append(node)

    def end(tag: str) -> None:
        nonlocal depth, skipped
        depth -= 1
        if skipped:
            skipped -= 1
        else:
            stack.pop()

    def text(part: str) -> None:
        if not skipped:
            stack[-1].text += part

    def doctype(name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset:
            refused("the file declares entities or elements of its own, which are not read")

    parser.buffer_text, parser.buffer_size = True, 1 << 20
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, text
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = lambda *_: refused("the file declares an entity, which is not read")
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        refuse(path, f"this is not XML: {expat.ErrorString(error.code)}", "check that the file is whole", error.lineno)
    return root.children[0]
