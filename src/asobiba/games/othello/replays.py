"""Games that somebody wrote down, played again by the kernel, many at a time: which moves are legal, and how each ends.

Passes that were left out are put in. The rulebook explains what is wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba._native.memory import lasting
from asobiba.agents.files import Source
from asobiba.core.errors import FormatError, IllegalMove, NotationError
from asobiba.core.game import OVER
from asobiba.core.records import Ply, Record, first_state
from asobiba.core.registry import find_game
from asobiba.games.othello.native import KERNEL
from asobiba.games.othello.notation import score, write_move, write_position
from asobiba.games.othello.rules import ACTIONS, BLACK, NAMES, PASS, WHITE, OthelloOptions, Position

AT_ONCE = 1024
END, HOLD = -2, -1
MOVES = tuple(write_move(Position(), action) for action in range(ACTIONS))
PLIES = tuple(tuple(Ply(seat, action) for action in range(ACTIONS)) for seat in (BLACK, WHITE))
"""Those without a time: every game has sixty of them."""
SCORE = "score"
"""In a record's notes: black's of 64 discs, where the moves do not tell it."""


@dataclass(frozen=True)
class Written:
    """A game as its file tells it."""

    moves: Sequence[int]
    """Squares, and PASS where it is written."""
    seats: Sequence[int] | None = None
    """Who made each move, where the file tells."""
    start: Position | None = None


@dataclass(frozen=True)
class Replayed:
    """The game as the rules have it."""

    seats: Sequence[int]
    actions: Sequence[int]
    """Passes included."""
    end: Position
    wrong: str | None = None
    """What is wrong with the move that follows these actions; None: all are legal."""
    wrong_at: int = 0
    """Which of the written moves that is."""

    def plies(self) -> tuple[Ply, ...]:
        return tuple(PLIES[seat][action] for seat, action in zip(self.seats, self.actions, strict=True))


def replay(games: Iterable[Written], options: OthelloOptions) -> Iterator[Replayed]:
    """In their order; as many are read ahead as are played at once."""
    waiting = iter(games)
    while some := list(islice(waiting, AT_ONCE)):
        yield from _replay(some, options)


def _replay(games: Sequence[Written], options: OthelloOptions) -> Iterator[Replayed]:
    count, longest = len(games), max(len(game.moves) for game in games)
    moves = _table([game.moves for game in games], longest)
    seats = _table([game.seats or () for game in games], longest)
    batch = KERNEL.batch(KERNEL.rules(options), count, 0, True, 1)
    for number, game in enumerate(games):
        if game.start is not None:
            batch.place(number, KERNEL.pack(game.start), 0)
    to_play, mask = lasting(count, np.int8), lasting((count, ACTIONS), np.int8)
    batch.attach(None, to_play, mask, None)
    batch.look()
    at, every = np.zeros(count, np.int64), np.arange(count)
    movers, played = [to_play.copy()], [np.full(count, HOLD, np.int32)]  # of nobody's move, so that there is a row
    while True:
        wanted, mover = moves[every, at], seats[every, at]
        left_out = (mask[:, PASS] == 1) & (wanted != PASS) & (wanted != END)
        action = np.where(left_out, PASS, wanted).astype(np.int32)
        fits = left_out | (mover == END) | (mover == to_play)
        legal = (action != END) & (to_play != OVER) & fits & (mask[every, np.maximum(action, 0)] == 1)
        if not legal.any():
            break
        action[~legal] = HOLD
        movers.append(to_play.copy())
        played.append(action)
        batch.step(action)
        at += legal & ~left_out
    lasted = (np.array(played) != HOLD).sum(0).tolist()  # a game that holds once holds for ever
    rows = zip(games, np.array(movers).T.tolist(), np.array(played).T.tolist(), lasted, at.tolist(), strict=True)
    for number, (game, mover, action, plies, done) in enumerate(rows):
        end = KERNEL.unpack(batch.position(number), options)
        wrong = None if done == len(game.moves) else _why_not(game, end, done)
        yield Replayed(mover[1 : plies + 1], action[1 : plies + 1], end, wrong, done)


def _table(rows: Sequence[Sequence[int]], longest: int) -> NDArray[np.int64]:
    """Every row is filled up with END, of which it has one at least."""
    table = np.full((len(rows), longest + 1), END, np.int64)
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    return table


def _why_not(game: Written, position: Position, move: int) -> str:
    if position.to_play != OVER and game.seats is not None and position.side != game.seats[move]:
        return f"it is the turn of {NAMES[position.side]}, not of {NAMES[game.seats[move]]}"
    try:
        position.apply(game.moves[move])
    except IllegalMove as error:
        return error.sentence
    raise AssertionError(f"the kernel refuses what the rulebook allows: {position} {game.moves[move]}")


@dataclass(frozen=True)
class Pending:
    """A game of a file that waits for the kernel, with what makes a record of it."""

    number: int
    """Of the game in its file, from 1."""
    game: Written
    places: Sequence[int]
    """The byte at which each move stands."""
    finish: Callable[[Replayed], Record]
    """NotationError: what the file says of the end does not fit the moves."""
    told_at: int | None = None
    """The byte at which it says that."""


def checked(
    source: Source, games: Iterable[Pending | FormatError], options: OthelloOptions
) -> Iterator[Record | FormatError]:
    """In their order, errors among them."""
    waiting = iter(games)
    while some := list(islice(waiting, AT_ONCE)):
        played = replay((each.game for each in some if isinstance(each, Pending)), options)
        for each in some:
            yield each if isinstance(each, FormatError) else _finished(source, each, next(played))


def _finished(source: Source, pending: Pending, found: Replayed) -> Record | FormatError:
    if found.wrong is not None:
        sentence = f"move {found.wrong_at + 1}: {found.wrong}"
        return source.wrong(sentence, game=pending.number, byte=pending.places[found.wrong_at])
    try:
        return pending.finish(found)
    except NotationError as error:
        return source.wrong(str(error), game=pending.number, byte=pending.told_at)


def record_of(game: Written, found: Replayed, names: Sequence[str], **told: Any) -> Record:
    """Finished where the rules end it; `told` is whatever else is known of it."""
    end = found.end
    known = {"plies": found.plies(), "returns": end.returns() if end.to_play == OVER else None, **told}
    return Record(
        game="othello",
        rules=find_game("othello").version,
        options=end.options.chosen(),
        seats=tuple(names),
        start=None if game.start is None else write_position(game.start),
        moves=tuple(MOVES[action] for action in found.actions),
        **known,
    )


def ends(records: Sequence[Record]) -> Iterator[Position]:
    """The last position of each, without the rulebook's pace."""
    games = (
        Written([ply.action for ply in record.plies], start=None if record.start is None else first_state(record))
        for record in records
    )
    return (found.end for found in replay(games, OthelloOptions()))


def margin(position: Position) -> int:
    """How many discs more black has, the empty squares of a finished game given to the winner."""
    black, white = score(position)
    return black - white


def black_score(lead: int) -> int:
    """Of 64 discs: +12 -> 38"""
    return (64 + lead) // 2


def decided(options: OthelloOptions, lead: int, reason: str) -> dict[str, Any]:
    """The end of a record whose moves do not lead to it: black was given so many discs more."""
    sign = (lead > 0) - (lead < 0)
    black = float(sign if options.score == "result" else lead)
    places = {1: (1, 2), 0: (1, 1), -1: (2, 1)}[sign]
    return {"returns": (black, -black), "reason": reason, "places": places}
