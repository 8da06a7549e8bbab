"""OtrioBase and OtrioEnv of specification 000; the numbers are those of its defects in docs/games/otrio.md."""

import copy
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.games.otrio.board import slot
from asobiba.games.otrio.encode import flat, observe
from asobiba.games.otrio.notation import read_move, read_position
from asobiba.games.otrio.specification import Colour, OtrioBase, OtrioEnv, Player
from tests.games.otrio.positions import ONE_SLOT_LEFT, RED_IS_STUCK
from tests.processes import run

SHAPES = {"full": (28, 3, 3), "channels": (12, 3, 3), "planes": (4, 3, 3, 3), "flat": (27,)}
RED_TO_WIN = "R.. R.. ... .G. .B. .Y. ..G ..B ... R"
RED_WON = "R.. R.. R.. .G. .B. .Y. ..G ..B ... G"

OTRIO = "asobiba-tests/Otrio-v0"


@pytest.fixture
def registered() -> Iterator[str]:
    """check_env builds environments of its own, from the registered name."""
    gymnasium.register(OTRIO, entry_point=OtrioEnv)
    yield OTRIO
    del gymnasium.registry[OTRIO]


def at(text: str, **settings: Any) -> OtrioEnv:
    env = OtrioEnv(**settings)
    env.core.position = read_position(text, env.core.options)
    return env


def masked_game(env: OtrioEnv, seed: int) -> list[tuple[Any, ...]]:
    """The specification's loop, with the mask: all that the steps of a game return."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps = []
    while True:
        before = info
        observation, reward, done, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        steps.append((before, observation, reward, done, truncated, info))
        if done:
            return steps


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("observation", SHAPES)
def test_01_what_is_observed_lies_in_the_declared_space(players: int, observation: str) -> None:
    env = OtrioEnv(players, observation=observation)
    first, _ = env.reset()

    assert OtrioEnv().observation_space == gymnasium.spaces.Box(-1, 3, (27,), np.int8)
    assert first.shape == env.observation_space.shape == SHAPES[observation]
    assert first in env.observation_space
    for seed in range(5):
        for _, seen, *_ in masked_game(env, seed):
            assert seen in env.observation_space


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("observation", SHAPES)
@pytest.mark.parametrize("illegal", ["lose", "noop"])
def test_01_gymnasium_finds_nothing_to_complain_about(
    players: int, observation: str, illegal: str, registered: str
) -> None:
    settings: dict[str, Any] = {"players": players, "observation": observation, "illegal": illegal}

    check_env(gymnasium.make(registered, disable_env_checker=True, **settings).unwrapped, skip_render_check=False)


def test_numbers_of_numpy_are_numbers() -> None:
    colors: Any = np.arange(4)
    four: Any = np.int64(4)
    base = OtrioBase(colors)

    assert repr(base.colors) == "[0, 1, 2, 3]"
    assert repr(OtrioEnv(players=four).core.options) == repr(base.options)


def test_01_the_observations_show_the_pieces() -> None:
    env = at("R.. .G. ... ... ... ... ... ... ..B Y", observation="planes")
    pieces = {(0, 0, 0, 0), (1, 1, 0, 1), (2, 2, 2, 2)}  # colour, size, row, column

    assert {tuple(map(int, piece)) for piece in np.argwhere(env.core.observe())} == pieces
    assert env.core.observe().dtype == np.int8
    assert env.core.board.tolist() == [
        [0, -1, -1, -1, -1, -1, -1, -1, -1],
        [-1, 1, -1, -1, -1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1, -1, -1, 2],
    ]
    seen, *_ = env.step(slot("Lb2"))
    assert (seen == env.core.observe()).all()

    flat = at("R.. .G. ... ... ... ... ... ... ..B Y", observation="flat")
    seen, *_ = flat.step(slot("Lb2"))
    assert {slot: int(colour) for slot, colour in enumerate(seen) if colour >= 0} == {0: 0, 10: 1, 26: 2, 22: 3}


def test_02_the_observation_shows_whose_turn_it_is() -> None:
    """Colours are counted from the one that is due, which is plane 12's; the others show the board alone."""
    for observation in SHAPES:
        env = OtrioEnv(players=2, observation=observation)
        before, info = env.reset()
        after, *_, then = env.step(13)
        assert (info["color"], then["color"]) == (Colour.RED, Colour.GREEN)
        assert (info["current_color"].tolist(), then["current_color"].tolist()) == ([1, 0, 0, 0], [0, 1, 0, 0])
        if observation == "full":
            assert [[plane for plane in range(12, 16) if seen[plane].all()] for seen in (before, after)] == [[12]] * 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_02_the_observation_is_that_of_the_player_to_move(players: int) -> None:
    env = OtrioEnv(players, observation="full")
    first, info = env.reset()
    assert (first == observe(env.core.position, info["player"])).all()
    seen, _, _, _, info = env.step(13)
    assert (seen == observe(env.core.position, 1)).all()
    assert seen[3 * (env.core.num_colors - 1) + 1, 1, 1] == 1  # the last to play, seen from green


@pytest.mark.parametrize(("players", "games"), [(2, 170), (3, 160), (4, 170)])
def test_03_five_hundred_games_with_the_mask_end_without_an_error(players: int, games: int) -> None:
    env, lengths = OtrioEnv(players), []
    for seed in range(games):
        *_, (_, _, reward, done, truncated, info) = steps = masked_game(env, seed)
        assert (done, truncated, info["illegal"]) == (True, False, False)
        assert reward == (info["winner"] is not None)
        lengths.append(len(steps))

    assert min(lengths) >= 5
    assert np.mean(lengths) == pytest.approx(17.1 if players == 3 else 20.4, abs=1.5)


def unmasked_games(env: OtrioEnv, count: int) -> tuple[Counter[Any], int]:
    """The specification's own loop: who won, and how many actions were illegal."""
    winners, refused = Counter[Any](), 0
    for seed in range(count):
        env.reset(seed=seed)
        env.action_space.seed(seed)
        while True:
            _, reward, done, _, info = env.step(env.action_space.sample())
            refused += info["illegal"]
            if done:
                winners[info["winner"] if reward >= 0 else "forfeit"] += 1
                break
    return winners, refused


@pytest.mark.parametrize("players", [2, 3, 4])
def test_03_the_loop_of_the_specification_ends_by_a_real_result(players: int) -> None:
    winners, refused = unmasked_games(OtrioEnv(players=players), 50)

    assert winners["forfeit"] == 0
    assert winners[None] < 15
    assert len(winners) > 2
    assert refused > 200


def test_03_the_loop_of_the_specification_is_soon_lost_where_illegal_actions_lose() -> None:
    winners, refused = unmasked_games(OtrioEnv(players=4, illegal="lose"), 50)

    assert winners["forfeit"] == refused > 40


def test_03_an_illegal_action_may_be_an_error() -> None:
    env = at(RED_TO_WIN, illegal="raise")
    before = env.core.position

    with pytest.raises(IllegalMove, match=r"^Illegal move: occupied slot.\nred to Sa1: the slot is taken by red\n"):
        env.step(slot("Sa1"))
    assert (env.core.position, env.done) == (before, False)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_03_an_illegal_action_may_lose_the_game(players: int) -> None:
    env = OtrioEnv(players, illegal="lose")
    env.reset()
    env.step(13)

    _, reward, done, truncated, info = env.step(13)

    assert (reward, done, truncated, env.done) == (-1.0, True, False, True)
    assert (info["illegal"], info["winner"], info["winner_player"], info["color"]) == (True, None, None, None)
    others = 1 / (players - 1)
    assert info["rewards"].tolist() == [others, -1.0, *[others] * (players - 2)]
    assert not info["action_mask"].any()
    with pytest.raises(IllegalMove, match=r"^Game over\.\n"):
        env.step(0)
    assert env.reset()[1]["action_mask"].sum() == 27


def test_03_an_illegal_action_may_do_nothing() -> None:
    env = OtrioEnv(illegal="noop")
    env.step(13)
    before = env.core.position

    seen, reward, done, _, info = env.step(13)

    assert (reward, done, env.core.position, info["illegal"], info["color"]) == (0.0, False, before, True, Colour.GREEN)
    assert (seen == flat(before)).all()
    assert env.step(14)[4]["illegal"] is False


def test_03_who_insists_on_an_illegal_action_is_cut_off() -> None:
    env = OtrioEnv()
    env.step(13)
    steps = [env.step(13) for _ in range(810)]

    assert [truncated for _, _, _, truncated, _ in steps] == [False] * 809 + [True]
    assert ["reason" in info for *_, info in steps] == [False] * 809 + [True]
    assert steps[-1][4]["reason"] == "truncation"
    assert env.step(14)[3] is False


def test_03_the_last_info_says_why_it_ended() -> None:
    assert at(RED_TO_WIN).step(slot("Sc1"))[4]["reason"] == "rules"
    assert at(RED_TO_WIN, illegal="lose").step(slot("Sa1"))[4]["reason"] == "forfeit"
    assert "reason" not in at(RED_TO_WIN).step(slot("Sa3"))[4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_03_the_mask_is_what_is_legal_and_new_each_time(players: int) -> None:
    env = OtrioEnv(players)
    masks = []
    for before, *_, info in masked_game(env, 2):
        masks += [before["action_mask"], info["action_mask"]]
        assert (info["action_mask"].shape, info["action_mask"].dtype) == ((27,), np.dtype(np.int8))
    assert not masks[-1].any()
    env.reset()
    masks += [env.action_masks(), env.action_masks()]
    assert np.flatnonzero(masks[-1]).tolist() == env.core.legal_moves() == list(range(27))
    masks[-1][:] = 0
    assert masks[-2].sum() == env.action_masks().sum() == 27


def test_04_a_colour_that_can_place_nothing_is_skipped() -> None:
    env = at(RED_IS_STUCK)

    assert env.core.legal_moves() == np.flatnonzero(env.action_masks()).tolist() == [slot(each) for each in FREE]
    assert env.core.turn == env.core.position.turn == Colour.BLUE
    _, reward, done, _, info = env.step(slot("Mc1"))
    assert (reward, done, info["color"], env.core.turn) == (0, False, Colour.YELLOW, 3)
    assert env.core.board[1, 2] == Colour.BLUE


FREE = ("Mc1", "Mc2", "Mc3")
"""What blue may take after RED_IS_STUCK."""


@pytest.mark.parametrize("players", [2, 4])
def test_04_random_games_skip_now_and_then_and_always_end(players: int) -> None:
    env, skipped = OtrioEnv(players), 0
    for seed in range(100):
        due = [before["color"] for before, *_ in masked_game(env, seed)]
        skipped += sum((now - before) % 4 != 1 for before, now in pairwise(due))

    assert skipped > 0


@pytest.mark.parametrize("action", [-1, 27, 28, 10**20, 2.0, "Mb2", None, True, [13], np.array([13]), np.float32(1)])
@pytest.mark.parametrize("illegal", ["lose", "noop", "raise"])
def test_05_an_action_that_does_not_exist_is_an_error(action: Any, illegal: str) -> None:
    env = OtrioEnv(illegal=illegal)
    for step in (env.step, env.core.step):
        with pytest.raises(IllegalMove, match=r"^Illegal move: action .* does not exist; slots are 0 to 26,"):
            step(action)
        with pytest.raises(ValueError, match="does not exist"):
            step(action)
    assert env.core.position == OtrioBase().position


@pytest.mark.parametrize("action", [13, np.int64(13), np.uint8(13), np.array(13)])
def test_05_whole_numbers_of_numpy_are_actions(action: Any) -> None:
    env = OtrioEnv()
    env.step(action)

    assert env.action_space == gymnasium.spaces.Discrete(27)
    assert env.core.board[1, 4] == 0


def test_06_a_draw_when_nobody_can_place_a_piece() -> None:
    env = at(ONE_SLOT_LEFT)

    _, reward, done, _, info = env.step(slot("Sb2"))

    assert (reward, done, info["winner"], info["winner_player"]) == (0.0, True, None, None)
    assert info["rewards"].tolist() == [0.0] * 4
    assert sum(left for sizes in env.core.stash.values() for left in sizes.values()) == 9


@pytest.mark.parametrize(("letter", "colour", "player"), [("R", 0, "A"), ("G", 1, "B"), ("B", 2, "A"), ("Y", 3, "B")])
def test_07_of_two_players_each_wins_with_either_of_his_colours(letter: str, colour: int, player: str) -> None:
    env = at(f"{letter}{letter}. ... ... ... ... ... ... ... ... {letter}", players=2)

    _, reward, done, _, info = env.step(slot("La1"))

    assert (reward, done, info["winner"], info["winner_player"]) == (1.0, True, colour, Player[player])
    assert info["rewards"].tolist() == ([1.0, -1.0] if player == "A" else [-1.0, 1.0])


@pytest.mark.parametrize("players", [3, 4])
def test_07_of_more_players_each_is_a_colour(players: int) -> None:
    for colour in range(players):
        letter = "RGBY"[colour]
        info = at(f"{letter}{letter}. ... ... ... ... ... ... ... ... {letter}", players=players).step(slot("La1"))[4]
        assert info["winner"] == info["winner_player"] == colour


@pytest.mark.parametrize("players", [2, 3, 4])
def test_08_rewards_are_a_vector_by_player_that_sums_to_nothing(players: int) -> None:
    _, reward, _, _, info = at(RED_TO_WIN.replace("Y", "G"), players=players).step(slot("Sc1"))
    rewards = info["rewards"]

    assert rewards.tolist() == [1.0, *[-1 / (players - 1)] * (players - 1)]
    assert rewards.sum() == pytest.approx(0)
    assert type(reward) is int

    core = OtrioBase(range(3 if players == 3 else 4))
    core.position = read_position(RED_TO_WIN.replace("Y", "G"), core.options)
    assert core.step(slot("Sc1"))[1:] == (1, True, {})
    assert core.winner == 0


def test_10_a_line_on_a_board_that_is_set_ends_the_game() -> None:
    env = at(RED_WON)

    assert (env.done, env.core.done, env.core.winner, env.core.legal_moves()) == (True, True, 0, [])
    assert not env.action_masks().any()


def test_11_each_size_has_its_place_in_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    row = "...... | ...... | ......"
    empty, full = OtrioEnv(), at("GBR ... ... .Y. ... ... ... ... ..B R")

    assert empty.render_mode == "ansi"
    assert empty.render() == f"{row}\n{row}\n{row}"
    assert full.render() == f"GsBmRL | ...... | ......\n..Ym.. | ...... | ......\n{row[:-2]}BL"
    assert OtrioEnv(players=2, ban_center_medium=True).render() == f"{row}\n...... | ..xx.. | ......\n{row}"
    assert capsys.readouterr().out.count("\n") == 9
    assert full.render(mode=None) == full.render("text") != OtrioEnv(render_mode=None).render() is None
    assert capsys.readouterr().out == ""


def test_12_reset_hands_its_seed_on() -> None:
    env = OtrioEnv()
    env.reset(seed=7)
    drawn = env.np_random.random()
    env.reset(seed=7)

    assert env.np_random.random() == drawn
    assert env.np_random_seed == 7
    env.reset(7)
    assert env.np_random.random() == drawn
    env.reset(options={})
    with pytest.raises(ConfigError, match="option 'board' of reset"):
        env.reset(options={"board": 1})


def test_12_the_same_seed_gives_the_same_game() -> None:
    def game(seed: int) -> list[str]:
        return [
            f"{seen.tobytes()!r} {reward} {info['color']} {info['action_mask']}"
            for _, seen, reward, _, _, info in masked_game(OtrioEnv(), seed)
        ]

    assert game(3) == game(3)
    assert game(3) != game(4)


@pytest.mark.parametrize(("text", "move", "turn"), [(RED_TO_WIN, "Sc1", 0), (ONE_SLOT_LEFT[:-6] + " G", "Sb2", 1)])
def test_13_a_finished_game_stays_as_it_is(text: str, move: str, turn: int) -> None:
    env = at(text)
    assert (env.core.turn, env.core.done, env.done) == (turn, False, False)
    env.step(read_move(env.core.position, move))
    assert (env.core.turn, env.core.done, env.done) == (turn + 1, True, True)
    ended = env.core.position

    for step in (env.step, env.core.step):
        for action in (0, 13, 99):
            with pytest.raises(IllegalMove, match=r"^Game over\.\n"):
                step(action)
            with pytest.raises(RuntimeError, match=r"^Game over\.\n"):
                step(action)
    assert env.core.position == ended
    assert env.core.legal_moves() == []


def test_14_the_colours_in_play_are_a_parameter() -> None:
    env, core = OtrioEnv(3, colors=(3, 1, 2)), OtrioBase([3, 1, 2])
    for number, colour in enumerate((3, 1, 2, 3)):
        assert (core.turn, core.colors[core.turn]) == (number % 3, colour)
        core.step(number)
        assert core.board[0, number] == colour
        env.step(number)

    assert env.core.position == core.position
    assert core.num_colors == 3
    assert list(core.stash) == [3, 1, 2]
    assert core.stash[3] == {0: 1, 1: 3, 2: 3}
    assert OtrioEnv(3).core.colors == [0, 1, 2]


def test_16_two_players_take_turns_through_every_skip() -> None:
    """Neither loses the alternation: a colour belongs to the same player, and play goes round in the same order."""
    env = OtrioEnv(2)
    for seed in range(100):
        for before, *_ in masked_game(env, seed):
            assert before["player"] == before["color"] % 2


def test_17_nothing_is_rewarded_before_the_end() -> None:
    for seed in range(20):
        *running, _ = masked_game(OtrioEnv(), seed)
        assert not any(reward or info["rewards"].any() for _, _, reward, _, _, info in running)


def test_18_opposite_colours_belong_to_one_player() -> None:
    owners = {}
    for before, *_ in masked_game(OtrioEnv(2), 0):
        owners[int(before["color"])] = before["player"].name

    assert owners == {0: "A", 1: "B", 2: "A", 3: "B"}


def test_18_the_house_rules_are_parameters() -> None:
    assert OtrioEnv(2, ban_center_medium=True).action_masks()[13] == 0
    assert OtrioEnv(4, start_seat=2).reset()[1]["color"] == Colour.BLUE
    with pytest.raises(ConfigError, match="'two_player_alternation': False"):
        OtrioEnv(2, two_player_alternation=False)


def test_19_no_observation_leads_back_in() -> None:
    env, core = OtrioEnv(), OtrioBase()
    core.step(0)
    for array in (core.reset(), core.observe(), env.reset()[0], env.step(3)[0]):
        array[:] = 1
    assert core.board.max() == -1
    assert env.core.board[0].tolist() == [-1, -1, -1, 0, -1, -1, -1, -1, -1]
    assert (core.board.dtype, core.board.shape) == (np.dtype(np.int8), (3, 9))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"players": 3, "colors": (0, 1)}, "option colors=0,1 of OtrioOptions: allowed is 3 different colours"),
        (
            {"observation": "image"},
            "option observation=image of EnvSettings: allowed is flat or planes or channels or full",
        ),
        ({"illegal": "random"}, "option illegal=random of EnvSettings: allowed is lose or noop or raise"),
        ({"observation": " flat"}, "option observation= flat of EnvSettings: allowed is flat or"),
        ({"render_mode": "none"}, "option render_mode=none of EnvSettings: allowed is ansi or none"),
        ({"render_mode": "human"}, "option render_mode=human of EnvSettings: allowed is ansi or none"),
        ({"winner": 1}, "OtrioOptions has no option 'winner'"),
    ],
)
def test_a_wrong_setting_is_named(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        OtrioEnv(**settings)


@pytest.mark.parametrize("players", [5, 1, 0, "4", None, [4]])
def test_the_players_are_two_to_four(players: Any) -> None:
    with pytest.raises(AssertionError, match="of OtrioEnv: allowed is 2, 3 or 4"):
        OtrioEnv(players=players)


@pytest.mark.parametrize("colors", [5, "01", [0], [0, 0], [0, 1, 1, 2], [0, 1, 2, 4], [0, 1, 2, 3, 0], []])
def test_wrong_colours_are_named(colors: Any) -> None:
    with pytest.raises(ConfigError, match="option colors="):
        OtrioBase(colors)


def test_the_colours_of_the_base_have_one_name() -> None:
    with pytest.raises(ConfigError, match=r"'colors': \[3, 2, 1, 0\].* given; the colours in play are active_colors"):
        OtrioBase(colors=[3, 2, 1, 0])


@pytest.mark.parametrize("colors", [(0, 1), [3, 1], np.array([2, 0]), range(2)], ids=str)
def test_two_colours_are_two_players(colors: Any) -> None:
    core, env = OtrioBase(colors), OtrioEnv(2, colors=colors, observation="channels")
    for action in (0, 13, 1, 22):
        core.step(action)
        seen = env.step(action)[0]
    turns = [core.board.ravel()[action] for action in (0, 13, 1, 22)]

    assert turns == [*colors, *colors]
    assert env.core.position == core.position
    assert core.options.players == core.num_colors == 2
    assert np.flatnonzero(seen.any(axis=(1, 2))).tolist() == sorted(
        {3 * colors[0], 3 * colors[1] + 1, 3 * colors[1] + 2}
    )
    ends = [masked_game(env, seed)[-1][-1] for seed in range(5)]
    assert {tuple(info["rewards"]) for info in ends} >= {(1.0, -1.0), (-1.0, 1.0)}
    assert {info["winner"] for info in ends} - {None} == set(colors)


def test_channels_are_the_planes_with_colour_and_size_joined() -> None:
    channels, apart = OtrioEnv(observation="channels"), OtrioEnv(observation="planes")
    for action in (0, 13, 26, 5):
        assert (channels.step(action)[0] == apart.step(action)[0].reshape(12, 3, 3)).all()


def test_the_package_has_the_names_and_does_without_gymnasium_until_then() -> None:
    program = """
import sys
import asobiba.games.otrio as otrio
import asobiba.games.twenty48
assert "gymnasium" not in sys.modules
from asobiba.games.otrio import OtrioEnv, OtrioBase
from asobiba.games.twenty48 import Twenty48Env, slide_and_merge
assert OtrioEnv().core.__class__ is OtrioBase and Twenty48Env(1).score == 0 and "gymnasium" in sys.modules
namespace = {}
exec("from asobiba.games.otrio import *", namespace)
assert namespace["OtrioBase"] is OtrioBase and namespace["SLOTS"] == otrio.SLOTS == 3
assert set(otrio.specification.__all__) < set(dir(otrio)) and not hasattr(otrio, "OtrioBaseball")
"""
    result = run([sys.executable, "-W", "error", "-c", program])

    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_their_own_ways(duplicate: Any) -> None:
    env = OtrioEnv(2)
    env.step(13)
    twin, before = duplicate(env), env.core.position

    assert twin.core.position == before
    twin.step(0)
    assert env.core.position == before
    assert env.step(0)[4]["winner"] is None
    assert env.core.position == twin.core.position


def test_games_side_by_side_may_end_at_different_times(registered: str) -> None:
    envs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(registered) for _ in range(4)])
    _, info = envs.reset(seed=1)
    generator = np.random.default_rng(1)
    winners: Counter[Any] = Counter()
    for _ in range(200):
        actions: NDArray[np.int64] = np.array(
            [generator.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in info["action_mask"]]
        )
        _, _, done, _, info = envs.step(actions)
        winners.update(info["winner"][done].tolist())

    assert len(winners) > 2
    assert isinstance(info["winner"], np.ndarray)


def test_a_position_of_other_options_is_refused() -> None:
    core = OtrioBase()
    before = core.position
    for wrong in (OtrioBase([0, 1, 2]).position, "R.. ... ...", None):
        with pytest.raises(StateError, match=r"position: .* given; allowed is an Otrio position with"):
            core.position = wrong
        assert core.position == before


@pytest.mark.parametrize("seed", [True, -1, [], 1.0, "1", np.random.default_rng(1)])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ConfigError, match="allowed is None or a whole number, 0 or more"):
        OtrioEnv().reset(seed=seed)
