"""What a program must not be able to do to PuyoDuels: run by test_duels_boundary.py in a process of its own.

python -m tests.native.duels_boundary CHECK
"""

import contextlib
import random
import signal
import sys
import threading
from functools import partial
from typing import Any

import numpy as np

from asobiba._native import kernels
from asobiba._native.memory import lasting
from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.dense_rewards import RewardConfig
from asobiba.games.puyo.duels import COMPONENTS, native_rewards
from asobiba.games.puyo.native import rules
from asobiba.games.puyo.rules import PuyoOptions
from tests.native.boundary import COUNT, REFUSALS, Enough, bad_arrays, junk, public, read_only, refused, spoiled, stop

READ_ONLY = (("step", 0), ("look_back", 0), ("search", 0), ("search", 1), ("afterstates", 0), ("afterstates", 1))
"""Arguments that are not written to."""


def settings() -> tuple[Any, Any]:
    return rules(PuyoOptions()), native_rewards(RewardConfig())


def open_duels(count: int = COUNT, threads: int = 1) -> Any:
    duels = kernels.PuyoDuels(*settings(), count, 1, threads)
    duels.attach(*arrays(count))
    return duels


def arrays(count: int = COUNT) -> list[Any]:
    both = (count, 2)
    shapes: list[tuple[tuple[int, ...], str]] = [((*both, 45, 13, 6), "i1"), ((*both, 22), "i1"), (both, "f4")]
    shapes += [((*both, len(COMPONENTS)), "f4"), ((count,), "u1"), ((count,), "i1"), (both, "u1"), (both, "i4")]
    shapes += [(both, "i4"), ((count,), "i4")]
    return [lasting(*shape) for shape in shapes]


def good_arguments(duels: Any) -> dict[str, tuple[Any, ...]]:
    return {
        "afterstates": (
            np.array([1]),
            np.array([1]),
            False,
            lasting((1, 22, SIZE), np.uint8),
            lasting((1, 22), np.float32),
        ),
        "attach": tuple(arrays()),
        "dice": (0,),
        "last": (0,),
        "look": (),
        "look_back": (np.array([1]), np.zeros((1, 2, 45, 13, 6), np.int8), np.zeros((1, 2, 22), np.int8)),
        "place": (0, duels.position(0), 1),
        "position": (0,),
        "search": (np.array([1]), np.array([1]), 2, 2, 1, 7, np.zeros(1, np.int32)),
        "step": (np.full((COUNT, 2), 2, np.int32),),
    }


def known(duels: Any) -> list[Any]:
    return [(duels.position(game), duels.dice(game)) for game in range(COUNT)]


def check_every_method_is_known() -> None:
    assert public(kernels.PuyoDuels) == sorted(good_arguments(open_duels()))


def check_good_arguments_are_taken() -> None:
    duels = open_duels()
    for method, good in good_arguments(duels).items():
        getattr(duels, method)(*good)


def check_bad_arguments_are_refused() -> None:
    duels = open_duels()
    before = known(duels)
    for method, good in good_arguments(duels).items():
        for at, value in enumerate(good):
            for wrong in bad_values(method, at, value):
                arguments = (*good[:at], wrong, *good[at + 1 :])
                refused(partial(getattr(duels, method), *arguments), f"{method}, argument {at}: {wrong!r:.60}")
        refused(partial(getattr(duels, method), *good, 0), f"{method} with one argument more")
    assert known(duels) == before


def bad_values(method: str, at: int, good: Any) -> list[Any]:
    found = [*junk(), *bad_arrays()]
    if isinstance(good, np.ndarray):
        found += spoiled(good)
        if (method, at) not in READ_ONLY:
            found.append(read_only(good))
    if isinstance(good, bytes):
        found += [good[:-1], good + b"\0", b"\xff" * len(good), bytes(len(good))]
    if (method, at) == ("look_back", 0):
        found += [np.array([-1]), np.array([COUNT]), np.array([2**62]), np.array([0, 1])]
    if (method, at) == ("afterstates", 2):
        found = [each for each in found if not isinstance(each, bool)]
    if method in ("search", "afterstates"):
        found += {0: [np.array([-1]), np.array([COUNT])], 1: [np.array([2]), np.array([-1])]}.get(at, [])
    if method == "search":
        found += [0, -1, 10**6] if at in (2, 3, 4) else []
    if (method, at) in (("place", 2), ("search", 5)):
        found = [each for each in found if not is_a_number(each)]
    return found


def is_a_number(value: Any) -> bool:
    """Any 64 bits are dice."""
    return isinstance(value, (int, np.integer, np.ndarray))


def check_random_arguments_do_no_harm() -> None:
    generator, duels = random.Random(1), open_duels()
    values = [*junk(), *bad_arrays(), None, *settings(), duels, 0, 1, 2, True, [0.0] * 29, *arrays()]
    calls = [getattr(duels, method) for method in public(kernels.PuyoDuels)]
    calls += [kernels.PuyoDuels, kernels.PuyoRewards, kernels.PuyoRewards.names]
    for _ in range(5_000):
        arguments = [generator.choice(values) for _ in range(generator.randrange(11))]
        with contextlib.suppress(*REFUSALS):
            generator.choice(calls)(*arguments)
    duels.attach(*arrays())
    assert duels.step(np.full((COUNT, 2), 2, np.int32)) == COUNT


def check_illegal_actions_play_nothing() -> None:
    duels = open_duels()
    before = known(duels)
    for illegal in (-1, 22, 31, 32, 2**31 - 1, -(2**31)):
        for game in range(COUNT):
            actions = np.full((COUNT, 2), 2, np.int32)
            actions[game, 1] = illegal
            assert duels.step(actions) == game
    assert known(duels) == before


def check_nothing_is_written_without_arrays() -> None:
    duels = kernels.PuyoDuels(*settings(), COUNT, 1, 1)
    refused(partial(duels.step, np.full((COUNT, 2), 2, np.int32)), "a step without arrays")
    duels.look()
    empty = kernels.PuyoDuels.__new__(kernels.PuyoDuels)
    for method, good in good_arguments(duels).items():
        refused(partial(getattr(empty, method), *good), f"{method} of no games")


def check_one_thread_at_a_time() -> None:
    count = 20_000
    duels, failures, turned_away = open_duels(count, 2), [], 0

    def use() -> None:
        nonlocal turned_away
        for _ in range(10):
            try:
                duels.step(np.full((count, 2), 2, np.int32))
                duels.look()
            except RuntimeError as error:
                turned_away += 1
                if "another thread" not in str(error):
                    failures.append(error)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert turned_away > 0
    assert not failures


def check_one_large_beam_answers_signals() -> None:
    """In its midst, on whichever thread it runs; a small one says afterwards what it said before."""
    for threads in (1, 2):
        duels = open_duels(threads=threads)
        before = placed(duels, 50, 5)
        interrupt_a_beam(duels)
        assert placed(duels, 50, 5) == before


def interrupt_a_beam(duels: Any) -> None:
    heard: list[int] = []
    signal.signal(signal.SIGALRM, lambda number, frame: heard.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
    placed(duels, 10_000, 10)
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert len(heard) > 2
    signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        placed(duels, 10_000, 100)
    except Enough:
        return
    raise AssertionError("it went on to its end")


def placed(duels: Any, width: int, depth: int) -> int:
    actions = np.zeros(1, np.int32)
    duels.search(np.array([1]), np.array([1]), width, depth, 1, 7, actions)
    return int(actions[0])


CHECKS = {name.removeprefix("check_"): each for name, each in globals().items() if name.startswith("check_")}

if __name__ == "__main__":
    CHECKS[sys.argv[1]]()
