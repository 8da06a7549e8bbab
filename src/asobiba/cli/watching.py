"""Agents alone at the table, watched in the terminal: the board after every move, slowly or as fast as they play."""

import time

from asobiba.cli.prompt import HUMAN, Session
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER
from asobiba.core.match import timed_choice
from asobiba.core.records import Ply

GLANCE = 0.05
"""Seconds between two boards on a terminal: nobody sees more of them, and drawing them would slow the game down."""


def watch(session: Session, delay: float) -> None:
    """To the end of the game, with so many seconds after each move."""
    if HUMAN in session.specs:
        raise ConfigError("--delay is for agents that play alone: name one for every seat")
    began, moves, shown_at = time.monotonic(), 0, 0.0
    first, actions = session.state, list[int]()
    while session.state.to_play != OVER:
        if (seat := session.state.to_play) == CHANCE:
            ply = Ply(CHANCE, session.luck.draw(session.state, len(session.plies)))
        else:
            ply = timed_choice(session.game, session.agents[seat], session.state, (first, actions), session.clocks)
            if session.flagged is not None:
                break
            moves += 1
        session.states.append(session.state.apply(ply.action))
        session.plies.append(ply)
        actions.append(ply.action)
        now = time.monotonic()
        if session.state.to_play != CHANCE and (delay or now - shown_at >= GLANCE or not is_terminal(session)):
            show(session)
            shown_at = now
            time.sleep(delay)
    show(session)
    end = session.record()
    session.announce_result(end.returns or (), end.reason, end.places)
    seconds = max(time.monotonic() - began, 1e-9)
    session.screen.say("play.pace", moves=moves, seconds=seconds, rate=moves / seconds)


def show(session: Session) -> None:
    """In the place of the last board, where that can be done."""
    if session.state is not session.drawn:
        if is_terminal(session):
            session.screen.console.clear()
        session.draw()


def is_terminal(session: Session) -> bool:
    return session.screen.console.is_terminal
