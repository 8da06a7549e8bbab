"""A game as its players see it, in names: players, stacks, directions, who is safe and who has won."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any, TypeAlias

from asobiba.core.errors import ConfigError, NotationError
from asobiba.games.coppit import paths
from asobiba.games.coppit.board import COLOURS, Board
from asobiba.games.coppit.hats import Hat, NamedHats, Node, Row, Stack, node_named, seat_of
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.winner import on_board, scores, winners

Settings: TypeAlias = CoppitOptions | Mapping[str, Any] | None

CW, CCW, BOX, HOLD, OUT = "CW", "CCW", "BOX", "HOLD", "OUT"
COMPASS = ("NORTH", "EAST", "SOUTH", "WEST")
SAME = {
    "時計回り": CW,
    "CLOCKWISE": CW,
    "反時計回り": CCW,
    "COUNTERCLOCKWISE": CCW,
    **dict(zip("北東南西NESW", COMPASS * 2, strict=True)),
}


def options_of(config: Settings, **changes: Any) -> CoppitOptions:
    """The settings with some changed. A default that depends on others follows them."""
    if isinstance(config, CoppitOptions):
        usual = config.automatic()
        config = {name: value for name, value in config.chosen().items() if value != usual.get(name)}
    if not isinstance(config, Mapping | None):
        raise ConfigError(f"config={config!r}: allowed are CoppitConfig, CoppitOptions and a dict of settings")
    return CoppitOptions.read({**(config or {}), **changes})


@dataclass(frozen=True)
class Move:
    piece: Stack
    path: Row[Node]
    """The source first."""
    direction: str
    """CW, or SOUTH>EAST for a path that turns at a junction or at the centre. It holds for the whole move."""
    action: int
    """The action of the rulebook."""

    @property
    def source(self) -> str:
        return self.path[0]

    @property
    def destination(self) -> str:
        return self.path[-1]

    @property
    def heading(self) -> str:
        """The direction of the first step; BOX or HOLD for a move that ends in a BOX."""
        first, last = self.direction.split(">")[0], self.direction.split(">")[-1]
        return last if last in (BOX, HOLD) else first

    def steps(self) -> Row["Move"]:
        return Row(replace(self, path=Row(step)) for step in pairwise(self.path))


def direction_of(board: Board, move: paths.Move) -> str:
    """The ways of its steps, each once; OUT if it only leaves a BOX."""
    ways = [_way(board, *step) for step in pairwise((move.source, *move.path)) if step[0] < board.squares]
    if move.ending == "hold":
        ways[-1] = HOLD
    return ">".join(way for way, _ in groupby(ways)) or OUT


def _way(board: Board, here: int, there: int) -> str:
    """On the cross, NORTH is towards the branch n or away from the branch s."""
    if there >= board.squares:
        return BOX
    if max(here, there) < board.ring:
        return CW if there == (here + 1) % board.ring else CCW
    lines = [(board.junctions[number], *branch, board.centre) for number, branch in enumerate(board.branches)]
    number = next(number for number, line in enumerate(lines) if here in line and there in line)
    is_inwards = lines[number].index(there) > lines[number].index(here)
    return COMPASS[(number + 2 * is_inwards) % 4]


def is_safe(target_node: str, target_stack: Any, config: Settings = None) -> bool:
    """Whether a stack, a hat or a colour cannot be captured on a node."""
    layout = paths.layout_of(options_of(config))
    top = target_stack if isinstance(target_stack, str) else Stack(target_stack).controller
    colour = top if top.upper() in COLOURS else Hat(top).color
    return layout.safe[seat_of(layout, colour)][node_named(layout.board, target_node)]


class Player:
    def __init__(self, table: "NamedTable", seat: int) -> None:
        self._table, self._seat, self.name, self.is_bot = table, seat, "", False

    def __repr__(self) -> str:
        return f"{self.color} {self.name}".strip()

    @property
    def color(self) -> str:
        return self._table.position.layout.colour(self._seat)

    @property
    def box(self) -> Row[Hat]:
        """The own hats that stand free in the BOX, and the prisoners that were banked there."""
        hats, moving = self._table.hats, self._table.arrived
        # A hat that respawned is in its owner's BOX.
        removed = () if hats.position.options.allow_respawn else hats.banks[self._seat]
        return Row(hat for hat in (*hats.boxes[self._seat], *removed) if not moving or hat not in moving.piece)

    @property
    def banked(self) -> Row[Hat]:
        """The prisoners that this player brought home: they left the game."""
        return Row(self._table.hats.banks[self._seat])

    @property
    def score(self) -> int:
        """What `win_mode` counts: the own hats in the own BOX."""
        return scores(self._table.position)[self._seat]


class NamedTable:
    config: CoppitOptions
    hats: NamedHats
    players: list[Player]
    arrived: Move | None = None
    """Between a move and what follows from it: the move whose stack stands on its last node."""

    def deal(self, hats: NamedHats) -> None:
        self.hats, self.players = hats, [Player(self, seat) for seat in range(len(hats.boxes))]

    @property
    def position(self) -> Position:
        """The rulebook's."""
        return self.hats.position

    @property
    def stacks(self) -> Row[Stack]:
        """On the ring and the cross, and those that are held or guests in a BOX."""
        move = self.arrived
        found = [stack for stack in self.hats.stacks if not move or stack != move.piece]
        return Row([*found, Stack(move.piece, move.destination)] if move else found)

    @property
    def all_stacks(self) -> Row[Stack]:
        return self.stacks

    @property
    def all_locations(self) -> Row[tuple[Row[Hat], Row[Hat]]]:
        """Each BOX and each stack, as (box, stack)."""
        boxes = [(player.box, Row[Hat]()) for player in self.players]
        return Row(boxes + [(Row[Hat](), stack.pieces) for stack in self.stacks])

    def stacks_at(self, node: str) -> Row[Stack]:
        """Each free hat in a BOX is a stack of its own."""
        name = self.node(node)
        homes = [player for player in self.players if name == f"BOX_{player.color}"]
        free = [Stack([hat], name) for player in homes for hat in player.box if hat.color == player.color]
        return Row(free + [stack for stack in self.stacks if stack.node == name])

    def stack_at(self, node: str, controller: str | None = None) -> Stack | None:
        found = [stack for stack in self.stacks_at(node) if controller in (None, stack.controller)]
        if len(found) > 1:
            raise NotationError(f"{node} has {len(found)} stacks, {found}: name a controller or use stacks_at")
        return found[0] if found else None

    def node(self, name: str) -> str:
        """The board's name of a node: BOX_RED for RED BOX."""
        board = self.position.layout.board
        return Node(board.names[node_named(board, name)])

    def is_safe(self, target_node: str, target_stack: Any) -> bool:
        return is_safe(target_node, target_stack, self.config)

    @property
    def colors_on_board(self) -> Row[str]:
        return Row(self.players[seat].color for seat in sorted(on_board(self.position)))

    def player(self, color: str) -> Player:
        return self.players[seat_of(self.position.layout, color)]

    @property
    def current_player(self) -> Player:
        return self.players[self.position.seat]

    @property
    def turn_order(self) -> Row[str]:
        return Row(player.color for player in self.players)

    @property
    def winner(self) -> list[str]:
        """The colours that have won; none before the end."""
        return [self.players[seat].color for seat in winners(self.position) if self.position.over]

    def moves_of(self, piece: Stack) -> list[Move]:
        """The legal moves of a stack on the board, or of a hat or a held stack in its BOX."""
        position, layout, found = self.position, self.position.layout, []
        is_free = piece[0] in self.hats.boxes[position.seat]
        for action in position.legal():
            move = layout.moves[action]
            path = Row(Node(layout.board.names[node]) for node in (move.source, *move.path))
            if path[0] == piece.node and (move.source != layout.home[position.seat] or move.held != is_free):
                found.append(Move(piece, path, direction_of(layout.board, move), action))
        return found

    def fitting_stacks(self, piece: Any, stacks: list[Stack]) -> list[Stack]:
        """Those with these hats from bottom to top, with this hat of their controller, or on this node."""
        if isinstance(piece, list | tuple):
            return [stack for stack in stacks if stack == piece]
        if str(piece)[-1:].isdigit() and str(piece).upper().startswith(COLOURS):
            return [stack for stack in stacks if Hat(piece) in stack and Hat(piece).color == stack.controller]
        return [stack for stack in stacks if stack.node == self.node(piece)]

    def fitting_moves(self, direction: Any, moves: list[Move]) -> list[Move]:
        """Those with this path, to this node, or in this direction: all the way, or else at first."""
        if isinstance(direction, Move):
            return [move for move in moves if move == direction]
        if isinstance(direction, list | tuple):
            path = tuple(map(self.node, direction))
            return [move for move in moves if path in (move.path, move.path[1:])]
        word, headings = str(direction).upper(), {move.heading for move in moves}
        word = SAME.get(word, word)
        if word in COMPASS and word not in headings and moves[0].source.startswith("outer"):
            word = COMPASS[COMPASS.index(word) - 2]  # the branch in the north is entered southwards
        if "_" in word or " " in word:
            return [move for move in moves if move.destination == self.node(direction)]
        return [move for move in moves if move.direction == word] or [move for move in moves if move.heading == word]
