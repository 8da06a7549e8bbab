"""The ten examples of the specification's chapter 12, in its order and with its names."""

from asobiba.core.game import CHANCE, OVER
from tests.games.coppit.situation import moves, path_of, played, situation


def test_example_1() -> None:
    """BOXから出る（任意の出目）: Red1 leaves its BOX with a 3, clockwise, and reaches outer_3."""
    before = situation("play=RED die=3", require_6_to_deploy=False)

    assert path_of(before, "BOX_RED>outer_3") == ["BOX_RED", "outer_0", "outer_1", "outer_2", "outer_3"]
    assert played(before, "BOX_RED>outer_3").view(None)["nodes"] == {"outer_3": [["RED"]]}


def test_example_2() -> None:
    """BOXから出る（6が必要）: Blue1 stays with a 3 and may leave with a 6."""
    with_3 = situation("play=BLUE die=3", require_6_to_deploy=True)
    with_6 = situation("play=BLUE die=6", require_6_to_deploy=True)

    assert moves(with_3) == ["pass"]
    assert moves(with_6) == ["box>6", "box>18", "box>e1", "box>s1", "box>w1"]


def test_example_3() -> None:
    """基本捕獲: Red1 goes from outer_7 to outer_10 and captures Blue1."""
    before = situation("outer_10:B outer_7:R play=RED die=3")

    assert path_of(before, "outer_7>outer_10") == ["outer_7", "outer_8", "outer_9", "outer_10"]
    assert played(before, "outer_7>outer_10").view(None)["nodes"] == {"outer_10": [["BLUE", "RED"]]}


def test_example_4() -> None:
    """SAFE（同色マス）: Blue1 is safe on the blue square outer_15; Red1 stands beside it."""
    before = situation("outer_15:B outer_12:R play=RED die=3")

    assert path_of(before, "outer_12>outer_15") == ["outer_12", "outer_13", "outer_14", "outer_15"]
    assert played(before, "outer_12>outer_15").view(None)["nodes"] == {"outer_15": [["RED"], ["BLUE"]]}


def test_example_5() -> None:
    """スタックの捕獲: Green1 captures the whole stack [Blue1, Red1]."""
    before = situation("outer_20:BR outer_17:G play=GREEN die=3")
    after = played(before, "outer_17>outer_20")

    assert after.view(None)["nodes"] == {"outer_20": [["BLUE", "RED", "GREEN"]]}


def test_example_6() -> None:
    """帰還と確保: [Blue1, Blue2, Red1] comes home with a 5; two hats are banked, one is in the BOX."""
    before = situation("outer_45:BBR RED:box=5 play=RED die=5")
    path = ["outer_45", "outer_46", "outer_47", "outer_0", "BOX_RED"]

    after = played(before, ">".join(path))

    assert path_of(before, "outer_45>BOX_RED") == path
    assert after.view(None)["nodes"] == {}
    assert after.view(None)["banked"]["RED"] == {"BLUE": 2}
    assert after.view(None)["boxes"] == {"RED": 6, "BLUE": 4, "GREEN": 6, "YELLOW": 6}


def test_example_7() -> None:
    """中央Xショートカット: from the junction outer_10 across the centre to cross_s_1 with a 4."""
    before = situation("outer_10:R play=RED die=4")
    path = ["outer_10", "cross_n_0", "cross_n_1", "cross_center", "cross_s_1"]

    assert path_of(before, "outer_10>cross_s_1") == path
    assert played(before, ">".join(path)).view(None)["nodes"] == {"cross_s_1": [["RED"]]}


def test_example_8() -> None:
    """6で追加ロール: after a 6 the same player rolls again."""
    before = situation("outer_2:R play=RED die=6", extra_roll_on_6=True)
    after = played(before, "outer_2>outer_8")

    assert (after.phase, after.to_play, after.seat) == ("ROLL", CHANCE, before.seat)


def test_example_9() -> None:
    """同色統合: Red2 lands on Red1; they merge."""
    before = situation("outer_10:R outer_8:R play=RED die=2")

    assert played(before, "outer_8>outer_10").view(None)["nodes"] == {"outer_10": [["RED", "RED"]]}


def test_example_10() -> None:
    """終了条件: once only RED is on the board, the boxes 3, 1, 2, 4 are counted and GREEN wins."""
    before = situation(
        "outer_20:RRR outer_12:B RED:box=3,bank=B3 BLUE:box=0 GREEN:box=4,bank=B2Y4 YELLOW:box=2,bank=G2"
        " play=BLUE turn=50 die=1"
    )
    after = played(before, "outer_12>BOX_BLUE")

    assert after.view(None)["nodes"] == {"outer_20": [["RED", "RED", "RED"]]}
    assert after.view(None)["boxes"] == {"RED": 3, "BLUE": 1, "YELLOW": 2, "GREEN": 4}
    assert (after.to_play, after.phase) == (OVER, "GAME_OVER")
    assert after.view(None)["winner"] == ["GREEN"]
