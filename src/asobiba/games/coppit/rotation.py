"""The quarter turn that makes the board fair: outer_i -> outer_(i + ring/4), n -> e -> s -> w, each colour to the next.

It maps the board onto itself, so that a position, turned with its seats and moves, plays exactly alike: colours differ
only by who begins.
"""

from dataclasses import replace

from asobiba.core.errors import ConfigError
from asobiba.games.coppit.board import COLOURS, Board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, Layout, key_of, layout_of
from asobiba.games.coppit.rules import Position


def turned_node(board: Board, node: int, quarters: int = 1) -> int:
    if node < board.ring:
        return (node + quarters * board.ring // 4) % board.ring
    if node == board.centre:
        return node
    if node > board.centre:
        return board.squares + (node - board.squares + quarters) % len(COLOURS)
    in_cross, cross = node - board.ring, board.centre - board.ring
    return board.ring + (in_cross + quarters * cross // 4) % cross


def is_fair(board: Board, quarters: int = 1) -> bool:
    """Whether the turn maps squares, colours, edges, junctions, boxes and the turn order, a circle, onto themselves."""

    def turned(node: int) -> int:
        return turned_node(board, node, quarters)

    def turned_colour(paint: int | None) -> int | None:
        return None if paint is None else (paint + quarters) % len(COLOURS)

    nodes, colours, order = range(len(board.names)), range(len(COLOURS)), board.turn_order
    follower = {colour: order[(k + 1) % len(order)] for k, colour in enumerate(order)}
    return (
        all(board.kinds[turned(node)] == board.kinds[node] for node in nodes)
        and all(board.paint[turned(node)] == turned_colour(board.paint[node]) for node in nodes)
        and all({*map(turned, board.neighbours[node])} == {*board.neighbours[turned(node)]} for node in nodes)
        and all(turned(board.junctions[k]) == board.junctions[(k + quarters) % 4] for k in range(4))
        and all(
            (turned(box.node), turned(box.door), *box[2:]) == board.boxes[(colour + quarters) % 4]
            for colour, box in enumerate(board.boxes)
        )
        and all(turned_colour(follower[colour]) == follower[(colour + quarters) % 4] for colour in colours)
    )


def turned_seats(layout: Layout, quarters: int = 1) -> tuple[int, ...]:
    """Where each seat goes. ConfigError if the turn would seat a colour that does not play."""
    colours = [(colour + quarters) % len(COLOURS) for colour in layout.colours]
    if set(colours) != set(layout.colours):
        names = ", ".join(COLOURS[colour] for colour in layout.colours)
        raise ConfigError(f"{quarters} quarter turns do not map the colours {names} onto themselves")
    return tuple(layout.colours.index(colour) for colour in colours)


def turned_position(position: Position, quarters: int = 1) -> Position:
    seats = turned_seats(position.layout, quarters)
    board = position.layout.board
    came_from = [seats.index(seat) for seat in range(len(seats))]
    return replace(
        position,
        box=tuple(position.box[seat] for seat in came_from),
        since=tuple(position.since[seat] for seat in came_from),
        banked=tuple(tuple(position.banked[captor][hat] for hat in came_from) for captor in came_from),
        stacks=tuple(
            sorted(
                (turned_node(board, node, quarters), tuple(seats[hat] for hat in stack))
                for node, stack in position.stacks
            )
        ),
        seat=seats[position.seat],
    )


def turned_action(options: CoppitOptions, action: int, quarters: int = 1) -> int:
    """The number of the turned move. Outcomes of the die and the pass stay as they are."""
    if action == PASS:
        return PASS
    layout = layout_of(options)
    move = layout.moves[action]
    turned = replace(
        move,
        source=turned_node(layout.board, move.source, quarters),
        path=tuple(turned_node(layout.board, node, quarters) for node in move.path),
    )
    return layout.numbers[key_of(layout.board, options, turned)]
