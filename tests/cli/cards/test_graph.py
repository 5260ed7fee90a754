"""`shunt graph`: the joins are those of the plan in every format, with what GraphML has beside them."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from shunt.files.library import layout_names
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import End
from tests.cli.running import answer, shunt

LAYOUTS = [name for name in layout_names() if isinstance(load_layout(name), Layout)]


def joined(layout: Layout, a: End, b: End) -> bool:
    return any(b in layout.plan.joins(positions).get(a, ()) for positions in layout.plan.all_positions)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_join_names_the_ends_that_it_joins(name: str) -> None:
    layout = load_layout(name)
    assert isinstance(layout, Layout)
    joins = answer("graph", name)["joins"]
    assert joins
    wrong = [join for join in joins if not joined(layout, End(*join["from"]), End(*join["to"]))]
    assert not wrong
    assert shunt("graph", name).stdout.startswith(f'graph "{name}" {{')


def test_graphml_has_coordinates_marks_and_ends_by_name() -> None:
    root = ElementTree.fromstring(shunt("graph", "alphabet-26", "--format", "graphml").stdout)
    names = {key.attrib["id"]: key.attrib["attr.name"] for key in root.findall("{*}key")}

    def data(element: ElementTree.Element) -> dict[str, Any]:
        return {names[one.attrib["key"]]: one.text or "" for one in element.findall("{*}data")}

    layout = load_layout("alphabet-26")
    assert isinstance(layout, Layout)
    nodes = {node.attrib["id"]: data(node) for node in root.iter() if node.tag.endswith("}node")}
    assert nodes.keys() == set(layout.plan.spaces)
    at = layout.coordinates()
    for space, fields in nodes.items():
        assert (float(fields["x"]), float(fields["y"])) == pytest.approx(at[space][:2])
        for end in (0, 1):
            reached = {other.space for other in layout.plan.fixed.get(End(space, end), ())}
            assert reached <= set(fields[f"end{end}"].split())
        assert {"letter", "colour", "shape"} <= fields.keys()
    for edge in (element for element in root.iter() if element.tag.endswith("}edge")):
        a, b = (End(name, int(end)) for name, _, end in (one.rpartition(".") for one in data(edge)["joins"].split()))
        assert (a.space, b.space) == (edge.attrib["source"], edge.attrib["target"])
        assert joined(layout, a, b)
