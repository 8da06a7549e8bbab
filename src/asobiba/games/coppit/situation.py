"""Where Coppit's hats stand, and whose turn it is: what the rules look at, without the rules."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import Layout, layout_of

Stack: TypeAlias = tuple[int, ...]
"""Seats from bottom to top."""
Stacks: TypeAlias = tuple[tuple[int, Stack], ...]
"""(node, stack), sorted: equal positions are equal tuples."""


@dataclass(frozen=True)
class Situation:
    box: tuple[int, ...]
    """Single hats in their own BOX, by seat."""
    banked: tuple[tuple[int, ...], ...]
    """Hats that left the game, by captor and owner."""
    since: tuple[int, ...]
    """The turn in which each seat's BOX count changed last."""
    stacks: Stacks = ()
    seat: int = 0
    """Whose turn it is; also kept when the game is over."""
    turn: int = 1
    """Player-turns, this one included. An extra roll is no turn, a skipped seat is one."""
    die: int = 0
    """0 before the roll."""
    extra_rolls: int = 0
    """Taken in this turn."""
    mingled: bool = False
    """Two colours have been on the board together."""
    over: bool = False
    options: CoppitOptions = field(default_factory=CoppitOptions)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.options)

    def stack(self, node: int, seat: int) -> Stack:
        """The stack of this seat on a node; empty if there is none."""
        return next((stack for at, stack in self.stacks if at == node and stack[-1] == seat), ())
