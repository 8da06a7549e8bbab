"""The agent `beam`: its settings, what it builds alone, and that it beats the others."""

import pytest

from asobiba.agents.advice import Adviser, Deepener
from asobiba.agents.spec import make_agent
from asobiba.arena.series import play_series
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game
from asobiba.games.puyo.beam import LEVELS, Beam, Plan
from asobiba.games.puyo.rules import Position, PuyoOptions, conceal

PUYO = find_game("puyo")
SINGLE = PuyoOptions(mode="single", max_turns=50)


def opened(seed: int, options: PuyoOptions = SINGLE) -> Position:
    position = PUYO.start(options)
    assert isinstance(position, Position)
    return position.apply(seed)


@pytest.mark.parametrize(
    ("spec", "plan"),
    [
        ("beam", LEVELS[2]),
        ("beam:level=1", LEVELS[0]),
        ("beam:level=2,width=7", Plan(7, LEVELS[1].depth, LEVELS[1].queues)),
        ("beam:width=7,depth=3,queues=1", Plan(7, 3, 1)),
    ],
)
def test_settings(spec: str, plan: Plan) -> None:
    agent = make_agent(spec, PUYO)

    assert isinstance(agent, Beam)
    assert agent.plan == plan


@pytest.mark.parametrize(
    ("name", "spec", "sentence"),
    [
        ("puyo", "beam:level=9", f"option level=9 of BeamSettings: allowed is a whole number from 1 to {len(LEVELS)}"),
        ("puyo", "beam:level=0", "option level=0 of BeamSettings"),
        ("puyo", "beam:width=0", "option width=0 of BeamSettings: allowed is"),
        ("puyo", "beam:depth=101", "option depth=101 of BeamSettings: allowed is"),
        ("puyo", "beam:width=10000,depth=100,queues=1000", "allowed is a product up to 1000000"),
        ("othello", "beam", "no agent is named 'beam'; agents of othello: random, greedy, minimax"),
    ],
)
def test_wrong_settings_are_refused(name: str, spec: str, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        make_agent(spec, find_game(name))


def test_what_it_tells_has_an_aim_and_then_a_plan_for_the_pairs_in_sight() -> None:
    position = conceal(opened(5, PuyoOptions()), 0)
    agent = make_agent("beam:level=1", PUYO, seed=3)
    assert isinstance(agent, Deepener)
    first, last = agent.deepen(position)
    assert first.unit == "points"
    assert first.values == last.values
    assert first.insight.keys() == {"aim"}
    assert last.insight["aim"] >= 1
    assert len(last.insight["plan"]) == len(position.pairs())
    assert last.insight["plan"][0] in last.best()


def test_it_values_every_legal_move_and_chooses_the_best() -> None:
    position = conceal(opened(5), 0)
    agent, twin = (make_agent("beam:level=1", PUYO, SINGLE, seed=3) for _ in range(2))
    assert isinstance(agent, Adviser)

    advice = agent.advise(position)

    assert list(advice.values) == list(position.legal())
    assert twin.choose(position) in advice.best()


def test_a_game_is_repeated_by_its_seed() -> None:
    first, second = (played(2, "beam:level=1") for _ in range(2))

    assert first == second


def played(seed: int, spec: str) -> list[int]:
    """The chains of a game alone, turn by turn."""
    position, agent, chains = opened(seed), make_agent(spec, PUYO, SINGLE, seed=seed), []
    while position.to_play != OVER:
        position = position.apply(agent.choose(conceal(position, 0)))
        chains.append(position.players[0].chain)
    return chains


def test_the_fast_level_builds_long_chains() -> None:
    """Twelve links on average over many games; over a few of them, not fewer than ten."""
    longest = [max(played(seed, "beam:level=2")) for seed in range(8)]

    assert sum(longest) / len(longest) >= 10


def fought(spec: str, seed: int) -> tuple[float, ...]:
    """The result of a game in which the other drops his pairs at random."""
    luck, options, ply = Luck(seed), PuyoOptions(), 0
    position = opened(seed, options)
    agents = [make_agent(spec, PUYO, options, seed=seed), make_agent("random", PUYO, options, seed=seed)]
    while position.to_play != OVER:
        seat = position.to_play
        chosen = luck.draw(position, ply) if seat == CHANCE else agents[seat].choose(conceal(position, seat))
        position, ply = position.apply(chosen), ply + 1
    return position.returns()


def test_every_level_beats_random() -> None:
    for level in (1, 2):
        assert [fought(f"beam:level={level}", seed)[0] for seed in range(5)] == [1.0] * 5


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2])
def test_it_beats_greedy(level: int) -> None:
    beam, greedy = play_series(PUYO, (f"beam:level={level}", "greedy"), PUYO.options(), games=10, seed=1)

    assert (beam.wins, greedy.wins) == (10, 0)
