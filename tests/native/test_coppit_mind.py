"""What Coppit's kernel thinks beside the plain twins, the signature of its search, and what it refuses."""

import random
from dataclasses import astuple, fields
from itertools import islice
from math import nan
from typing import Any

import pytest

from asobiba.core.game import CHANCE
from asobiba.games.coppit.instinct import gains
from asobiba.games.coppit.native import pack, rules
from asobiba.games.coppit.notation import write_move
from asobiba.games.coppit.rollouts import mind
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.survey import Traits, chances, traits
from asobiba.games.coppit.weights import instinct, judgement
from tests.games.coppit.situation import situation
from tests.games.coppit.walk import RULES, random_game

MIXES: list[dict[str, Any]] = [
    *RULES,
    {"win_mode": "captured", "max_turns": 60},
    {"win_mode": "last_survivor", "max_players": 3, "hats_per_player": 2},
    {"win_mode": "box_plus_captured", "max_players": 2, "extra_roll_on_6": False},
]


@pytest.mark.parametrize("options", MIXES, ids=str)
def test_the_kernel_sees_and_feels_what_the_plain_twins_do(options: dict[str, Any]) -> None:
    """On positions of random games, one in five, until they are few: the twins are slow."""
    generator = random.Random(3)
    for position in islice((before for before, _, _ in random_game(5, **options) if generator.random() < 0.2), 60):
        native, raw = mind(position.options), pack(position)
        seats = range(len(position.box))
        assert native.traits(raw) == [pytest.approx(astuple(traits(position, seat))) for seat in seats]
        assert native.chances(raw) == pytest.approx(chances(position, judgement(position.options)))
        if position.to_play != CHANCE:
            assert dict(native.gains(raw)) == pytest.approx(gains(position, instinct(position.options)))


@pytest.mark.parametrize("win_mode", ["box_count", "captured"])
def test_the_end_is_judged_by_its_winner(win_mode: str) -> None:
    *_, (_, _, end) = random_game(9, win_mode=win_mode, hats_per_player=2)
    assert end.over
    assert mind(end.options).chances(pack(end)) == chances(end, judgement(end.options))


SEARCHED = "20:R 24:G 30:BY 12:Y 3:R die=4 turn=9"


def test_the_signature_of_the_search() -> None:
    """A changed signature is a changed search."""
    position = situation(SEARCHED)
    found = mind(position.options).search(pack(position), 400, 8, 7)

    assert [(write_move(position, action), games) for action, _, games in found[:3]] == [
        ("20>24", 115),
        ("20>e1", 115),
        ("box>4", 49),
    ]
    assert sum(games for _, _, games in found) == 392
    assert found[0][1] == pytest.approx(0.314780574287)


def test_the_better_half_goes_on_and_the_best_is_first() -> None:
    position = situation(SEARCHED)
    found = mind(position.options).search(pack(position), 1_000, 4, 1)

    assert {action for action, _, _ in found} == set(position.legal())
    assert [chance for _, chance, _ in found] == sorted((chance for _, chance, _ in found), reverse=True)
    games = [games for _, _, games in found]
    assert games[0] == games[1] == max(games)
    assert games == sorted(games, reverse=True)


def test_eight_moves_are_tried_even_if_fewer_games_were_asked_for() -> None:
    position = situation(SEARCHED)
    found = mind(position.options).search(pack(position), 1, 0, 1)

    assert len(found) == 9
    assert [games >= 1 for _, _, games in found] == [True] * 8 + [False]
    assert found[8][1] == found[7][1]


@pytest.mark.parametrize(
    ("text", "games", "turns", "refused"),
    [
        (SEARCHED, 0, 8, "games is a number"),
        (SEARCHED, 10_000_001, 8, "games is a number"),
        (SEARCHED, 1, 10_001, "turns is a number"),
        (SEARCHED.replace("die=4", ""), 1, 1, "nobody is to move"),
    ],
)
def test_what_the_search_refuses(text: str, games: int, turns: int, refused: str) -> None:
    position = situation(text)
    with pytest.raises(ValueError, match=refused):
        mind(position.options).search(pack(position), games, turns, 1)


def test_what_the_mind_refuses() -> None:
    position = situation(SEARCHED)
    known, weights = mind(position.options), astuple(Traits())
    with pytest.raises(ValueError, match="no position"):
        known.traits(b"\xff" * len(pack(position)))
    with pytest.raises(ValueError, match="another size"):
        known.chances(b"")
    with pytest.raises(ValueError, match="a weight is a number"):
        type(known)(rules(position.options), (nan, *weights[1:]), weights)


def test_traits_have_the_kernel_s_order() -> None:
    native = mind(situation("").options).traits(pack(situation(SEARCHED)))

    assert len(native[0]) == len(fields(Traits))


def expected(position: Position, plies: int) -> list[float]:
    """The plain twin of the expectimax: each seat's chance to win before a roll, with so many plies to come."""
    if position.over or plies == 0:
        return chances(position, judgement(position.options))
    found = []
    for outcome, _ in position.chances():
        rolled = position.apply(outcome)
        answers = [expected(rolled.apply(action), plies - 1) for action in rolled.legal()]
        found.append(max(answers, key=lambda answer: answer[rolled.seat]))
    return [sum(seat) / len(found) for seat in zip(*found, strict=True)]


@pytest.mark.parametrize("plies", [1, 2])
@pytest.mark.parametrize("options", [{}, {"max_players": 2, "hats_per_player": 2}, {"win_mode": "captured"}], ids=str)
def test_expectimax_looks_at_every_die_and_every_answer(options: dict[str, Any], plies: int) -> None:
    position = situation("20:R 24:G die=2 turn=9", **options)
    native = dict(mind(position.options).expect(pack(position), plies))

    assert native == pytest.approx(
        {action: expected(position.apply(action), plies - 1)[position.seat] for action in position.legal()}
    )


def test_one_seat_may_practise_an_instinct_of_its_own() -> None:
    options = situation("").options
    known, present = mind(options), astuple(instinct(options))
    homesick = astuple(Traits(home=-1.0, free=-1.0))

    assert known.rival(present, 100, 600, 3) == known.rival(present, 100, 600, 3) == pytest.approx(0.25, abs=0.12)
    assert known.rival(homesick, 100, 600, 3) < 0.1
    assert known.rival(present, 20, 1, 3) == 0.0  # broken off at once: nobody has won


def test_lessons_are_positions_with_the_results_of_their_games() -> None:
    options = situation("").options
    lessons = mind(options).lessons(5, 600, 10, 3)

    assert lessons == mind(options).lessons(5, 600, 10, 3)
    assert lessons != mind(options).lessons(5, 600, 10, 4)
    assert {sum(shares) for _, shares in lessons} == {1.0}
    assert {(len(each), len(each[0])) for each, _ in lessons} == {(4, len(fields(Traits)))}
    assert mind(options).lessons(5, 1, 10, 3) == []


@pytest.mark.parametrize(
    ("games", "turns", "whims", "refused"),
    [(0, 9, 0, "games is a number"), (9, 0, 0, "turns is a number"), (9, 9, 101, "whims is a number")],
)
def test_what_lessons_refuse(games: int, turns: int, whims: int, refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        mind(situation("").options).lessons(games, turns, whims, 1)
