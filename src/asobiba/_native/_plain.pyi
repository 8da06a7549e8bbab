# Written by `make stubs`.
"""
Fast twins of the rulebooks. Every function equals its plain Python version by test.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy
import numpy.typing


def has_avx2() -> bool: ...

class Memory:
    def __init__(self, size: int) -> None: ...

    @property
    def __array_interface__(self) -> dict[str, object]: ...

class CoppitRules:
    def __init__(self, options: dict[str, Any], board: dict[str, Any]) -> None: ...

class CoppitBatch:
    def __init__(self, rules: CoppitRules, count: int, seed: int, own_luck: bool, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def step(self, arg: numpy.typing.NDArray[numpy.int32], /) -> int: ...

    def look(self) -> None: ...

    def position(self, arg: int, /) -> bytes: ...

    def dice(self, arg: int, /) -> int: ...

    def place(self, arg0: int, arg1: bytes, arg2: int, /) -> None: ...

    bytes_per_game: Final[int] = ...
    """(arg: object, /) -> int"""

    def clone(self) -> CoppitBatch: ...

    def attach(self, rewards: numpy.typing.NDArray[numpy.float32] | None, to_play: numpy.typing.NDArray[numpy.int8] | None, mask: numpy.typing.NDArray[numpy.int8] | None, seen: numpy.typing.NDArray[numpy.int8] | None) -> None: ...

    def to_play(self, arg: int, /) -> int: ...

    def step_one(self, arg0: int, arg1: int, /) -> bool: ...

    def reset(self, chosen: numpy.typing.NDArray[numpy.uint8] | None) -> None: ...

    def observe(self, arg0: int, arg1: numpy.typing.NDArray[numpy.int8], /) -> None: ...

    def scores(self, arg: numpy.typing.NDArray[numpy.float32], /) -> None: ...

    def hashes(self, arg: numpy.typing.NDArray[numpy.uint64], /) -> None: ...

    def bytes_at(self, arg0: int, arg1: numpy.typing.NDArray[numpy.uint8], /) -> None: ...

    def random_actions(self, arg: numpy.typing.NDArray[numpy.int32], /) -> None: ...

    def random_action(self, arg: int, /) -> int: ...

    def reseed(self, arg0: int, arg1: int, /) -> None: ...

    @staticmethod
    def perft(rules: CoppitRules, position: bytes, depth: int, leaves: str = 'A') -> int: ...

    @staticmethod
    def random_games(rules: CoppitRules, moves: int, seed: int = 0) -> tuple[int, int, list[float]]:
        """(games, moves, sum of every seat's scores) of random play, one thread."""

    Search: TypeAlias = CoppitSearch

    SelfPlay: TypeAlias = CoppitSelfPlay

    Guided: TypeAlias = CoppitGuided

class CoppitSearch:
    def __init__(self, rules: CoppitRules, nodes: int, low: float = -1.0, high: float = 1.0, exploration: float = 0.7, urgency: float = 1.0, playout_plies: int = -1, seed: int = 0) -> None: ...

    def reseed(self, arg: int, /) -> None: ...

    def place(self, position: bytes) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def run(self, simulations: int | None = None, milliseconds: int | None = None, until_full: bool = False) -> int:
        """
        Simulations made; fewer than asked for where the position is solved or another thread stops it.
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

    def report(self) -> dict[str, Any]:
        """
        Of the root's moves, ascending: actions, visits, values by seat, proofs (0 none, 1 on average, 2 certain), plies to the proven end; and the principal line, the root's value by seat, proven, nodes, depth.
        """

class CoppitSelfPlay:
    def __init__(self, rules: CoppitRules, lanes: int, seed: int, settings: dict[str, Any]) -> None: ...

    def begin(self, first: int, count: int) -> None:
        """Games number first, first + 1, ...; count of them."""

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """
        Goes on until the network is needed: positions written, 0 when all games are over.
        """

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None:
        """
        What it says of them: [n, actions]; [n, seats], counted from the seat that looks.
        """

    def harvest(self) -> dict[str, Any]:
        """Samples of the games that are over, in the order of games and moves."""

class CoppitGuided:
    def __init__(self, rules: CoppitRules, nodes: int, settings: dict[str, Any]) -> None: ...

    def place(self, position: bytes, simulations: int, seed: int, noisy: bool = False) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """1 when a position was written that is to be judged, 0 at the end."""

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None: ...

    def report(self) -> dict[str, Any]:
        """
        As of the search with playouts; and the improved `policy` of its moves, and `choice`, the one to play.
        """

class CoppitMind:
    def __init__(self, rules: CoppitRules, instinct: Sequence[float], judgement: Sequence[float]) -> None: ...

    def traits(self, position: bytes) -> list[list[float]]:
        """What counts for each seat, in the order of survey.Traits."""

    def chances(self, position: bytes) -> list[float]:
        """Each seat's chance to win, by judgement."""

    def gains(self, position: bytes) -> list[tuple[int, float]]:
        """(action, what instinct expects of it) of each legal move."""

    def search(self, position: bytes, games: int, turns: int, seed: int) -> list[tuple[int, float, int]]:
        """(action, chance to win, games) of each legal move, the best one first."""

    def expect(self, position: bytes, plies: int) -> list[tuple[int, float]]:
        """
        (action, chance to win) of each legal move, every die and every answer looked at.
        """

    def rival(self, own: Sequence[float], games: int, turns: int, seed: int) -> float:
        """
        The share of the games that one seat, each in turn, wins by an instinct of its own.
        """

    def lessons(self, games: int, turns: int, whims: int, seed: int) -> list[tuple[list[list[float]], list[float]]]:
        """
        (traits of each seat, its share of the win in the end) of positions of whole games.
        """

class OthelloRules:
    def __init__(self, scoring: int = 0) -> None: ...

class OthelloBatch:
    def __init__(self, rules: OthelloRules, count: int, seed: int, own_luck: bool, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def step(self, arg: numpy.typing.NDArray[numpy.int32], /) -> int: ...

    def look(self) -> None: ...

    def position(self, arg: int, /) -> bytes: ...

    def dice(self, arg: int, /) -> int: ...

    def place(self, arg0: int, arg1: bytes, arg2: int, /) -> None: ...

    bytes_per_game: Final[int] = ...
    """(arg: object, /) -> int"""

    def clone(self) -> OthelloBatch: ...

    def attach(self, rewards: numpy.typing.NDArray[numpy.float32] | None, to_play: numpy.typing.NDArray[numpy.int8] | None, mask: numpy.typing.NDArray[numpy.int8] | None, seen: numpy.typing.NDArray[numpy.int8] | None) -> None: ...

    def to_play(self, arg: int, /) -> int: ...

    def step_one(self, arg0: int, arg1: int, /) -> bool: ...

    def reset(self, chosen: numpy.typing.NDArray[numpy.uint8] | None) -> None: ...

    def observe(self, arg0: int, arg1: numpy.typing.NDArray[numpy.int8], /) -> None: ...

    def scores(self, arg: numpy.typing.NDArray[numpy.float32], /) -> None: ...

    def hashes(self, arg: numpy.typing.NDArray[numpy.uint64], /) -> None: ...

    def bytes_at(self, arg0: int, arg1: numpy.typing.NDArray[numpy.uint8], /) -> None: ...

    def random_actions(self, arg: numpy.typing.NDArray[numpy.int32], /) -> None: ...

    def random_action(self, arg: int, /) -> int: ...

    def reseed(self, arg0: int, arg1: int, /) -> None: ...

    @staticmethod
    def perft(rules: OthelloRules, position: bytes, depth: int, leaves: str = 'A') -> int: ...

    @staticmethod
    def random_games(rules: OthelloRules, moves: int, seed: int = 0) -> tuple[int, int, list[float]]:
        """(games, moves, sum of every seat's scores) of random play, one thread."""

    Search: TypeAlias = OthelloSearch

    SelfPlay: TypeAlias = OthelloSelfPlay

    Guided: TypeAlias = OthelloGuided

class OthelloSearch:
    def __init__(self, rules: OthelloRules, nodes: int, low: float = -1.0, high: float = 1.0, exploration: float = 0.7, urgency: float = 1.0, playout_plies: int = -1, seed: int = 0) -> None: ...

    def reseed(self, arg: int, /) -> None: ...

    def place(self, position: bytes) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def run(self, simulations: int | None = None, milliseconds: int | None = None, until_full: bool = False) -> int:
        """
        Simulations made; fewer than asked for where the position is solved or another thread stops it.
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

    def report(self) -> dict[str, Any]:
        """
        Of the root's moves, ascending: actions, visits, values by seat, proofs (0 none, 1 on average, 2 certain), plies to the proven end; and the principal line, the root's value by seat, proven, nodes, depth.
        """

class OthelloSelfPlay:
    def __init__(self, rules: OthelloRules, lanes: int, seed: int, settings: dict[str, Any]) -> None: ...

    def begin(self, first: int, count: int) -> None:
        """Games number first, first + 1, ...; count of them."""

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """
        Goes on until the network is needed: positions written, 0 when all games are over.
        """

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None:
        """
        What it says of them: [n, actions]; [n, seats], counted from the seat that looks.
        """

    def harvest(self) -> dict[str, Any]:
        """Samples of the games that are over, in the order of games and moves."""

class OthelloGuided:
    def __init__(self, rules: OthelloRules, nodes: int, settings: dict[str, Any]) -> None: ...

    def place(self, position: bytes, simulations: int, seed: int, noisy: bool = False) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """1 when a position was written that is to be judged, 0 at the end."""

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None: ...

    def report(self) -> dict[str, Any]:
        """
        As of the search with playouts; and the improved `policy` of its moves, and `choice`, the one to play.
        """

def othello_solve_batch(patterns: OthelloPatterns, boards: numpy.typing.NDArray[numpy.uint64], scores: numpy.typing.NDArray[numpy.int8], moves: numpy.typing.NDArray[numpy.int8], count: int, threads: int) -> int:
    """
    boards [count, 2]: discs of the side to move, of the other. Writes the final disc difference with the empty squares given to the winner, and a best move: 64 a pass, -1 if the game is over.
    """

class OthelloEngine:
    def __init__(self, patterns: OthelloPatterns, table_bits: int, threads: int, errors: Sequence[float]) -> None: ...

    def about(self, mine: int, theirs: int) -> None:
        """
        The next searches are about this position: discs of the side to move, of the other. What others found is kept.
        """

    def forget(self) -> None:
        """Nothing of what was found is kept."""

    def stop(self) -> None:
        """
        Ends the search of another thread, and those that follow about this position.
        """

    def look(self, depth: int, care: int, every_move: bool, seconds: float | None = None, nodes: int | None = None) -> bool:
        """
        Looks so many plies ahead, or to the end if that is nearer. Not `every_move`: only the best one's value is sure. `nodes` counts from `about` on. False: it was stopped, and what was known before stands.
        """

    def moves(self) -> list[tuple[int, float, bool]]:
        """
        [(move, discs, whether that is its value or a bound above it), ...], best first.
        """

    def line(self, move: int) -> list[int]:
        """What both are expected to play from this move on."""

    @property
    def reach(self) -> tuple[int, int, bool]:
        """(plies, care, to the end) of the last search that came to its end."""

    @property
    def nodes(self) -> int: ...

class OthelloCourse:
    def __init__(self, depth: int, exact: int, least_random: int, most_random: int, slips: float = 0.0, trust: float = 1.0) -> None: ...

def othello_lessons(patterns: OthelloPatterns, course: OthelloCourse, seed: int, first: int, games: int, threads: int = 1) -> tuple[bytes, bytes, bytes]:
    """
    Positions of self-play and what they should be worth: own and other discs as uint64, float32 discs.
    """

def othello_duel(one: OthelloPatterns, another: OthelloPatterns, course: OthelloCourse, seed: int, games: int, threads: int = 1) -> list[int]:
    """
    The disc differences for `one`; every opening is played twice, with colours exchanged.
    """

def othello_fit(weights: numpy.typing.NDArray[numpy.float32], slopes: numpy.typing.NDArray[numpy.float32], own: numpy.typing.NDArray[numpy.uint64], other: numpy.typing.NDArray[numpy.uint64], discs: numpy.typing.NDArray[numpy.float32], picks: numpy.typing.NDArray[numpy.int64], rate: float) -> float:
    """
    Moves the weights by the lessons that are picked, in this order. Returns the mean error in discs.
    """

class OthelloPatterns:
    def __init__(self, weights: bytes) -> None: ...

    def values(self, own: numpy.typing.NDArray[numpy.uint64], other: numpy.typing.NDArray[numpy.uint64], out: numpy.typing.NDArray[numpy.int32]) -> None:
        """
        Writes the expected difference of discs at the end for the side to move, in units.
        """

    unit: Final[int] = ...
    """(arg: object, /) -> int"""

    size: Final[int] = ...
    """(arg: object, /) -> int"""

class OtrioRules:
    def __init__(self, players: int = 4, alternation: bool = True, ban_center_medium: bool = False, start_seat: int = 0, losers_share: bool = True, one_color_each: bool = False) -> None: ...

    @staticmethod
    def lines() -> list[int]: ...

class OtrioBatch:
    def __init__(self, rules: OtrioRules, count: int, seed: int, own_luck: bool, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def step(self, arg: numpy.typing.NDArray[numpy.int32], /) -> int: ...

    def look(self) -> None: ...

    def position(self, arg: int, /) -> bytes: ...

    def dice(self, arg: int, /) -> int: ...

    def place(self, arg0: int, arg1: bytes, arg2: int, /) -> None: ...

    bytes_per_game: Final[int] = ...
    """(arg: object, /) -> int"""

    def clone(self) -> OtrioBatch: ...

    def attach(self, rewards: numpy.typing.NDArray[numpy.float32] | None, to_play: numpy.typing.NDArray[numpy.int8] | None, mask: numpy.typing.NDArray[numpy.int8] | None, seen: numpy.typing.NDArray[numpy.float32] | None) -> None: ...

    def to_play(self, arg: int, /) -> int: ...

    def step_one(self, arg0: int, arg1: int, /) -> bool: ...

    def reset(self, chosen: numpy.typing.NDArray[numpy.uint8] | None) -> None: ...

    def observe(self, arg0: int, arg1: numpy.typing.NDArray[numpy.float32], /) -> None: ...

    def scores(self, arg: numpy.typing.NDArray[numpy.float32], /) -> None: ...

    def hashes(self, arg: numpy.typing.NDArray[numpy.uint64], /) -> None: ...

    def bytes_at(self, arg0: int, arg1: numpy.typing.NDArray[numpy.uint8], /) -> None: ...

    def random_actions(self, arg: numpy.typing.NDArray[numpy.int32], /) -> None: ...

    def random_action(self, arg: int, /) -> int: ...

    def reseed(self, arg0: int, arg1: int, /) -> None: ...

    @staticmethod
    def perft(rules: OtrioRules, position: bytes, depth: int, leaves: str = 'A') -> int: ...

    @staticmethod
    def random_games(rules: OtrioRules, moves: int, seed: int = 0) -> tuple[int, int, list[float]]:
        """(games, moves, sum of every seat's scores) of random play, one thread."""

    Search: TypeAlias = OtrioSearch

    SelfPlay: TypeAlias = OtrioSelfPlay

    Guided: TypeAlias = OtrioGuided

class OtrioSearch:
    def __init__(self, rules: OtrioRules, nodes: int, low: float = -1.0, high: float = 1.0, exploration: float = 0.7, urgency: float = 1.0, playout_plies: int = -1, seed: int = 0) -> None: ...

    def reseed(self, arg: int, /) -> None: ...

    def place(self, position: bytes) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def run(self, simulations: int | None = None, milliseconds: int | None = None, until_full: bool = False) -> int:
        """
        Simulations made; fewer than asked for where the position is solved or another thread stops it.
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

    def report(self) -> dict[str, Any]:
        """
        Of the root's moves, ascending: actions, visits, values by seat, proofs (0 none, 1 on average, 2 certain), plies to the proven end; and the principal line, the root's value by seat, proven, nodes, depth.
        """

class OtrioSelfPlay:
    def __init__(self, rules: OtrioRules, lanes: int, seed: int, settings: dict[str, Any]) -> None: ...

    def begin(self, first: int, count: int) -> None:
        """Games number first, first + 1, ...; count of them."""

    def gather(self, observations: numpy.typing.NDArray[numpy.float32], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """
        Goes on until the network is needed: positions written, 0 when all games are over.
        """

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None:
        """
        What it says of them: [n, actions]; [n, seats], counted from the seat that looks.
        """

    def harvest(self) -> dict[str, Any]:
        """Samples of the games that are over, in the order of games and moves."""

class OtrioGuided:
    def __init__(self, rules: OtrioRules, nodes: int, settings: dict[str, Any]) -> None: ...

    def place(self, position: bytes, simulations: int, seed: int, noisy: bool = False) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def gather(self, observations: numpy.typing.NDArray[numpy.float32], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """1 when a position was written that is to be judged, 0 at the end."""

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None: ...

    def report(self) -> dict[str, Any]:
        """
        As of the search with playouts; and the improved `policy` of its moves, and `choice`, the one to play.
        """

class OtrioBook:
    def __init__(self, keys: bytes, bounds: bytes) -> None: ...

class OtrioSolver:
    def __init__(self, rules: OtrioRules, nodes: int, table_bits: int = 20, book: OtrioBook | None = None) -> None: ...

    def about(self, position: bytes, seat: int | None = None, nodes: int | None = None) -> None:
        """
        The next search is about this position and this seat, by default the one to move. What others found is kept.
        """

    def solve(self, every_move: bool, seconds: float | None = None) -> bool:
        """
        What each move leads to, or just which is best. False: it ran out of nodes or time; asked again, it goes on.
        """

    def weigh(self, seconds: float | None = None) -> bool:
        """
        What the position is worth to the seat, against all the others. False as of `solve`.
        """

    def verdicts(self) -> list[tuple[int, int | None, int]]:
        """
        [(action, 1 win, 0 draw, -1 loss or None, plies), ...] of each legal move, as far as `solve` found it.
        """

    def worth(self) -> tuple[int | None, int]:
        """
        (1 win, 0 draw, -1 loss or None, plies) for the seat, as far as `weigh` found it.
        """

    def bounds(self) -> tuple[int, int]:
        """At least and at most, as far as `weigh` found it without an end."""

    @property
    def searched(self) -> int:
        """What is not settled ends in no line within so many plies."""

    @property
    def nodes(self) -> int: ...

    def written(self, most_pieces: int) -> tuple[bytes, bytes]:
        """Keys and bounds of what is remembered, for a book."""

class OtrioForesight:
    def __init__(self, rules: OtrioRules, doubt: int) -> None: ...

    def looks(self, position: bytes) -> list[tuple[int, float]]:
        """
        (action, how the position looks after it to the one who made it) of each legal move.
        """

    def search(self, position: bytes, simulations: int, seed: int) -> list[tuple[int, float, int]]:
        """
        (action, score that it brought, visits) of each legal move, what looks best first.
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

puyo_afterstate_size: int = 53

def puyo_afterstates(rules: PuyoRules, position: bytes, seat: int, numbers: numpy.typing.NDArray[numpy.uint8], worth: numpy.typing.NDArray[numpy.float32]) -> None:
    """
    Writes [22, puyo_afterstate_size] uint8 and what `evaluate` says of each, [22] float32.
    """

class PuyoRules:
    def __init__(self, versus: bool, colors: int, target_points: int, margin_seconds: int, ojama_per_turn: int, row14_once: bool, max_turns: int) -> None: ...

class PuyoBatch:
    def __init__(self, rules: PuyoRules, count: int, seed: int, own_luck: bool, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def step(self, arg: numpy.typing.NDArray[numpy.int32], /) -> int: ...

    def look(self) -> None: ...

    def position(self, arg: int, /) -> bytes: ...

    def dice(self, arg: int, /) -> int: ...

    def place(self, arg0: int, arg1: bytes, arg2: int, /) -> None: ...

    bytes_per_game: Final[int] = ...
    """(arg: object, /) -> int"""

    def clone(self) -> PuyoBatch: ...

    def attach(self, rewards: numpy.typing.NDArray[numpy.float32] | None, to_play: numpy.typing.NDArray[numpy.int8] | None, mask: numpy.typing.NDArray[numpy.int8] | None, seen: numpy.typing.NDArray[numpy.int8] | None) -> None: ...

    def to_play(self, arg: int, /) -> int: ...

    def step_one(self, arg0: int, arg1: int, /) -> bool: ...

    def reset(self, chosen: numpy.typing.NDArray[numpy.uint8] | None) -> None: ...

    def observe(self, arg0: int, arg1: numpy.typing.NDArray[numpy.int8], /) -> None: ...

    def scores(self, arg: numpy.typing.NDArray[numpy.float32], /) -> None: ...

    def hashes(self, arg: numpy.typing.NDArray[numpy.uint64], /) -> None: ...

    def bytes_at(self, arg0: int, arg1: numpy.typing.NDArray[numpy.uint8], /) -> None: ...

    def random_actions(self, arg: numpy.typing.NDArray[numpy.int32], /) -> None: ...

    def random_action(self, arg: int, /) -> int: ...

    def reseed(self, arg0: int, arg1: int, /) -> None: ...

    @staticmethod
    def perft(rules: PuyoRules, position: bytes, depth: int, leaves: str = 'A') -> int: ...

    @staticmethod
    def random_games(rules: PuyoRules, moves: int, seed: int = 0) -> tuple[int, int, list[float]]:
        """(games, moves, sum of every seat's scores) of random play, one thread."""

    Search: TypeAlias = PuyoSearch

    SelfPlay: TypeAlias = PuyoSelfPlay

    Guided: TypeAlias = PuyoGuided

class PuyoSearch:
    def __init__(self, rules: PuyoRules, nodes: int, low: float = -1.0, high: float = 1.0, exploration: float = 0.7, urgency: float = 1.0, playout_plies: int = -1, seed: int = 0) -> None: ...

    def reseed(self, arg: int, /) -> None: ...

    def place(self, position: bytes) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def run(self, simulations: int | None = None, milliseconds: int | None = None, until_full: bool = False) -> int:
        """
        Simulations made; fewer than asked for where the position is solved or another thread stops it.
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

    def report(self) -> dict[str, Any]:
        """
        Of the root's moves, ascending: actions, visits, values by seat, proofs (0 none, 1 on average, 2 certain), plies to the proven end; and the principal line, the root's value by seat, proven, nodes, depth.
        """

class PuyoSelfPlay:
    def __init__(self, rules: PuyoRules, lanes: int, seed: int, settings: dict[str, Any]) -> None: ...

    def begin(self, first: int, count: int) -> None:
        """Games number first, first + 1, ...; count of them."""

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """
        Goes on until the network is needed: positions written, 0 when all games are over.
        """

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None:
        """
        What it says of them: [n, actions]; [n, seats], counted from the seat that looks.
        """

    def harvest(self) -> dict[str, Any]:
        """Samples of the games that are over, in the order of games and moves."""

class PuyoGuided:
    def __init__(self, rules: PuyoRules, nodes: int, settings: dict[str, Any]) -> None: ...

    def place(self, position: bytes, simulations: int, seed: int, noisy: bool = False) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """1 when a position was written that is to be judged, 0 at the end."""

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None: ...

    def report(self) -> dict[str, Any]:
        """
        As of the search with playouts; and the improved `policy` of its moves, and `choice`, the one to play.
        """

def puyo_resolve(field: bytes, repeat: int = 1) -> tuple[int, int, int, bytes]:
    """
    (links, score, frames, field after) of a chain; repeated to measure its time.
    """

class PuyoRewards:
    def __init__(self, kind: int, all_empty: bool, weights: Sequence[float]) -> None: ...

    @staticmethod
    def names() -> list[str]: ...

class PuyoDuels:
    def __init__(self, rules: PuyoRules, rewards: PuyoRewards, count: int, seed: int, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def step(self, arg: numpy.typing.NDArray[numpy.int32], /) -> int: ...

    def look(self) -> None: ...

    def position(self, arg: int, /) -> bytes: ...

    def dice(self, arg: int, /) -> int: ...

    def place(self, arg0: int, arg1: bytes, arg2: int, /) -> None: ...

    def attach(self, observations: numpy.typing.NDArray[numpy.int8] | None, masks: numpy.typing.NDArray[numpy.int8] | None, rewards: numpy.typing.NDArray[numpy.float32], components: numpy.typing.NDArray[numpy.float32], endings: numpy.typing.NDArray[numpy.uint8], winners: numpy.typing.NDArray[numpy.int8], chains: numpy.typing.NDArray[numpy.uint8], sent: numpy.typing.NDArray[numpy.int32], points: numpy.typing.NDArray[numpy.int32], turns: numpy.typing.NDArray[numpy.int32]) -> None: ...

    def look_back(self, arg0: numpy.typing.NDArray[numpy.int64], arg1: numpy.typing.NDArray[numpy.int8], arg2: numpy.typing.NDArray[numpy.int8], /) -> None: ...

    def search(self, games: numpy.typing.NDArray[numpy.int64], seats: numpy.typing.NDArray[numpy.int64], width: int, depth: int, queues: int, seed: int, actions: numpy.typing.NDArray[numpy.int32]) -> None: ...

    def afterstates(self, games: numpy.typing.NDArray[numpy.int64], seats: numpy.typing.NDArray[numpy.int64], ended: bool, numbers: numpy.typing.NDArray[numpy.uint8], worth: numpy.typing.NDArray[numpy.float32]) -> None: ...

    def last(self, arg: int, /) -> bytes: ...

def puyo_triggers(field: bytes) -> list[tuple[int, int, int, int, int]]:
    """
    (links, score, column, colour, puyos) of every drop that makes something pop in a field at rest.
    """

def puyo_search(rules: PuyoRules, position: bytes, width: int, depth: int, queues: int, seed: int) -> tuple[list[float], list[float]]:
    """
    (value of each of the 22 placements in points, links of the chain it promises); -inf for those out of reach.
    """

class Twenty48Exact:
    def __init__(self, rows: int, columns: int, target: int, stop_at_target: bool, most_positions: int) -> None: ...

    def moves(self, ranks: bytes) -> list[float]:
        """
        The score that best play expects after up, right, down, left, NaN if illegal; [] if that takes more positions than allowed.
        """

    @property
    def positions(self) -> int: ...

class Twenty48Rules:
    def __init__(self, target: int = 2048, stop_at_target: bool = False) -> None: ...

class Twenty48Batch:
    def __init__(self, rules: Twenty48Rules, count: int, seed: int, own_luck: bool, threads: int) -> None: ...

    def __len__(self) -> int: ...

    def step(self, arg: numpy.typing.NDArray[numpy.int32], /) -> int: ...

    def look(self) -> None: ...

    def position(self, arg: int, /) -> bytes: ...

    def dice(self, arg: int, /) -> int: ...

    def place(self, arg0: int, arg1: bytes, arg2: int, /) -> None: ...

    bytes_per_game: Final[int] = ...
    """(arg: object, /) -> int"""

    def clone(self) -> Twenty48Batch: ...

    def attach(self, rewards: numpy.typing.NDArray[numpy.float32] | None, to_play: numpy.typing.NDArray[numpy.int8] | None, mask: numpy.typing.NDArray[numpy.int8] | None, seen: numpy.typing.NDArray[numpy.int8] | None) -> None: ...

    def to_play(self, arg: int, /) -> int: ...

    def step_one(self, arg0: int, arg1: int, /) -> bool: ...

    def reset(self, chosen: numpy.typing.NDArray[numpy.uint8] | None) -> None: ...

    def observe(self, arg0: int, arg1: numpy.typing.NDArray[numpy.int8], /) -> None: ...

    def scores(self, arg: numpy.typing.NDArray[numpy.float32], /) -> None: ...

    def hashes(self, arg: numpy.typing.NDArray[numpy.uint64], /) -> None: ...

    def bytes_at(self, arg0: int, arg1: numpy.typing.NDArray[numpy.uint8], /) -> None: ...

    def random_actions(self, arg: numpy.typing.NDArray[numpy.int32], /) -> None: ...

    def random_action(self, arg: int, /) -> int: ...

    def reseed(self, arg0: int, arg1: int, /) -> None: ...

    @staticmethod
    def perft(rules: Twenty48Rules, position: bytes, depth: int, leaves: str = 'A') -> int: ...

    @staticmethod
    def random_games(rules: Twenty48Rules, moves: int, seed: int = 0) -> tuple[int, int, list[float]]:
        """(games, moves, sum of every seat's scores) of random play, one thread."""

    Search: TypeAlias = Twenty48Search

    SelfPlay: TypeAlias = Twenty48SelfPlay

    Guided: TypeAlias = Twenty48Guided

class Twenty48Search:
    def __init__(self, rules: Twenty48Rules, nodes: int, low: float = -1.0, high: float = 1.0, exploration: float = 0.7, urgency: float = 1.0, playout_plies: int = -1, seed: int = 0) -> None: ...

    def reseed(self, arg: int, /) -> None: ...

    def place(self, position: bytes) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def run(self, simulations: int | None = None, milliseconds: int | None = None, until_full: bool = False) -> int:
        """
        Simulations made; fewer than asked for where the position is solved or another thread stops it.
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

    def report(self) -> dict[str, Any]:
        """
        Of the root's moves, ascending: actions, visits, values by seat, proofs (0 none, 1 on average, 2 certain), plies to the proven end; and the principal line, the root's value by seat, proven, nodes, depth.
        """

class Twenty48SelfPlay:
    def __init__(self, rules: Twenty48Rules, lanes: int, seed: int, settings: dict[str, Any]) -> None: ...

    def begin(self, first: int, count: int) -> None:
        """Games number first, first + 1, ...; count of them."""

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """
        Goes on until the network is needed: positions written, 0 when all games are over.
        """

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None:
        """
        What it says of them: [n, actions]; [n, seats], counted from the seat that looks.
        """

    def harvest(self) -> dict[str, Any]:
        """Samples of the games that are over, in the order of games and moves."""

class Twenty48Guided:
    def __init__(self, rules: Twenty48Rules, nodes: int, settings: dict[str, Any]) -> None: ...

    def place(self, position: bytes, simulations: int, seed: int, noisy: bool = False) -> int:
        """
        Thinks about this position next; the visits that the tree has of it already.
        """

    def gather(self, observations: numpy.typing.NDArray[numpy.int8], masks: numpy.typing.NDArray[numpy.int8], seats: numpy.typing.NDArray[numpy.int8]) -> int:
        """1 when a position was written that is to be judged, 0 at the end."""

    def give(self, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32]) -> None: ...

    def report(self) -> dict[str, Any]:
        """
        As of the search with playouts; and the improved `policy` of its moves, and `choice`, the one to play.
        """

class Twenty48Expectimax:
    def __init__(self, weights: Sequence[float], won: float, threads: int = 1) -> None: ...

    def search(self, ranks: bytes, moves: int, milliseconds: float | None = None, least_chance: float = 0.0, stop: int = 18) -> tuple[list[float], int, int]:
        """
        (what up, right, down, left are worth, NaN if illegal; moves that it looked ahead; positions).
        """

    def play(self, seed: int, moves: int, least_chance: float = 0.0, most: int = 2147483648, milliseconds: float | None = None, start: bytes | None = None, due: int = 0) -> tuple[int, int, int, int]:
        """
        A game from the start, or from a board on which so many tiles are due: (points that it scores, the largest rank, moves, positions).
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

class Twenty48LearnedExpectimax:
    def __init__(self, network: Twenty48NTuple, familiar: int, threads: int = 1) -> None: ...

    def search(self, ranks: bytes, moves: int, milliseconds: float | None = None, least_chance: float = 0.0, stop: int = 18) -> tuple[list[float], int, int]:
        """
        (what up, right, down, left are worth, NaN if illegal; moves that it looked ahead; positions).
        """

    def play(self, seed: int, moves: int, least_chance: float = 0.0, most: int = 2147483648, milliseconds: float | None = None, start: bytes | None = None, due: int = 0) -> tuple[int, int, int, int]:
        """
        A game from the start, or from a board on which so many tiles are due: (points that it scores, the largest rank, moves, positions).
        """

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

class Twenty48Tuples:
    def __init__(self, rows: int, columns: int, tuples: Sequence[Sequence[int]]) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def features(self) -> int: ...

class Twenty48Course:
    def __init__(self, rate: float, backward: bool = False, trace: float = 0.0, stop: int = 18, lanes: int = 1, rewinds: bool = False) -> None: ...

def twenty48_learn(tuples: Twenty48Tuples, stages: Sequence[int], course: Twenty48Course, weights: numpy.typing.NDArray[numpy.float32], coherence: numpy.typing.NDArray[numpy.float32] | None, seed: int, first: int, results: numpy.typing.NDArray[numpy.int32], threads: int = 1, packed: bool = True) -> None:
    """
    Plays the games number first, first + 1, ... and moves the weights. Writes score, moves and largest rank of each to results [games, 3].
    """

class Twenty48NTuple:
    def __init__(self, tuples: Twenty48Tuples, stages: Sequence[int], weights: numpy.typing.NDArray[numpy.int16], scales: numpy.typing.NDArray[numpy.float32]) -> None: ...

    def values(self, ranks: numpy.typing.NDArray[numpy.uint8], out: numpy.typing.NDArray[numpy.float32]) -> None:
        """Writes the points to come after each board [n, cells]."""

    def packed_values(self, boards: numpy.typing.NDArray[numpy.uint64], out: numpy.typing.NDArray[numpy.float32]) -> None:
        """The same of 4x4 boards of four bits a cell."""
