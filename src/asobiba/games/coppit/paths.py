"""Every move that Coppit's board has: a whole path, numbered once and for all.

A move begins with a stack on a square or with a hat in a BOX and *walks* as many steps as the die shows. It may end
in the own BOX instead: it *enters* and banks, or *holds* its prisoners; or it goes *through* the BOX and walks the
rest. Only entering a BOX wastes pips. Leaving a BOX sets the hat on the door, which costs the board's `deploy_cost`.

Moves are merged that differ only in the way between their ends, unless stacks are captured on the way. The numbers
depend on the board and on the options that change its paths, not on how many play. 0 is the pass.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from asobiba.games.coppit.board import COLOURS, Board, Box, board_named
from asobiba.games.coppit.options import CoppitOptions

PASS = 0
DICE = range(1, 7)
SEATED = {2: ("RED", "GREEN"), 3: ("RED", "BLUE", "GREEN"), 4: COLOURS}

Ending: TypeAlias = Literal["walk", "enter", "hold", "through"]
Key: TypeAlias = tuple[int, bool, int, int, str, tuple[int, ...]]


@dataclass(frozen=True)
class Move:
    source: int
    path: tuple[int, ...]
    """The nodes after the source; a BOX among them is entered, or passed through."""
    ending: Ending = "walk"
    held: bool = False
    """From a BOX: the held stack leaves it, not a single hat."""

    @property
    def destination(self) -> int:
        return self.path[-1]


@dataclass(frozen=True)
class Layout:
    """The board and its moves as the seats of one game see them."""

    board: Board
    colours: tuple[int, ...]
    """The colour of each seat."""
    home: tuple[int, ...]
    """The BOX of each seat."""
    host: tuple[int | None, ...]
    """By node: the seat whose BOX it is."""
    safe: tuple[tuple[bool, ...], ...]
    """By seat and node: a stack with this seat's hat on top cannot be captured here."""
    moves: tuple[Move, ...]
    """By number; that of the pass is an empty stand-in."""
    numbers: dict[Key, int]
    reach: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    """By seat, node and die: the moves of a stack that stands there."""
    deploys: tuple[tuple[tuple[int, ...], ...], ...]
    """By seat and die: the moves of a hat in the own BOX."""

    twins: frozenset[int]
    """Moves that only their way tells apart."""

    def colour(self, seat: int) -> str:
        return COLOURS[self.colours[seat]]

    def write(self, action: int, seat: int) -> str:
        """7>10, box>3, 45>box, with the whole way for twins. `box` is the seat's own, `box+` its held stack."""
        move = self.moves[action]
        passed = [node for node in move.path[:-1] if node >= self.board.squares]
        way = move.path if action in self.twins else (*passed, move.destination)
        names = ["box" if node == self.home[seat] else self.board.short_names[node] for node in (move.source, *way)]
        return ">".join(
            name + "+" * ((move.held and place == 0) or (move.ending == "hold" and place == len(way)))
            for place, name in enumerate(names)
        )


def key_of(board: Board, options: CoppitOptions, move: Move) -> Key:
    """What makes a move the same move. Sorting by it numbers them."""
    passed = next((node for node in move.path[:-1] if node >= board.squares), -1)
    way = move.path if options.capture_on_pass else ()
    return move.source, move.held, move.destination, passed, move.ending, way


@lru_cache(maxsize=64)
def layout_of(options: CoppitOptions) -> Layout:
    board = board_named(options.board)
    # Moves of every colour are numbered, seated or not.
    found = [list(_Paths(board, options, colour).all()) for colour in range(len(COLOURS))]
    shortest: dict[Key, Move] = {}
    every = {move for moves in found for move, _ in moves}
    for move in sorted(every, key=lambda move: (len(move.path), move.path)):
        shortest.setdefault(key_of(board, options, move), move)
    ends = Counter(key[:-1] for key in shortest)
    numbers = {key: number for number, key in enumerate(sorted(shortest), PASS + 1)}
    colours = tuple(colour for colour in board.turn_order if COLOURS[colour] in SEATED[options.max_players])
    host = [None] * board.squares + [colours.index(c) if c in colours else None for c in range(len(COLOURS))]
    reach = [[[set[int]() for _ in range(7)] for _ in board.names] for _ in colours]
    deploys = [[set[int]() for _ in range(7)] for _ in colours]
    for seat, colour in enumerate(colours):
        for move, die in found[colour]:
            leaves, enters = move.source >= board.squares, move.destination >= board.squares
            if (leaves and options.require_6_to_deploy and die != 6) or (enters and host[move.destination] is None):
                continue  # it needs a 6, or the BOX is that of a colour that does not play
            single = move.source == board.boxes[colour].node and not move.held
            starts = deploys[seat] if single else reach[seat][move.source]
            starts[die].add(numbers[key_of(board, options, move)])
    return Layout(
        board=board,
        colours=colours,
        home=tuple(board.boxes[colour].node for colour in colours),
        host=tuple(host),
        safe=tuple(_safe(board, options, colour) for colour in colours),
        moves=(Move(-1, (-1,)), *(shortest[key] for key in numbers)),
        numbers=numbers,
        twins=frozenset(number for key, number in numbers.items() if ends[key[:-1]] > 1),
        reach=tuple(tuple(tuple(tuple(sorted(actions)) for actions in dice) for dice in nodes) for nodes in reach),
        deploys=tuple(tuple(tuple(sorted(actions)) for actions in dice) for dice in deploys),
    )


def _safe(board: Board, options: CoppitOptions, colour: int) -> tuple[bool, ...]:
    protects = {
        "NORMAL": False,
        "COLOR": options.safe_by_color,
        "GRAY": options.safe_by_gray,
        "BOX": True,
    }
    return tuple(
        protects[kind] and (kind == "GRAY" or paint == colour)
        for kind, paint in zip(board.kinds, board.paint, strict=True)
    )


@dataclass(frozen=True)
class _Paths:
    """The paths of one colour's hats."""

    board: Board
    options: CoppitOptions
    colour: int

    def all(self) -> Iterator[tuple[Move, int]]:
        """Every move with every die that allows it."""
        for node in range(self.board.squares):
            for die in DICE:
                yield from ((Move(node, path), die) for path in self.walks(None, node, die))
            yield from self.entries(node, (), 0)
        for box in self.board.boxes:
            own = box == self.board.boxes[self.colour]
            if own or self.options.allow_box_invasion:
                yield from self.departures(box, held=False)
            if own and not self.options.auto_bank_on_return:
                yield from self.departures(box, held=True)

    def departures(self, box: Box, held: bool) -> Iterator[tuple[Move, int]]:
        if self.options.deploy_on_6 == "place":
            yield Move(box.node, (box.door,), held=held), 6
            return
        for die in DICE:
            for path in self.walks(box.node, box.door, die - box.deploy_cost):
                yield Move(box.node, (box.door, *path), held=held), die
        yield from self.entries(box.node, (box.door,), box.deploy_cost, held)

    def entries(
        self, source: int, begun: tuple[int, ...], spent: int, held: bool = False
    ) -> Iterator[tuple[Move, int]]:
        """Moves into a BOX. No move touches the same BOX twice: leaving and returning would be a pass."""
        here, came_from = (begun[-1], source) if begun else (source, None)
        for box in self.board.boxes:
            own = box == self.board.boxes[self.colour]
            if box.node == source or not (own or self.options.allow_box_invasion):
                continue
            for steps in range(6 - spent - box.enter_cost + 1):
                for path in self.walks(came_from, here, steps):
                    if (path[-1] if path else here) == box.door:
                        whole = (*begun, *path, box.node)
                        cost = spent + steps + box.enter_cost
                        endings = self.homecomings(whole, box, cost) if own else self.invasions(whole, cost)
                        yield from ((Move(source, way, ending, held), die) for way, ending, die in endings)

    def homecomings(self, path: tuple[int, ...], box: Box, cost: int) -> Iterator[tuple[tuple[int, ...], Ending, int]]:
        for die in range(max(cost, 1), 7):
            surplus = die - cost
            can_walk = surplus >= max(box.deploy_cost, 1) and self.options.box_overshoot != "stop"
            if can_walk:
                for way in self.walks(box.node, box.door, surplus - box.deploy_cost):
                    yield (*path, box.door, *way), "through", die
            if not can_walk or self.options.box_overshoot == "choice":
                yield path, "enter", die
            if not self.options.auto_bank_on_return:
                yield path, "hold", die

    def invasions(self, path: tuple[int, ...], cost: int) -> Iterator[tuple[tuple[int, ...], Ending, int]]:
        yield from ((path, "enter", die) for die in range(max(cost, 1), 7))

    def walks(self, came_from: int | None, node: int, steps: int) -> Iterator[tuple[int, ...]]:
        """Every way of exactly that many steps."""
        if steps == 0:
            yield ()
        elif steps > 0:
            for following in self.onward(came_from, node):
                for rest in self.walks(node, following, steps - 1):
                    yield following, *rest

    def onward(self, came_from: int | None, node: int) -> Sequence[int]:
        board, options = self.board, self.options
        ways = [way for way in board.neighbours[node] if not (options.direction_lock and way == came_from)]
        if not options.allow_backward:
            clockwise = (node + 1) % board.ring
            ways = [way for way in ways if max(node, way) >= board.ring or way == clockwise]
        if options.center_turn == "straight" and node == board.centre and came_from is not None:
            ways = [way for way in ways if way in (board.opposite(came_from), came_from)]
        return ways
