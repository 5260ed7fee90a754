"""Canonical ids: cards that differ only by symmetry or by names have the same id.

A card becomes a coloured graph. Its vertices are the ends of the spaces, the turntables with their positions, the exclusive
groups and the pieces. Its edges say what is joined, where pieces are and where they must go. The canonical text lists that graph
under the numbering that makes the list smallest. Two cards therefore have the same text exactly if one becomes the other by a
symmetry of the board, by renaming spaces, cars or locomotives, or by exchanging interchangeable pieces. Printed texts,
coordinates and marks are ignored.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.rules.train_rows import ANY, WantedTrain
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.generator.canonical import canonical_sidings
from shunt.track.graphs import breadth_first
from shunt.track.plan import End, Plan

DIGITS = 20  # of the id: 80 bits, so that a billion cards meet by chance with a probability of less than one in a million

Numbering = list[int]
Certificate = tuple[tuple[int, int, str], ...]


def canonical_id(card: Card) -> str:
    """Return the card's canonical id: twenty hexadecimal digits of the SHA-256 of its canonical text.

    >>> from shunt.cards.files import load_card
    >>> canonical_id(load_card("first-swap"))
    '1e6e1cb07ed4682b4b38'
    """
    return hashlib.sha256(canonical_text(card).encode()).hexdigest()[:DIGITS]


def canonical_text(card: Card) -> str:
    """Return the text of everything that defines the puzzle. It is the same for all symmetric and renamed forms."""
    if isinstance(card, RouteCard):
        graph = _ColouredGraph(card)
        return _text_of(card, graph, *_Labelling(graph).smallest())
    if isinstance(card, SidingsCard):
        return canonical_sidings(card)
    raise refused(card, "given a canonical id")


def id_as_written(card: RouteCard) -> str:
    """Return an id like the canonical one, except that it changes with the order in which spaces are written.

    It needs no search, which can take minutes on boards of thousands of spaces.
    """
    graph = _ColouredGraph(card)
    text = _text_of(card, graph, list(range(len(graph.keys))), tuple(sorted(graph.edges)))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _text_of(card: RouteCard, graph: _ColouredGraph, numbering: Numbering, edges: Certificate) -> str:
    """Return the text of a card with this numbering of its vertices."""
    keys: list[str] = [""] * len(graph.keys)
    for vertex, number in enumerate(numbering):
        keys[number] = graph.keys[vertex]
    options = card.train_rules.options.items()
    rules = "".join(f" {value}" if isinstance(value, str) else f" {key}={value}" for key, value in options)
    head = f"{card.ruleset} {card.metric.key}{rules}"
    return "\n".join([head, " ".join(keys), " ".join(f"{a}{kind}{b}" for a, b, kind in edges)]) + "\n"


# --------------------------------------------------------------------------------------------------------------------
# From a card to a coloured graph


class _ColouredGraph:
    """The graph of a card: vertices, each with a key for its kind, and directed edges (from, to, kind)."""

    def __init__(self, card: RouteCard) -> None:
        self.keys: list[str] = []
        self.edges: set[tuple[int, int, str]] = set()
        self.ends: dict[End, int] = {}
        self._add_spaces(card.plan, card.rules.access.wholly)
        self._add_turntables(card.plan, card.start.turntables)
        self._add_pieces(card)

    def _vertex(self, key: str) -> int:
        self.keys.append(key)
        return len(self.keys) - 1

    def _add_spaces(self, plan: Plan, closed: Collection[str]) -> None:
        for space in plan.spaces:
            key = "s" + "x" * (space in closed) + "n" * (space in plan.no_stop) + "t" * (space in plan.on_bridges)
            one, other = self._vertex(key), self._vertex(key)
            self.ends |= {End(space, 0): one, End(space, 1): other}
            self.edges |= {(one, other, "="), (other, one, "=")}
        for joined, others in plan.fixed.items():
            self.edges.update((self.ends[joined], self.ends[other], "-") for other in others)
        for group in plan.exclusive:
            vertex = self._vertex("e")
            self.edges.update((vertex, self.ends[End(space, end)], ":") for space in group for end in (0, 1))

    def _add_turntables(self, plan: Plan, standing: tuple[int, ...]) -> None:
        """Add a vertex for every setting that a turntable can reach, in a ring. A locked turntable has only its present
        setting."""
        for table, start in zip(plan.turntables, standing, strict=True):
            whole = self._vertex(f"T{table.rotation}")
            numbers = [start] if table.rotation == "locked" else range(len(table.positions))
            ring = {number: self._vertex("p0" if number == start else "p") for number in numbers}
            for number, vertex in ring.items():
                self.edges.add((whole, vertex, ":"))
                if table.rotation != "locked":
                    self.edges.add((vertex, ring[table.stepped(number)], ">"))
                for side, outside in enumerate(table.positions[number]):
                    if outside:
                        join = self._vertex("j")
                        inner = plan.bridge_ends(table)[side]
                        outer = self.ends[plan.open_end(outside)]
                        self.edges |= {(vertex, join, ":"), (join, self.ends[inner], "b"), (join, outer, "o")}

    def _add_pieces(self, card: RouteCard) -> None:
        """Add a vertex for every piece, or for every group of interchangeable ones."""
        roster = card.roster
        grouped = {name for group in roster.interchangeable for name in group}
        groups = [tuple(group) for group in roster.interchangeable]
        groups += [(name,) for name in roster.pieces if name not in grouped]
        vertices = dict[str, int]()
        for group in groups:
            loco = group[0] in roster.locomotives
            vertex = self._vertex(("L" if loco else "c") + (str(len(group)) if len(group) > 1 else ""))
            for name in group:
                seat = roster.pieces.index(name)
                faces = card.start.headings[seat] if seat < len(card.start.headings) else None
                self._add_place(vertex, card.start.places[seat], faces, "@")
                if name in card.goal.places:
                    self._add_place(vertex, card.goal.places[name], card.goal.headings.get(name), "!")
            for space, kept_out in card.rules.access.partly.items():
                if group[0] in kept_out:  # then all of the group are
                    self._add_place(vertex, space, None, "#")
            vertices |= dict.fromkeys(group, vertex)
        for want in card.goal.wants:
            wanted = self._vertex(f"w{want.count}")
            self.edges.update((wanted, vertices[name], "p") for name in want.pieces)
            for space in want.spaces:
                self._add_place(wanted, space, None, "!")
        for train in card.goal.trains:
            self._add_train(train, vertices)

    def _add_train(self, train: WantedTrain, vertices: Mapping[str, int]) -> None:
        """Add a vertex for a train, and one for each of its pieces in a row. If the train is along a run, the row and the run
        have a direction."""
        whole = self._vertex("r" + "d" * train.along)
        row = [self._vertex("r?" if name == ANY else "r1") for name in train.pieces]
        run = [self._vertex("rs") for _ in train.spaces]
        for seat, name in zip(row, train.pieces, strict=True):
            self.edges.add((whole, seat, ":"))
            if name != ANY:
                self.edges.add((seat, vertices[name], "p"))
        for vertex, space in zip(run, train.spaces, strict=True):
            self.edges.add((whole, vertex, ":"))
            self._add_place(vertex, space, None, "!")
        for line in (row, run if train.along else []):
            for one, other in pairwise(line):
                self.edges |= {(one, other, ">")} if train.along else {(one, other, "-"), (other, one, "-")}

    def _add_place(self, piece: int, space: str, faces: int | None, kind: str) -> None:
        self.edges.update((piece, self.ends[End(space, end)], kind if faces in (None, end) else kind + "~") for end in (0, 1))


# --------------------------------------------------------------------------------------------------------------------
# The smallest numbering


class _Labelling:
    """A search of the numberings of a coloured graph: refine colours, single out a vertex if there is a choice, repeat.

    Leaves are complete numberings, and the smallest list of edges wins. Two leaves with equal lists are a symmetry of the graph.
    Branches that a symmetry maps to one already searched are left out (after McKay, *Practical graph isomorphism*, 1981, with
    only the simplest of its cuts).
    """

    def __init__(self, graph: _ColouredGraph) -> None:
        self.graph = graph
        kinds: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        for a, b, kind in sorted(graph.edges):
            kinds[a, b].append(">" + kind)
            kinds[b, a].append("<" + kind)
        joined = {pair: "".join(sorted(found)) for pair, found in kinds.items()}
        rank = {kind: number for number, kind in enumerate(sorted({*joined.values()}))}
        self.near: list[list[tuple[int, int]]] = [[] for _ in graph.keys]
        for (a, b), kind in joined.items():
            self.near[a].append((b, rank[kind] * (len(graph.keys) + 1)))
        self.best: Certificate | None = None
        self.numbering: Numbering = []
        self.symmetries: list[list[int]] = []

    def smallest(self) -> tuple[Numbering, Certificate]:
        """Return the numbering of the vertices that gives the smallest list of edges, and that list."""
        keys = sorted(set(self.graph.keys))
        first = {key: sum(other < key for other in self.graph.keys) for key in keys}
        self._search(self._refined([first[key] for key in self.graph.keys]), ())
        assert self.best is not None
        return self.numbering, self.best

    def _refined(self, colours: list[int]) -> list[int]:
        """Split colours by the colours of the neighbours until nothing splits. A colour is the number of vertices before it."""
        count = len(set(colours))
        while count < len(colours):
            signed = sorted(
                (colour, sorted([base + colours[b] for b, base in near]), vertex)
                for vertex, (colour, near) in enumerate(zip(colours, self.near, strict=True))
            )
            refined = colours[:]
            for place, (colour, around, vertex) in enumerate(signed):
                new = place == 0 or (colour, around) != signed[place - 1][:2]
                refined[vertex] = place if new else refined[signed[place - 1][2]]
            colours, before = refined, count
            count = len(set(colours))
            if count == before:
                break
        return colours

    def _search(self, colours: list[int], singled: tuple[int, ...]) -> None:
        choice = self._choice(colours)
        if not choice:
            edges = tuple(sorted((colours[a], colours[b], kind) for a, b, kind in self.graph.edges))
            if self.best is None or edges < self.best:
                self.best, self.numbering = edges, colours
            elif edges == self.best:
                back = {number: vertex for vertex, number in enumerate(self.numbering)}
                self.symmetries.append([back[number] for number in colours])
        tried: list[int] = []
        for vertex in choice:
            if tried and self._orbit(vertex, singled) & set(tried):
                continue
            tried.append(vertex)
            split = [colour + (colour == colours[vertex] and other != vertex) for other, colour in enumerate(colours)]
            self._search(self._refined(split), (*singled, vertex))

    @staticmethod
    def _choice(colours: Sequence[int]) -> list[int]:
        """Return the vertices of the smallest colour that has more than one; of several, the first."""
        cells: defaultdict[int, list[int]] = defaultdict(list)
        for vertex, colour in enumerate(colours):
            cells[colour].append(vertex)
        return min(((len(cell), colour, cell) for colour, cell in cells.items() if len(cell) > 1), default=(0, 0, []))[2]

    def _orbit(self, vertex: int, fixed: tuple[int, ...]) -> set[int]:
        """Return the images of `vertex` under the symmetries found so far that do not move `fixed`."""
        useful = [symmetry for symmetry in self.symmetries if all(symmetry[point] == point for point in fixed)]
        return set(breadth_first({vertex: None}, lambda current: [symmetry[current] for symmetry in useful]))
