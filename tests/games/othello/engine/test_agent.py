"""The engine as a player and as an adviser."""

import random
import threading
import time
from collections.abc import Generator
from typing import Any

import pytest

from asobiba.agents.advice import Adviser, Deepener
from asobiba.agents.analysis import advise_position
from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.bench.adaptors.othello import problems
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.registry import find_game
from asobiba.games.othello.engine.agent import EngineAgent
from asobiba.games.othello.engine.engine import Engine, Finding
from asobiba.games.othello.engine.plan import WITHOUT_END, plan_of
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import OthelloOptions, Position, square

OTHELLO = find_game("othello")


def engine(spec: str, options: OthelloOptions | None = None, seed: int = 0) -> EngineAgent:
    found = make_agent(spec, OTHELLO, options or OthelloOptions(), seed=seed)
    assert isinstance(found, EngineAgent)
    return found


def middle(seed: int, plies: int = 24) -> Position:
    generator, position = random.Random(seed), Position()
    for _ in range(plies):
        position = position.apply(generator.choice(position.legal()))
    return position


@pytest.mark.parametrize("score", ["result", "discs", "count"])
def test_what_is_proven_is_so_in_the_scores_of_the_game(score: str) -> None:
    problem, options = problems()[0], OthelloOptions.read({"score": score})
    advice = engine("engine:level=10", options).advise(read_position(f"{problem.board} {problem.side}", options))

    assert advice.unit == "discs"
    assert advice.values == {square(name): value for name, value in sorted(problem.values.items(), key=in_order)}
    assert (advice.depth, advice.certainty) == (problem.empties, 1.0)
    assert advice.exact == (score != "count")
    best = advice.best()[0]
    if score == "count":
        assert not advice.proven
    else:
        assert advice.proven[best].outcome == 1
        assert advice.proven[best].score == (1.0 if score == "result" else problem.score)


def in_order(item: tuple[str, int]) -> int:
    return square(item[0])


def test_it_thinks_aloud() -> None:
    judge = engine("engine:level=5")
    assert isinstance(judge, Deepener)
    *_, last = told = list(judge.deepen(Position()))

    assert [each.depth for each in told] == [0, 1, 2, 3, 4, 5]
    assert last == judge.advise(Position())
    assert list(last.values) == list(Position().legal())
    assert last.line


@pytest.mark.parametrize("spec", ["engine:level=5", "engine:level=12", "engine:nodes=20000"])
def test_what_is_left_out_in_the_midgame_is_told(spec: str) -> None:
    """Docs: 87 %. Who has only glanced at the moves has no certainty, and nothing is exact."""
    glance, *told = engine(spec).deepen(middle(2, 20))

    assert (glance.depth, glance.certainty) == (0, None)
    assert {each.certainty for each in told} == {0.87}
    assert not any(each.exact or each.proven for each in told)
    assert advise_position(OTHELLO, OthelloOptions(), middle(2, 20), spec)["certainty"] == 0.87


def test_a_closed_thought_ends() -> None:
    thoughts = engine("engine:level=20").deepen(Position())
    next(thoughts)
    thoughts.close()


def test_the_same_position_is_answered_alike_whatever_came_before() -> None:
    one, other = engine("engine:depth=6"), engine("engine:depth=6")
    one.advise(middle(3))

    assert one.advise(middle(4)) == other.advise(middle(4))


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_weak_levels_give_away_a_little_and_never_more(level: int) -> None:
    plan, chosen = plan_of(level), set()
    for seed in range(12):
        position = middle(seed % 3)
        move = engine(f"engine:level={level}", seed=seed).choose(position)
        found = Engine(level).analyse(position)
        value = {each.move: each.discs for each in found.moves}[move]
        assert found.discs - value <= plan.loss
        chosen.add(value == found.discs)
    assert True in chosen
    assert False in chosen or level > 2


def test_a_level_without_loss_plays_the_best_move() -> None:
    for seed in range(3):
        agent = engine("engine:level=6", seed=seed)
        assert agent.choose(middle(seed)) == agent.choose(middle(seed))


def test_milliseconds_and_nodes_are_limits() -> None:
    assert engine("engine:ms=5").choose(Position()) in Position().legal()
    assert engine("engine:nodes=5000").choose(middle(1)) == engine("engine:nodes=5000").choose(middle(1))
    assert engine("engine:nodes=1").choose(middle(1)) in middle(1).legal()


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("engine:level=21", "allowed is a whole number from 1 to 20"),
        ("engine:level=3,depth=4", "level=3 and depth=4 of EngineSettings: allowed is one of them"),
        ("engine:threads=0", "option threads=0"),
        ("engine:ms=0", "option ms=0"),
        ("engine:exact=65", "allowed is a whole number from 0 to 64"),
        ("engine:depth=65", "allowed is a whole number from 1 to 64"),
    ],
)
def test_wrong_settings_are_refused(spec: str, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        engine(spec)


@pytest.mark.parametrize("spec", [OTHELLO.part(Players).roles(OthelloOptions())["exact"], "engine:exact=64"])
def test_boards_with_fewer_discs_than_the_start_are_judged_exactly(spec: str) -> None:
    """c4 wipes white out."""
    position = read_position("-" * 27 + "OX" + "-" * 35 + " X", OthelloOptions())
    advice = engine(spec).advise(position)

    assert (dict(advice.values), advice.exact, advice.certainty) == ({square("c4"): 64}, True, 1.0)
    assert advice.proven[square("c4")].outcome == 1


@pytest.mark.parametrize("spec", ["engine", "engine:level=1", "engine:ms=5", "engine:level=8,book=true"])
def test_a_game_that_is_over_has_no_move(spec: str) -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        engine(spec).choose(read_position("X" * 64 + " X", OthelloOptions()))


@pytest.mark.parametrize("spec", ["engine:level=1", "engine:loss=4.0", "engine:depth=3,loss=4.0"])
def test_it_errs_as_the_engine_of_programs_does(spec: str) -> None:
    for seed in range(4):
        agent = engine(spec, seed=seed)
        twin = Engine(plan=agent.engine.plan, seed=clone(agent.generator))
        assert agent.choose(middle(seed)) == twin.choose(middle(seed))


def clone(generator: random.Random) -> random.Random:
    twin = random.Random()
    twin.setstate(generator.getstate())
    return twin


@pytest.mark.parametrize("spec", ["engine:nodes=3000,loss=64.0", "engine:ms=60000,nodes=3000,loss=64.0"])
def test_a_loss_counts_also_within_a_limit(spec: str) -> None:
    assert len({engine(spec, seed=seed).choose(middle(1)) for seed in range(12)}) > 1


def test_the_adviser_of_the_game_is_the_engine() -> None:
    adviser = make_agent(OTHELLO.part(Players).agent_for("adviser", OthelloOptions()), OTHELLO)

    assert isinstance(adviser, Adviser)
    assert isinstance(adviser, EngineAgent)


def test_it_opens_from_the_book_when_asked() -> None:
    """Not the parallel opening, and not always the same of the other two."""
    position = read_position("f5", OthelloOptions())
    chosen = {engine("engine:level=1,book=true", seed=seed).choose(position) for seed in range(12)}

    assert chosen <= {square("d6"), square("f6")}
    assert engine("engine:level=8,book=true").choose(middle(3)) == engine("engine:level=8").choose(middle(3))


@pytest.mark.parametrize(
    ("spec", "clock", "seconds"),
    [
        ("engine", (80.0, None, 0.0), 0.95 * 80 / 32 * 1.5),
        ("engine", (80.0, None, 2.0), 0.95 * (80 / 32 * 1.5 + 2)),
        ("engine", (80.0, 4, 0.0), 0.95 * 20),
        ("engine:ms=100", (80.0, None, 0.0), 0.1),
        ("engine:level=3", (80.0, None, 0.0), 0.95 * 80 / 32 * 1.5),
    ],
)
def test_a_clock_limits_one_move(
    spec: str, clock: tuple[float, int | None, float], seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, asked = engine(spec), list[dict[str, Any]]()

    def deepen(position: Position, **words: Any) -> Generator[Finding, None, None]:
        asked.append(words)
        yield agent.engine.begin(position)

    monkeypatch.setattr(agent.engine, "deepen", deepen)
    agent.allow(*clock)
    agent.choose(Position())
    agent.choose(Position())

    assert [each["seconds"] for each in asked] == [pytest.approx(seconds), agent.seconds]
    assert asked[0]["plan"] == (None if "level" in spec else WITHOUT_END)


def test_what_was_pondered_serves_the_next_move_alone() -> None:
    """Near the end the other side's position is solved, and then nobody thinks any more."""
    before, threads = middle(7, 46), threading.active_count()
    alone, ponderer = engine("engine:level=10"), engine("engine:level=10")
    with ponderer.pondering(before):
        while threading.active_count() > threads:
            time.sleep(0.01)
    after = before.apply(ponderer.engine.found().best)

    chosen = ponderer.choose(after)
    assert alone.engine.solve(after, every_move=True).discs == alone.engine.solve(after.apply(chosen)).discs * -1
    quick = ponderer.engine.found().nodes
    alone.choose(after)
    assert quick < alone.engine.found().nodes / 2
    assert ponderer.advise(after) == alone.advise(after)
