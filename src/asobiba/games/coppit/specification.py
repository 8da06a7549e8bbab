"""The game of specification 002, phase by phase, over the rulebook.

    game = CoppitGame(seed=1)       # WAITING: join("Ann"), or start() at once
    game.start()                    # ROLL
    game.roll()                     # SELECT_PIECE; roll(3) sets the die; RESOLVE if no move is legal
    game.select_piece("Red1")       # SELECT_DIRECTION; game.selectable_pieces lists what may be selected
    game.select_direction("CW")     # MOVE; game.directions lists the moves of each direction
    game.move()                     # RESOLVE: the stack stands on its last square
    game.resolve()                  # EXTRA_ROLL, NEXT_TURN or GAME_OVER: hats are captured, merged and banked
    game.next_turn()                # ROLL, like extra_roll(); roll() does it by itself

`rules.Position` knows which moves are legal and what they do, hats.py which hat is which.
"""

import random
from dataclasses import replace
from enum import StrEnum
from typing import Any

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.game import action_number
from asobiba.core.luck import Luck, seed_of
from asobiba.games.coppit import named
from asobiba.games.coppit.board import COLOURS, load_board
from asobiba.games.coppit.hats import Hat, Stack, all_at_home, seat_of
from asobiba.games.coppit.named import Move, Player, is_safe, options_of
from asobiba.games.coppit.notation import read_position, write_position
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import DICE, PASS
from asobiba.games.coppit.winner import is_armed


class Phase(StrEnum):
    WAITING = "WAITING"
    ROLL = "ROLL"
    SELECT_PIECE = "SELECT_PIECE"
    SELECT_DIRECTION = "SELECT_DIRECTION"
    MOVE = "MOVE"
    RESOLVE = "RESOLVE"
    EXTRA_ROLL = "EXTRA_ROLL"
    NEXT_TURN = "NEXT_TURN"
    GAME_OVER = "GAME_OVER"


WAITING, ROLL, SELECT_PIECE, SELECT_DIRECTION, MOVE, RESOLVE, EXTRA_ROLL, NEXT_TURN, GAME_OVER = Phase
RED, BLUE, GREEN, YELLOW = COLOURS
CW, CCW, BOX = named.CW, named.CCW, named.BOX
NORTH, EAST, SOUTH, WEST = named.COMPASS
Piece = Hat
DUE = {
    WAITING: "call join(), start() or fill_with_bots()",
    SELECT_PIECE: "call select_piece() with one of selectable_pieces",
    SELECT_DIRECTION: "call select_direction() with one of directions",
    GAME_OVER: "make another CoppitGame",
}
FIXED = ("max_players", "hats_per_player", "board")
"""Settings that cannot change once somebody has joined."""


class CoppitConfig(CoppitOptions):
    """The fifteen settings, and those that this project added. What is assigned holds from the next roll on."""

    def __setattr__(self, name: str, value: Any) -> None:
        vars(self).update(vars(options_of(self, **{name: value})))


class CoppitGame(named.NamedTable):
    """A game that goes from phase to phase. The seed decides the dice, and what advance() selects."""

    def __init__(self, config: named.Settings = None, seed: int | None = None, **settings: Any) -> None:
        if not isinstance(config, CoppitConfig) or settings:
            config = CoppitConfig(**vars(options_of(config, **settings)))
        self.config: Any = config  # its fields may be assigned
        number = seed_of(seed)
        self.seed = random.randrange(2**32) if number is None else number
        self._phase, self._die, self._plies, self._is_set_up = WAITING, 0, 0, False
        self.selected_piece: Stack | None = None
        self.selected_move: Move | None = None
        self.deal(all_at_home(options_of(self.config)))

    def __repr__(self) -> str:
        return f"<CoppitGame {self.phase}: {self.turn}{f', die {self.die}' if self.die else ''}>"

    @property
    def phase(self) -> Phase:
        return self._phase

    def _expect(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise IllegalMove(f"the phase is {self.phase}: {DUE.get(self.phase, f'call {self.phase.lower()}()')}")

    def _enter(self, phase: Phase) -> Phase:
        self._phase = phase
        return phase

    def _change(self, **fields: Any) -> None:
        self.hats = replace(self.hats, position=replace(self.position, **fields))

    def _obey_config(self) -> None:
        options, old = options_of(self.config), self.position.options
        changed = [name for name in FIXED if getattr(options, name) != getattr(old, name)]
        if changed and any(player.name for player in self.players):
            raise ConfigError(f"{changed[0]}={getattr(options, changed[0])}: it is fixed once somebody has joined")
        if changed:
            self.deal(all_at_home(options))
        elif options != old:
            self._change(options=options)

    def join(self, name: str = "", is_bot: bool = False) -> Player:
        """Take the next seat. The game starts when all are taken."""
        self._expect(WAITING)
        self._obey_config()
        player = next(player for player in self.players if not player.name)
        player.name, player.is_bot = name or player.color.capitalize(), is_bot
        if all(player.name for player in self.players):
            self.start()
        return player

    def fill_with_bots(self, waited: float | None = None) -> Phase:
        """Start with bots in the free seats; if the seconds are given, only after `bot_fill_timeout_sec`."""
        self._expect(WAITING)
        if not any(player.name for player in self.players):
            raise IllegalMove("bots join a person who waits: call join(), or start() for a game of bots alone")
        return self.start() if waited is None or waited >= self.config.bot_fill_timeout_sec else self.phase

    def start(self) -> Phase:
        """Start at once. The seats that are free are bots, whose turns advance() plays."""
        self._expect(WAITING)
        self._obey_config()
        for player in self.players:
            player.name, player.is_bot = player.name or "Bot", player.is_bot or not player.name
        return self._enter(ROLL)

    def _set_up(self) -> None:
        if self.phase == WAITING:
            self.start()
        self._expect(ROLL, EXTRA_ROLL, NEXT_TURN)
        self._enter(ROLL)
        self._is_set_up = True

    def place(self, node: str, hats: list[str] | tuple[str, ...] | str) -> None:
        """Put hats on a node, bottom to top, from wherever they are; in a BOX prisoners are banked.

        The next roll refuses a situation that play cannot reach.
        """
        self._set_up()
        self.hats = self.hats.put(node, hats if isinstance(hats, list | tuple) else [hats])

    @property
    def turn(self) -> str:
        """The colour whose turn it is. It may be assigned between two moves."""
        return self.current_player.color

    @turn.setter
    def turn(self, colour: str) -> None:
        self._set_up()
        self._change(seat=seat_of(self.position.layout, colour), extra_rolls=0)

    @property
    def end_armed(self) -> bool:
        """Whether the game can end: a full round was played, and two colours have been on the board together."""
        return is_armed(self.position)

    @end_armed.setter
    def end_armed(self, armed: bool) -> None:
        self._set_up()
        self._change(mingled=armed, turn=max(self.position.turn, len(self.players) + 1) if armed else 1)

    @property
    def die(self) -> int | None:
        """Of this turn. Assigning it is roll(die)."""
        return self._die or None

    @die.setter
    def die(self, die: int) -> None:
        self.roll(die)

    def roll(self, die: int | None = None) -> int:
        """Roll the die of the seed, or the one that is given."""
        self._expect(ROLL, EXTRA_ROLL, NEXT_TURN)
        self._obey_config()
        if self._is_set_up:
            read_position(write_position(self.position), self.position.options)
        if die is not None and action_number(die) not in DICE:
            raise IllegalMove(f"roll({die!r}): the die shows 1 to 6", self.position)
        self.hats = self.hats.apply(Luck(self.seed).draw(self.position, self._plies) if die is None else die - 1)
        self._die, self._plies, self._is_set_up = self.position.die, self._plies + 1, False
        self.selected_piece = self.selected_move = None
        self._enter(RESOLVE if self.position.legal() == (PASS,) else SELECT_PIECE)
        return self._die

    @property
    def selectable_pieces(self) -> list[Stack]:
        """The own stacks that can move, and each hat that can leave the BOX."""
        if self.phase != SELECT_PIECE:
            return []
        home = f"BOX_{self.turn}"
        found = [*self.stacks_at(home), *(stack for stack in self.stacks if stack.node != home)]
        return [stack for stack in found if stack.controller == self.turn and self.moves_of(stack)]

    def select_piece(self, piece: Any) -> Stack:
        """By one of its owner's hats, by its hats from bottom to top, or by its square."""
        self._expect(SELECT_PIECE)
        found = self.selectable_pieces
        fitting = self.fitting_stacks(piece, found)
        if not fitting:
            allowed = ", ".join(f"{stack} on {stack.node}" for stack in found)
            raise IllegalMove(f"{piece}: {self.turn} has rolled {self.die} and may select {allowed}", self.position)
        self.selected_piece = fitting[0]
        self._enter(SELECT_DIRECTION)
        return fitting[0]

    @property
    def directions(self) -> dict[str, list[Move]]:
        """The moves of the selected piece, by the direction of the first step; BOX are those that end there."""
        found: dict[str, list[Move]] = {}
        if self.selected_piece and self.phase == SELECT_DIRECTION:
            for move in self.moves_of(self.selected_piece):
                found.setdefault(move.heading, []).append(move)
        return found

    def select_direction(self, direction: Any) -> Move:
        """CW, a whole direction such as SOUTH>EAST, the square where the move ends, its path, or one of the moves.

        A direction alone is the path that keeps it, or the only one that begins with it.
        """
        self._expect(SELECT_DIRECTION)
        moves = [move for several in self.directions.values() for move in several]
        fitting = self.fitting_moves(direction, moves)
        if len(fitting) != 1:
            allowed = ", ".join(f"{move.direction} to {move.destination}" for move in fitting or moves)
            raise IllegalMove(f"{direction}: select one of {allowed}", self.position)
        self.selected_move = fitting[0]
        self._enter(MOVE)
        return fitting[0]

    @property
    def single_turn_moves(self) -> list[Move]:
        """The steps of the move that was selected."""
        return list(self.selected_move.steps()) if self.selected_move else []

    def move(self) -> Move:
        """Go the whole way. What stands there is captured in RESOLVE."""
        self._expect(MOVE)
        assert self.selected_move
        self.arrived = self.selected_move
        self._enter(RESOLVE)
        return self.arrived

    def resolve(self) -> Phase:
        """Capture, merge and bank; then the game is over, or the same player rolls again, or the next one."""
        self._expect(RESOLVE)
        turn, move = self.position.turn, self.arrived
        self.hats = self.hats.apply(move.action if move else PASS, move.piece if move else None)
        self.arrived, self._plies = None, self._plies + 1
        again = EXTRA_ROLL if self.position.turn == turn else NEXT_TURN
        return self._enter(GAME_OVER if self.position.over else again)

    def extra_roll(self) -> Phase:
        self._expect(EXTRA_ROLL)
        return self._enter(ROLL)

    def next_turn(self) -> Phase:
        self._expect(NEXT_TURN)
        return self._enter(ROLL)

    def advance(self) -> Phase:
        """Do what the phase asks for. The seed decides among pieces and moves."""
        chooser = random.Random(f"{self.seed}/{self._plies}/{self.phase}")
        if self.phase == GAME_OVER:
            self._expect()
        elif self.phase == SELECT_PIECE:
            self.select_piece(chooser.choice(self.selectable_pieces))
        elif self.phase == SELECT_DIRECTION:
            self.select_direction(chooser.choice([move for moves in self.directions.values() for move in moves]))
        else:
            getattr(self, "start" if self.phase == WAITING else self.phase.lower())()
        return self.phase


# fmt: off
__all__ = [
    "BLUE", "BOX", "CCW", "CW", "EAST", "EXTRA_ROLL", "GAME_OVER", "GREEN", "MOVE", "NEXT_TURN", "NORTH", "RED",
    "RESOLVE", "ROLL", "SELECT_DIRECTION", "SELECT_PIECE", "SOUTH", "WAITING", "WEST", "YELLOW", "CoppitConfig",
    "CoppitGame", "Hat", "Move", "Phase", "Piece", "Player", "Stack", "is_safe", "load_board",
]
