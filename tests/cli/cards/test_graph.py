"""`shunt graph`: the joins are those of the plan in every format, with what GraphML has beside them."""

import networkx
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
def test_every_join_names_the_ends_that_it_joins(name):
    layout = load_layout(name)
    joins = answer("graph", name)["joins"]
    assert joins
    wrong = [join for join in joins if not joined(layout, End(*join["from"]), End(*join["to"]))]
    assert not wrong
    assert shunt("graph", name).stdout.startswith(f'graph "{name}" {{')


def test_graphml_has_coordinates_marks_and_ends_by_name():
    graph = networkx.parse_graphml(shunt("graph alphabet-26 --format graphml").stdout)
    layout = load_layout("alphabet-26")
    at = layout.coordinates()
    assert set(graph.nodes) == set(layout.plan.spaces)
    for space, fields in graph.nodes.items():
        assert (fields["x"], fields["y"]) == pytest.approx(at[space][:2])
        for end in (0, 1):
            reached = {other.space for other in layout.plan.fixed.get(End(space, end), ())}
            assert reached <= set(fields.get(f"end{end}", "").split())
        assert {"letter", "colour", "shape"} <= fields.keys()
    for source, target, words in graph.edges(data="joins"):
        a, b = (End(name, int(end)) for name, _, end in (one.rpartition(".") for one in words.split()))
        assert {a.space, b.space} == {source, target}
        assert joined(layout, a, b)
