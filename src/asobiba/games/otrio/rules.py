"""Otrio: 3x3 spaces with a slot for a small, a medium and a large piece; three of one colour in a line win.

Vocabulary: a *colour* has a *stock* of three pieces of each *size*. A turn places one piece of the colour that is *due*
in an empty *slot* of its size; pieces never move. A *line* is one size in a row, small-medium-large in a row either way
round, or all three sizes in one space. Rows are horizontal, vertical or diagonal. A colour that can place nothing must
*pass*. The game ends with the first line, or in a draw when no colour can place anything.

Two play two colours each, which come up in turn: red (seat 0), green (seat 1), blue (seat 0), yellow (seat 1). When
the due colour is stuck its turn is passed, though the same player's other colour could be placed. With two colours in
play, `colors=0,1`, two play one colour each.

Action 9 * size + cell places a piece of the due colour, action 27 is the pass, legal only when it is forced. Where a
player chooses between his two colours, 28 + 9 * size + cell places the second one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Self

from asobiba.core.errors import ConfigError, IllegalMove, Phrase
from asobiba.core.game import OVER, State, whole
from asobiba.core.options import Options, option
from asobiba.games.otrio.board import (
    CENTER_MEDIUM,
    COLOURS,
    EVERY_SLOT,
    LINES_THROUGH,
    OF_SIZE,
    SIZES,
    SLOTS,
    STOCK,
    completing,
    slot_name,
    slots,
)
from asobiba.games.otrio.views import OtrioView

PASS = 27
SECOND_COLOUR = 28
"""Added to a slot, it places the second colour of a player who may choose."""
COLOUR_COUNTS = {2: (2, 4), 3: (3,), 4: (4,)}
"""By the number of players: how many colours may be in play."""


@dataclass(frozen=True)
class OtrioOptions(Options):
    players: int = option(4, "how many play; two play two colours each unless only two are chosen", low=2, high=4)
    colors: tuple[int, ...] | None = option(
        None,
        "the colours in play, in the order of play: 0 red, 1 green, 2 blue, 3 yellow; "
        "none is 0,1,2 for three players and 0,1,2,3 for two and four; 0,1 is one colour each for two",
        low=0,
        high=3,
    )
    ban_center_medium: bool = option(False, "nobody may use the medium slot of the middle space")
    two_player_alternation: bool = option(
        True, "of two players, each must alternate his colours; otherwise he chooses one every turn"
    )
    start_seat: int = option(0, "the seat that begins", low=0, high=3)
    losers: Literal["minus", "zero"] = option(
        "minus", "what those who did not win score: minus shares -1 among them, zero is 0 for each"
    )

    def check(self) -> None:
        counts = COLOUR_COUNTS[self.players]
        if self.colors is not None and not (len(self.colors) in counts and len(self.colors) == len(set(self.colors))):
            raise self._refusal("colors", f"{' or '.join(map(str, counts))} different colours from 0 to 3")
        if self.start_seat >= self.players:
            raise self._refusal("start_seat", f"0 to {self.players - 1}")
        if not self.two_player_alternation and self.players == len(self.order):
            raise self._refusal("two_player_alternation", "true, there is one colour each")

    def _refusal(self, name: str, allowed: str) -> ConfigError:
        value = getattr(self, name)
        shown = ",".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
        sentence = f"option {name}={shown} of OtrioOptions: allowed is {allowed} with players={self.players}"
        return ConfigError(sentence, option=name, value=value)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The colours in play, in the order of play. Every `players`-th belongs to the same seat."""
        return self.colors if self.colors is not None else (0, 1, 2) if self.players == 3 else (0, 1, 2, 3)

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """The colours that are due on each turn of a round: ((0,), (1,), (2,), (3,)), or by choice ((0, 2), (1, 3))."""
        if self.two_player_alternation:
            return tuple((colour,) for colour in self.order)
        return tuple(self.order[seat::2] for seat in range(2))

    @cached_property
    def slots(self) -> int:
        """Those that may be used at all."""
        return EVERY_SLOT & ~(1 << CENTER_MEDIUM) if self.ban_center_medium else EVERY_SLOT

    def owner(self, colour: int) -> int:
        """The seat that plays `colour`."""
        return self.order.index(colour) % self.players


@dataclass(frozen=True)
class Position(State):
    pieces: tuple[int, int, int, int] = (0, 0, 0, 0)
    """The slots that each colour holds."""
    turn: int = 0
    """Counts through a round, `options.turns`. It moves on with every action, a pass too."""
    winner: int | None = None
    """The colour that has a line. Kept, because a move can only complete lines through its own slot."""
    options: OtrioOptions = field(default_factory=OtrioOptions)

    @cached_property
    def to_play(self) -> int:
        return self.turn % self.options.players if self.winner is None and self._goes_on() else OVER

    def _goes_on(self) -> bool:
        """Whether somebody can place a piece; most often it is the one whose turn it is."""
        return any(self.openings) or any(map(self.open_to, self.options.order))

    @property
    def due(self) -> tuple[int, ...]:
        """The colours of which a piece may be placed now: one, or both of a player who may choose."""
        return () if self.to_play == OVER else self.options.turns[self.turn]

    @property
    def winner_seat(self) -> int | None:
        return None if self.winner is None else self.options.owner(self.winner)

    @cached_property
    def empty(self) -> int:
        """The slots that nobody holds, without those that are off-limits."""
        red, green, blue, yellow = self.pieces
        return self.options.slots & ~(red | green | blue | yellow)

    @cached_property
    def openings(self) -> tuple[int, ...]:
        """For each colour of this turn, the slots that are open to it."""
        return tuple(self.open_to(colour) for colour in self.options.turns[self.turn])

    def open_to(self, colour: int) -> int:
        """The empty slots of the sizes that `colour` still has."""
        found, mine = self.empty, self.pieces[colour]
        for size in OF_SIZE:
            if (mine & size).bit_count() == STOCK:
                found &= ~size
        return found

    def stock(self, colour: int) -> tuple[int, int, int]:
        """How many small, medium and large pieces of `colour` are left to place."""
        small, medium, large = (STOCK - (self.pieces[colour] & size).bit_count() for size in OF_SIZE)
        return small, medium, large

    def threats(self, colour: int) -> int:
        """The slots where the next piece of `colour` would win."""
        return completing(self.pieces[colour]) & self.open_to(colour)

    def legal(self) -> Sequence[int]:
        if self.to_play == OVER:
            return ()
        first, *second = self.openings
        found = slots(first)
        for opening in second:
            found += tuple(SECOND_COLOUR + at for at in slots(opening))
        return found or (PASS,)

    @whole
    def apply(self, action: int) -> Self:
        if not self.allows(action):
            raise IllegalMove(self._why_not(action), self, action=action)
        pieces, winner = self.pieces, None
        if action != PASS:
            which, at = divmod(action, SECOND_COLOUR)
            colour = self.options.turns[self.turn][which]
            mine = pieces[colour] | 1 << at
            pieces = placed(pieces, colour, mine)
            if any(mine & line == line for line in LINES_THROUGH[at]):
                winner = colour
        return type(self)(pieces, (self.turn + 1) % len(self.options.turns), winner, self.options)

    def allows(self, action: int) -> bool:
        if self.to_play == OVER:
            return False
        if action == PASS:
            return not any(self.openings)
        which, at = divmod(action, SECOND_COLOUR)
        return 0 <= which < len(self.openings) and bool(self.openings[which] >> at & 1)

    def returns(self) -> tuple[float, ...]:
        players, winner = self.options.players, self.winner_seat
        if winner is None:
            return (0.0,) * players
        loss = -1.0 / (players - 1) if self.options.losers == "minus" else 0.0
        return tuple(1.0 if seat == winner else loss for seat in range(players))

    def chances(self) -> Sequence[tuple[int, float]]:
        return ()

    def view(self, seat: int | None) -> OtrioView:
        return {
            "board": [
                next((colour for colour in range(4) if self.pieces[colour] >> at & 1), -1) for at in range(SLOTS)
            ],
            "colors": list(self.options.order),
            "owners": [self.options.owner(colour) for colour in self.options.order],
            "stock": [list(self.stock(colour)) for colour in self.options.order],
            "due": list(self.due),
            "winner_color": self.winner,
            "winner_seat": self.winner_seat,
            "to_play": self.to_play,
            "legal": list(self.legal()),
        }

    def _why_not(self, action: int) -> Phrase:
        if self.to_play == OVER:
            return Phrase("action {action}: the game is over", action=action)
        if action == PASS:
            return Phrase("{colours} may not pass: a piece can be placed", colours=listed(self.due, "and"))
        which, at = divmod(action, SECOND_COLOUR)
        if not 0 <= which < len(self.due) or at == PASS:
            return self._no_such_action(action)
        colour = self.due[which]
        attempt = Phrase("{colour} to {slot}", colour=Phrase(COLOURS[colour]), slot=slot_name(at))
        if not self.options.slots >> at & 1:
            return Phrase("{attempt}: the slot is off-limits in this game (ban_center_medium)", attempt=attempt)
        holder = next((other for other in range(4) if self.pieces[other] >> at & 1), None)
        if holder is not None:
            return Phrase("{attempt}: the slot is taken by {holder}", attempt=attempt, holder=Phrase(COLOURS[holder]))
        return Phrase("{attempt}: no {size} piece is left", attempt=attempt, size=Phrase(SIZES[at // 9]))

    def _no_such_action(self, action: int) -> Phrase:
        slots_are = Phrase("slots are {first} to {last}", first=0, last=SLOTS - 1)
        if self.due[1:]:
            text, first = "{slots}, for the second colour {first} to {last}", SECOND_COLOUR
            slots_are = Phrase(text, slots=slots_are, first=first, last=first + SLOTS - 1)
        text = "action {action} does not exist: {slots}, the pass is {pass_}"
        return Phrase(text, action=action, slots=slots_are, pass_=PASS)


def start(options: OtrioOptions) -> Position:
    return Position(turn=options.start_seat, options=options)


def facts(position: Position) -> dict[str, str]:
    """A game without a line ends because nobody can place a piece."""
    return {"ending": "no_moves" if position.winner is None else "rules"}


def placed(pieces: tuple[int, int, int, int], colour: int, mine: int) -> tuple[int, int, int, int]:
    """`pieces` with the slots of `colour` replaced by `mine`."""
    red, green, blue, yellow = (mine if other == colour else held for other, held in enumerate(pieces))
    return red, green, blue, yellow


def listed(colours: Sequence[int], joint: Literal["and", "or"]) -> Phrase:
    """red; red and blue"""
    first, *second = (Phrase(COLOURS[colour]) for colour in colours)
    return Phrase(f"{{one}} {joint} {{other}}", one=first, other=second[0]) if second else first
