"""The GameEngine of specification 001: its moves, its two clocks."""

import asyncio
import random
import time
from typing import Any

import pytest

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games import puyo
from asobiba.games.puyo import specification
from asobiba.games.puyo.clocks import TurnClock
from asobiba.games.puyo.field import resolve
from asobiba.games.puyo.specification import GameEngine
from asobiba.games.puyo.states import PLAYERS, Board, PlacementAction, board_of, field_of


def chosen(engine: GameEngine, generator: random.Random) -> list[int | None]:
    """A legal action for everybody who has a pair to place."""
    moves = [engine.legal_actions(player) for player in PLAYERS[: len(engine.clock.players)]]
    return [generator.choice(legal) if legal else None for legal in moves]


@pytest.mark.parametrize("mode", ["versus", "single"])
def test_the_engine_is_in_step_with_the_rulebook(mode: Any) -> None:
    """Only what luck decides is taken over from the engine."""
    engine, generator = GameEngine(mode, 0, seed=8, target_points=10), random.Random(2)
    clock = engine.clock
    assert isinstance(clock, TurnClock)
    while not engine.is_game_over():
        before, actions = clock.position, chosen(engine, generator)
        found = engine.step(*actions)
        expected = before
        for action in actions:
            assert action is not None
            expected = expected.apply(action)
        for name, player, resting in zip(PLAYERS, expected.players, clock.position.players, strict=False):
            loose = sum(map(len, resting.field)) - sum(map(len, player.field))
            assert 0 <= loose <= player.loose
            assert found["players"][name]["score"] == player.score
            assert found["players"][name]["ojama_pending"] == player.ojama
            assert found["players"][name]["chain_count"] == player.chain
            assert found["players"][name]["board"] == board_of(resting.field)
        assert (found["turn"], found["clock"]) == (expected.turn, expected.clock)
    if mode == "versus":
        returns = clock.position.returns()
        assert found["winner"] == {1.0: "A", -1.0: "B", 0.0: None}[returns[0]]


def test_a_game_at_the_turn_limit_is_truncated() -> None:
    engine = GameEngine(speed_multiplier=0, seed=1, max_turns=2)
    engine.step(0, 1)
    found = engine.step(0, 1)

    assert (found["game_over"], found["truncated"], found["winner"]) == (True, True, None)
    assert engine.is_game_over()
    assert engine.legal_actions("A") == ()


def test_a_seed_is_a_game() -> None:
    games = []
    for seed in (1, 1, 2):
        engine, generator = GameEngine(speed_multiplier=0, seed=seed, target_points=5), random.Random(3)
        while not engine.is_game_over():
            found = engine.step(*chosen(engine, generator))
        games.append(found)

    assert games[0] == games[1] != games[2]


def test_on_the_frame_clock_each_pair_lands_where_it_was_sent() -> None:
    engine, generator = GameEngine("single", 0, seed=5, clock="frames", max_turns=20), random.Random(1)
    while not engine.is_game_over():
        before, actions = engine.get_state(), chosen(engine, generator)
        found = engine.step(*actions)
        assert actions[0] is not None
        board = [list(row) for row in before["players"]["A"]["board"]]
        for x, y, colour in PlacementAction.on(before, "A", actions[0]).final_positions:
            board[y][x] = colour
        resolution = resolve(field_of(board))
        assert field_of(found["players"]["A"]["board"]) == resolution.field
        assert found["players"]["A"]["chain_count"] == len(resolution.links)
    assert found["turn"] == 20
    assert found["truncated"]


def test_on_the_frame_clock_a_chain_takes_time_and_the_other_goes_on() -> None:
    """A pops four reds in the first step; B has another pair to place before A has one again."""
    engine = GameEngine(speed_multiplier=0, seed=5, clock="frames")
    engine.clock.game.boards[0].field = ("RRR", "", "", "", "", "")  # type: ignore[attr-defined]
    engine.clock.game.queue = "RRBB"  # type: ignore[attr-defined]
    engine.clock.game.boards[0].pair = "RR"  # type: ignore[attr-defined]
    first = engine.step(0, 5)

    assert first["players"]["A"]["is_chaining"]
    assert first["players"]["A"]["current_puyo"] is None
    assert first["players"]["A"]["chain_count"] == 0
    assert not first["players"]["B"]["is_chaining"]
    assert engine.legal_actions("A") == ()
    with pytest.raises(IllegalMove, match="A has no pair to place yet: give None"):
        engine.step(0, 5)
    with pytest.raises(IllegalMove, match="B has a pair to place"):
        engine.step(None, None)
    chains, found = [], first
    while found["players"]["A"]["current_puyo"] is None:
        found = engine.step(None, 5)
        chains.append(found["players"]["A"]["chain_count"])
    assert chains[-1] == 1
    assert not any(chains[:-1])
    assert resolve(field_of(found["players"]["A"]["board"])).links == ()


@pytest.mark.parametrize(("speed", "slow"), [(0, False), (None, False), (20.0, True)])
def test_the_async_form_takes_as_long_as_it_takes_to_play(speed: float | None, slow: bool) -> None:
    """Forty frames, 20 times faster: a thirtieth of a second."""
    engine, twin = GameEngine(speed_multiplier=speed, seed=1), GameEngine(speed_multiplier=None, seed=1)
    started = time.monotonic()
    found = asyncio.run(engine.step_simultaneous(0, 1))

    assert found == twin.step(0, 1)
    assert not slow or time.monotonic() - started >= 40 / 60 / 20


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ((22, 0), "action 22 of A: action 22 does not exist"),
        ((-1, 0), "action -1 of A"),
        ((0, None), "action None of B: B has a pair to place"),
        ((PlacementAction(99, 0, 0), 0), "action 99"),
    ],
)
def test_illegal_moves_are_refused(actions: tuple[Any, Any], error: str) -> None:
    engine = GameEngine(speed_multiplier=0, seed=1)
    before = engine.get_state()

    with pytest.raises(IllegalMove, match=error):
        engine.step(*actions)
    assert engine.get_state() == before


def test_a_move_after_the_end_and_a_move_of_nobody_are_refused() -> None:
    engine = GameEngine("single", 0, seed=1, max_turns=1)
    with pytest.raises(IllegalMove, match="there is no player B"):
        engine.step(0, 0)
    with pytest.raises(ConfigError, match="player 'B': there are A"):
        engine.legal_actions("B")
    engine.step(0)
    with pytest.raises(IllegalMove, match="the game is over"):
        engine.step(0)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"mode": "duel"}, "option mode=duel of PuyoOptions: allowed is single or versus"),
        ({"speed_multiplier": -1}, "speed_multiplier=-1: allowed is a number, 0 or more"),
        ({"speed_multiplier": float("nan")}, "speed_multiplier=nan"),
        ({"speed_multiplier": "fast"}, "speed_multiplier=fast: allowed is a number, 0 or more"),
        ({"clock": "sundial"}, "clock='sundial': allowed is turns or frames"),
        ({"colors": 6}, "option colors=6"),
        ({"colours": 4}, "has no option 'colours'"),
    ],
)
def test_bad_settings_are_named(settings: dict[str, Any], error: str) -> None:
    with pytest.raises(ConfigError, match=error):
        GameEngine(**settings)


def drawn(*lines: str) -> Board:
    """A board by its lowest rows."""
    filled = [[".RBYG".index(cell) for cell in line] for line in lines]
    return [[0] * 6 for _ in range(13 - len(filled))] + filled


def test_the_names_of_the_specification_are_in_the_package() -> None:
    assert [getattr(puyo, name).__name__ for name in specification.__all__] == specification.__all__
    assert {"GAME", *specification.__all__} <= {*dir(puyo)}
    assert isinstance(puyo.GameEngine(seed=1), GameEngine)
    with pytest.raises(AttributeError, match="has no attribute 'Engine'"):
        getattr(puyo, "Engine")  # noqa: B009


def test_a_pair_is_put_on_a_board_as_the_specification_tries_it() -> None:
    board = drawn("BB....")

    assert puyo.place_virtual_puyo(board, 1, 1, (1, 2))
    assert board == drawn(".R....", "BBB...")
    for column, rotation in ((6, 0), (5, 1), (0, 3), (0, 4)):
        assert not puyo.place_virtual_puyo(board, column, rotation, (1, 1))
    assert board == drawn(".R....", "BBB...")


def test_the_chain_of_a_board_alone_and_what_it_sends() -> None:
    """Four red, then the blue on top of them falls beside three others: 40 + 320 points. What hangs falls first."""
    hanging = drawn("B.....", "R.....", "......", "R.....", "R.....", "RBBB..")
    before = [list(row) for row in hanging]

    assert puyo.simulate_chain_cascade(hanging) == 2
    assert puyo.simulate_chain_damage(hanging) == 5
    assert hanging == before
    assert puyo.simulate_chain_cascade(drawn("RRR...")) == 0


def test_the_threat_of_a_board_and_a_pair() -> None:
    """Five red are 100 points."""
    assert puyo.analyze_immediate_threat(drawn("RRR..."), {"colors": (1, 1)}) == 0.01
    assert puyo.analyze_immediate_threat(drawn("RRR..."), {"colors": (2, 2)}) == 0.0
    assert puyo.analyze_immediate_threat(drawn("RRR..."), None) == 0.0
