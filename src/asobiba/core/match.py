"""The match driver: agents in the seats, luck from a seed, a record at the end."""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from asobiba.core.agent import Agent, Historian, Timekeeper
from asobiba.core.clock import CLOCK, Clocks
from asobiba.core.ending import out_of_time
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER, AnyGame, as_action
from asobiba.core.luck import Luck
from asobiba.core.options import Options
from asobiba.core.records import Ply, Record


def play(
    game: AnyGame,
    agents: Sequence[Agent],
    options: Options | None = None,
    *,
    seed: int = 0,
    names: Sequence[str] | None = None,
    max_plies: int | None = None,
    opening: int | Sequence[int] = 0,
    clocks: Clocks | None = None,
    watch: Callable[[Any, Ply], None] | None = None,
) -> Record:
    """One game from the start. `watch` sees every ply with the position after it.

    A game still running after `max_plies` is recorded as unfinished. The first `opening` plies are random, drawn
    from the seed: without them, two agents that never vary would play the same game again and again. Or it is the
    moves themselves. With `clocks`, whose time is over loses: a move that comes too late is not played.
    """
    options = game.options() if options is None else options
    seats = game.seats(options)
    if len(agents) != len(seats):
        raise ConfigError(f"{game.name} has {len(seats)} seats ({', '.join(seats)}), not {len(agents)}")
    luck = Luck(seed)
    state = first = game.start(options)
    plies: list[Ply] = []
    actions: list[int] = []
    random_plies, given = (opening, ()) if isinstance(opening, int) else (0, tuple(opening))
    while state.to_play != OVER and (max_plies is None or len(plies) < max_plies):
        seat = state.to_play
        if seat == CHANCE:
            ply = Ply(CHANCE, luck.draw(state, len(plies)))
        elif len(plies) < len(given):
            ply = Ply(seat, given[len(plies)])
        elif len(plies) < random_plies:
            ply = Ply(seat, random.Random(f"{seed}/opening/{len(plies)}").choice(state.legal()))
        else:
            ply = timed_choice(game, agents[seat], state, (first, actions), clocks)
            if clocks is not None and clocks.flagged is not None:
                break
        state = state.apply(ply.action)
        plies.append(ply)
        actions.append(ply.action)
        if watch is not None:
            watch(state, ply)
    end: dict[str, Any] = {"returns": state.returns() if state.to_play == OVER else None}
    if clocks is not None and clocks.flagged is not None:
        end = vars(out_of_time(game, options, state, clocks.flagged))
    return Record(
        game=game.name,
        rules=game.version,
        options=options.chosen(),
        seats=tuple(names if names is not None else (type(agent).__name__.lower() for agent in agents)),
        seed=seed,
        plies=tuple(plies),
        notes={} if clocks is None else {CLOCK: str(clocks.control)},
        **end,
    )


def timed_choice(
    game: AnyGame,
    agent: Agent,
    state: Any,
    history: tuple[Any, Sequence[int]] | None = None,
    clocks: Clocks | None = None,
) -> Ply:
    """What the agent plays, shown only what its seat may know, and how long it thought.

    `history` is where the game began and what was played since. An agent that keeps time is told what the clocks say,
    and they what it took.
    """
    seat, now = state.to_play, time.perf_counter if clocks is None else clocks.now
    runs = clocks is not None and not game.must_pass(state)
    asked = now()
    if history is not None and isinstance(agent, Historian):
        agent.recall(*history)
    if clocks is not None and runs and isinstance(agent, Timekeeper):
        agent.allow(clocks.left[seat], None, clocks.control.increment)
    action = agent.choose(game.conceal(state, seat))
    ply = Ply(seat, as_action(action, state), round(now() - asked, 6))
    if clocks is not None and runs and clocks.spend(seat, ply.seconds or 0.0):
        clocks.press(seat)
    return ply
