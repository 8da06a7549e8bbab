"""What a position looks like, and how the agents play by it."""

from typing import Any

import pytest

from asobiba.agents import make_agent
from asobiba.agents.minimax import DECIDED, Minimax
from asobiba.core.game import OVER
from asobiba.core.match import play
from asobiba.games.otrio import GAME
from asobiba.games.otrio.board import slot
from asobiba.games.otrio.evaluate import SEEMS_WON, WON, evaluate, insight
from asobiba.games.otrio.notation import write_move
from asobiba.games.otrio.rules import PASS, OtrioOptions, Position
from tests.games.otrio.positions import ONE_SLOT_LEFT, after, board

WINS_AT_ONCE = [
    ("R.. R.. ... G.. .G. ... B.. .B. ... R", "Sc1"),  # though green threatens Lc2
    ("R.R ... ... G.G ... ... B.. ..B Y.. R", "Ma1"),
    ("R.. .R. ... ... ... ... G.. G.. ... R", "Lc1"),
    ("..G .G. ... R.. ... ..R ... ... ... G", "Sc1"),
]
BLOCKS_THE_NEXT = [
    ("G.. G.. ... ... R.. .R. ... B.. .B. R", "Sc1"),
    ("G.G ... ... .R. ... ... ... ..B ..Y R", "Ma1"),
    ("... ... ... Y.. .Y. ... R.. ... ..G B", "Lc2"),
]


def greedy_move(position: Position) -> str:
    return write_move(position, make_agent("greedy", GAME, position.options).choose(position))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("text", "move"), WINS_AT_ONCE)
def test_greedy_wins_at_once(text: str, move: str, players: int) -> None:
    assert greedy_move(board(text, players=players)) == move


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("text", "move"), BLOCKS_THE_NEXT)
def test_greedy_blocks_the_next_player(text: str, move: str, players: int) -> None:
    assert greedy_move(board(text, players=players)) == move


def test_greedy_blocks_the_next_player_rather_than_a_later_one() -> None:
    both_threaten = board("G.. G.. ... B.. .B. ... ... .R. ... R")

    assert insight([both_threaten])["threats"] == {"R": [], "G": ["Sc1"], "B": ["Lc2"], "Y": []}
    assert greedy_move(both_threaten) == "Sc1"


def test_a_result_outweighs_a_threat_and_a_threat_the_open_lines() -> None:
    won = board("RRR ... ... G.. .G. ... ... ... B.. G", players=3)
    about_to_win = board("RR. ... ... G.. ... .G. ... ... B.. R", players=3)
    ahead = after("Mb2", players=3)

    assert [evaluate(won, seat) for seat in range(3)] == [WON, -WON, -WON]
    assert WON > evaluate(about_to_win, 0) > SEEMS_WON > evaluate(ahead, 0) > 0 > evaluate(ahead, 1)
    assert evaluate(about_to_win, 1) < -SEEMS_WON


def test_a_draw_is_worth_nothing() -> None:
    drawn = board(ONE_SLOT_LEFT).apply(PASS).apply(slot("Sb2"))

    assert drawn.to_play == OVER
    assert [evaluate(drawn, seat) for seat in range(4)] == [0, 0, 0, 0]


def test_a_threat_without_a_piece_for_it_is_none() -> None:
    no_small_left = board("R.. R.. ... ... ... R.. G.. ... ... R")

    assert no_small_left.stock(0) == (0, 3, 3)
    assert insight([no_small_left])["threats"] == {"R": [], "G": [], "B": [], "Y": []}


def test_insight_names_winner_and_threats() -> None:
    assert insight([board("R.. R.. ... G.. .G. ... ... ... ... B", players=2)]) == {
        "winner_color": None,
        "winner_seat": None,
        "threats": {"R": ["Sc1"], "G": ["Lc2"], "B": [], "Y": []},
    }
    assert insight([board("YYY ... ... ... ... ... ... ... ... R", players=2)]) == {
        "winner_color": 3,
        "winner_seat": 1,
        "threats": {},
    }


@pytest.mark.parametrize(
    ("options", "share"),
    [
        ({"players": 2}, 0.95),
        ({"players": 2, "two_player_alternation": False}, 0.95),
        ({"players": 3}, 0.9),
        ({"players": 4}, 0.85),
    ],
    ids=str,
)
def test_greedy_beats_random_from_every_seat(options: dict[str, Any], share: float) -> None:
    """Of 40 games; a random player would win a half, a third or less than a quarter."""
    chosen = OtrioOptions(**options)
    won = 0
    for number in range(40):
        seat = number % chosen.players
        agents = [
            make_agent("greedy" if other == seat else "random", GAME, chosen, seed=f"{number}/{other}")
            for other in range(chosen.players)
        ]
        returns = play(GAME, agents, chosen, seed=number).returns
        assert returns is not None
        won += returns[seat] == 1

    assert won >= share * 40


def forces_a_win(position: Position, seat: int, plies: int) -> bool:
    """Whether `seat` wins within `plies` against any defence; tries every move."""
    if position.to_play == OVER or plies == 0:
        return position.winner_seat == seat
    outcomes = (forces_a_win(position.apply(action), seat, plies - 1) for action in position.legal())
    return any(outcomes) if position.to_play == seat else all(outcomes)


def minimax(depth: int) -> Minimax:
    options = OtrioOptions(players=2)
    agent = make_agent(f"minimax:depth={depth}", GAME, options)
    assert isinstance(agent, Minimax)
    return agent


def test_two_threats_of_the_other_colour_win_in_three_unless_one_fills_them_oneself() -> None:
    """Blue wins at Sa3 or Lc1 after red's and green's moves, if red keeps out of both slots."""
    position = board("B.. RB. ... B.. G.Y R.. ..G ..Y ... R", players=2)

    values = minimax(3).advise(position).values

    lost = {write_move(position, action) for action, value in values.items() if value < DECIDED}
    assert lost == {"Sa3", "Lc1"}
    for action, value in values.items():
        assert forces_a_win(position.apply(action), 0, 2) == (value >= DECIDED)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("..B ..B G.Y GY. ..R ... G.B ... RYR R", "Mb2"),
        ("G.. Y.B R.. YB. Y.R .GB RG. ... ... R", "Lc1"),
    ],
)
def test_minimax_finds_the_only_win_in_five(text: str, move: str) -> None:
    position = board(text, players=2)
    agent = minimax(5)

    choice = agent.choose(position)

    assert write_move(position, choice) == move
    assert not any(position.threats(colour) for colour in range(4))
    assert forces_a_win(position.apply(choice), 0, 4)
    assert not forces_a_win(position, 0, 3)
