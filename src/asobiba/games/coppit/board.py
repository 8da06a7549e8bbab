"""Coppit's board: a ring, a cross inside it, and a BOX for each colour. A board is data, checked when it is loaded.

Nodes are numbered: the ring clockwise from outer_0, then the cross (branch n from outside to inside, e, s, w, centre),
then the boxes. A BOX is joined to one node of the ring, its *door*; the ring nodes where a branch of the cross begins
are *junctions*.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from asobiba.core.errors import ConfigError

COLOURS = ("RED", "BLUE", "GREEN", "YELLOW")
BRANCHES = ("n", "e", "s", "w")
KINDS = ("NORMAL", "COLOR", "GRAY", "BOX")
KEYS = ("id", "players", "turn_order", "ring_size", "junctions", "boxes", "nodes", "edges", "layout")
BOX_KEYS = ("node", "connects_to", "deploy_cost", "enter_cost")
NODE_KEYS = ("kind", "color", "x", "y")
HIGHEST_COST = 5
"""A six must be enough to leave or to enter."""
LONGEST_RING = 400
"""A file that asks for millions of nodes is refused before any is made."""
FARTHEST = 10**6
"""Of x and y, for drawing."""


class Box(NamedTuple):
    node: int
    door: int
    deploy_cost: int
    enter_cost: int


@dataclass(frozen=True)
class Board:
    id: str
    turn_order: tuple[int, ...]
    """Colours, as indices of COLOURS."""
    ring: int
    """How many nodes the ring has: they are 0 .. ring-1."""
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    paint: tuple[int | None, ...]
    """The colour of each COLOR square and BOX."""
    places: tuple[tuple[float, float], ...]
    """x to the right and y downwards, for drawing."""
    neighbours: tuple[tuple[int, ...], ...]
    """Ascending; a BOX has none, it is reached through its door."""
    junctions: tuple[int, ...]
    branches: tuple[tuple[int, ...], ...]
    """Each from the outside to the inside, in the order of BRANCHES."""
    centre: int
    boxes: tuple[Box, ...]
    """By colour."""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def squares(self) -> int:
        """Nodes of the ring and the cross: 0 .. squares-1. The boxes follow."""
        return self.centre + 1

    @cached_property
    def short_names(self) -> tuple[str, ...]:
        """As moves are written: outer_7 is 7, cross_n_0 is n0, cross_center is c, BOX_RED is boxR."""
        branches = [f"{branch}{level}" for branch in BRANCHES for level in range(len(self.branches[0]))]
        boxes = [f"box{colour[0]}" for colour in COLOURS]
        return (*map(str, range(self.ring)), *branches, "c", *boxes)

    def opposite(self, inner: int) -> int | None:
        """The node across the centre from the innermost node of a branch; None for any other node."""
        ends = [branch[-1] for branch in self.branches]
        return ends[(ends.index(inner) + 2) % len(ends)] if inner in ends else None


def load_board(source: str | Path | Mapping[str, Any]) -> Board:
    """A board from a JSON file or from its contents. ConfigError names the file, the place and what is allowed."""
    if isinstance(source, Mapping):
        return _Reading("board", source).board()
    path = Path(source)
    try:
        contents = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path.name}: cannot be read: {error.strerror}", file=path.name) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path.name}: is no JSON: {error}", file=path.name) from None
    return _Reading(path.name, contents).board()


def add_board(board: Board) -> None:
    """Make a board known to the option `board` under its id."""
    if _boards.setdefault(board.id, board) != board:
        raise ConfigError(f"another board with the id {board.id!r} is known already", board=board.id)


def board_named(name: str) -> Board:
    if name not in _boards:
        raise ConfigError(
            f"option board={name}: no such board; allowed is {' or '.join(_boards)}", option="board", value=name
        )
    return _boards[name]


class _Reading:
    """A board file while it is checked, from the outside inwards."""

    def __init__(self, file: str, contents: Any) -> None:
        self.file = file
        self.top = self.mapping(contents, "the board", KEYS, optional=("layout",))

    def board(self) -> Board:
        self.players()
        names = self.node_names()
        index = {name: number for number, name in enumerate(names)}
        junctions = self.junctions(index)
        branches = [[f"cross_{branch}_{level}" for level in range(self.depth)] for branch in BRANCHES]
        kinds, paint, places = zip(*(self.node(name) for name in names), strict=True)
        boxes = [self.box(colour, index) for colour in COLOURS]
        self.distinct("boxes", [names[box.door] for box in boxes], "each BOX needs a door of its own")
        neighbours = self.neighbours(names, junctions, branches)
        return Board(
            id=self.text(self.top["id"], "key id"),
            turn_order=tuple(COLOURS.index(colour) for colour in self.top["turn_order"]),
            ring=self.ring,
            names=tuple(names),
            kinds=kinds,
            paint=paint,
            places=places,
            neighbours=tuple(tuple(sorted(index[other] for other in neighbours[name])) for name in names),
            junctions=tuple(index[name] for name in junctions),
            branches=tuple(tuple(index[name] for name in branch) for branch in branches),
            centre=index["cross_center"],
            boxes=tuple(boxes),
        )

    def players(self) -> None:
        for key in ("players", "turn_order"):
            found = self.top[key]
            if not isinstance(found, list) or sorted(map(str, found)) != sorted(COLOURS):
                self.refuse(f"key {key}", f"is {found!r}", f"{', '.join(COLOURS)}, each once")

    def node_names(self) -> list[str]:
        """Every node in the board's numbering. The sizes of ring and cross follow from the file."""
        size = self.top["ring_size"]
        if type(size) is not int or size % 4 or not 12 <= size <= LONGEST_RING:
            self.refuse("key ring_size", f"is {size!r}", f"a multiple of 4 from 12 to {LONGEST_RING}")
        self.ring: int = size
        nodes = self.top["nodes"]
        if not isinstance(nodes, dict):
            self.refuse("key nodes", f"is {type(nodes).__name__}", "an object of nodes")
        self.depth = sum(str(name).startswith(f"cross_{BRANCHES[0]}_") for name in nodes)
        if self.depth == 0:
            self.refuse("key nodes", "has no cross_n_0", "at least one node on each branch of the cross")
        names = [f"outer_{i}" for i in range(size)]
        names += [f"cross_{branch}_{level}" for branch in BRANCHES for level in range(self.depth)]
        names += ["cross_center", *(f"BOX_{colour}" for colour in COLOURS)]
        if missing := [name for name in names if name not in nodes]:
            self.refuse(
                f"node {missing[0]}", "is missing", f"outer_0 to outer_{size - 1}, four equal branches, 4 boxes"
            )
        if unknown := [name for name in nodes if name not in set(names)]:
            self.refuse(f"node {unknown[0]}", "does not belong here", f"{names[0]} ... {names[-1]}")
        return names

    def node(self, name: str) -> tuple[str, int | None, tuple[float, float]]:
        where = f"node {name}"
        found = self.mapping(self.top["nodes"][name], where, NODE_KEYS, optional=("color",))
        kind, colour = found["kind"], found.get("color")
        allowed = ("BOX",) if name.startswith("BOX_") else KINDS[:3]
        if kind not in allowed:
            self.refuse(where, f"has kind {kind!r}", " or ".join(allowed))
        if kind in ("COLOR", "BOX"):
            colours = (name.removeprefix("BOX_"),) if kind == "BOX" else COLOURS
            if colour not in colours:
                self.refuse(where, f"has color {colour!r}", " or ".join(colours))
        elif "color" in found:
            self.refuse(where, f"has a color but kind {kind}", "a color only for kind COLOR or BOX")
        for axis in ("x", "y"):
            if type(found[axis]) not in (int, float) or not abs(found[axis]) <= FARTHEST:
                self.refuse(where, f"has {axis} {found[axis]!r}", f"a number from -{FARTHEST} to {FARTHEST}")
        return kind, None if colour is None else COLOURS.index(colour), (float(found["x"]), float(found["y"]))

    def junctions(self, index: Mapping[str, int]) -> list[str]:
        found = self.mapping(self.top["junctions"], "key junctions", BRANCHES)
        for branch in BRANCHES:
            self.ring_node(found[branch], f"junction {branch}", index)
        names = [found[branch] for branch in BRANCHES]
        self.distinct("junctions", names, "each branch needs a junction of its own")
        return names

    def box(self, colour: str, index: Mapping[str, int]) -> Box:
        boxes = self.mapping(self.top["boxes"], "key boxes", COLOURS)
        where = f"box {colour}"
        found = self.mapping(boxes[colour], where, BOX_KEYS)
        if found["node"] != f"BOX_{colour}":
            self.refuse(where, f"has node {found['node']!r}", f"BOX_{colour}")
        self.ring_node(found["connects_to"], f"{where}, connects_to", index)
        for key in ("deploy_cost", "enter_cost"):
            if type(found[key]) is not int or not 0 <= found[key] <= HIGHEST_COST:
                self.refuse(where, f"has {key} {found[key]!r}", f"a whole number from 0 to {HIGHEST_COST}")
        return Box(
            index[found["node"]],
            index[found["connects_to"]],
            found["deploy_cost"],
            found["enter_cost"],
        )

    def neighbours(self, names: list[str], junctions: list[str], branches: list[list[str]]) -> dict[str, set[str]]:
        """Every edge once, in either direction, and exactly those that make the ring and the cross."""
        wanted = {frozenset((f"outer_{i}", f"outer_{(i + 1) % self.ring}")) for i in range(self.ring)}
        for junction, branch in zip(junctions, branches, strict=True):
            line = [junction, *branch, "cross_center"]
            wanted |= {frozenset(pair) for pair in pairwise(line)}
        if not isinstance(self.top["edges"], list):
            self.refuse("key edges", f"is {type(self.top['edges']).__name__}", "a list of pairs of nodes")
        neighbours: dict[str, set[str]] = {name: set() for name in names}
        for edge in self.top["edges"]:
            if not (isinstance(edge, list) and len(edge) == 2 and all(isinstance(end, str) for end in edge)):
                self.refuse(f"edge {edge!r}", "is no pair", "two names of nodes")
            if frozenset(edge) not in wanted:
                self.refuse(f"edge {edge[0]}-{edge[1]}", "leads astray", "the edges of the ring and of the cross")
            if edge[1] in neighbours[edge[0]]:
                self.refuse(f"edge {edge[0]}-{edge[1]}", "is there twice", "every edge once")
            neighbours[edge[0]].add(edge[1])
            neighbours[edge[1]].add(edge[0])
        for edge in sorted(map(sorted, wanted)):
            if edge[1] not in neighbours[edge[0]]:
                self.refuse(f"edge {edge[0]}-{edge[1]}", "is missing", "a closed ring and four whole branches")
        return neighbours

    def mapping(self, found: Any, where: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
        if not isinstance(found, Mapping):
            self.refuse(where, f"is {type(found).__name__}", f"an object with the keys {', '.join(keys)}")
        for key in keys:
            if key not in found and key not in optional:
                self.refuse(where, f"has no {key}", f"the keys {', '.join(keys)}")
        for key in found:
            if key not in keys:
                self.refuse(where, f"has the key {key!r}", f"the keys {', '.join(keys)}")
        return dict(found)

    def ring_node(self, found: Any, where: str, index: Mapping[str, int]) -> None:
        if not isinstance(found, str) or index.get(found, self.ring) >= self.ring:
            self.refuse(where, f"is {found!r}", f"outer_0 to outer_{self.ring - 1}")

    def text(self, found: Any, where: str) -> str:
        if not isinstance(found, str) or not found:
            self.refuse(where, f"is {found!r}", "a text")
        return found

    def distinct(self, key: str, names: list[str], reason: str) -> None:
        for name in names:
            if names.count(name) > 1:
                self.refuse(f"key {key}", f"names {name} twice", reason)

    def refuse(self, where: str, what: str, allowed: str) -> NoReturn:
        raise ConfigError(
            f"{self.file}: {where} {what}; allowed: {allowed}", file=self.file, where=where, allowed=allowed
        )


STANDARD = load_board(Path(__file__).with_name("board_4p.json"))
_boards = {STANDARD.id: STANDARD}
