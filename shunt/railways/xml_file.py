"""XML files, read without any of the features that make a small file large: no entities, no other files, bounded depth and size.

The standard library's expat reads the text; entities that it would expand are refused first.
"""

from __future__ import annotations

from xml.etree import ElementTree
from xml.parsers import expat

from shunt.errors import InputError
from shunt.files.reading import refuse

DEEPEST = 200
MOST_NODES = 500_000
"""Elements that are kept: the largest panels in public have some ten thousand."""


Node = ElementTree.Element


def value_of(node: Node, key: str) -> str:
    """Return an attribute, or the text of a child of this name; older and newer files differ in which they have."""
    return (node.attrib[key] if key in node.attrib else node.findtext(key, "")).strip()


def parse_xml(path: str, content: bytes) -> Node:
    """Return the root of an XML file; raise `InputError` for what is not XML."""
    parser = expat.ParserCreate()
    tree = ElementTree.TreeBuilder()
    depth, count = 0, 0

    def refused(what: str) -> None:
        refuse(path, what, "save the file again by its own program", parser.CurrentLineNumber)

    def begin(tag: str, given: dict[str, str]) -> None:
        nonlocal depth, count
        depth += 1
        if depth > DEEPEST:
            refused(f"elements are nested more than {DEEPEST} deep")
        count += 1
        if count > MOST_NODES:
            refused(f"more than {MOST_NODES:,} elements")
        tree.start(tag, given)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        tree.end(tag)

    def doctype(name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset:
            refused("the file declares entities or elements of its own, which are not read")

    parser.buffer_text, parser.buffer_size = True, 1 << 20
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, tree.data
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = lambda *_: refused("the file declares an entity, which is not read")
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        refuse(path, f"this is not XML: {expat.ErrorString(error.code)}", "check that the file is whole", error.lineno)
    except InputError:
        raise
    except (LookupError, ValueError):  # raised by the codec that the file names
        refuse(path, "the text encoding that the file names cannot be read", "save the file as UTF-8", 1)
    return tree.close()
