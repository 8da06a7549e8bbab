"""Bots in processes of their own: real workers, which are also crashed, killed, hung and starved here."""

import asyncio
import os
import pickle
import random
import signal
import socket
import sys
import textwrap
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from asobiba.agents.analysis import advise_position
from asobiba.agents.spec import make_agent
from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.match import play
from asobiba.core.options import Options
from asobiba.core.records import write_record
from asobiba.core.registry import find_game, game_names
from asobiba.online.bots import thinkers as thinkers_module
from asobiba.online.bots import thinking, worker
from asobiba.online.bots.thinkers import Advised, Busy, Judged, Payer, Question, Thinkers, TooSlow, WorkerLost
from asobiba.online.bots.thinking import packed
from asobiba.online.bots.worker import Worker
from tests.processes import run, started
from tests.variants import name_of, variants

SOON = 120.0
"""A deadline that only a broken test reaches."""
NICENESS = 1
"""With that of the product, 19, they would hardly run beside busy programs."""
OTHELLO, COPPIT = find_game("othello"), find_game("coppit")
START = OTHELLO.start(OTHELLO.options())


@dataclass(frozen=True)
class Trap:
    """A position that runs a program in the worker which receives it."""

    program: str

    def legal(self) -> tuple[int, ...]:
        return (19, 26, 37, 44)

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return exec, (self.program,)


HANGS = Trap("while True: pass")


def about(state: Any, spec: str = "greedy", name: str = "othello", **options: Any) -> Question:
    return Question(name, options, spec, "seed", state)


def stroll(found: AnyGame, options: Options, plies: int) -> list[Any]:
    """Positions of a random game in which a seat is to move, as that seat sees them."""
    generator, luck = random.Random(3), Luck(3)
    state, seen = found.start(options), []
    for ply in range(plies):
        if state.to_play == OVER:
            break
        if state.to_play >= 0:
            seen.append(found.conceal(state, state.to_play))
        state = state.apply(luck.draw(state, ply) if state.to_play < 0 else generator.choice(state.legal()))
    return seen


async def until(fact: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not fact():
            await asyncio.sleep(0.01)


def kill(pids: Iterable[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def is_running(pid: int) -> bool:
    """A zombie that nobody collects has ended too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers(queue=4, niceness=NICENESS)
    await found.start()
    yield found
    pids = set(found.pids)
    await found.close()
    assert not any(map(is_running, pids))


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a worker that is told to stop has the time for it."""
    monkeypatch.setattr(thinkers_module, "GRACE", SOON)


in_one_loop = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("found", "options"),
    [
        pytest.param(found, options, marks=[] if options == found.options() else pytest.mark.slow)
        for found, options in variants()
    ],
    ids=name_of,
)
def test_positions_arrive_as_they_were_sent(found: AnyGame, options: Options) -> None:
    for state in stroll(found, options, 20):
        legal = list(state.legal())
        task = packed(len, state)
        _, (arrived,) = pickle.loads(task)

        assert arrived == state
        assert hash(arrived) == hash(state)
        assert list(arrived.legal()) == legal
        assert len(task) < 2000, "what a position has cached is not sent"


def test_games_are_sent_by_their_name() -> None:
    assert pickle.loads(packed(len, OTHELLO))[1] == (OTHELLO,)


def test_a_worker_loads_only_what_it_needs() -> None:
    code = "import sys, asobiba.online.bots.thinking; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = run([sys.executable, "-c", code]).stdout.split()

    heavy = {"torch", "gymnasium", "pettingzoo", "fastapi", "starlette", "sqlalchemy", "pydantic", "typer", "rich"}
    assert not heavy & set(loaded)
    assert "asobiba" in loaded


def test_a_question_has_its_own_dice() -> None:
    """Whatever the worker was asked before: so everybody who has the seed can compute what a bot plays."""
    seeds = [f"seed {number}" for number in range(20)]
    expected = [make_agent("random", OTHELLO, seed=seed).choose(START) for seed in seeds]

    assert len(set(expected)) > 1
    for asked in (seeds, seeds[::-1]):
        found = {seed: thinking.choose(Question("othello", {}, "random", seed, START)) for seed in asked}
        assert [found[seed] for seed in seeds] == expected


@in_one_loop
@pytest.mark.parametrize("name", game_names())
async def test_a_move_is_the_one_that_the_agent_would_play_here(thinkers: Thinkers, name: str) -> None:
    found = find_game(name)
    options = found.options()
    for number, state in enumerate(stroll(found, options, 12)):
        question = Question(name, {}, "greedy:noise=0.5", f"seed {number}", state)

        choice = await thinkers.choose(question, SOON)

        assert choice.action == make_agent(question.spec, found, options, seed=question.seed).choose(state)
        assert not choice.fallback
        assert choice.seconds > 0


@in_one_loop
async def test_options_reach_the_worker(thinkers: Thinkers) -> None:
    otrio = find_game("otrio")
    options = otrio.options(players=2)

    choice = await thinkers.choose(about(otrio.start(options), "minimax:depth=2", "otrio", players=2), SOON)

    assert choice.action == make_agent("minimax:depth=2", otrio, options).choose(otrio.start(options))
    assert not choice.fallback


@in_one_loop
@pytest.mark.parametrize(
    "program",
    [
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        pytest.param("import os; os._exit(0)", marks=pytest.mark.slow),
        pytest.param("raise MemoryError", marks=pytest.mark.slow),
        "raise ValueError('an agent with a fault')",
        pytest.param("raise SystemExit", marks=pytest.mark.slow),
    ],
)
async def test_a_crash_costs_its_own_question_and_no_other(thinkers: Thinkers, program: str) -> None:
    replaced, fallbacks = thinkers.replaced, thinkers.fallbacks

    crash, *others = await asyncio.gather(
        thinkers.choose(about(Trap(program)), SOON),
        *(thinkers.choose(about(START), SOON) for _ in range(3)),
    )

    assert crash.fallback == "random"
    assert crash.action in Trap(program).legal()
    assert not any(other.fallback for other in others)
    assert thinkers.fallbacks == fallbacks + 1
    await until(lambda: len(thinkers.pids) == 2)
    assert thinkers.replaced == replaced + 1


@in_one_loop
@pytest.mark.parametrize(
    ("spec", "why", "instead"),
    [
        ("minimax:depth=20", "late", "greedy"),
        ("magic", "failed", "greedy"),
        ("greedy:noise=2", "random", None),
    ],
)
@pytest.mark.usefixtures("patient")
async def test_an_agent_that_gives_no_move_is_replaced_by_a_quick_one(
    thinkers: Thinkers, spec: str, why: str, instead: str | None
) -> None:
    for number, state in enumerate(stroll(OTHELLO, OTHELLO.options(), 3)):
        deadline = 0.2 if why == "late" else SOON  # on a busy machine who fails is late, too
        choice = await thinkers.choose(Question("othello", {}, spec, f"seed {number}", state), deadline)

        assert choice.fallback == why
        assert choice.action in state.legal()
        if instead is not None:
            assert choice.action == make_agent(instead, OTHELLO, seed=f"seed {number}").choose(state)


@in_one_loop
@pytest.mark.usefixtures("patient")
async def test_a_search_without_end_is_stopped_and_its_worker_goes_on(thinkers: Thinkers) -> None:
    await until(lambda: thinkers.busy == 0 and len(thinkers.pids) == 2)
    before = set(thinkers.pids)

    slow = await asyncio.gather(*(thinkers.choose(about(START, "minimax:depth=20"), 0.2) for _ in range(2)))
    with pytest.raises(TooSlow):
        await thinkers.advise(about(START, "minimax:depth=20"), 0.2)
    late = await thinkers.choose(about(START), 0.0)

    assert [choice.fallback for choice in (*slow, late)] == ["late", "late", "waited"]
    assert thinkers.waiting == 0
    assert not (await thinkers.choose(about(START), SOON)).fallback
    assert thinkers.pids == before


@pytest.mark.thorough
@in_one_loop
async def test_who_does_not_answer_when_told_to_stop_is_killed(thinkers: Thinkers) -> None:
    await until(lambda: thinkers.busy == 0 and len(thinkers.pids) == 2)
    before = set(thinkers.pids)

    deaf = Trap("import signal; signal.signal(signal.SIGUSR1, signal.SIG_IGN)\nwhile True: pass")
    slow = await asyncio.gather(*(thinkers.choose(about(deaf, "minimax"), 0.1) for _ in range(2)))

    assert [choice.fallback for choice in slow] == ["random", "random"]
    await until(lambda: len(thinkers.pids) == 2 and not before & thinkers.pids)
    assert not any(map(is_running, before))
    assert not (await thinkers.choose(about(START), SOON)).fallback


@in_one_loop
@pytest.mark.usefixtures("patient")
async def test_what_nobody_waits_for_is_not_thought_about(thinkers: Thinkers) -> None:
    await until(lambda: thinkers.busy == 0 and len(thinkers.pids) == 2)
    before = set(thinkers.pids)
    asked = asyncio.create_task(thinkers.choose(about(START, "minimax:depth=20"), SOON))
    await until(lambda: thinkers.busy == 1)

    asked.cancel()

    await until(lambda: thinkers.busy == 0)
    assert thinkers.pids == before


@in_one_loop
async def test_a_study_does_not_hold_up_a_move(thinkers: Thinkers, tmp_path: Path) -> None:
    await until(lambda: thinkers.busy == 0)
    end = tmp_path / "end"
    waits = Trap(f"import time, pathlib\nwhile not pathlib.Path({str(end)!r}).exists(): time.sleep(0.01)")
    long = asyncio.create_task(thinkers.advise(about(waits), SOON))
    await until(lambda: thinkers.busy == 1)
    patient = asyncio.create_task(thinkers.advise(about(START), SOON))
    await until(lambda: thinkers.waiting == 1)

    choices = [await thinkers.choose(about(START), SOON) for _ in range(10)]

    assert not any(choice.fallback for choice in choices)
    assert thinkers.waiting == 1, "only one worker may study"
    end.touch()
    assert (await patient).to_play == 0
    with pytest.raises(WorkerLost):
        await long


@pytest.mark.thorough
@in_one_loop
async def test_when_too_much_waits_studies_are_turned_away_and_moves_are_quick(thinkers: Thinkers) -> None:
    await until(lambda: thinkers.busy == 0 and len(thinkers.pids) == 2)
    moves = [asyncio.create_task(thinkers.choose(about(HANGS), SOON)) for _ in range(2)]
    await until(lambda: thinkers.busy == 2)
    moves += [asyncio.create_task(thinkers.choose(about(HANGS), SOON)) for _ in range(4)]
    studies = [asyncio.create_task(thinkers.advise(about(HANGS), SOON)) for _ in range(4)]
    await until(lambda: thinkers.waiting == 4 + 4)

    quick = asyncio.create_task(thinkers.choose(about(START, "minimax:depth=20"), SOON))
    await until(lambda: thinkers.waiting == 4 + 4 + 1)
    with pytest.raises(Busy, match="too many positions are being studied"):
        await thinkers.advise(about(START), SOON)
    with pytest.raises(Busy):
        await anext(thinkers.judge_record("", "greedy", SOON))

    assert not any(task.done() for task in (*studies, *moves))
    moves.pop(0).cancel()
    assert (await quick).fallback == "waited", "the last one who came is asked for a quick move, before the others"
    for task in (*studies, *moves):
        task.cancel()
    await asyncio.gather(*studies, *moves, return_exceptions=True)
    assert (thinkers.waiting, thinkers.studies) == (0, 0)
    assert not (await thinkers.choose(about(START), SOON)).fallback, "those who left are not waited for"


@in_one_loop
@pytest.mark.usefixtures("patient")
async def test_who_had_much_thought_gives_way_to_who_had_little(thinkers: Thinkers) -> None:
    """Four rooms of one guest with a search that never ends, and somebody else who plays on."""
    await until(lambda: thinkers.busy == 0 and len(list(filter(is_running, thinkers.pids))) == 2)
    before = set(thinkers.pids)
    greedy = [Payer("10.0.0.1", "grabber", f"room {number}") for number in range(4)]
    rooms = [asyncio.create_task(thinkers.choose(about(START, "minimax:depth=20"), SOON, each)) for each in greedy]
    await until(lambda: thinkers.busy == 2)

    others = [await thinkers.choose(about(START, "minimax:depth=3"), SOON, Payer("10.0.0.2", "Ann")) for _ in range(4)]

    assert not any(choice.fallback for choice in others), "a deep search of theirs was stopped for each"
    given_way = [room.result() for room in rooms if room.done()]
    assert 1 <= len(given_way) <= 4
    assert {choice.fallback for choice in given_way} == {"late"}
    assert thinkers.pids == before, "no process was ended for it"
    for room in rooms:
        room.cancel()
    await asyncio.gather(*rooms, return_exceptions=True)


@in_one_loop
async def test_a_worker_killed_while_idle_costs_nothing(thinkers: Thinkers) -> None:
    await until(lambda: thinkers.busy == 0 and len(thinkers.pids) == 2)
    kill(thinkers.pids)
    await until(lambda: not any(map(is_running, thinkers.pids)))
    await asyncio.sleep(0.1)  # for the loop to hear of it

    choices = await asyncio.gather(*(thinkers.choose(about(START), SOON) for _ in range(4)))

    assert not any(choice.fallback for choice in choices)


@in_one_loop
async def test_workers_are_nice_and_deaf_to_ctrl_c(thinkers: Thinkers) -> None:
    await until(lambda: len(thinkers.pids) == 2)
    before = set(thinkers.pids)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for pid in before:
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(own + NICENESS, 19)
        os.kill(pid, signal.SIGINT)

    choices = await asyncio.gather(*(thinkers.choose(about(START), SOON) for _ in range(4)))

    assert not any(choice.fallback for choice in choices)
    assert thinkers.pids == before


@in_one_loop
@pytest.mark.parametrize("name", game_names())
async def test_advice_is_the_same_as_in_this_process(thinkers: Thinkers, name: str) -> None:
    found = find_game(name)
    options = found.options()
    for spec in ("greedy", "random"):
        for state in stroll(found, options, 6):
            found_there = await thinkers.advise(Question(name, {}, spec, "", state), SOON)

            assert found_there.as_json() == advise_position(found, options, state, spec)


@in_one_loop
async def test_advice_says_when_it_is_proven(thinkers: Thinkers) -> None:
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
    state = OTHELLO.notation.read_position(board, OTHELLO.options())

    found = await thinkers.advise(about(state, "minimax:depth=12"), SOON)

    assert (found.best, found.exact) == (["h5"], True)


@in_one_loop
async def test_advice_that_cannot_be_given_is_one_sentence(thinkers: Thinkers) -> None:
    with pytest.raises(ConfigError, match="no agent is named 'magic'"):
        await thinkers.advise(about(START, "magic"), SOON)
    with pytest.raises(ConfigError, match="minimax plays games of two seats"):
        await thinkers.advise(about(COPPIT.start(COPPIT.options()), "minimax", "coppit"), SOON)
    with pytest.raises(WorkerLost, match="ended while it thought"):
        await thinkers.advise(about(Trap("raise ValueError")), SOON)
    with pytest.raises(TooSlow):
        await thinkers.advise(about(START, "minimax:depth=12"), 0.1)


def recorded(name: str, plies: int) -> str:
    found = find_game(name)
    options = found.options()
    seats = found.seats(options)
    agents = [make_agent("random", found, options, seed=seat) for seat in seats]
    return write_record(play(found, agents, options, seed=5, max_plies=plies))


@in_one_loop
@pytest.mark.parametrize("name", game_names())
async def test_a_record_is_judged_move_by_move(thinkers: Thinkers, name: str) -> None:
    text = recorded(name, 24)
    lines = text.splitlines()[1:]

    seen = [each async for each in thinkers.judge_record(text, "greedy", SOON)]

    judged = [each for each, _ in seen]
    assert seen == [(each, len(judged)) for each in judged]
    assert [each.ply for each in judged] == [at for at, line in enumerate(lines) if '"seat"' in line]
    for each in judged:
        values = {move.action: move.value for move in each.advised.moves}
        assert each.seat == each.advised.to_play != CHANCE
        assert each.loss == max(values.values()) - values[each.action]
        assert (each.move in each.advised.best) == (each.loss == 0)
        assert f'"action":{each.action},"move":"{each.move}"' in lines[each.ply]


@in_one_loop
async def test_an_analysis_ends_at_its_deadline_or_at_a_fault(thinkers: Thinkers) -> None:
    text, seen = recorded("othello", 20), list[Judged]()

    async def judge() -> None:
        async for judged, _ in thinkers.judge_record(text, "minimax:depth=7", 1.0):
            seen.append(judged)

    with pytest.raises(TooSlow):
        await judge()
    for broken, sentence in (("", "holds no game"), (text.replace("othello", "chess"), "no game is named"), ("x", "")):
        with pytest.raises(AsobibaError, match=f"line 1: .*{sentence}"):
            await anext(thinkers.judge_record(broken, "greedy", SOON))
    with pytest.raises(ConfigError, match="no agent is named"):
        await anext(thinkers.judge_record(text, "magic", SOON))

    assert len(seen) < 20
    assert thinkers.studies == 0


@in_one_loop
async def test_a_line_is_judged_from_a_position_on(thinkers: Thinkers) -> None:
    notation = OTHELLO.notation
    corner = notation.write_position(START.apply(19))
    question = about(START, "minimax:depth=1")

    judged = [each async for each, _ in thinkers.judge_line(question, corner, ["c3", "c4"], SOON)]

    assert [(each.ply, each.seat, each.move) for each in judged] == [(0, 1, "c3"), (1, 0, "c4")]
    with pytest.raises(AsobibaError, match="move 2 of the line"):
        await anext(thinkers.judge_line(question, corner, ["c3", "a1"], SOON))
    with pytest.raises(AsobibaError, match="move 1 of the line"):
        await anext(thinkers.judge_line(question, "start", ["castling"], SOON))
    assert [each async for each in thinkers.judge_line(question, "start", [], SOON)] == []


@in_one_loop
async def test_who_listens_hears_what_is_found_on_the_way(thinkers: Thinkers) -> None:
    """And at last just what somebody hears who waits for the end."""
    await until(lambda: thinkers.busy == 0)
    question = about(START, "mcts:simulations=8000")

    *thoughts, ending = [each async for each in thinkers.deepen(question, SOON)]

    assert ending == "done"
    visits = [sum(move.visits or 0 for move in each.moves) for each in thoughts if isinstance(each, Advised)]
    assert visits == sorted(visits)
    assert 7_000 < visits[-1] <= 8_000
    assert [each async for each in thinkers.deepen(about(START), SOON)] == [
        await thinkers.advise(about(START), SOON),
        "done",
    ]


@in_one_loop
@pytest.mark.usefixtures("patient")
async def test_who_has_heard_enough_ends_the_search(thinkers: Thinkers) -> None:
    """The process that thought stays, and is there for the next one."""
    await until(lambda: thinkers.busy == 0 and len(thinkers.pids) == 2)
    before = set(thinkers.pids)
    for spec in ("mcts:ms=3600000", "minimax:depth=20"):
        asked = asyncio.create_task(anext(thinkers.deepen(about(START, spec), SOON)))
        await until(lambda: thinkers.busy == 1)

        asked.cancel()

        await until(lambda: thinkers.busy == 0)
        assert thinkers.studies == 0
    assert thinkers.pids == before


@in_one_loop
@pytest.mark.usefixtures("patient")
async def test_who_could_not_think_at_all_says_so(thinkers: Thinkers) -> None:
    with pytest.raises(TooSlow):
        await anext(thinkers.deepen(about(START, "minimax:depth=20"), 0.0))
    with pytest.raises(ConfigError, match="no agent is named"):
        await anext(thinkers.deepen(about(START, "magic"), SOON))
    with pytest.raises(WorkerLost):
        await anext(thinkers.deepen(about(Trap("import os; os._exit(1)")), SOON))


@pytest.mark.thorough
@in_one_loop
@pytest.mark.usefixtures("patient")
async def test_who_listens_gives_way_to_who_had_less(thinkers: Thinkers) -> None:
    await until(lambda: thinkers.busy == 0 and len(list(filter(is_running, thinkers.pids))) == 2)
    before = set(thinkers.pids)
    thoughts = thinkers.deepen(about(START, "mcts:ms=8000"), SOON, Payer("10.0.0.3", "listener"))
    assert isinstance(await anext(thoughts), Advised)

    advice = await thinkers.advise(about(START), SOON, Payer("10.0.0.4", "Ann"))

    assert advice.to_play == 0
    assert [each async for each in thoughts][-1] == "others"
    assert thinkers.pids == before, "no process was ended for it"


@pytest.mark.thorough
@in_one_loop
async def test_workers_that_do_not_start_are_tried_again(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    await until(lambda: thinkers.busy == 0 and len(thinkers.pids) == 2)
    monkeypatch.setattr(worker, "PROGRAM", "raise SystemExit(1)")
    await asyncio.gather(*(thinkers.choose(about(Trap("raise SystemExit")), SOON) for _ in range(2)))

    assert (await thinkers.choose(about(START), 0.5)).fallback
    assert thinkers.pids == set()
    with pytest.raises(WorkerLost, match="does not start"):
        await Thinkers(niceness=0).start()

    monkeypatch.undo()
    assert not (await thinkers.choose(about(START), SOON)).fallback


@pytest.mark.asyncio
async def test_a_server_has_its_bots_later_if_they_do_not_start_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PROGRAM", "raise SystemExit(1)")
    thinkers = Thinkers(niceness=0)
    thinkers.start_soon()
    try:
        assert (await thinkers.choose(about(START), 1.0)).fallback
        monkeypatch.undo()
        assert not (await thinkers.choose(about(START), SOON)).fallback
    finally:
        await thinkers.close()


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_closing_answers_everybody() -> None:
    thinkers = Thinkers(niceness=0)
    assert (await thinkers.choose(about(START), SOON)).fallback, "not started"
    await thinkers.start()
    pids = set(thinkers.pids)
    moves = [asyncio.create_task(thinkers.choose(about(HANGS), SOON)) for _ in range(3)]
    study = asyncio.create_task(thinkers.advise(about(START), SOON))
    await until(lambda: thinkers.busy == 2 and thinkers.waiting == 2)

    await thinkers.close()

    assert all(choice.fallback for choice in await asyncio.gather(*moves))
    with pytest.raises(WorkerLost):
        await study
    with pytest.raises(WorkerLost):
        await thinkers.advise(about(START), SOON)
    assert (await thinkers.choose(about(START), SOON)).fallback
    assert (thinkers.busy, thinkers.waiting, thinkers.pids) == (0, 0, set())
    assert not any(map(is_running, pids))


def test_workers_die_with_their_server_even_while_they_think() -> None:
    code = """
        import asyncio, sys
        from asobiba import game
        from asobiba.online.bots.thinkers import Question, Thinkers

        async def main():
            thinkers = Thinkers(niceness=0)
            await thinkers.start()
            othello = game("othello")
            question = Question("othello", {}, "minimax:depth=12", "", othello.start(othello.options()))
            asking = asyncio.create_task(thinkers.choose(question, 600))
            while not thinkers.busy:
                await asyncio.sleep(0.01)
            print(*thinkers.pids, flush=True)
            await asking

        asyncio.run(main())
    """
    with started([sys.executable, "-c", textwrap.dedent(code)], stderr=None) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(is_running, pids))
        server.kill()
        server.wait()
        asyncio.run(until(lambda: not any(map(is_running, pids))))


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(ConfigError, match="workers=0: allowed is 1 or more"):
        Thinkers(0)


def test_a_worker_whose_server_was_killed_ends_without_a_word() -> None:
    """It finds out when it answers, if it was thinking."""
    ours, theirs = socket.socketpair()
    program = "from asobiba.online.bots.thinking import main; main()"
    with ours, started([sys.executable, "-c", program], stdin=theirs.fileno()) as process:
        theirs.close()
        ours.recv(64)  # it is ready
        ours.shutdown(socket.SHUT_RD)
        ours.sendall(thinking.framed(pickle.dumps((len, ("abc",)))))
        assert process.communicate(timeout=SOON) == ("", "")
        assert process.returncode == 0


@pytest.mark.asyncio
async def test_a_worker_is_stopped_to_its_end_though_nobody_waits_for_it() -> None:
    found = await Worker.start(0)
    stopping = asyncio.create_task(found.stop())
    await asyncio.sleep(0)
    stopping.cancel()

    with pytest.raises(asyncio.CancelledError):
        await stopping
    assert found.process.returncode is not None
    assert found.writer.is_closing()


@pytest.mark.asyncio
async def test_who_closes_waits_for_all_that_are_being_started(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended, stop = list[int](), list[int](), Worker.stop
    made, begin = list[Any](), worker._process

    async def one_after_the_other(found: Worker) -> None:
        begun.append(found.pid)
        await asyncio.sleep(0.05 * len(begun))
        await stop(found)
        ended.append(found.pid)

    def process(*how: Any) -> Any:
        made.append(begin(*how))
        return made[-1]

    monkeypatch.setattr(worker, "PROGRAM", "import time; time.sleep(600)")  # it runs, and is never ready
    monkeypatch.setattr(worker, "_process", process)
    monkeypatch.setattr(Worker, "stop", one_after_the_other)
    thinkers = Thinkers(2, niceness=0)
    thinkers.start_soon()
    await until(lambda: len(made) == 3)

    await thinkers.close()

    assert len(ended) == 3
