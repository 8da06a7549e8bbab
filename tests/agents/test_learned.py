"""The learned agent plays without torch, as the network that was trained."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.agents import learned
from asobiba.agents.archive import write_archive
from asobiba.agents.arrays import Arrays
from asobiba.agents.learned import load_network
from asobiba.agents.network_files import networks_of, read_weights
from asobiba.agents.spec import agents_for, make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.match import play
from asobiba.core.registry import find_game, game_names
from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.policy import Policy
from tests.processes import run

PUYO, OTRIO = find_game("puyo"), find_game("otrio")


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


@pytest.mark.parametrize(
    ("name", "network"), [(name, each) for name in game_names() for each in networks_of(find_game(name))]
)
def test_every_network_has_a_recipe(name: str, network: str) -> None:
    folder = find_game(name).resource("weights")
    assert folder is not None
    recipe = json.loads((folder / f"{network}.json").read_text())

    assert {"command", "config", "rules", "figures", "commit"} <= recipe.keys()
    assert "counts" in recipe or "episode" in recipe, "how long it was trained"
    assert recipe["rules"] == find_game(name).version


def test_it_equals_the_network_in_torch() -> None:
    networks = pytest.importorskip("asobiba.learn.networks")
    policy = load_network(PUYO, PUYO.options(), "default")
    assert isinstance(policy, Policy)
    twin = networks.CandidateNetwork([1.0] * SIZE, policy.weights["first.bias"].shape[0])
    twin.take(dict(policy.weights))
    numbers = np.random.default_rng(0).integers(0, 40, (22, SIZE), np.uint8)

    expected = twin.values(numbers[None], np.ones((1, 22), np.bool_))[0]
    assert policy.of_candidates(numbers) == pytest.approx(expected, rel=1e-4, abs=1e-4)


def otrio_network(hidden: int = 5, **note: Any) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """A network of the kind "q" that was never trained."""
    dice, options = np.random.default_rng(1), OTRIO.options()
    inputs, actions = int(np.prod(OTRIO.part(Arrays).encode.shape(options))), OTRIO.actions(options)
    arrays = {
        "scale": np.full(inputs, 0.5, np.float32),
        "body.0.weight": dice.normal(size=(hidden, inputs)).astype(np.float32),
        "body.0.bias": dice.normal(size=hidden).astype(np.float32),
        "out.weight": dice.normal(size=(actions, hidden)).astype(np.float32),
        "out.bias": dice.normal(size=actions).astype(np.float32),
    }
    return arrays, {"game": "otrio", "rules": OTRIO.version, "kind": "q", **note}


def written(path: Path, arrays: dict[str, NDArray[Any]], note: dict[str, Any]) -> Path:
    with path.open("wb") as file:
        write_archive(file, arrays, note)
    return path


def test_a_file_is_a_player(tmp_path: Path) -> None:
    path = written(tmp_path / "network.npz", *otrio_network())
    agents = [make_agent(f"learned:weights={path}", OTRIO)] + [
        make_agent("random", OTRIO, seed=seat) for seat in range(3)
    ]

    assert play(OTRIO, agents, seed=4).returns is not None


def test_values_of_the_kind_q_are_those_of_its_layers(tmp_path: Path) -> None:
    arrays, note = otrio_network()
    state = OTRIO.start(OTRIO.options())
    seen = OTRIO.part(Arrays).encode.observe(state, 0).astype(np.float32).ravel() * 0.5
    hidden = np.maximum(arrays["body.0.weight"] @ seen + arrays["body.0.bias"], 0)

    values = load_network(OTRIO, OTRIO.options(), str(written(tmp_path / "network.npz", arrays, note))).values(state)

    expected = arrays["out.weight"] @ hidden + arrays["out.bias"]
    assert values == {action: pytest.approx(expected[action], rel=1e-5) for action in state.legal()}


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path / "network.npz", *otrio_network())
    before = load_network(OTRIO, OTRIO.options(), str(path))
    assert load_network(OTRIO, OTRIO.options(), str(path)) is before

    written(path, *otrio_network(hidden=6))
    os.utime(path, ns=(1, 1))

    assert load_network(OTRIO, OTRIO.options(), str(path)) is not before


def without(name: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    arrays, note = otrio_network()
    return {key: array for key, array in arrays.items() if key != name}, note


def with_a(value: float) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    arrays, note = otrio_network()
    return {**arrays, "out.bias": np.full_like(arrays["out.bias"], value)}, note


@pytest.mark.parametrize(
    ("network", "sentence"),
    [
        (otrio_network(game="puyo"), "its game is 'puyo', here 'otrio' is needed"),
        (otrio_network(rules=99), "its rules is 99, here 1 is needed"),
        (otrio_network(kind="oracle"), "its kind is 'oracle', otrio knows q"),
        (without("out.bias"), "is damaged: 'out.bias"),
        (with_a(float("nan")), "out.bias is not all finite numbers"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, network: tuple[Any, Any], sentence: str) -> None:
    path = written(tmp_path / "network.npz", *network)

    with pytest.raises(ConfigError, match=sentence):
        make_agent(f"learned:weights={path}", OTRIO)


def test_a_network_of_other_options_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "network.npz", *otrio_network())

    with pytest.raises(ConfigError, match="otrio with these options has"):
        make_agent(f"learned:weights={path}", OTRIO, OTRIO.options(players=2, two_player_alternation=False))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "cannot be read"),
        (b"PK but no archive", "cannot be read"),
        (b"\x80\x04K\x01.", "cannot be read"),
    ],
)
def test_a_file_that_is_no_network_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "network.npz").write_bytes(content)

    with pytest.raises(ConfigError, match=sentence):
        make_agent(f"learned:weights={tmp_path}/network.npz", OTRIO)


def test_arrays_without_a_note_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "network.npz", scale=np.ones(3))

    with pytest.raises(ConfigError, match="it has no note that says what it is of"):
        make_agent(f"learned:weights={tmp_path}/network.npz", OTRIO)


def test_what_it_cannot_do_is_said(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError,
        match=r"no network comes with coppit: train one, .*; agents of coppit: random, greedy, ",
    ):
        make_agent("learned", find_game("coppit"))
    with pytest.raises(ConfigError, match=r"no network of puyo is named 'best'; there are: default; a file is named"):
        make_agent("learned:weights=best", PUYO)
    with pytest.raises(ConfigError, match=r"there is no network \.\./x"):
        make_agent("learned:weights=../x", PUYO)
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        make_agent(f"learned:weights={tmp_path}", PUYO)
    with pytest.raises(ConfigError, match="has 3 inputs"):
        Policy({"scale": np.ones(3, np.float32)})


def test_a_stranger_names_no_file(tmp_path: Path) -> None:
    path = written(tmp_path / "network.npz", *otrio_network())

    with pytest.raises(ConfigError, match="weights names a file of the server; only what it knows by name may play"):
        make_agent(f"learned:weights={path}", OTRIO, local=False)
    make_agent("learned", PUYO, local=False)
    make_agent("greedy:noise=0.5", OTRIO, local=False)


def test_own_networks_have_names_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "otrio").mkdir()
    written(tmp_path / "otrio" / "mine.npz", *otrio_network())
    monkeypatch.setenv("ASOBIBA_WEIGHTS", str(tmp_path))

    make_agent("learned:weights=mine", OTRIO, local=False)

    assert list(networks_of(PUYO)) == ["default"]
    assert "learned" not in agents_for(OTRIO), "by itself it means the network called default"
    with pytest.raises(ConfigError, match="no network of otrio is named 'default'; there are: mine"):
        make_agent("learned", OTRIO)
    written(tmp_path / "otrio" / "default.npz", *otrio_network())
    assert "learned" in agents_for(OTRIO)


def test_of_networks_that_share_a_name_the_one_that_fits_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players who choose their colours have more actions; with alternation they have as many as four."""
    (tmp_path / "otrio").mkdir()
    monkeypatch.setenv("ASOBIBA_WEIGHTS", str(tmp_path))
    for name, number, options in (("best-a", 2.0, {}), ("best-b", 3.0, {"players": 2}), ("better", 4.0, {})):
        arrays, note = otrio_network(options=options)
        written(tmp_path / "otrio" / f"{name}.npz", {**arrays, "out.weight": 0 * arrays["out.weight"] + number}, note)

    def meant(**options: Any) -> float:
        network = load_network(OTRIO, OTRIO.options(**options), "best")
        return float(network.layers[-1][0][0, 0])  # type: ignore[attr-defined]

    assert (meant(), meant(players=2), meant(players=3)) == (2.0, 3.0, 2.0)
    with pytest.raises(ConfigError, match="the network has 252 inputs and 28 outputs, otrio with these options has"):
        meant(players=2, two_player_alternation=False)


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Networks whose files are read while this test runs."""
    found: list[str] = []

    def read(game: AnyGame, weights: str) -> Any:
        found.append(weights)
        return read_weights(game, weights)

    learned._known.cache_clear()
    monkeypatch.setattr(learned, "read_weights", read)
    return found


def test_who_names_a_file_does_not_wait_for_another(tmp_path: Path, unpacked: list[str]) -> None:
    """The network that comes with the game can be large, and need not fit the options."""
    path = written(tmp_path / "network.npz", *otrio_network())
    with pytest.raises(ConfigError, match="its game is 'otrio', here 'puyo' is needed"):
        make_agent(f"learned:weights={path}", PUYO)

    assert unpacked == [str(path)]


def test_a_file_that_does_not_fit_is_read_once(tmp_path: Path, unpacked: list[str]) -> None:
    path = written(tmp_path / "network.npz", *otrio_network())
    for _ in range(3):
        with pytest.raises(ConfigError, match="otrio with these options has") as error:
            load_network(OTRIO, OTRIO.options(players=2, two_player_alternation=False), str(path))
        assert error.value.params == {"weights": str(path)}
    assert unpacked == [str(path)]
    load_network(OTRIO, OTRIO.options(), str(path))

    written(path, *otrio_network(kind="oracle"))
    os.utime(path, ns=(1, 1))
    with pytest.raises(ConfigError, match="its kind is 'oracle'"):
        load_network(OTRIO, OTRIO.options(), str(path))


def test_a_file_that_could_not_be_read_is_tried_again(tmp_path: Path, unpacked: list[str]) -> None:
    path = tmp_path / "network.npz"
    for _ in range(2):
        with pytest.raises(ConfigError, match="there is no network"):
            load_network(OTRIO, OTRIO.options(), str(path))

    assert unpacked == [str(path)] * 2


def test_torch_is_not_needed() -> None:
    code = (
        "import sys; from asobiba.agents.spec import make_agent; from asobiba.core.registry import find_game; "
        "import asobiba.games; make_agent('learned', find_game('puyo')); assert 'torch' not in sys.modules"
    )
    assert run([sys.executable, "-c", code]).returncode == 0
