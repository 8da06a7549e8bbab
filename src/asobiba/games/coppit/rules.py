"""Coppit: hats catch hats, and carry them home.

Vocabulary: hats stand on the board in *stacks*; the top hat's owner moves a stack, the other colours in it are its
*prisoners*. Landing on an unsafe enemy stack *captures* it, landing on an own stack *merges*. A grey square is *safe*
for everyone, a coloured one for the stack with that colour on top. A stack that enters its *BOX* banks its prisoners:
they leave the game. A hat is *free* while its owner can move it; who has no free hat is skipped.

A turn is ROLL (luck: outcome 0 .. 5 is die 1 .. 6), SELECT (the seat picks a whole path, or must pass), and what
follows at once: the end, another roll after a six, or the next turn. Seats follow the turn order of the colours.
Where things stand is situation.py; paths are in paths.py, what a move does to the hats in stacks.py, end and winner in
winner.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from asobiba.core.errors import IllegalMove
from asobiba.core.game import CHANCE, OVER, State, whole
from asobiba.core.luck import EvenChances
from asobiba.games.coppit.legality import choices, why_not
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS
from asobiba.games.coppit.situation import Situation
from asobiba.games.coppit.stacks import carry_out
from asobiba.games.coppit.views import CoppitView, Phase
from asobiba.games.coppit.winner import box_counts, has_ended, in_play, on_board, winners

OUTCOMES = 6
ROLLS = EvenChances(range(OUTCOMES))


@dataclass(frozen=True)
class Position(Situation, State):
    @property
    def to_play(self) -> int:
        if self.over:
            return OVER
        return self.seat if self.die else CHANCE

    @property
    def phase(self) -> Phase:
        return "GAME_OVER" if self.over else "SELECT" if self.die else "ROLL"

    def legal(self) -> Sequence[int]:
        if self.over:
            return ()
        return self._choices if self.die else ROLLS.outcomes

    @cached_property
    def _choices(self) -> tuple[int, ...]:
        return choices(self)

    @whole
    def apply(self, action: int) -> "Position":
        if action not in self.legal():
            raise IllegalMove(why_not(self, action), self, action=action)
        if not self.die:
            return replace(self, die=action + 1)
        if action == PASS:
            return resolve(self, self)
        box, stacks, banked, _ = carry_out(self, self.layout.moves[action])
        return resolve(self, replace(self, box=box, stacks=stacks, banked=banked))

    def returns(self) -> tuple[float, ...]:
        """Winners share 1, the others share -1; if all win, it is 0 for all."""
        seats, won = len(self.box), winners(self) if self.over else ()
        if len(won) in (0, seats):
            return (0.0,) * seats
        return tuple(1 / len(won) if seat in won else -1 / (seats - len(won)) for seat in range(seats))

    def chances(self) -> Sequence[tuple[int, float]]:
        return ROLLS if self.to_play == CHANCE else ()

    def view(self, seat: int | None) -> CoppitView:
        layout, names = self.layout, self.layout.board.names
        colours = [layout.colour(number) for number in range(len(self.box))]
        nodes: dict[str, list[list[str]]] = {}
        for node, stack in self.stacks:
            nodes.setdefault(names[node], []).append([colours[hat] for hat in stack])
        moves = [(action, layout.moves[action]) for action in self.legal() if self.die and action != PASS]
        return {
            "to_play": self.to_play,
            "phase": self.phase,
            "turn": self.turn,
            "colour": colours[self.seat],
            "die": self.die or None,
            "extra_rolls": self.extra_rolls,
            "boxes": dict(zip(colours, self.box, strict=True)),
            "nodes": nodes,
            "banked": {
                colours[captor]: {colours[hat]: count for hat, count in enumerate(row) if count}
                for captor, row in enumerate(self.banked)
            },
            "winner": [colours[won] for won in winners(self)] if self.over else [],
            "legal": list(self.legal()),
            "moves": [
                {
                    "action": action,
                    "move": layout.write(action, self.seat),
                    "source": names[move.source],
                    "path": [names[node] for node in move.path],
                }
                for action, move in moves
            ],
        }


def start(options: CoppitOptions) -> Position:
    """All hats in their boxes, the first seat to roll."""
    seats = options.max_players
    nothing = (0,) * seats
    return Position((options.hats_per_player,) * seats, (nothing,) * seats, nothing, options=options)


def resolve(before: Position, after: Position) -> Position:
    """What follows a move or a pass at once: the end, another roll, or the next turn."""
    counts = zip(box_counts(before), box_counts(after), before.since, strict=True)
    after = replace(
        after,
        die=0,
        since=tuple(turn if was == now else after.turn for was, now, turn in counts),
        mingled=after.mingled or len(on_board(after)) > 1,
    )
    if has_ended(after):
        return replace(after, over=True)
    return roll_again(after) if before.die == 6 and has_extra_roll(after) else next_turn(after)


def has_extra_roll(position: Position) -> bool:
    limit = position.options.max_extra_rolls
    return position.options.extra_roll_on_6 and (limit is None or position.extra_rolls < limit)


def roll_again(position: Position) -> Position:
    return replace(position, extra_rolls=position.extra_rolls + 1)


def next_turn(position: Position) -> Position:
    """The next seat that has a free hat. Those that have none are skipped, and each costs a turn."""
    seat, turn, alive = position.seat, position.turn, in_play(position)
    while turn != position.options.max_turns:
        seat, turn = (seat + 1) % len(position.box), turn + 1
        if seat in alive:
            return replace(position, seat=seat, turn=turn, extra_rolls=0)
    return replace(position, seat=seat, turn=turn, extra_rolls=0, over=True)
