"""The agent that tries its moves."""

import random
from typing import Any

import pytest

from asobiba.agents import make_agent
from asobiba.agents.players import Players
from asobiba.core.game import CHANCE, OVER
from asobiba.core.match import play
from asobiba.games.coppit import GAME
from asobiba.games.coppit.notation import write_move
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rollouts import Rollouts
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.weights import INSTINCT, JUDGEMENT
from tests.games.coppit.situation import situation

WIN_MODES = ["box_count", "captured", "box_plus_captured", "last_survivor"]


def agent(position: Position, spec: str = "rollouts:games=400,turns=8") -> Rollouts:
    made = make_agent(spec, GAME, position.options, seed=1)
    assert isinstance(made, Rollouts)
    return made


def chosen(text: str, spec: str = "rollouts:games=400,turns=8", **options: Any) -> str:
    position = situation(text, **options)
    return write_move(position, agent(position, spec).choose(position))


def test_there_are_weights_for_every_winner_and_every_end() -> None:
    assert set(INSTINCT) == set(JUDGEMENT) == {(win, end) for win in WIN_MODES for end in ("board", "in_play")}


@pytest.mark.parametrize("spec", ["rollouts:games=0", "rollouts:games=400,turns=8"])
@pytest.mark.parametrize("win_mode", WIN_MODES)
def test_it_takes_a_certain_win(spec: str, win_mode: str) -> None:
    """GREEN has one free hat left, and RED may capture it. RED is ahead by every count."""
    position = situation("2:R 6:G 40:R RED:bank=G5 die=4 turn=9 mingled=1", max_players=2, win_mode=win_mode)
    advice = agent(position, spec).advise(position)
    best = advice.best()

    assert [write_move(position, action) for action in best] == ["2>6"]
    assert advice.exact
    assert advice.proven[best[0]].outcome == 1
    assert agent(position, spec).choose(position) == best[0]


@pytest.mark.parametrize(
    ("text", "options", "move"),
    [
        ("2:BBBR 4:G 47:Y 40:R die=4 turn=9", {"win_mode": "captured"}, "2>box"),  # banks what a die could take
        ("16:BBBR 12:G 30:R die=1 turn=9", {"win_mode": "captured"}, "16>17"),  # a stack en prise: to a grey square
        ("8:R 12:GGG 2:G die=4 turn=9", {"max_players": 2}, "8>12"),  # a tower rather than anything else
    ],
)
def test_what_it_plays(text: str, options: dict[str, Any], move: str) -> None:
    assert chosen(text, **options) == move


def test_chances_are_those_of_the_seat_that_moves() -> None:
    """RED has one hat left, GREEN all of its own and five of RED's."""
    lost = situation("20:R GREEN:bank=R5 die=2 turn=9 mingled=1", max_players=2)
    won = situation("20:G RED:bank=G5 die=2 turn=9 mingled=1 8:R", max_players=2)

    assert max(agent(lost).advise(lost).values.values()) < 0.2
    assert max(value for value in agent(won).advise(won).values.values() if value < 1) > 0.8
    assert agent(lost).advise(lost).unit == "win chance"


def test_the_same_seed_tries_the_same_games() -> None:
    position = situation("20:R 24:G 30:B 12:Y die=4 turn=9")

    assert agent(position).advise(position) == agent(position).advise(position)


def test_a_forced_pass_needs_no_thought() -> None:
    position = situation("die=3", require_6_to_deploy=True)

    assert agent(position, "rollouts:games=10000000,turns=10000").choose(position) == 0


@pytest.mark.parametrize("options", [{}, {"max_players": 2}], ids=str)
def test_levels_are_players(options: dict[str, Any]) -> None:
    table = CoppitOptions(max_turns=40, **options)
    for level in (
        *GAME.part(Players).levels(table),
        GAME.part(Players).agent_for("opponent", table),
        GAME.part(Players).agent_for("adviser", table),
    ):
        agents = [make_agent(level, GAME, table, seed=seat) for seat in range(table.max_players)]
        if "games=" not in level:
            assert play(GAME, agents, table, seed=1).returns is not None


@pytest.mark.thorough
def test_instinct_beats_greedy() -> None:
    """Of three seats; a third is even, and instinct wins more than half."""
    table = CoppitOptions(max_players=3, max_turns=400)
    won = 0.0
    for game in range(30):
        names = ["rollouts:games=0" if seat == game % 3 else "greedy" for seat in range(3)]
        record = play(GAME, [make_agent(name, GAME, table, seed=game) for name in names], table, seed=game)
        assert record.returns is not None
        won += max(record.returns[game % 3], 0.0)

    assert won >= 11


WON = "0:BRBBYR 2:GYBGR 45:BBR w0:GYR 28:R BLUE:bank=G3Y2 GREEN:bank=Y1 die=6 turn=9 mingled=1"
LOST = (
    "34:RRRRYBY RED:bank=B4G3Y3 BLUE:bank=G2 GREEN:bank=R1Y1 YELLOW:bank=R1B1G1,since=9 "
    "play=YELLOW die=5 turn=20 mingled=1"
)


@pytest.mark.parametrize(
    "spec", ["rollouts:games=0", "rollouts:games=50,turns=16", "expectimax:plies=1", "greedy", "mcts:simulations=20"]
)
@pytest.mark.parametrize(("text", "win_mode"), [*((WON, mode) for mode in WIN_MODES), (LOST, "box_plus_captured")])
@pytest.mark.parametrize("banks", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_who_is_alone_goes_home(spec: str, text: str, win_mode: str, banks: bool) -> None:
    """Nobody can take anything from it any more: it may not stroll about with its prisoners for ever, nor put off what
    it has lost."""
    position = situation(text, win_mode=win_mode, auto_bank_on_return=banks)
    seat = position.seat
    made, luck = make_agent(spec, GAME, position.options, seed=1), random.Random(1)
    plies = 0
    while position.to_play != OVER and plies < 2000:
        due = luck.randrange(6) if position.to_play == CHANCE else made.choose(position)
        position, plies = position.apply(due), plies + 1
    assert position.to_play == OVER
    assert (position.returns()[seat] == 1) == (text == WON)


@pytest.mark.parametrize(
    ("text", "options", "settled"),
    [
        (WON, {}, True),
        (LOST, {"win_mode": "captured"}, True),
        (WON, {"max_turns": 200}, False),
        (WON, {"win_mode": "captured", "allow_respawn": True}, False),  # whom it brings home plays on
        (WON.replace("28:R", "28:RB").replace("45:BBR", "45:BR"), {}, False),
    ],
)
def test_when_nothing_changes_the_result(text: str, options: dict[str, Any], settled: bool) -> None:
    assert GAME.part(Players).settled(situation(text, **options)) is settled
