"""Habits of the source: every module has its tests, and none has outgrown a reader."""

import ast
from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "asobiba"
MODULES = {
    path.relative_to(SOURCE).with_suffix("").as_posix(): path
    for path in sorted(SOURCE.rglob("*.py"))
    if not path.name.startswith("__")
}
MOST_LINES, MOST_METHODS = 450, 30

# A module a/b is tested by tests/a/test_b.py, or it is named here.
TESTED_BY = {
    "agents/test_agents.py": "agents/greedy agents/minimax agents/spec agents/uniform core/advice",
    "agents/test_mcts.py": "agents/mcts_plain agents/search core/dice",
    "agents/test_learned.py": "agents/weights games/puyo/policy",
    "agents/test_guide.py": "agents/graph",
    "arena/test_outlook.py": "core/playouts",
    "bench/test_beam.py": "bench/adaptors/beam",
    "bench/test_bench.py": "bench/adaptors/bars bench/adaptors/chain bench/adaptors/peers "
    "bench/adaptors/searchers bench/envs bench/kernels bench/measure bench/search",
    "bench/test_othello.py": "bench/adaptors/engines bench/adaptors/othello",
    "bench/test_twenty48_learning.py": "bench/adaptors/twenty48_learning",
    "bench/test_twenty48_truth.py": "bench/adaptors/twenty48_truth",
    "bench/test_online.py": "bench/online/*",
    "bench/test_twenty48.py": "bench/adaptors/twenty48",
    "cli/test_terminal.py": "cli/app cli/dashes cli/match cli/menu cli/play cli/rate cli/screen",
    "cli/test_texts.py": "cli/words",
    "core/test_attempts.py": "core/exercises games/*/exercises",
    "core/test_contract.py": "core/errors core/picture games/*/picture games/*/views",
    "core/test_scene.py": "games/*/scene",
    "core/test_speech.py": "games/*/words",
    "envs/test_gym.py": "envs/opponents envs/registration envs/shaping envs/spaces games/twenty48/rewards",
    "games/coppit/test_examples.py": "games/coppit/rules",
    "games/coppit/test_log.py": "games/coppit/events",
    "games/coppit/test_resolutions.py": "games/coppit/legality games/coppit/situation games/coppit/stacks "
    "games/coppit/winner",
    "games/othello/test_perft.py": "core/perft",
    "games/otrio/test_lines.py": "games/otrio/board",
    "games/puyo/test_dense_rewards.py": "games/puyo/clocks",
    "games/puyo/test_falling.py": "games/puyo/board",
    "games/puyo/test_timed.py": "games/puyo/frames",
    "games/twenty48/test_env_step.py": "games/twenty48/env games/twenty48/specification",
    "games/twenty48/test_scripts.py": "games/twenty48/benchmark games/twenty48/play_random",
    "judges/test_openspiel.py": "envs/openspiel",
    "learn/dqn/test_double.py": "learn/networks",
    "learn/dqn/test_learner.py": "learn/dqn/selfplay learn/dqn/settings",
    "learn/alphazero/test_learner.py": "agents/alphazero learn/alphazero/evaluation learn/alphazero/settings",
    "learn/alphazero/test_units.py": "learn/alphazero/plain",
    "learn/test_training.py": "learn/curves learn/learner",
    "learn/test_methods.py": "learn/settings",
    "learn/othello/test_learner.py": "learn/othello/settings",
    "learn/twenty48/test_learner.py": "learn/twenty48/settings",
    "learn/puyo/test_opponents.py": "learn/opponents",
    "learn/puyo/test_player.py": "learn/choices",
    "learn/puyo/test_selfplay.py": "learn/puyo/practice",
    "native/test_boundary.py": "_native/memory",
    "native/test_twins.py": "core/kernel games/*/native games/othello/encode",
    "online/bots/test_queue.py": "online/bots/shares",
    "online/bots/test_thinkers.py": "online/bots/thinking online/bots/worker",
    "online/client/test_connection.py": "online/client/outbox online/client/told online/client/errors",
    "online/client/test_http.py": "online/client/visitor",
    "online/http/test_studies.py": "online/rooms/analyst",
    "online/http/test_api.py": "online/http/app online/http/cards online/metrics",
    "online/http/test_identity.py": "online/rooms/tokens",
    "online/http/test_limits.py": "online/protocol/pace online/http/door",
    "online/http/test_metered.py": "online/protocol/bill",
    "online/http/test_listen.py": "online/run",
    "online/http/test_mine.py": "online/rooms/farewell",
    "online/http/test_protocol.py": "online/protocol/messages online/protocol/schema",
    "online/rooms/test_ending.py": "online/rooms/outcome",
    "online/rooms/test_realtime.py": "online/rooms/alarm online/rooms/timekeeper",
    "online/rooms/test_room.py": "online/rooms/attendance online/rooms/botseats online/rooms/hub online/rooms/ledger "
    "online/rooms/tasks",
    "online/rooms/test_showing.py": "online/protocol/views",
    "online/rooms/test_table.py": "online/rooms/decisions online/rooms/dice online/rooms/seat",
    "online/store/test_store.py": "online/store/database online/store/rows online/store/schema "
    "online/store/migrations/*",
    "online/test_attacks.py": "online/http/socket",
    "online/test_faults.py": "online/protocol/desk",
    "web/test_pages.py": "online/http/pages",
}
TOO_LONG = {
    "online/http/api": "a short function for each address of the interface: one is looked up, none is read before"
}
"""Modules that are better whole, with the reason."""
TOO_MANY_METHODS: dict[str, str] = {}
"""Classes, as module:Class."""


def mirrored(module: str) -> Path:
    folder, _, name = module.rpartition("/")
    return TESTS / folder / f"test_{name}.py"


WITHOUT_MIRROR = [module for module in MODULES if not mirrored(module).exists()]
PATTERNS = [pattern for line in TESTED_BY.values() for pattern in line.split()]


@pytest.mark.parametrize("module", WITHOUT_MIRROR)
def test_a_module_has_tests_of_its_name_or_a_line_that_says_where_they_are(module: str) -> None:
    assert any(fnmatch(module, pattern) for pattern in PATTERNS), f"{mirrored(module)} or a line in {__file__}"


def test_the_lines_are_true() -> None:
    assert [test for test in TESTED_BY if not (TESTS / test).exists()] == []
    assert [pattern for pattern in PATTERNS if not any(fnmatch(module, pattern) for module in MODULES)] == []


def test_no_module_is_too_long() -> None:
    long = {module for module, path in MODULES.items() if len(path.read_text().splitlines()) > MOST_LINES}

    assert long <= set(TOO_LONG)


def test_no_class_has_too_many_methods() -> None:
    large = {
        f"{module}:{each.name}"
        for module, path in MODULES.items()
        for each in ast.walk(ast.parse(path.read_text()))
        if isinstance(each, ast.ClassDef)
        and sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in each.body) > MOST_METHODS
    }

    assert large <= set(TOO_MANY_METHODS)
