"""Files that are damaged or crafted: whatever reads them loads something that works, or says in a sentence why not.

Never another exception, never much memory, never a hang: a case is a few milliseconds.
"""

import random
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from asobiba.agents.learned import Learned, LearnedSettings
from asobiba.agents.learned import _known as known_networks
from asobiba.agents.network_files import networks_of
from asobiba.agents.spec import make_agent
from asobiba.cli.formats import records_of
from asobiba.core.errors import AsobibaError
from asobiba.core.match import play
from asobiba.core.records import write_record
from asobiba.core.registry import find_game
from asobiba.games.coppit.board import load_board
from asobiba.learn import checkpoints
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.methods import course
from asobiba.learn.metrics import LINES, RUN, Metrics, read_lines
from asobiba.learn.training import POLICY, Training
from asobiba.online.http.trainings import trainings
from tests import mutations
from tests.amounts import amount

MUTATIONS = amount("ASOBIBA_MUTATIONS", 80, long=20_000)
RESUMPTIONS = amount("ASOBIBA_MUTATIONS", 20, long=20_000)
"""Of checkpoints that are whole a learner is made, which takes longer than the rest."""
MOST_MEGABYTES = 200
OTRIO, PUYO = find_game("otrio"), find_game("puyo")
TINY: dict[str, Any] = {
    "total_moves": 10_000,
    "parallel_games": 2,
    "hidden": 4,
    "layers": 1,
    "learning_starts": 8,
    "batch_size": 8,
    "memory_megabytes": 1,
    "freeze_every": 3,
    "past_share": 0.3,
    "options": {"players": 2},
}


ZERO: dict[str, Any] = {
    "total_moves": 10_000,
    "unit_games": 2,
    "lanes": 2,
    "lag": 1,
    "simulations": 3,
    "cheap_simulations": 2,
    "width": 4,
    "blocks": 1,
    "batch_size": 8,
    "learning_starts": 8,
    "memory_megabytes": 1,
    "threads": 1,
    "options": {"players": 2},
}


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training with search."""
    folder = tmp_path_factory.mktemp("searched")
    Training.start(folder, course(OTRIO, "alphazero", ZERO)).run(units=30)
    return folder


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training of 60 moves."""
    folder = tmp_path_factory.mktemp("trained")
    training = Training.start(folder, course(OTRIO, "dqn", TINY))
    training.run(units=60)
    return folder


@pytest.fixture
def modest() -> Iterator[None]:
    """No test takes more memory than that: the highest mark is wiped before, and read after."""
    marks = Path("/proc/self/clear_refs")
    if not marks.exists():
        pytest.skip("the system does not say how much memory was used")
    marks.write_text("5")
    before = megabytes()
    yield
    assert megabytes() - before < MOST_MEGABYTES


def megabytes() -> int:
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) >> 10 for line in status.splitlines() if line.startswith("VmHWM"))


def survives(
    whole: bytes,
    mutate: Callable[[bytes, random.Random], bytes],
    path: Path,
    use: Callable[[Path], object],
    count: int = MUTATIONS,
) -> None:
    """Every mutation is used or refused; some of each, or the test would say nothing."""
    used = refused = 0
    for number in range(count):
        path.write_bytes(mutate(whole, random.Random(number)))
        try:
            with np.errstate(all="ignore"):
                use(path)
            used += 1
        except AsobibaError:
            refused += 1
        except BaseException as error:
            pytest.fail(f"mutation {number}: {type(error).__name__}: {error}")
    assert used
    assert refused


def text(whole: bytes, dice: random.Random) -> bytes:
    return mutations.text_of(whole.decode(), dice).encode(errors="surrogatepass")


@pytest.mark.usefixtures("modest")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("folder", ["trained", "searched"])
def test_a_checkpoint_is_gone_on_with_or_refused(folder: str, trained: Path, searched: Path, tmp_path: Path) -> None:
    def go_on(path: Path) -> None:
        training = Training.resume(path.parent, OTRIO)
        try:
            training.learner.step()
            network = training.learner.export()
            assert all(np.isfinite(array).all() for array in network.arrays.values())
        finally:
            training.learner.close()

    whole = ({"trained": trained, "searched": searched}[folder] / CHECKPOINT).read_bytes()
    survives(whole, mutations.archive_of, tmp_path / CHECKPOINT, go_on, RESUMPTIONS)


def test_a_checkpoint_that_lacks_something_says_what(trained: Path, searched: Path, tmp_path: Path) -> None:
    for folder in (trained, searched):
        arrays, note = checkpoints.load(folder / CHECKPOINT, {})
        for name in set(note) - {"format"}:  # which a file that is saved has
            checkpoints.save(tmp_path / CHECKPOINT, arrays, {key: value for key, value in note.items() if key != name})
            with pytest.raises(AsobibaError, match=name):
                Training.resume(tmp_path, OTRIO)


def plays(game: Any, path: Path) -> None:
    known_networks.cache_clear()
    options = game.options(players=2) if game is OTRIO else game.options()
    agent = Learned(game, options, LearnedSettings(weights=str(path)), random.Random(1))
    state = game.start(options)
    while state.to_play < 0:
        state = state.apply(state.chances()[0][0])
    assert agent.choose(state) in state.legal()


@pytest.mark.usefixtures("modest")
@pytest.mark.timeout(1800)
def test_a_network_plays_or_is_refused(trained: Path, tmp_path: Path) -> None:
    survives((trained / POLICY).read_bytes(), mutations.archive_of, tmp_path / POLICY, lambda path: plays(OTRIO, path))


@pytest.mark.usefixtures("modest")
@pytest.mark.timeout(1800)
def test_a_network_that_comes_with_a_game_plays_or_is_refused(tmp_path: Path) -> None:
    whole = networks_of(PUYO)["default"].read_bytes()
    survives(whole, mutations.archive_of, tmp_path / POLICY, lambda path: plays(PUYO, path))


CONFIGS = {
    "dqn.toml": 'total_moves = 500\ngamma = 0.9\nagent = "greedy"\nhidden = 8\n[options]\nplayers = 2\n',
    "dqn.json": '{"total_moves": 500, "gamma": 0.9, "agent": "greedy", "hidden": 8, "options": {"players": 2}}',
}


@pytest.mark.usefixtures("modest")
@pytest.mark.parametrize("name", CONFIGS)
def test_a_config_is_taken_or_refused(name: str, tmp_path: Path) -> None:
    survives(
        CONFIGS[name].encode(),
        lambda whole, dice: mutations.bytes_of(whole, dice) if dice.randrange(4) == 0 else text(whole, dice),
        tmp_path / name,
        lambda path: course(OTRIO, "dqn", file=path),
    )


@pytest.mark.usefixtures("modest")
def test_rewards_in_a_config_are_taken_or_refused(tmp_path: Path) -> None:
    whole = b'{"n_step": 5, "reward_config": {"kind": "potential", "gamma": 0.9}, "options": {}}'
    survives(whole, text, tmp_path / "puyo.json", lambda path: course(PUYO, "dqn", file=path))


@pytest.mark.usefixtures("modest")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", ["otrio", "coppit", "puyo", "othello", "twenty48"])
def test_a_record_is_read_or_refused(game: str, tmp_path: Path) -> None:
    found = find_game(game)
    options = found.options()
    agents = [make_agent("random", found, seed=seat) for seat in range(len(found.seats(options)))]
    lines = write_record(play(found, agents, options, seed=3)).splitlines(keepends=True)
    whole = "".join(lines[:12]).encode()
    survives(whole, text, tmp_path / "game.jsonl", records_of)


@pytest.mark.usefixtures("modest")
def test_figures_of_a_training_are_shown_as_far_as_they_are_numbers(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path / "run", {"game": "otrio", "options": {"players": 2}, "config": {"gamma": 0.5}})
    for step in (10, 20, 30):
        metrics.add(step, {"loss": 0.5 / step, "points": 0.25})
    metrics.close("finished")
    for name in (RUN, LINES):
        path = tmp_path / "run" / name
        whole = path.read_bytes()
        for number in range(MUTATIONS):
            path.write_bytes(text(whole, random.Random(number)))
            shown(tmp_path)
        path.write_bytes(whole)


def shown(folder: Path) -> None:
    for line in read_lines(folder / "run"):
        assert all(np.isfinite(value) for value in line.values())
    msgspec.json.encode(trainings(folder))  # as an answer over HTTP, which has no room for every number


@pytest.mark.usefixtures("modest")
def test_a_board_file_is_taken_or_refused(tmp_path: Path) -> None:
    board = files("asobiba.games.coppit") / "board_4p.json"
    survives(board.read_bytes(), text, tmp_path / "board.json", load_board)
