"""The judgement, and that one ply of it plays far better than chance."""

import pytest

from asobiba.agents import make_agent
from asobiba.core.game import OVER
from asobiba.core.match import play
from asobiba.games.puyo import GAME
from asobiba.games.puyo.evaluate import danger, evaluate, shape
from asobiba.games.puyo.notation import read_field, read_position
from asobiba.games.puyo.rules import PuyoOptions

VERSUS = PuyoOptions()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("RRR...", "RRB..."),
        ("..GB../..RGB./..RGB./..RGB.", "..GBB./..RGG./..RGB./..RBB."),
        ("BY..../BY....", "..Y.../..B.../..Y.../..B.../..Y.../..B.../..Y.../..B..."),
    ],
)
def test_a_chain_that_stands_ready_is_worth_more_and_height_less(better: str, worse: str) -> None:
    assert shape(read_field(better)) > shape(read_field(worse))


def test_danger_lies_between_0_and_1() -> None:
    assert danger(("",) * 6) == 0
    assert danger(("O" * 13,) * 6) == 1
    assert danger(("", "", "O" * 9, "", "", "")) == pytest.approx(0.35)


def test_a_commit_is_judged_by_what_it_leaves_but_only_for_its_owner() -> None:
    fires, waits = (read_position(f"RR....|...... RR BY commit={move}", VERSUS) for move in ("3r", "6u"))

    assert evaluate(fires, 0) != evaluate(waits, 0)
    assert evaluate(fires, 1) == evaluate(waits, 1)


def test_a_chain_counts_against_the_ojama_that_would_bury() -> None:
    tower = "/".join(["..B...", "..Y..."] * 4)
    text = f"{tower}/RRB...|...... RR BY ojama=30|0 carry=2060|0"
    saved, buried = (read_position(f"{text} commit={move}", VERSUS) for move in ("1u", "6u"))

    assert evaluate(saved, 0) > evaluate(buried, 0) + 500


@pytest.mark.thorough
def test_greedy_beats_random() -> None:
    wins = 0.0
    for seed in range(8):
        seat = seed % 2
        agents = [make_agent("random", GAME, seed=seed), make_agent("random", GAME, seed=seed + 1)]
        agents[seat] = make_agent("greedy", GAME, seed=seed)
        record = play(GAME, agents, seed=seed)
        assert record.returns is not None
        wins += record.returns[seat] == 1

    assert wins >= 7


@pytest.mark.thorough
def test_greedy_builds_longer_chains_than_random() -> None:
    options = PuyoOptions(mode="single", max_turns=40)
    longest: dict[str, float] = {}
    for name in ("random", "greedy"):
        chains = []
        for seed in range(4):
            record = play(GAME, [make_agent(name, GAME, options, seed=seed)], options, seed=seed)
            states = list(record.states())
            assert states[-1].to_play == OVER
            chains.append(max(state.players[0].chain for state in states))
        longest[name] = sum(chains) / len(chains)

    assert longest["random"] < 2.5
    assert longest["greedy"] >= 4
