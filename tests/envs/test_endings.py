"""The last info of an episode: why it ended, who won, every score, and what the game has to say."""

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.vector import AutoresetMode

import asobiba.envs
from asobiba.agents.arrays import Arrays
from asobiba.core.errors import IllegalMove
from asobiba.core.game import OVER
from asobiba.envs.endings import NOBODY, winners
from asobiba.envs.gym import GameEnv
from asobiba.envs.settings import TRIES
from asobiba.envs.vector import GameVectorEnv
from asobiba.envs.zoo import GameAEC, GameParallel

IDS = sorted(asobiba.envs.environments())
every_id = pytest.mark.parametrize("name", IDS)
WITH_KERNELS = [name for name in IDS if asobiba.envs.environments()[name][0].part(Arrays).kernel is not None]
EITHER_WAY = [(name, "native") for name in WITH_KERNELS] + [(name, "rulebook") for name in IDS]
COUNT = 8


def make(name: str, **keywords: Any) -> GameEnv:
    env = gymnasium.make(name, disable_env_checker=True, **keywords).unwrapped
    assert isinstance(env, GameEnv)
    return env


def make_vec(name: str, **keywords: Any) -> GameVectorEnv:
    envs = gymnasium.make_vec(name, num_envs=COUNT, **keywords)
    assert isinstance(envs, GameVectorEnv)
    return envs


def legal(mask: Any, generator: random.Random) -> int:
    return int(generator.choice(np.flatnonzero(mask).tolist() or [0]))


def said_by_the_rulebook(state: Any) -> dict[str, Any]:
    """What each game tells, read off the position of its rulebook."""
    match type(state).__module__.rpartition(".")[0].rpartition(".")[2]:
        case "othello":
            return {"discs": [state.black.bit_count(), state.white.bit_count()]}
        case "twenty48":
            return {"max_tile": state.max_tile, "won": state.won}
        case "coppit":
            return {"banked": [sum(hats) for hats in state.banked]}
    return {}


@pytest.mark.parametrize("seat", [0, "last", "all"])
@pytest.mark.parametrize(("name", "implementation"), EITHER_WAY)
def test_a_game_to_its_end(name: str, seat: Any, implementation: str) -> None:
    options = {**asobiba.envs.environments()[name][1]}
    if "Coppit" in name:
        options["max_turns"] = 60
    env, generator = make(name, options=options, seat="all", implementation=implementation), random.Random(1)
    own = env.batch.seats - 1 if seat == "last" else seat
    env = make(name, options=options, seat=own, implementation=implementation)
    _, info = env.reset(seed=5)
    longest, over, mover = [0, 0], False, 0
    while not over:
        assert "reason" not in info
        mover = env.state.to_play
        _, _, over, _, info = env.step(legal(info["action_mask"], generator))
        if "Puyo" in name:
            longest = [max(pair) for pair in zip(longest, (player.chain for player in env.state.players), strict=False)]
    returns = env.state.returns()

    assert info["reason"] == "rules"
    assert info["returns"].tolist() == pytest.approx(returns)
    assert info["score"] == pytest.approx(returns[mover if own == "all" else own])
    if len(returns) > 1:
        assert info["winner"] == (returns.index(max(returns)) if returns.count(max(returns)) == 1 else NOBODY)
    else:
        assert "winner" not in info
    for key, told in said_by_the_rulebook(env.state).items():
        assert np.asarray(info[key]).tolist() == told
    if "Puyo" in name:
        assert info["max_chain"].tolist() == longest


def test_random_games_of_puyo_have_chains() -> None:
    """Otherwise the test above would compare zeros."""
    env, generator = make("asobiba/PuyoSolo-v0"), random.Random(2)
    _, info = env.reset(seed=1)
    while "reason" not in info:
        _, _, _, _, info = env.step(legal(info["action_mask"], generator))

    assert info["max_chain"].tolist() == [1]
    assert info["score"] > 0


def plain(told: Any) -> Any:
    return told.tolist() if isinstance(told, np.ndarray | np.generic) else told


def vector_endings(name: str, mode: AutoresetMode, **keywords: Any) -> list[list[dict[str, Any]]]:
    """Of every game, what was told of its episodes, in order."""
    envs = make_vec(name, autoreset_mode=mode, **keywords)
    _, info = envs.reset(seed=3)
    found: list[list[dict[str, Any]]] = [[] for _ in range(COUNT)]
    own, asleep = [random.Random(index) for index in range(COUNT)], np.zeros(COUNT, bool)
    for _ in range(120):
        # A game that is about to begin anew ignores its action: nobody is asked for it.
        actions = [0 if asleep[index] else legal(row, own[index]) for index, row in enumerate(info["action_mask"])]
        _, _, terminated, truncated, info = envs.step(np.array(actions))
        done = terminated | truncated
        told = info.get("final_info", {}) if mode == AutoresetMode.SAME_STEP else info
        assert ("reason" in told) == done.any()
        for index in np.flatnonzero(done):
            keys = [key for key in told if f"_{key}" in told and told[f"_{key}"][index]]
            found[index].append({key: plain(told[key][index]) for key in keys if key not in ("action_mask", "to_play")})
        for key in [key for key in told if key.startswith("_")]:
            assert key in ("_action_mask", "_to_play", "_illegal") or told[key].tolist() == done.tolist()
        if mode == AutoresetMode.DISABLED and done.any():
            _, info = envs.reset(options={"reset_mask": done})
        asleep = done if mode == AutoresetMode.NEXT_STEP else np.zeros(COUNT, bool)
    return found


@pytest.mark.parametrize("name", ["asobiba/Othello-v0", "asobiba/Otrio-v0", "asobiba/Puyo-v0", "asobiba/PuyoSolo-v0"])
def test_all_ways_to_begin_anew_tell_the_same(name: str) -> None:
    modes = [vector_endings(name, mode, seat="all" if "Otrio" in name else 0) for mode in AutoresetMode]
    for games in zip(*modes, strict=True):
        shortest = min(map(len, games))
        assert shortest > 0
        assert games[0][:shortest] == games[1][:shortest] == games[2][:shortest]


@pytest.mark.parametrize(
    ("name", "implementation"),
    [pytest.param(*each, marks=[pytest.mark.thorough] if each[1] == "rulebook" else []) for each in EITHER_WAY],
)
def test_a_vector_environment_tells_what_its_games_say(name: str, implementation: str) -> None:
    options = {**asobiba.envs.environments()[name][1]} | ({"max_turns": 50} if "Coppit" in name else {})
    envs = make_vec(name, options=options, implementation=implementation, seat=0)
    generator, ended = random.Random(1), 0
    _, info = envs.reset(seed=1)
    longest = np.zeros((COUNT, 2), int)
    for _ in range(130 if implementation == "native" else 60):
        _, _, over, _, info = envs.step(np.array([legal(row, generator) for row in info["action_mask"]]))
        states = [envs.batch.state(index) for index in range(COUNT)]
        for index, state in enumerate(states):
            for seat, player in enumerate(getattr(state, "players", ()) if "Puyo" in name else ()):
                longest[index, seat] = max(longest[index, seat], player.chain)
        for index in np.flatnonzero(over).tolist():
            ended += 1
            assert states[index].to_play == OVER
            assert info["reason"][index] == "rules"
            assert info["returns"][index].tolist() == pytest.approx(states[index].returns())
            assert info["score"][index] == pytest.approx(states[index].returns()[0])
            for key, told in said_by_the_rulebook(states[index]).items():
                assert plain(info[key][index]) == told
            if "Puyo" in name:
                assert info["max_chain"][index].tolist() == longest[index, : len(states[index].players)].tolist()
        longest[over] = 0
    assert ended or implementation == "rulebook"


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasium_puts_the_endings_of_environments_side_by_side(mode: AutoresetMode) -> None:
    """Games that somebody wins and games that nobody wins, in one array."""
    envs: Any = gymnasium.make_vec(
        "asobiba/Othello-v0",
        COUNT,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        illegal="lose",
        options={"score": "discs"},
    )
    generator, told = random.Random(1), set()
    _, info = envs.reset(seed=1)
    for step in range(90):
        masks = info["action_mask"]
        actions = [0 if step % 7 == 6 and index == 3 else legal(row, generator) for index, row in enumerate(masks)]
        _, _, over, _, info = envs.step(np.array(actions))
        ending = info.get("final_info", {}) if mode == AutoresetMode.SAME_STEP else info
        told |= {(ending["reason"][index], int(ending["winner"][index])) for index in np.flatnonzero(over)}

    assert {("rules", 0), ("rules", 1), ("forfeit", 1)} <= told
    envs.close()


def test_who_has_won() -> None:
    returns = np.array([[1, -1, 0], [0, 0, 0], [2, 2, 1], [-1, 0, -1]], np.float32)

    assert winners(returns).tolist() == [0, NOBODY, NOBODY, 1]


@pytest.mark.parametrize("seat", [0, 1, "all"])
def test_after_a_forfeit_nothing_may_be_played(seat: Any) -> None:
    env = make("asobiba/Othello-v0", illegal="lose", seat=seat)
    env.reset(seed=1)
    observation, reward, over, _, info = env.step(0)
    loser = 0 if seat == "all" else seat

    assert (reward, over, info["illegal"], info["reason"]) == (-1, True, True, "forfeit")
    assert info["winner"] == 1 - loser
    assert info["returns"].tolist() == [-1 if each == loser else 0 for each in (0, 1)]
    assert info["score"] == -1
    for one in (env, env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert not one.action_masks().any()
    assert not observation["action_mask"].any()
    assert not info["action_mask"].any()
    _, info = env.reset()
    assert info["action_mask"].any()
    assert env.action_masks().any()


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("share", [True, False])
def test_after_a_forfeit_nothing_may_be_played_in_that_game(mode: AutoresetMode, share: bool) -> None:
    envs = make_vec("asobiba/Othello-v0", illegal="lose", autoreset_mode=mode, copy=not share)
    envs.reset(seed=1)
    lost = np.array([True, False] * 4)
    observation, rewards, over, _, info = envs.step(np.where(lost, 0, 19))
    told, shown = info, observation["action_mask"]
    if mode == AutoresetMode.SAME_STEP:
        told = info["final_info"]
        shown = np.array([np.ones(65) if seen is None else seen["action_mask"] for seen in info["final_obs"]])
        assert envs.action_masks().any(axis=1).all()
    else:
        assert envs.action_masks().any(axis=1).tolist() == (~lost).tolist()
        assert info["action_mask"].any(axis=1).tolist() == (~lost).tolist()
        assert copy.deepcopy(envs).action_masks().any(axis=1).tolist() == (~lost).tolist()

    assert over.tolist() == lost.tolist()
    assert rewards[lost].tolist() == [-1] * 4
    assert not shown[lost].any()
    assert shown[~lost].any(axis=1).all()
    assert told["reason"].tolist() == ["forfeit" if each else None for each in lost]
    assert told["winner"][lost].tolist() == [1] * 4


def test_a_forfeited_game_stays_closed_while_others_begin_anew() -> None:
    envs = make_vec("asobiba/Othello-v0", illegal="lose", autoreset_mode="Disabled", seat=1)
    envs.reset(seed=1)
    envs.step(np.zeros(COUNT, np.int64))
    first = np.arange(COUNT) == 0
    observation, _ = envs.reset(options={"reset_mask": first})

    assert observation["action_mask"].any(axis=1).tolist() == first.tolist()


def test_of_four_players_one_loses_and_nobody_wins() -> None:
    env = make("asobiba/Otrio-v0", illegal="lose", seat=2)
    env.reset(seed=1)
    _, _, _, _, info = env.step(27)

    assert (info["reason"], info["winner"], info["returns"].tolist()) == ("forfeit", NOBODY, [0, 0, -1, 0])


def test_no_move_for_ever_is_cut_off() -> None:
    env = make("asobiba/Twenty48-v0")
    _, info = env.reset(seed=4)
    while info["action_mask"].all():
        _, _, _, _, info = env.step(legal(info["action_mask"], random.Random(1)))
    stuck, before = int(np.argmin(info["action_mask"])), env.state
    for _ in range(TRIES * 4 - 1):
        _, reward, over, truncated, info = env.step(stuck)
        assert (reward, over, truncated, info["illegal"]) == (0, False, False, True)
    _, reward, over, truncated, info = env.step(stuck)

    assert (reward, over, truncated, info["reason"]) == (0, False, True, "truncation")
    assert info["returns"].tolist() == list(before.returns())
    assert info["max_tile"] == before.max_tile
    assert info["action_mask"].any()  # the game itself could go on
    with pytest.raises(IllegalMove, match="call reset"):
        env.step(stuck)
    env.reset()
    assert not env.step(int(np.argmax(env.action_masks())))[3]


def test_a_legal_move_begins_the_count_anew() -> None:
    env = make("asobiba/Othello-v0", illegal="noop")
    env.reset(seed=1)
    for _ in range(3):
        for _ in range(TRIES * 65 - 1):
            assert not env.step(int(np.argmin(env.action_masks())))[3]
        env.step(int(np.argmax(env.action_masks())))


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_no_move_for_ever_is_cut_off_in_a_vector(mode: AutoresetMode) -> None:
    envs = make_vec("asobiba/Othello-v0", illegal="noop", autoreset_mode=mode)
    _, info = envs.reset(seed=1)
    moving = np.arange(COUNT) >= 4
    for _ in range(TRIES * 65 - 1):
        actions = np.where(moving, info["action_mask"].argmax(axis=1), 0)
        _, _, _, truncated, info = envs.step(actions)
        assert not truncated.any()
    _, _, over, truncated, info = envs.step(np.where(moving, info["action_mask"].argmax(axis=1), 0))
    told = info["final_info"] if mode == AutoresetMode.SAME_STEP else info

    assert truncated.tolist() == (~moving).tolist()
    assert not over[~moving].any()
    assert told["reason"][:4].tolist() == ["truncation"] * 4
    assert told["winner"][:4].tolist() == [NOBODY] * 4


def test_a_vector_environment_keeps_gymnasiums_limit() -> None:
    envs = make_vec("asobiba/Othello-v0", max_episode_steps=5)
    _, info = envs.reset(seed=1)
    for step in range(1, 13):
        _, _, _, truncated, info = envs.step(info["action_mask"].argmax(axis=1))
        assert truncated.all() == truncated.any() == (step in (5, 11))  # the sixth step begins anew
        assert ("reason" in info) == truncated.any()


def test_under_gymnasiums_limit_the_ending_can_be_asked_for() -> None:
    env: Any = gymnasium.make("asobiba/Othello-v0", max_episode_steps=3)
    _, info = env.reset(seed=1)
    truncated = False
    while not truncated:
        _, _, _, truncated, info = env.step(int(info["action_mask"].argmax()))
    ending = env.unwrapped.ending()

    assert (ending["reason"], ending["winner"], int(ending["discs"].sum())) == ("truncation", NOBODY, 10)


@every_id
@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_every_player_of_pettingzoo_is_told(name: str, kind: str) -> None:
    options = {**asobiba.envs.environments()[name][1]} | ({"max_turns": 40} if "Coppit" in name else {})
    env, generator = pettingzoo.make(kind, name, options=options).unwrapped, random.Random(1)
    told: dict[str, dict[str, Any]] = {}
    if kind == "aec":
        env.reset(seed=1)
        for who in env.agent_iter():
            seen, _, over, _, info = env.last()
            assert ("reason" in info) == over
            told[who] = info
            env.step(None if over else legal(seen["action_mask"], generator))
    else:
        seen, _ = env.reset(seed=1)
        while env.agents:
            seen, _, _, _, told = env.step({who: legal(seen[who]["action_mask"], generator) for who in env.agents})
    state = env.sitting.state

    for seat, who in enumerate(env.possible_agents):
        assert told[who]["reason"] == "rules"
        assert told[who]["returns"].tolist() == pytest.approx(state.returns())
        assert told[who]["score"] == pytest.approx(state.returns()[seat])
        assert ("winner" in told[who]) == (len(env.possible_agents) > 1)
        for key, value in said_by_the_rulebook(state).items():
            assert plain(told[who][key]) == value
        assert ("max_chain" in told[who]) == ("Puyo" in name)


def test_a_forfeit_at_pettingzoos_table() -> None:
    env = GameAEC("othello", illegal="lose")
    env.reset(seed=1)
    env.step(0)
    for who in env.possible_agents:
        assert env.infos[who]["reason"] == "forfeit"
        assert env.infos[who]["winner"] == 1
        assert not env.infos[who]["action_mask"].any()
        assert not env.observe(who)["action_mask"].any()

    both = GameParallel("puyo", illegal="lose")
    seen, _ = both.reset(seed=1)
    seen, rewards, over, _, infos = both.step({"player_0": both.wait, "player_1": both.wait})
    assert over == {"player_0": True, "player_1": True}
    assert rewards == {"player_0": -1, "player_1": -1}
    for who in both.possible_agents:
        assert infos[who]["returns"].tolist() == [-1, -1]
        assert infos[who]["winner"] == NOBODY
        assert not seen[who]["action_mask"].any()


@pytest.mark.parametrize("kind", [GameAEC, GameParallel])
def test_no_move_for_ever_is_cut_off_at_pettingzoos_table(kind: Any) -> None:
    env = kind("twenty48", options={"rows": 1, "columns": 4})
    env.reset(seed=1)
    tries = TRIES * env.sitting.actions
    for done in range(1, tries + 1):
        env.step(0) if kind is GameAEC else env.step({"player_0": 0})
        assert env.sitting.stuck == (done == tries)
    if kind is GameAEC:
        assert env.truncations == {"player_0": True}
        assert env.infos["player_0"]["reason"] == "truncation"
    else:
        assert env.agents == []
