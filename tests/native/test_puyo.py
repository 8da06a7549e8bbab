"""Puyo's kernel: chains, the top of the field, queues, hand-made positions, and bytes from anywhere."""

import random
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asobiba._native import kernels
from asobiba.core.errors import ConfigError, StateError
from asobiba.core.game import CHANCE, OVER
from asobiba.envs.batch import Batch
from asobiba.games.puyo import GAME, pairs
from asobiba.games.puyo.encode import observe
from asobiba.games.puyo.field import COLOURS, EMPTY, HEIGHT, OJAMA, WIDTH, Field, drop, resolve
from asobiba.games.puyo.native import KERNEL, LAYOUT, pack, pack_field, rules, unpack, unpack_field
from asobiba.games.puyo.notation import read_field, read_move, read_position
from asobiba.games.puyo.placements import PLACEMENTS, SPAWN
from asobiba.games.puyo.rules import Player, Position, PuyoOptions, conceal
from tests.amounts import amount
from tests.games.puyo.play import random_game
from tests.games.puyo.test_field import cases
from tests.native.test_twins import lock_step

VERSUS, SINGLE, ONCE = PuyoOptions(), PuyoOptions(mode="single"), PuyoOptions(row14="once")
PRESETS = Path(__file__).parents[1] / "data" / "puyo_presets.txt"
STAIRS = "ORBYG./RBYGR./RBYGR./RBYGR."


def assert_resolved(field: Field) -> None:
    """The chain of the kernel is that of the rulebook: links, points, frames, what is left."""
    links, score, frames, after = kernels.puyo_resolve(pack_field(field))
    expected = resolve(field)

    assert (links, score, frames) == (len(expected.links), expected.score, expected.frames)
    assert unpack_field(after) == expected.field


def test_known_chains() -> None:
    for case in cases():
        assert_resolved(case.field)
        assert kernels.puyo_resolve(pack_field(case.field))[:2] == (case.chains, case.score)


def test_presets_pop_with_their_trigger() -> None:
    lines = [line for line in PRESETS.read_text().splitlines() if line and not line.startswith("#")]
    for line in lines:
        text, chains, trigger, score, _ = line.split("|")
        column, puyos = trigger.split()
        colour, count = puyos.split("x")
        field = drop(read_field(text), int(column[3:]) - 1, colour * int(count))

        assert kernels.puyo_resolve(pack_field(field))[:2] == (int(chains), int(score))
        assert_resolved(field)
    assert len(lines) > 900


@pytest.mark.parametrize("letters", ["RO", "RB", "RBO", "RBYO", "RBYG", "RBYGO", "RBYGPO", "RBYGPRBYGPO"])
def test_random_fields_of_everything(letters: str) -> None:
    """Up to row 13, full ones among them; few colours make huge groups, ojama stand in every row."""
    generator = random.Random(letters)
    for number in range(amount("ASOBIBA_PUYO_FIELDS", 1_000, long=4_000)):
        tallest = HEIGHT if number % 3 else generator.randrange(1, HEIGHT + 1)
        heights = [generator.choice((tallest, generator.randrange(tallest + 1))) for _ in range(WIDTH)]
        assert_resolved(tuple("".join(generator.choices(letters, k=height)) for height in heights))


@given(st.lists(st.text("RBYGPO", max_size=HEIGHT), min_size=WIDTH, max_size=WIDTH).map(tuple))
def test_any_field_packs_and_unpacks(field: Field) -> None:
    assert unpack_field(pack_field(field)) == field


@pytest.mark.parametrize("broken", [b"", bytes(35), bytes(37), b"\xff" * 36, b"\2" + bytes(35), b"\0\x20" * 18])
def test_what_is_no_field_is_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match="field"):
        kernels.puyo_resolve(broken)


def one_game(position: Position, *, luck: bool = False) -> Batch:
    batch = Batch(GAME, 1, options=position.options, luck=luck, implementation="native")
    batch.set_state(0, position)
    return batch


def assert_equal(batch: Batch, position: Position) -> None:
    assert batch.state(0) == position
    assert pack(position) == batch.games.position(0)
    assert batch.to_play[0] == position.to_play
    assert batch.scores()[0].tolist() == [np.float32(score) for score in position.returns()]
    if position.to_play != CHANCE:
        assert np.flatnonzero(batch.mask[0]).tolist() == list(position.legal())
    for seat in range(batch.seats):
        assert (batch.observe(seat)[0] == observe(position, seat)).all()


@pytest.mark.parametrize("options", [VERSUS, ONCE], ids=["discard", "once"])
def test_the_top_of_the_field(options: PuyoOptions) -> None:
    """Every combination of heights near the top: what is reachable, and some of what comes of it."""
    generator = random.Random(3)
    batch = Batch(GAME, 1, options=options, luck=False, implementation="native")
    for left in product((9, 10, 11, 12, 13), repeat=WIDTH - 1):
        heights = [*left[:SPAWN], generator.randrange(12), *left[SPAWN:]]
        field = tuple("".join(generator.choices("RBYGO", k=height)) for height in heights)
        row14 = generator.randrange(64) if options.row14 == "once" else 0
        position = Position((Player(field, row14=row14), Player()), "RBGY", options=options)
        batch.set_state(0, position)
        assert np.flatnonzero(batch.mask[0]).tolist() == list(position.legal())

        moves = generator.choice(position.legal()), generator.randrange(len(PLACEMENTS))
        for move in moves:
            position = position.apply(move)
            batch.step([move])
        assert batch.state(0) == position


@pytest.mark.parametrize("colors", [3, 4, 5])
def test_the_queues_of_seeds(colors: int) -> None:
    options = PuyoOptions(colors=colors)
    seeds = [0, 1, 2, 42, 1000, 65535, *random.Random(colors).sample(range(65536), 250)]
    batch = Batch(GAME, len(seeds), options=options, luck=False, implementation="native")
    batch.step(seeds)
    for index, seed in enumerate(seeds):
        state = batch.state(index)
        assert (state.queue, state.seed) == (pairs.queue(seed, colors), seed)


@pytest.mark.parametrize(
    ("text", "moves", "options"),
    [
        (f"{STAIRS}|...... RR BY", "6u 1u 1u 6u", VERSUS),
        (f"{STAIRS}|...... RR BY", "6u 1u 1u 6u", PuyoOptions(ojama_per_turn=12)),
        (f"{STAIRS}|{STAIRS} RR BY", "6u 6u 1u 1u", VERSUS),
        (f"{STAIRS}|RR.... RR BY carry=0|65", "6u 3r", VERSUS),
        (f"{STAIRS}|...... RR", "6u 3u 1u 4u 2u 5u", VERSUS),
        (f"{STAIRS}|...... RR BY ojama=106|0", "6u 1u", VERSUS),
        (f"{STAIRS}|...... RR BY clock={96 * 60 - 1}", "6u 1u", VERSUS),
        (f"{STAIRS}|...... RR BY clock={96 * 60}", "6u 1u", VERSUS),
        (f"{STAIRS}|...... RR BY clock={10**12}", "6u 1u", VERSUS),
        (f"{STAIRS}|...... RR BY clock={10**12}", "6u 1u", PuyoOptions(margin_seconds=None)),
        ("......|...... RB ojama=1|2", "1u 6u columns=6 columns=1,2 2u 2u", VERSUS),
        ("......|...... RB YG ojama=8|33", "1u 6u columns=2,5 3d 4r columns=1,3,6", VERSUS),
        ("......|...... RB ojama=0|999999999999", "1u 6u 1u 6u 1u 3u", VERSUS),
        ("......|...... RB ojama=0|100", "1u 6u columns=1,2,3,4", PuyoOptions(ojama_per_turn=10**12)),
        ("RR....|...... RR carry=999999999999|0", "3r 1u", VERSUS),
        ("RR...B|...... RR clear=1|0 score=999999999999|0", "3r 1u", VERSUS),
        ("RR.... RR", "3r 1u 1u", SINGLE),
        ("RRRR.. BY", "6u", SINGLE),
        ("BB..../RR.... RR", "3r", SINGLE),
        ("......|...... RB YG", "1u 1u 2u 2u", PuyoOptions(max_turns=2)),
        ("RR.... RR", "3r", PuyoOptions(mode="single", max_turns=1)),
        ("......|...... RB first=1", "1u 2u 3u 4u", VERSUS),
        ("......|...... RB YY first=1 commit=2d", "1u 6l", VERSUS),
        ("......|...... RB turn=999999999999", "1u 2u", VERSUS),
        ("/".join([".O...."] * 12) + "|...... RB", "3u 3u", VERSUS),
        ("/".join([".O...."] * 12 + [".OO..."] * 1) + "|...... RB row14=2|0", "3u 3u", ONCE),
        ("/".join([".O...."] * 1 + [".OO..."] * 11) + "|...... RB", "2u 3u 3u 3u", ONCE),
        ("/".join(["..G...", "..Y..."] * 5) + "|...... RB", "3u 3u", VERSUS),
        ("/".join(["..G...", "..Y..."] * 5), "seed=65535 3u", SINGLE),
    ],
)
def test_hand_made_positions(text: str, moves: str, options: PuyoOptions) -> None:
    position = read_position(text, options)
    batch = one_game(position)
    assert_equal(batch, position)
    for move in moves.split():
        action = read_move(position, move)
        position = position.apply(action)
        batch.step([action])
        assert_equal(batch, position)


@pytest.mark.parametrize(
    "options",
    [
        PuyoOptions(colors=3, target_points=1, margin_seconds=0, row14="once", ojama_per_turn=7),
        PuyoOptions(colors=3, target_points=3, max_turns=40),
        PuyoOptions(colors=5, target_points=2, ojama_per_turn=80),
        PuyoOptions(colors=3, mode="single", row14="once", target_points=10**12),
    ],
    ids=lambda options: str(options.chosen()),
)
def test_options_together(options: PuyoOptions) -> None:
    """Cheap ojama and few colours: much falls, and columns are full."""
    lock_step(GAME, options, amount("ASOBIBA_TWIN_POSITIONS", 640, long=4_000), seed=4)


@pytest.mark.parametrize("length", [1, 2, 3, 5, 127, 128])
def test_given_queues_go_round(length: int) -> None:
    generator = random.Random(length)
    queue = "".join(generator.choices("RBYG", k=2 * length))
    position = Position((Player(), Player()), queue, turn=generator.randrange(10**6))
    batch = one_game(position, luck=True)
    for _ in range(2 * length + 8):
        if batch.to_play[0] == OVER:
            break
        state = batch.state(0)
        assert state.pairs() == [pairs.pair(queue, state.turn + ahead) for ahead in range(3)]
        assert_equal(batch, state)
        batch.step(batch.random_actions())


def test_concealed_positions_are_played_too() -> None:
    for number, position in enumerate(random_game(PuyoOptions(target_points=5), 6)):
        if position.to_play < 0 or number % 5:
            continue
        hidden = conceal(position, position.to_play)
        batch = one_game(hidden)
        assert_equal(batch, hidden)
        for _ in range(2):
            action = hidden.legal()[-1]
            hidden = hidden.apply(action)
            batch.step([action])
            assert_equal(batch, hidden)


def broken_positions() -> list[Position]:
    players = Player(), Player()
    return [
        Position(players, "RB" * 129),
        Position(players, "RBR"),
        Position(players, "RB", seed=5),
        Position(players, pairs.queue(5, 4), seed=6),
        Position(players, "RB", turn=2**64),
        Position((Player(score=2**64), Player()), "RB"),
        Position((Player(score=-1), Player()), "RB"),
        Position((Player(loose=6), Player()), "RB"),
        Position((Player(chain=20), Player()), "RB"),
        Position((Player(("P", "", "", "", "", "")), Player()), "RB"),
        Position(players, "RP"),
        Position(players, "RB", first=2),
        Position(players, "RB", commit=22),
        Position((Player(),), "RB", commit=3, options=SINGLE),
        Position((Player(),), "RB", first=1, options=SINGLE),
    ]


@pytest.mark.parametrize("position", broken_positions(), ids=range(len(broken_positions())))
def test_what_the_kernel_cannot_hold_is_refused(position: Position) -> None:
    batch = Batch(GAME, 1, options=position.options, implementation="native")
    with pytest.raises(StateError):
        batch.set_state(0, position)


@pytest.mark.parametrize("name", ["target_points", "margin_seconds", "ojama_per_turn", "max_turns"])
def test_options_beyond_the_kernel_are_named_and_left_to_the_rulebook(name: str) -> None:
    options = PuyoOptions.read({name: 10**12 + 1})

    with pytest.raises(ConfigError, match=name):
        rules(options)
    assert Batch(GAME, 1, options=options).implementation == "rulebook"
    assert Batch(GAME, 1, options=PuyoOptions.read({name: 10**12})).implementation == "native"


def play_on(batch: Batch, raw: bytes, options: PuyoOptions) -> None:
    """Bytes that were taken are a position: all that may be asked is answered, and it is written in one way only."""
    assert pack(unpack(raw, options)) == raw
    assert np.isfinite(batch.observation).all()
    batch.hashes(), batch.scores()
    for _ in range(30):
        batch.step(batch.random_actions())
        assert batch.games.position(0) == pack(batch.state(0))
    KERNEL.perft(rules(options), batch.games.position(0), 1, "A")


OF_GAMES = {
    options: [pack(position) for seed in range(3) for position in random_game(options, seed)]
    for options in (VERSUS, SINGLE, PuyoOptions(colors=5, row14="once", target_points=2))
}


@settings(max_examples=amount("ASOBIBA_EXAMPLES", 50, long=400), deadline=None)
@given(st.sampled_from(list(OF_GAMES)), st.data())
def test_bytes_from_anywhere_are_refused_or_played(options: PuyoOptions, data: st.DataObject) -> None:
    """A few bytes of a position changed, or all of them."""
    raw = bytearray(data.draw(st.sampled_from(OF_GAMES[options])))
    changes = data.draw(st.dictionaries(st.integers(0, len(raw) - 1), st.integers(0, 255), max_size=4))
    for at, byte in changes.items():
        raw[at] = byte
    if data.draw(st.integers(0, 9)) == 0:
        raw = bytearray(data.draw(st.binary(min_size=LAYOUT.size - 1, max_size=LAYOUT.size + 1)))
    batch = Batch(GAME, 1, options=options, luck=False, implementation="native")
    try:
        batch.games.place(0, bytes(raw), 1)
    except ValueError:
        return
    batch.refresh()
    play_on(batch, bytes(raw), options)


def test_every_byte_of_a_position_is_looked_at() -> None:
    """Whichever byte is changed, and however: refused, or a position."""
    generator = random.Random(2)
    taken = 0
    for options, raws in OF_GAMES.items():
        batch = Batch(GAME, 1, options=options, luck=False, implementation="native")
        for raw in generator.sample(raws, 6):
            for at in range(len(raw)):
                changed = bytearray(raw)
                changed[at] ^= 1 << generator.randrange(8)
                try:
                    batch.games.place(0, bytes(changed), 1)
                except ValueError:
                    continue
                taken += 1
                assert pack(unpack(bytes(changed), options)) == changed
                assert (batch.observe(0)[0] == observe(batch.state(0), 0)).all()
    assert taken > 500


def test_luck_is_fair() -> None:
    """Each of the 20 sets of three columns about as often, seeds from the whole range."""
    position = read_position("......|...... RB loose=0|3", VERSUS)
    batch = Batch(GAME, 4000, luck=False, implementation="native")
    seeds = batch.random_actions()
    assert seeds.min() < 200
    assert seeds.max() > 65335
    assert len(set(seeds.tolist())) > 3700
    for index in range(4000):
        batch.games.place(index, pack(position), index)
    drawn = Counter(batch.random_actions().tolist())
    assert sorted(drawn) == list(position.legal())
    assert 130 < min(drawn.values()) <= max(drawn.values()) < 280


@pytest.mark.parametrize("options", [VERSUS, SINGLE], ids=["versus", "single"])
def test_random_play_is_that_of_the_rulebook(options: PuyoOptions) -> None:
    """Length and score of random games, within four standard errors of 150 games of the rulebook."""
    games, moves, scores = KERNEL.random_games(rules(options), 400_000, 1)
    lengths, totals = [], []
    for seed in range(150):
        played = list(random_game(options, seed))
        lengths.append(sum(position.to_play >= 0 for position in played))
        totals.append(played[-1].returns()[0])
    for found, sample in ((moves / games, lengths), (scores[0] / games, totals)):
        assert abs(found - np.mean(sample)) < 4 * np.std(sample) / 150**0.5


def test_a_game_is_small() -> None:
    assert LAYOUT.size == 248
    assert kernels.PuyoBatch(rules(VERSUS), 1, 0, True, 1).bytes_per_game < 300


def test_letters_have_the_codes_of_the_kernel() -> None:
    every = (COLOURS + OJAMA, *EMPTY[1:])

    assert [byte for byte in pack_field(every) if byte] == [0b010101, 0b100110, 0b111000]
