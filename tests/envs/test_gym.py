"""The Gymnasium environments, judged by Gymnasium's and Stable-Baselines3's own checkers and by us."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import asobiba.envs
from asobiba.agents.players import Players
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.core.game import OVER
from asobiba.envs.gym import GameEnv
from asobiba.envs.shaping import PotentialShaping
from asobiba.games.otrio import OtrioEnv

IDS = list(asobiba.envs.environments())
every_id = pytest.mark.parametrize("name", IDS)


def make(name: str, **keywords: Any) -> GameEnv:
    env = gymnasium.make(name, disable_env_checker=True, **keywords).unwrapped
    assert isinstance(env, GameEnv)
    return env


def legal_action(mask: Any, generator: random.Random) -> int:
    return generator.choice(np.flatnonzero(mask).tolist())


@every_id
@pytest.mark.parametrize("illegal", ["lose", "noop"])
def test_gymnasium_is_content(name: str, illegal: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(make(name, illegal=illegal))


@every_id
def test_stable_baselines_is_content(name: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker.check_env(make(name), warn=True)


@every_id
def test_masked_play_reaches_the_end(name: str) -> None:
    env, generator = make(name), random.Random(1)
    observation, info = env.reset(seed=5)
    paid = 0.0
    for _ in range(3000):
        assert env.observation_space.contains(observation)
        assert observation["action_mask"].tolist() == info["action_mask"].tolist() == env.action_masks().tolist()
        observation, reward, terminated, truncated, info = env.step(legal_action(info["action_mask"], generator))
        paid += float(reward)
        assert not truncated
        if terminated:
            break
    assert env.state.to_play == OVER
    assert paid == pytest.approx(env.state.returns()[0], rel=1e-5)
    with pytest.raises(IllegalMove, match="call reset"):
        env.step(0)


@every_id
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    def play() -> list[Any]:
        env, generator = make(name), random.Random(2)
        _, info = env.reset(seed=11)
        seen = []
        for _ in range(40):
            observation, reward, over, _, info = env.step(legal_action(info["action_mask"], generator))
            seen.append((observation["observation"].tolist(), reward))
            if over:
                _, info = env.reset()
        return seen

    assert play() == play()


@every_id
def test_a_clone_plays_on_alike(name: str) -> None:
    env, generator = make(name, opponent="greedy"), random.Random(3)
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, _, over, _, info = env.step(legal_action(info["action_mask"], generator))
        if over:
            _, info = env.reset()
    twin = env.clone()
    for _ in range(4):
        action = legal_action(info["action_mask"], generator)
        mine, reward, over, _, info = env.step(action)
        theirs, same_reward, same_over, _, _ = twin.step(action)
        assert mine["observation"].tolist() == theirs["observation"].tolist()
        assert (reward, over) == (same_reward, same_over)
        if over:
            break


@every_id
def test_a_state_is_saved_and_restored(name: str) -> None:
    env, generator = make(name), random.Random(4)
    _, info = env.reset(seed=1)
    blob, before = env.get_state(), env.state
    env.step(legal_action(info["action_mask"], generator))
    env.set_state(blob)

    assert env.state == before
    with pytest.raises(StateError):
        env.set_state(b"nonsense")
    assert env.state == before


def test_illegal_actions_raise_lose_or_do_nothing() -> None:
    strict, losing, lenient = (make("asobiba/Othello-v0", illegal=policy) for policy in ("raise", "lose", "noop"))
    for env in (strict, losing, lenient):
        env.reset(seed=1)

    with pytest.raises(IllegalMove, match="black to a1: no disc would be turned"):
        strict.step(0)
    _, reward, over, _, info = losing.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    before = lenient.state
    _, reward, over, _, info = lenient.step(0)
    assert (reward, over, info["illegal"]) == (0.0, False, True)
    assert lenient.state == before
    with pytest.raises(ConfigError, match="a whole number is expected"):
        lenient.step("d3")


def test_the_opponent_begins_when_you_sit_second() -> None:
    env = make("asobiba/Othello-v0", seat=1, opponent="minimax:depth=1")
    observation, _ = env.reset(seed=1)

    assert env.state.to_play == 1
    assert observation["observation"][0].sum() == 1
    assert observation["observation"][1].sum() == 4


def test_you_may_play_every_seat() -> None:
    env, generator = make("asobiba/Otrio-v0", seat="all"), random.Random(1)
    _, info = env.reset(seed=1)
    seats, over, reward = [], False, 0.0
    while not over:
        seats.append(env.state.to_play)
        _, last, over, _, info = env.step(legal_action(info["action_mask"], generator))
        reward = float(last)

    assert seats[:5] == [0, 1, 2, 3, 0]
    assert reward == env.state.returns()[seats[-1]]


def test_an_opponent_may_be_a_function() -> None:
    asked = []

    def first_legal(batch: Any, waiting: Any) -> Any:
        asked.append(waiting.tolist())
        return batch.mask.argmax(axis=1)

    env = make("asobiba/Othello-v0", opponent=first_legal)
    env.reset(seed=1)
    env.step(19)

    assert asked == [[True]]


def test_a_game_begins_from_a_position() -> None:
    env = make("asobiba/Othello-v0")
    env.reset(options={"position": "f5d6"})

    assert (env.state.black | env.state.white).bit_count() == 6


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"seat": 2}, "seat=2: allowed is 0 to 1, or 'all'"),
        ({"seat": "none"}, "seat='none'"),
        ({"opponent": "magic"}, "no agent is named 'magic'"),
        ({"opponent": 5}, "opponent=5: allowed is an agent spec or a function"),
        ({"illegal": "ignore"}, "illegal='ignore': allowed is lose, noop, raise; othello has lose"),
        ({"reward": "big"}, "reward=big: othello has score"),
        ({"options": {"score": "x"}}, "option score=x"),
    ],
)
def test_wrong_settings_are_refused(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        GameEnv("othello", **keywords)

    assert sentence in str(caught.value)


def test_the_rewards_of_2048_may_be_logarithms() -> None:
    plain, log = make("asobiba/Twenty48-v0"), make("asobiba/Twenty48-v0", reward="log")
    generator = random.Random(1)
    _, info = plain.reset(seed=3)
    log.reset(seed=3)
    for _ in range(60):
        action = legal_action(info["action_mask"], generator)
        _, reward, over, _, info = plain.step(action)
        logarithm = log.step(action)[1]
        assert float(logarithm) == pytest.approx(np.log2(1 + float(reward)))
        if over:
            break


@every_id
@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "svg", "human"])
def test_every_way_to_render(name: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(name, render_mode=mode)
    env.reset(seed=1)
    picture = env.render()

    if mode == "rgb_array":
        assert picture.dtype == np.uint8
        assert picture.ndim == 3
        assert picture.std() > 5
    elif mode == "human":
        assert capsys.readouterr().out == f"{env.state}\n"
    elif mode == "ansi":
        assert picture == str(env.state)
    else:
        assert picture.startswith("<svg")


def test_shaping_adds_up_to_nothing() -> None:
    """The extra rewards of a whole game telescope: with gamma 1 they are minus the potential of the start."""
    env = PotentialShaping(gymnasium.make("asobiba/Othello-v0"), gamma=1.0, potential=lambda state, seat: 3.0)
    generator = random.Random(1)
    _, info = env.reset(seed=1)
    shaped, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(legal_action(info["action_mask"], generator))
        shaped += reward

    base = env.unwrapped
    assert isinstance(base, GameEnv)
    assert shaped == base.state.returns()[0] - 3.0


@pytest.mark.parametrize("illegal", ["noop", "lose"])
def test_shaping_of_an_environment_that_pays_every_seat_adds_up_for_each(illegal: str) -> None:
    """The extra rewards of every seat telescope, by info["rewards"]; a step pays the seat that moved."""
    env = PotentialShaping(OtrioEnv(players=3, illegal=illegal), 1.0, lambda state, seat: 2.0 + 2 * seat, scale=0.5)
    plain = OtrioEnv(players=3, illegal=illegal)
    generator = random.Random(2)
    env.reset(seed=1)
    plain.reset()
    shaped, paid, over = np.zeros(3), np.zeros(3), False
    while not over:
        mover, action = plain.state.to_play, generator.randrange(27)
        _, reward, over, _, info = env.step(action)
        paid += plain.step(action)[4]["rewards"]
        shaped += info["rewards"]
        assert reward == pytest.approx(info["rewards"][mover])

    assert shaped == pytest.approx(paid - [1.0, 2.0, 3.0])


def test_shaping_by_the_games_own_evaluation() -> None:
    env = PotentialShaping(OtrioEnv(players=2), gamma=0.9)
    env.reset()
    for action in (13, 0, 4):
        _, reward, *_, info = env.step(action)

    evaluate, state = env.base.game.part(Players).evaluate, env.base.state
    before = OtrioEnv(players=2)
    before.step(13)
    before.step(0)
    expected = [0.9 * evaluate(state, seat) - evaluate(before.state, seat) for seat in (0, 1)]
    assert info["rewards"] == pytest.approx(expected)
    assert reward == pytest.approx(expected[0]) != 0


def test_shaping_needs_to_know_who_is_paid() -> None:
    for env in (gymnasium.make("asobiba/Otrio-v0", seat="all"), gymnasium.make("CartPole-v1")):
        with pytest.raises(TypeError, match="shaping needs a GameEnv with a seat of its own"):
            PotentialShaping(env, gamma=1.0)
