"""The match driver: agents in the seats, luck from a seed, a record at the end."""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from asobiba.core.actions import as_action
from asobiba.core.contract import CHANCE, OVER, Agent, AnyGame, Historian
from asobiba.core.errors import ConfigError
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
    watch: Callable[[Any, Ply], None] | None = None,
) -> Record:
    """One game from the start. `watch` sees every ply with the position after it.

    A game still running after `max_plies` is recorded as unfinished. The first `opening` plies are random, drawn
    from the seed: without them, two agents that never vary would play the same game again and again. Or it is the
    moves themselves.
    """
    options = game.options() if options is None else options
    seats = game.rules.seats(options)
    if len(agents) != len(seats):
        raise ConfigError(f"{game.name} has {len(seats)} seats ({', '.join(seats)}), not {len(agents)}")
    luck = Luck(seed)
    state = first = game.rules.start(options)
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
            ply = timed_choice(game, agents[seat], state, (first, actions))
        state = state.apply(ply.action)
        plies.append(ply)
        actions.append(ply.action)
        if watch is not None:
            watch(state, ply)
    return Record(
        game=game.name,
        rules=game.version,
        options=options.chosen(),
        seats=tuple(names if names is not None else (type(agent).__name__.lower() for agent in agents)),
        seed=seed,
        plies=tuple(plies),
        returns=state.returns() if state.to_play == OVER else None,
    )


def timed_choice(game: AnyGame, agent: Agent, state: Any, history: tuple[Any, Sequence[int]] | None = None) -> Ply:
    """What the agent plays, shown only what its seat may know, and how long it thought.

    `history` is where the game began and what was played since.
    """
    seat = state.to_play
    asked = time.perf_counter()
    if history is not None and isinstance(agent, Historian):
        agent.recall(*history)
    action = agent.choose(game.rules.conceal(state, seat))
    return Ply(seat, as_action(action, state), round(time.perf_counter() - asked, 6))
