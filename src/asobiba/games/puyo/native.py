"""Puyo's fast twin: native/puyo/position.hpp."""

import struct
from functools import lru_cache

from asobiba._native import kernels
from asobiba.agents.arrays import Kernel
from asobiba.core.errors import ConfigError, StateError
from asobiba.games.puyo import pairs
from asobiba.games.puyo.field import COLOURS, NOTHING, OJAMA, WIDTH, Field
from asobiba.games.puyo.rules import Player, Position, PuyoOptions

NEVER = 2**64 - 1
LARGEST = 10**12
"""Of the numbers among the options; sums of larger ones might not fit into 64 bits."""
NONE = -1
LETTERS = NOTHING + COLOURS + OJAMA
"""By their codes in the kernel."""
CODE_BITS = 3
_ONES = [
    str.maketrans(LETTERS, "".join(str(code >> bit & 1) for code in range(len(LETTERS)))) for bit in range(CODE_BITS)
]
FIELD = struct.Struct("<18H")
"""The columns of three bit planes, row 1 in bit 0."""
PLAYER = struct.Struct("<36s4B3Q")
"""Field; loose, all clear, chain, row 14; score, carry, ojama."""
LAYOUT = struct.Struct(f"<{PLAYER.size}s{PLAYER.size}s96sQQiHbB")
"""Two players; the queue; turn, clock, seed, pairs in the queue, commit, first."""
CHAIN_BYTES = (38, PLAYER.size + 38)
"""Where the links of each player's last placement stand."""
ABSENT = PLAYER.pack(b"", *[0] * 7)
"""The second player of single play."""


def rules(options: PuyoOptions) -> kernels.PuyoRules:
    for name in ("target_points", "margin_seconds", "ojama_per_turn", "max_turns"):
        if (getattr(options, name) or 0) > LARGEST:
            raise ConfigError(f"option {name}={getattr(options, name)}: the kernel knows up to {LARGEST}", option=name)
    return kernels.PuyoRules(
        options.mode == "versus",
        options.colors,
        options.target_points,
        NEVER if options.margin_seconds is None else options.margin_seconds,
        options.ojama_per_turn,
        options.row14 == "once",
        NEVER if options.max_turns is None else options.max_turns,
    )


def pack(position: Position) -> bytes:
    """StateError for a queue of more than 128 pairs or not of its seed, and for numbers beyond 64 bits."""
    queue, seed = position.queue, position.seed
    if len(queue) > pairs.PUYOS or len(queue) % 2:
        raise StateError(f"the queue has {len(queue) / 2:g} pairs: the kernel knows whole ones, 128 at most")
    if seed is not None and queue != pairs.queue(seed, position.options.colors):
        raise StateError(f"seed {seed} makes another queue than that of the position")
    players = [pack_player(player) for player in position.players]
    try:
        return LAYOUT.pack(
            *(players if len(players) == 2 else (*players, ABSENT)),
            pack_queue(queue),
            position.turn,
            position.clock,
            NONE if seed is None else seed,
            len(queue) // 2,
            NONE if position.commit is None else position.commit,
            position.first,
        )
    except struct.error as error:
        raise StateError(f"a number of the position is too large for the kernel: {error}") from None


def pack_player(player: Player) -> bytes:
    try:
        return PLAYER.pack(
            pack_field(player.field),
            player.loose,
            player.all_clear,
            player.chain,
            player.row14,
            player.score,
            player.carry,
            player.ojama,
        )
    except struct.error as error:
        raise StateError(f"a number of the position is too large for the kernel: {error}") from None


def unpack(raw: bytes, options: PuyoOptions) -> Position:
    *players, queue, turn, clock, seed, length, commit, first = LAYOUT.unpack(raw)
    if options.mode == "single":
        del players[1]
    return Position(
        players=tuple(unpack_player(player) for player in players),
        queue=unpack_queue(queue)[: 2 * length],
        seed=None if seed == NONE else seed,
        turn=turn,
        clock=clock,
        commit=None if commit == NONE else commit,
        first=first,
        options=options,
    )


def unpack_player(raw: bytes) -> Player:
    field, loose, all_clear, chain, row14, score, carry, ojama = PLAYER.unpack(raw)
    return Player(unpack_field(field), score, carry, ojama, loose, bool(all_clear), chain, row14)


def pack_field(field: Field) -> bytes:
    columns = [bits_of(column) for column in field]
    return FIELD.pack(*(bits[plane] for plane in range(CODE_BITS) for bits in columns))


def unpack_field(raw: bytes) -> Field:
    columns = FIELD.unpack(raw)
    return tuple(letters_of(columns[at::WIDTH]) for at in range(WIDTH))


@lru_cache(maxsize=64)
def pack_queue(queue: str) -> bytes:
    return b"".join(bits.to_bytes(pairs.PUYOS // 8, "little") for bits in bits_of(queue))


@lru_cache(maxsize=1024)
def unpack_queue(raw: bytes) -> str:
    size = pairs.PUYOS // 8
    return letters_of(tuple(int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw), size)))


@lru_cache(maxsize=1 << 16)
def bits_of(puyos: str) -> tuple[int, ...]:
    """Bit planes of the codes, the first puyo in bit 0."""
    return tuple(int("0" + puyos[::-1].translate(ones), 2) for ones in _ONES)


@lru_cache(maxsize=1 << 16)
def letters_of(planes: tuple[int, ...]) -> str:
    """The same backwards."""
    length = max(plane.bit_length() for plane in planes)
    codes = (sum((plane >> at & 1) << bit for bit, plane in enumerate(planes)) for at in range(length))
    return "".join(LETTERS[code] for code in codes)


KERNEL = Kernel(kernels.PuyoBatch, rules, pack, unpack)
