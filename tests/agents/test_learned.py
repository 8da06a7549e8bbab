"""The learned agent plays without torch, as the network that was trained."""

import subprocess
import sys

import numpy as np
import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.core.registry import game
from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.policy import Policy, load, names

PUYO = game("puyo")


@pytest.mark.parametrize("mode", ["versus", "single"])
def test_it_plays_a_game(mode: str) -> None:
    options = PUYO.options(mode=mode, max_turns=25)
    agents = [make_agent("learned", PUYO, options), make_agent("learned:noise=0.5", PUYO, options)]
    record = play(PUYO, agents[: 2 if mode == "versus" else 1], options, seed=4)

    assert record.returns is not None


@pytest.mark.slow
def test_it_beats_the_greedy_agent_more_often_than_not() -> None:
    options = PUYO.options(max_turns=200)
    won = 0.0
    for seed in range(20):
        agents = [make_agent("learned", PUYO, options), make_agent("greedy", PUYO, options, seed=seed)]
        seat = seed % 2
        returns = play(PUYO, agents[::-1] if seat else agents, options, seed=seed // 2).returns
        assert returns is not None
        won += returns[seat] > 0
    assert won >= 11


@pytest.mark.parametrize("name", names())
def test_every_network_has_a_recipe(name: str) -> None:
    import json
    from importlib.resources import files

    recipe = json.loads((files("asobiba.games.puyo") / "weights" / f"{name}.json").read_text())

    assert {"command", "config", "rules", "episode", "figures", "commit"} <= recipe.keys()
    assert recipe["rules"] == PUYO.version


def test_it_equals_the_network_in_torch() -> None:
    networks = pytest.importorskip("asobiba.learn.networks")
    policy = load("default")
    twin = networks.CandidateNetwork([1.0] * SIZE, policy.weights["first.bias"].shape[0])
    twin.take(policy.weights)
    numbers = np.random.default_rng(0).integers(0, 40, (22, SIZE), np.uint8)

    expected = twin.values(numbers[None], np.ones((1, 22), np.bool_))[0]
    assert policy.of_candidates(numbers) == pytest.approx(expected, rel=1e-4, abs=1e-4)


def test_what_it_cannot_do_is_said() -> None:
    with pytest.raises(ConfigError, match="no network of othello has been trained"):
        make_agent("learned", game("othello"))
    with pytest.raises(ConfigError, match=r"no network of puyo is named '\.\./x'; there are: default"):
        make_agent("learned:weights=../x", PUYO)
    with pytest.raises(ConfigError, match="has 3 inputs"):
        Policy({"scale": np.ones(3, np.float32)})


def test_torch_is_not_needed() -> None:
    code = (
        "import sys; from asobiba.agents.spec import make_agent; from asobiba.core.registry import game; "
        "import asobiba.games; make_agent('learned', game('puyo')); assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
