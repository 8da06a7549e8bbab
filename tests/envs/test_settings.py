"""What is asked of an environment is done or refused, by name and with what is allowed; nothing is ignored."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import asobiba.envs
from asobiba.agents.arrays import Arrays
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove, StateError
from asobiba.core.luck import seed_of
from asobiba.core.registry import find_game
from asobiba.envs.batch import Batch
from asobiba.envs.gym import GameEnv
from asobiba.envs.vector import GameVectorEnv
from asobiba.envs.zoo import GameAEC, GameParallel
from tests.variants import OURS

COUNT = 3


def vector(game: str, **keywords: Any) -> GameVectorEnv:
    return GameVectorEnv(game, COUNT, **keywords)


ALL: list[Callable[..., Any]] = [GameEnv, vector, GameAEC, GameParallel]
every_kind = pytest.mark.parametrize("make", ALL, ids=["gym", "vector", "aec", "parallel"])
SEATED = pytest.mark.parametrize("make", ALL[:2], ids=["gym", "vector"])


# What an illegal action does


@pytest.mark.parametrize(
    ("name", "does"),
    [("othello", "lose"), ("twenty48", "noop"), ("puyo", "lose"), ("otrio", "noop"), ("coppit", "lose")],
)
@every_kind
def test_each_game_chooses_what_an_illegal_action_does(make: Callable[..., Any], name: str, does: str) -> None:
    env = make(name)

    assert (env.sitting if hasattr(env, "sitting") else env).illegal == find_game(name).part(Arrays).illegal == does


@pytest.mark.parametrize("name", ["asobiba/Otrio-v0", "asobiba/Otrio2-v0", "asobiba/Otrio3-v0", "asobiba/Twenty48-v0"])
def test_blind_sampling_plays_games_to_a_real_end(name: str) -> None:
    """The loop of the specification's example: actions of the whole space, no mask."""
    env: Any = gymnasium.make(name)
    env.action_space.seed(1)
    reasons = []
    for game in range(20):
        env.reset(seed=game)
        done = False
        while not done:
            _, _, over, truncated, info = env.step(env.action_space.sample())
            done = over or truncated
        reasons.append(info["reason"])

    assert reasons == ["rules"] * 20


def test_a_slide_that_moves_nothing_is_no_move() -> None:
    env: Any = gymnasium.make("asobiba/Twenty48-v0").unwrapped
    env.reset(options={"position": "2.4.0.0/0.0.0.0/0.0.0.0/0.0.0.0"})
    before = env.state
    _, reward, over, truncated, info = env.step(3)

    assert (reward, over, truncated, info["illegal"]) == (0, False, False, True)
    assert env.state == before


@SEATED
def test_an_error_that_was_asked_for_says_so(make: Callable[..., Any]) -> None:
    env = make("othello", illegal="raise")
    env.reset(seed=1)
    before = env.batch.hashes().tolist()
    with pytest.raises(IllegalMove) as caught:
        env.step(0 if make is GameEnv else np.array([19, 19, 0]))

    assert "black to a1: no disc would be turned" in caught.value.sentence
    assert "illegal='raise' asked for this error" in caught.value.sentence
    assert "othello has 'lose' by default" in caught.value.sentence
    assert env.batch.hashes().tolist() == before


@pytest.mark.parametrize("kind", [GameAEC, GameParallel])
def test_and_at_pettingzoos_table(kind: Any) -> None:
    env = kind("otrio", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"illegal='raise' asked .* otrio has 'noop' by default"):
        env.step(27) if kind is GameAEC else env.step(dict.fromkeys(env.agents, 27))


@pytest.mark.parametrize("value", ["ignore", " noop", "Lose", True, 0, ["lose"]])
@every_kind
def test_other_ways_to_take_an_illegal_action_are_refused(make: Callable[..., Any], value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        make("twenty48", illegal=value)

    assert str(caught.value) == (
        f"illegal={value!r}: allowed is lose, noop, raise; twenty48 has noop where nothing is said"
    )


@pytest.mark.parametrize("illegal", ["lose", "noop", "raise"])
@pytest.mark.parametrize("number", [-1, 4, 99, 10**9])
@SEATED
def test_what_is_no_action_is_an_error(make: Callable[..., Any], illegal: str, number: int) -> None:
    env = make("twenty48", illegal=illegal)
    env.reset(seed=1)
    before = env.batch.hashes().tolist()
    with pytest.raises(IllegalMove, match=f"action {number} does not exist: twenty48 has 0 to 3"):
        env.step(number if make is GameEnv else np.array([0, number, 0]))

    assert env.batch.hashes().tolist() == before


def test_a_vector_names_the_game_of_what_is_no_action() -> None:
    envs = vector("twenty48")
    envs.reset(seed=1)
    with pytest.raises(IllegalMove, match="game 1: action 99 does not exist"):
        envs.step(np.array([0, 99, 0]))


def test_the_action_of_a_game_that_begins_anew_is_not_looked_at() -> None:
    envs = vector("othello", illegal="lose")
    envs.reset(seed=1)
    envs.step(np.zeros(COUNT, int))

    envs.step(np.full(COUNT, -1))  # the batch's own random_actions() give -1 to finished games
    assert not envs.done.any()


@pytest.mark.parametrize("number", [-1, 4, 99, "up", 1.0, None, True])
@pytest.mark.parametrize("illegal", ["lose", "noop", "raise"])
@pytest.mark.parametrize("kind", [GameAEC, GameParallel])
def test_what_is_no_action_at_pettingzoos_table(kind: Any, illegal: str, number: Any) -> None:
    if kind is GameParallel and number == 4:
        return  # there it is the action to wait
    env = kind("twenty48", illegal=illegal)
    env.reset(seed=1)
    with pytest.raises(AsobibaError, match=r"player_0: action .*(does not exist|a whole number is expected)"):
        env.step(number) if kind is GameAEC else env.step({"player_0": number})


# Settings


@pytest.mark.parametrize("seat", [0.5, True, 1.0, 2, -1, None, "1", "All", [0], np.float64(1)])
@SEATED
def test_what_is_no_seat(make: Callable[..., Any], seat: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        make("othello", seat=seat)

    assert str(caught.value) == f"seat={seat!r}: allowed is 0 to 1, or 'all'"


@SEATED
def test_seats_of_numpy(make: Callable[..., Any]) -> None:
    assert make("othello", seat=np.int64(1)).seat == 1


@pytest.mark.parametrize("mode", ["none", "", "ANSI", " ansi", "rgb", 1])
@every_kind
def test_what_is_no_render_mode(make: Callable[..., Any], mode: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        make("othello", render_mode=mode)

    assert str(caught.value).startswith(f"render_mode={mode!r}: allowed is ansi")
    assert str(caught.value).endswith(" or None")


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"autoreset_mode": "sometimes"}, "autoreset_mode='sometimes': allowed is NextStep, SameStep, Disabled"),
        ({"copy": "no"}, "copy='no': allowed is True or False"),
        ({"max_episode_steps": 0}, "max_episode_steps=0: allowed is a whole number from 1"),
        ({"threads": True}, "threads=True: allowed is a whole number from 1 to 256"),
    ],
)
def test_settings_of_a_vector(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        vector("othello", **keywords)

    assert sentence in str(caught.value)


def test_how_many_environments() -> None:
    for wrong in (0, True, 2.0, "3"):
        with pytest.raises(ConfigError, match=f"count={wrong}: allowed is a whole number"):
            GameVectorEnv("othello", wrong)  # type: ignore[arg-type]


# Seeds


@pytest.mark.parametrize("seed", [True, False, -1, 1.0, "1", b"1", np.random.default_rng(1), np.int64(-3), {}])
@every_kind
def test_what_is_no_seed(make: Callable[..., Any], seed: Any) -> None:
    env = make("twenty48")
    with pytest.raises(ConfigError) as caught:
        env.reset(seed=seed)

    assert str(caught.value) == f"seed={seed!r}: allowed is None or a whole number, 0 or more"


@pytest.mark.parametrize("make", [GameEnv, GameAEC, GameParallel])
def test_a_single_game_has_no_list_of_seeds(make: Any) -> None:
    for seed in ([], [1], (1, 2)):
        with pytest.raises(ConfigError, match="allowed is None or a whole number, 0 or more"):
            make("twenty48").reset(seed=seed)


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        ([], "seed: expected one number or 3, found 0"),
        ((1, 2), "seed: expected one number or 3, found 2"),
        ([1, 2, True], "seed[2]=True: allowed is None or a whole number, 0 or more"),
        ([1, -2, 3], "seed[1]=-2"),
        ([None, 2.5, 3], "seed[1]=2.5"),
        (np.array([1.0, 2.0, 3.0]), "seed[0]=np.float64(1.0)"),
    ],
)
def test_lists_that_are_no_seeds(seed: Any, sentence: str) -> None:
    envs = vector("twenty48")
    with pytest.raises(ConfigError) as caught:
        envs.reset(seed=seed)

    assert sentence in str(caught.value)


def test_seeds_of_numpy_and_large_ones() -> None:
    assert type(seed_of(np.int64(3))) is int
    plain, numpy = GameEnv("twenty48"), GameEnv("twenty48")
    plain.reset(seed=7)
    numpy.reset(seed=np.int64(7))  # type: ignore[arg-type]
    assert plain.state == numpy.state
    several, same = vector("twenty48"), vector("twenty48")
    several.reset(seed=np.array([1, 2, 3]))  # type: ignore[arg-type]
    same.reset(seed=[1, 2, 3])
    assert several.batch.hashes().tolist() == same.batch.hashes().tolist()
    plain.reset(seed=plain.np_random_seed)  # Gymnasium's own have 128 bits
    same.reset(seed=[2**70, 1, 2])


@pytest.mark.parametrize("seed", [True, -1, 2**64, 1.0, [], None, np.random.default_rng(1)])
def test_what_is_no_seed_of_a_batch(seed: Any) -> None:
    with pytest.raises(ConfigError, match=r"seed=.*: allowed is a whole number from 0 to"):
        Batch("twenty48", 2, seed=seed)


# Options of reset


@every_kind
def test_an_unknown_option_of_reset(make: Callable[..., Any]) -> None:
    env = make("othello")
    with pytest.raises(ConfigError, match="reset has no option 'postion'; did you mean 'position'"):
        env.reset(options={"postion": "f5"})
    with pytest.raises(ConfigError, match="reset has no option 7; its options: "):
        env.reset(options={7: "f5"})
    with pytest.raises(ConfigError, match=r"options=\['position'\] of reset: allowed is None or a dict with "):
        env.reset(options=["position"])


@every_kind
def test_a_game_begins_from_a_position_everywhere(make: Callable[..., Any]) -> None:
    env = make("othello")
    game = find_game("othello")
    for position in ("f5d6", game.notation.read_position("f5d6", game.options())):
        env.reset(seed=1, options={"position": position})
        if make is vector:
            assert [env.batch.state(index) for index in range(COUNT)] == [env.batch.state(0)] * COUNT
        state = env.sitting.state if hasattr(env, "sitting") else env.batch.state(0)
        assert (state.black | state.white).bit_count() == 6
        assert state.to_play == 0


def test_only_the_chosen_games_of_a_vector_begin_from_it() -> None:
    envs = vector("othello")
    envs.reset(seed=1)
    envs.reset(options={"position": "f5d6", "reset_mask": np.array([False, True, False])})
    discs = [envs.batch.state(index).black | envs.batch.state(index).white for index in range(COUNT)]

    assert [each.bit_count() for each in discs] == [4, 6, 4]


@every_kind
def test_a_position_of_other_options(make: Callable[..., Any]) -> None:
    game = find_game("otrio")
    env = make("otrio", options={"players": 3})
    with pytest.raises(StateError, match=r"position: it has default options, this environment {'players': 3}"):
        env.reset(options={"position": game.start(game.options())})
    for wrong in (5, None, find_game("othello").start(find_game("othello").options())):
        with pytest.raises(ConfigError, match="allowed is a text in the notation of otrio, or its position"):
            env.reset(options={"position": wrong})


@every_kind
def test_a_refused_reset_changes_nothing(make: Callable[..., Any]) -> None:
    env = make("twenty48")
    env.reset(seed=1)
    for wrong in ({"seed": -1}, {"options": {"position": "nonsense"}}, {"seed": 2, "options": {"x": 1}}):
        before = env.sitting.state if hasattr(env, "sitting") else env.batch.hashes().tolist()
        with pytest.raises(AsobibaError):
            env.reset(**wrong)
        assert before == (env.sitting.state if hasattr(env, "sitting") else env.batch.hashes().tolist())


def test_a_finished_position_is_an_episode_that_is_over() -> None:
    env = GameEnv("twenty48")
    _, info = env.reset(options={"position": "2.4.2.4/4.2.4.2/2.4.2.4/4.2.4.2"})

    assert (info["reason"], info["max_tile"]) == ("rules", 4)
    with pytest.raises(IllegalMove, match="call reset"):
        env.step(0)


def test_the_presets_know_their_defaults() -> None:
    environments = asobiba.envs.environments().items()
    assert {name: game.part(Arrays).illegal for name, (game, _) in environments if game.name in OURS} == {
        "asobiba/Coppit-v0": "lose",
        "asobiba/Othello-v0": "lose",
        "asobiba/Otrio-v0": "noop",
        "asobiba/Otrio2-v0": "noop",
        "asobiba/Otrio3-v0": "noop",
        "asobiba/Puyo-v0": "lose",
        "asobiba/PuyoSolo-v0": "lose",
        "asobiba/Twenty48-v0": "noop",
    }
