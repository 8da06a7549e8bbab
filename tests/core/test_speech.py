"""Phrases in two languages: whatever a game says while it is played, refuses and draws has words in Japanese."""

import random
import string
from collections.abc import Iterator
from typing import Any

import pytest

from asobiba.core.errors import IllegalMove, NotationError, Phrase
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.options import Options
from asobiba.core.picture import Look, padded, plain
from asobiba.core.registry import find_game
from asobiba.online.people import People, phrases
from tests.variants import OURS, of_every_variant

PLIES = 60
IN_PLAY = {"end_mode": "in_play", "max_players": 2}
PERFECT = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
    "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)
"""Othello as both sides play it best: sixty moves, 32 to 32."""


class Dictionary(dict[str, str]):
    """Words that remember what they were asked in vain."""

    def __init__(self, words: Any) -> None:
        super().__init__(words)
        self.missing: set[str] = set()

    def get(self, text: str, default: Any = None) -> Any:
        if text not in self:
            self.missing.add(text)
        return super().get(text, default)


def test_gaps_hold_phrases_and_lists_of_them() -> None:
    hats = (
        Phrase("{count} {colour}", count=2, colour=Phrase("red")),
        Phrase("{count} {colour}", count=1, colour="blue"),
    )
    phrase = Phrase("takes {hats}", hats=hats)

    assert str(phrase) == "takes 2 red, 1 blue"
    words = {
        "takes {hats}": "{hats}を取る",
        "red": "赤",
        "{count} {colour}": "{colour}{count}",
        "{list}, {last}": "{list}、{last}",
    }
    assert phrase.spoken(words) == "赤2、blue1を取る"


def test_what_somebody_typed_is_never_read_as_a_gap() -> None:
    assert str(Phrase("{text}: no", text="{0} {secret}")) == "{0} {secret}: no"


def test_japanese_letters_are_wide() -> None:
    assert [padded("赤", 4), padded("red", 4)] == ["赤  ", "red "]


def plies(game: AnyGame, options: Options) -> Iterator[tuple[Any, int, Any]]:
    generator, luck = random.Random(1), Luck(1)
    state = game.start(options)
    for ply in range(PLIES):
        if state.to_play == OVER:
            return
        action = luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal())
        after = state.apply(action)
        yield state, action, after
        state = after


@of_every_variant
def test_whatever_a_game_says_has_japanese_words(game: AnyGame, options: Options) -> None:
    if game.name not in OURS:
        return
    words = Dictionary(game.part(People).words["ja"])
    for name in game.seats(options):
        Phrase(name).spoken(words)
    for before, action, after in plies(game, options):
        for phrase in phrases(game.part(People).happened(before, action, after)):
            phrase.spoken(words)
        game.draw(after, Look(words))
        for wrong in (-1, *range(0, game.actions(options), 1 + game.actions(options) // 20), 10**9):
            if wrong not in before.legal():
                with pytest.raises(IllegalMove) as refused:
                    before.apply(wrong)
                assert refused.value.phrase is not None
                refused.value.phrase.spoken(words)

    assert not words.missing


@pytest.mark.parametrize("name", OURS)
def test_the_end_of_every_game_is_explained(name: str) -> None:
    game = find_game(name)
    words, options, luck = Dictionary(game.part(People).words["ja"]), game.options(), Luck(3)
    generator, state, ply, told = random.Random(3), game.start(options), 0, []
    while state.to_play != OVER:
        action = luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal())
        before, state, ply = state, state.apply(action), ply + 1
        told = [phrase.spoken(words) for phrase in phrases(game.part(People).happened(before, action, state))]

    assert told
    assert not words.missing
    game.draw(state, Look(words))
    with pytest.raises(IllegalMove) as refused:
        state.apply(0)
    assert refused.value.phrase is not None
    assert "終わっています" in refused.value.phrase.spoken(words)


@pytest.mark.parametrize("name", OURS)
def test_no_translation_asks_for_what_is_not_given(name: str) -> None:
    def gaps(text: str) -> set[str]:
        return {gap for _, gap, _, _ in string.Formatter().parse(text) if gap}

    for text, japanese in find_game(name).part(People).words["ja"].items():
        assert gaps(japanese) == gaps(text), text


@pytest.mark.parametrize(
    ("name", "options", "position", "moves", "japanese"),
    [
        ("othello", {}, None, "a1", "黒 a1: そこでは相手の石を一つも返せません"),
        ("othello", {}, None, "pass", "黒は置けるマスがあるのでパスできません"),
        ("otrio", {}, None, "b:Mb2", "b:Mb2: 今置けるのは青ではなく赤です"),
        ("otrio", {"players": 2, "two_player_alternation": False}, None, "Mb2", "'Mb2' ではどちらの色か分かりません。"),
        ("otrio", {"ban_center_medium": True}, None, "Mb2", "赤 Mb2: このゲームでは使えない場所です"),
        ("twenty48", {}, "2.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0", "left", "左: 動くタイルも合わさるタイルもありません"),
        ("twenty48", {}, "2.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0", "b2=4", "b2=4: 今は新しいタイルの番ではありません"),
        ("twenty48", {}, None, "left", "left: 次は運がタイルを置きます"),
        ("puyo", {}, None, "3u", "3u: 今は置き方ではなくツモの種です"),
        ("coppit", {}, "die=3", "box>5", "赤 box>5: サイコロは 3 ですが、5 が必要です"),
        ("coppit", {}, "die=3", "box>24", "赤 box>24: 一つの目で行ける手ではありません"),
        ("coppit", {"allow_empty_return": False}, "2:R die=5", "2>box", "赤 2>box: 捕虜がいないと箱には入れません"),
        ("coppit", {"gray_capacity": 1}, "5:B die=5", "box>5", "赤 box>5: outer_5 はいっぱいです (1 個まで)"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_reason_in_japanese(
    name: str, options: dict[str, Any], position: str | None, moves: str, japanese: str
) -> None:
    game = find_game(name)
    chosen = game.options.read(options)
    notation = game.notation
    state = game.start(chosen) if position is None else notation.read_position(position, chosen)

    with pytest.raises((IllegalMove, NotationError)) as refused:
        notation.read_move(state, moves)

    assert refused.value.phrase is not None
    assert refused.value.phrase.spoken(game.part(People).words["ja"]).startswith(japanese)


@pytest.mark.parametrize(
    ("options", "position", "move", "told"),
    [
        ({}, "", "die=4", ["red rolls 4"]),
        ({}, "4:B die=4 play=RED", "box>4", ["red captures 1 blue hat"]),
        ({}, "2:BBR die=5 40:Y", "2>box", ["red banks 2 blue hats"]),
        ({}, "4:R die=4 20:B", "box>4", ["red joins 1 red hat"]),
        ({}, "30:G die=6", "box>6", ["red rolls again after a 6"]),
        ({}, "2:BBBBBBR die=1 turn=5 40:Y", "2>3", ["blue has no free hat and is skipped"]),
        ({}, "2:BBR die=5 turn=5", "2>box", ["red banks 2 blue hats", "no two colours are left on the board"]),
        (IN_PLAY, "2:GGGGGG 1:R die=1 turn=5", "1>2", ["red captures 6 green hats", "no two colours have a free hat"]),
        ({"max_turns": 5}, "2:BR die=1 turn=5", "2>3", ["all 5 turns are played"]),
    ],
)  # fmt: skip
def test_coppit_tells_rolls_captures_banking_and_skips(
    options: dict[str, Any], position: str, move: str, told: list[str]
) -> None:
    game = find_game("coppit")
    state = game.notation.read_position(position, game.options.read(options))
    action = game.notation.read_move(state, move)

    assert [str(phrase) for phrase in phrases(game.part(People).happened(state, action, state.apply(action)))] == told


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("f5f4c3e6f7g6g4e8g8g5h5", "neither side can move"),
        ("d3c3b3d2e1d6d7e3f4", "white has no disc left"),
        (PERFECT, "the board is full"),
    ],
)  # fmt: skip
def test_othello_says_why_it_is_over(moves: str, told: str) -> None:
    game = find_game("othello")
    before = game.notation.read_position(moves[:-2], game.options())
    action = game.notation.read_move(before, moves[-2:])

    assert [str(phrase) for phrase in phrases(game.part(People).happened(before, action, before.apply(action)))] == [
        told
    ]


def test_a_board_without_marks_has_points_where_one_may_play() -> None:
    game = find_game("othello")
    start = game.start(game.options())

    marked, bare = (plain(game.draw(start, Look(marks=marks))) for marks in (True, False))

    assert marked.count("*") == 4
    assert bare == marked.replace("*", ".")
