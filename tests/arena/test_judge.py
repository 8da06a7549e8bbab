"""The judge finds what is right, what is wrong, and how wrong."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asobiba.agents.advice import Advice, leaning
from asobiba.agents.players import Players
from asobiba.agents.solver import Proven, Solver
from asobiba.agents.spec import make_agent
from asobiba.arena.intervals import rate
from asobiba.arena.judge import Judgement, judge, solver_of
from asobiba.arena.series import Guest
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.core.records import write_record
from asobiba.core.registry import find_game

OTRIO = find_game("otrio")
OPTIONS = OTRIO.options(players=2, colors=(0, 1))
"""One colour each: settled in milliseconds."""


class Worst:
    """Plays what the truth says is worst, and is sure of the opposite."""

    def choose(self, state: Any) -> int:
        worth = self.worth(state)
        return min(worth, key=worth.__getitem__)

    def advise(self, state: Any) -> Advice:
        worth = self.worth(state)
        return Advice(dict.fromkeys(worth, -max(worth.values())), unit="result")

    def worth(self, state: Any) -> Mapping[int, float]:
        found = solver_of(OTRIO, OPTIONS).values(state)
        assert found is not None
        return found


def judged(player: str | Guest = "random", **how: Any) -> Judgement:
    return judge(OTRIO, OPTIONS, player, **{"positions": 40, **how})


@pytest.mark.parametrize("source", ["random", "own"])
def test_the_solver_is_always_right(source: str) -> None:
    result = judged("solver:nodes=200000", source=source, positions=30)

    assert result.positions == 30
    assert result.kept.value == result.value_sign_right == 1
    assert result.regret == 0
    assert result.critical > 0
    assert result.kept_critical == rate(result.critical, result.critical)


def test_random_moves_keep_what_chance_says() -> None:
    result = judged("random", positions=200)

    assert result.kept.low <= result.kept_by_chance <= result.kept.high
    assert result.value_sign_right is None


def test_a_wrong_agent_is_caught() -> None:
    result = judged(Guest("worst", Worst()))

    assert result.agent == "worst"
    assert result.kept_critical is not None
    assert result.kept_critical.value == 0
    assert result.kept.value == pytest.approx(1 - result.critical / result.positions)
    assert result.regret * result.positions >= result.critical
    assert result.value_sign_right is not None
    assert result.value_sign_right == 0


def test_the_same_seed_asks_the_same() -> None:
    assert judged("greedy:noise=0.5", seed=1) == judged("greedy:noise=0.5", seed=1)
    assert judged("greedy:noise=0.5", seed=1) != judged("greedy:noise=0.5", seed=2)


def test_json_has_the_keys_that_programs_read() -> None:
    told = json.loads(json.dumps(judged(positions=5).as_json()))

    assert list(told)[:7] == ["game", "agent", "positions", "kept", "kept_interval", "value_sign_right", "regret"]
    assert set(told) - set(list(told)[:7]) == {"unit", "kept_by_chance", "critical", "kept_critical", "unsettled"}
    assert told["kept_interval"][0] <= told["kept"] <= told["kept_interval"][1]


def unsettled_where(parity: int) -> Any:
    """Otrio whose truth is silent in half of the positions; in all with parity 2."""

    def values(state: Any) -> dict[int, float] | None:
        return None if parity in (2, len(state.legal()) % 2) else dict.fromkeys(state.legal(), 0.0)

    return OTRIO.with_part(replace(OTRIO.part(Players), solver=lambda _: Solver(values=values)))


def test_what_is_not_settled_is_counted_and_left_out() -> None:
    result = judge(unsettled_where(1), OPTIONS, "random", positions=30)

    assert result.positions == 30
    assert 5 < result.unsettled < 120
    assert (result.critical, result.kept_critical) == (0, None)


@pytest.mark.parametrize("source", ["random", "own"])
def test_what_the_truth_does_not_reach_is_not_drawn(source: str) -> None:
    othello = find_game("othello")
    result = judge(othello, othello.options(), "random", positions=12, source=source)

    assert (result.positions, result.unsettled) == (12, 0)


def test_nothing_settled_is_an_error() -> None:
    with pytest.raises(ConfigError, match="none of 12 positions of otrio was settled"):
        judge(unsettled_where(2), OPTIONS, "random", positions=3)


def positions_of_a_game() -> tuple[str, list[Any]]:
    agents = [make_agent("random", OTRIO, OPTIONS, seed=seed) for seed in (1, 2)]
    record = play(OTRIO, agents, OPTIONS)
    return write_record(record), [state for state in record.states() if len(state.legal()) > 1]


def test_a_file_of_positions_and_one_of_records_ask_the_same(tmp_path: Path) -> None:
    text, states = positions_of_a_game()
    (tmp_path / "records").write_text(text + text)
    lines = [OTRIO.notation.write_position(state) for state in states]
    (tmp_path / "positions").write_text("\n".join([*lines, "", *lines]))

    records, positions = (judged("solver:nodes=200000", source=tmp_path / name) for name in ("records", "positions"))

    assert records == positions
    assert records.positions + records.unsettled == len(states)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no position in which a seat has a choice"),
        ("start\nnonsense\n", "line 2: "),
        ('{"record":1}', "line 1: "),
        ('{"record":1,"game":"othello","rules":1,"seats":["a","b"]}', "game 1 is othello with no options, and otrio"),
        ('{"record":1,"game":"otrio","rules":1,"seats":["a","b"],"options":{"players":2}}', "game 1 is otrio with"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "file").write_text(text)

    with pytest.raises(ConfigError, match=sentence):
        judged(source=tmp_path / "file")


def test_what_cannot_be_judged_says_what_can() -> None:
    with pytest.raises(ConfigError, match="cannot read nowhere"):
        judged(source="nowhere")
    with pytest.raises(ConfigError, match="positions=0: allowed is 1 or more"):
        judged(positions=0)
    for game, options in ((find_game("puyo"), {}), (OTRIO, {"players": 3})):
        with pytest.raises(ConfigError, match=f"nothing is proven of {game.name} .*solved: .*otrio -o players=2"):
            judge(game, game.options(**options), "random")


@pytest.mark.parametrize(
    ("advice", "bounds", "expected"),
    [
        (Advice({0: 0.5, 1: -1.0}, unit="result"), (0, 9), 0.5),
        (Advice({0: 0.5}, unit="win chance"), (0, 9), 0),
        (Advice({0: 0.25}, unit="win chance"), (0, 9), -0.5),
        (Advice({0: 0.25}, unit="return"), (0, 1), -0.5),
        (Advice({0: 12.0}, unit="evaluation"), (-1, 1), None),
        (Advice({0: -1e6}, unit="result", proven={0: Proven(-1, 4, 0.0)}), (-1, 1), -1),
    ],
)
def test_an_estimate_leans_to_a_side(advice: Advice, bounds: tuple[float, float], expected: float | None) -> None:
    assert leaning(advice, bounds) == expected
