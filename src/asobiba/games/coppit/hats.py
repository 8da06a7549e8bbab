"""Which hat is which: a position of the rulebook whose hats keep their names, Red1 ... Yellow6.

The rulebook's stacks hold seats. Here each of these numbers carries the name of its hat, so that the rulebook moves the
names with the numbers. It counts hats in a BOX and banked hats; these names are kept beside the position.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeVar

from asobiba.core.errors import NotationError
from asobiba.games.coppit.board import COLOURS, Board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import Layout
from asobiba.games.coppit.rules import Position, start
from asobiba.games.coppit.winner import on_board

T = TypeVar("T")


class Hat(str):
    """Red1, the first hat of RED. Hat("Red1") and Hat("RED", 1) are the same, and equal to "Red1"."""

    __slots__ = ()

    def __new__(cls, color: str, number: int | None = None) -> "Hat":
        name = re.fullmatch(r"([a-z]+)([1-9][0-9]?)", f"{color}{number or ''}".strip().lower(), re.ASCII)
        if not name or name[1].upper() not in COLOURS:
            raise NotationError(f"{color!r} is no hat: write Red1, Blue2, ... Yellow6", text=str(color))
        return super().__new__(cls, name[0].capitalize())

    @property
    def color(self) -> str:
        return self.rstrip("0123456789").upper()

    @property
    def number(self) -> int:
        return int(self[len(self.color) :])

    @property
    def name(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return str(self)


class Node(str):
    """A node's name. A BOX is equal to both of its names, BOX_RED and RED BOX."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str(self) == (_board_name(other) if isinstance(other, str) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class Row(tuple[T, ...]):
    """Equals a list of the same things and prints like one. It shows the game and does not change it."""

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, list | tuple) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    if not TYPE_CHECKING:

        def __getitem__(self, index: int | slice) -> Any:
            found = tuple.__getitem__(self, index)
            return Row(found) if isinstance(index, slice) else found

    def __repr__(self) -> str:
        return str(list(self))

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self!r} has no {name!r}: it shows the game; place(node, hats) sets up a situation")


class Stack(Row[Hat]):
    """Hats from bottom to top, on the square `node`."""

    node: str

    def __new__(cls, pieces: Iterable[str], node: str = "") -> "Stack":
        stack = super().__new__(cls, map(Hat, pieces))
        if not stack:
            raise NotationError("a stack has at least one hat")
        stack.node = node
        return stack

    @property
    def pieces(self) -> Row[Hat]:
        return Row(self)

    @property
    def controller(self) -> str:
        """The colour of the top hat, whose owner moves the stack."""
        return self[-1].color

    @property
    def prisoners(self) -> Row[Hat]:
        """The hats of other colours."""
        return Row(hat for hat in self if hat.color != self.controller)


class Carrier(int):
    """A seat, as the rulebook wants it, that carries the name of a hat."""

    hat: Hat

    def __new__(cls, seat: SupportsIndex, hat: Hat) -> "Carrier":
        carrier = super().__new__(cls, seat)
        carrier.hat = hat
        return carrier

    def __getnewargs__(self) -> Any:
        return int(self), self.hat


@dataclass(frozen=True)
class NamedHats:
    position: Position
    boxes: tuple[tuple[Hat, ...], ...]
    """By seat: free hats in the own BOX."""
    banks: tuple[tuple[Hat, ...], ...]
    """By seat: the prisoners that it brought home."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "NamedHats":
        return self

    @property
    def stacks(self) -> list[Stack]:
        names = self.position.layout.board.names
        return [Stack((hat.hat for hat in stack), Node(names[node])) for node, stack in self._carried()]

    def _carried(self) -> list[tuple[int, tuple[Carrier, ...]]]:
        return list(self.position.stacks)  # type: ignore[arg-type]  # see `apply` and `put`

    def apply(self, action: int, piece: Stack | None = None) -> "NamedHats":
        """The hats after an action of the rulebook: an outcome of the die, the pass, or a move of that piece."""
        after, layout, seat = self.position.apply(action), self.position.layout, self.position.seat
        kept = {hat.hat for _, stack in after.stacks for hat in stack if isinstance(hat, Carrier)}
        gone = [hat.hat for _, stack in self._carried() for hat in stack if hat.hat not in kept]
        moved = [hat for hat in reversed(piece or ()) if hat in gone or hat in self.boxes[seat]]
        own = [hat for hat in dict.fromkeys(moved + gone) if hat.color == layout.colour(seat)]
        boxes, banks = [[hat for hat in box if hat not in own] for box in self.boxes], list(map(list, self.banks))
        _bank([hat for hat in gone if hat not in own], seat, self.position, boxes, banks)
        stacks = []
        for node, stack in after.stacks:
            # Own hats that leave the BOX are plain numbers. From the top down, they are the moved ones.
            named = [hat if isinstance(hat, Carrier) else Carrier(hat, own.pop(0)) for hat in reversed(stack)]
            stacks.append((node, tuple(reversed(named))))
        boxes[seat] += own
        return NamedHats(replace(after, stacks=tuple(stacks)), _in_order(boxes), tuple(map(tuple, banks)))

    def put(self, node: str, hats: Iterable[str]) -> "NamedHats":
        """The hats on a node, bottom to top, taken from wherever they are. In a BOX prisoners are banked."""
        layout, most = self.position.layout, self.position.options.hats_per_player
        number, placed = node_named(layout.board, node), list(map(Hat, hats))
        host, seats = layout.host[number], [seat_of(layout, hat.color) for hat in placed]
        if wrong := [hat for hat in placed if hat.number > most or placed.count(hat) > 1]:
            raise NotationError(f"{wrong[0]}: each colour has the hats 1 to {most}, each of them once")
        if host is None and number >= layout.board.squares:
            raise NotationError(f"{node} is the BOX of a colour that does not play")
        boxes, banks = (
            [[hat for hat in row if hat not in placed] for row in rows] for rows in (self.boxes, self.banks)
        )
        stacks = [(at, tuple(each for each in stack if each.hat not in placed)) for at, stack in self._carried()]
        if host is None:
            stacks.append((number, tuple(map(Carrier, seats, placed))))
        else:
            boxes[host] += [hat for hat in placed if hat.color == layout.colour(host)]
            _bank([hat for hat in placed if hat not in boxes[host]], host, self.position, boxes, banks)
        position = replace(
            self.position,
            box=tuple(map(len, boxes)),
            banked=tuple(
                tuple(sum(seat_of(layout, hat.color) == seat for hat in bank) for seat in range(len(banks)))
                for bank in banks
            ),
            stacks=tuple(sorted(place for place in stacks if place[1])),
        )
        position = replace(position, mingled=position.mingled or len(on_board(position)) > 1)
        return NamedHats(position, _in_order(boxes), tuple(map(tuple, banks)))


def all_at_home(options: CoppitOptions) -> NamedHats:
    position = start(options)
    boxes = [
        [Hat(position.layout.colour(seat), number + 1) for number in range(hats)]
        for seat, hats in enumerate(position.box)
    ]
    return NamedHats(position, _in_order(boxes), ((),) * len(boxes))


def _bank(hats: list[Hat], captor: int, position: Position, boxes: list[list[Hat]], banks: list[list[Hat]]) -> None:
    banks[captor] += hats
    if position.options.allow_respawn:
        for hat in hats:
            boxes[seat_of(position.layout, hat.color)].append(hat)


def _in_order(boxes: Iterable[Iterable[Hat]]) -> tuple[tuple[Hat, ...], ...]:
    return tuple(tuple(sorted(box, key=lambda hat: hat.number)) for box in boxes)


def seat_of(layout: Layout, colour: str) -> int:
    colours = [layout.colour(seat) for seat in range(len(layout.colours))]
    if str(colour).upper() not in colours:
        raise NotationError(f"{colour!r} does not play: the colours are {', '.join(colours)}", text=str(colour))
    return colours.index(str(colour).upper())


def node_named(board: Board, name: str) -> int:
    """outer_0, cross_n_0 or cross_north_0, cross_center, BOX_RED or RED BOX."""
    word = _board_name(str(name).strip()).lower()
    word = re.sub(r"^cross_([nesw])(orth|ast|outh|est)_", r"cross_\1_", word)
    for node, known in enumerate(board.names):
        if known.lower() == word:
            return node
    raise NotationError(f"no node is named {name!r}: they are outer_0 ... {board.names[-1]}", text=str(name))


def _board_name(name: str) -> str:
    """RED BOX -> BOX_RED"""
    return re.sub(r"^(\w+) (box)$", r"\2_\1", name, flags=re.IGNORECASE)
