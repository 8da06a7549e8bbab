"""The first five things that one does in Othello."""

from asobiba.games.othello.rules import DIRECTIONS, PASS, Position, step_from, turned
from asobiba.online.people import Exercise

CORNERS = (0, 7, 56, 63)


def turns(count: int, before: Position, action: int) -> bool:
    return turned(1 << action, before.mine, before.theirs).bit_count() >= count


def lines(before: Position, action: int) -> int:
    """In how many directions discs are bracketed."""
    found = turned(1 << action, before.mine, before.theirs)
    ways = [step_from(1 << action, step) & arrivals & found for step, arrivals in DIRECTIONS]
    return sum(map(bool, ways))


EXERCISES = (
    Exercise[Position](
        name="turn",
        task={
            "en": "You are black. Place a disc so that a white one stands between it and another black one: it turns.",
            "ja": "あなたは黒です。白い石を自分の石ではさむように置きましょう。はさんだ石は黒に変わります。",
        },
        position="---------------------------OX------XO--------------------------- X",
        goal=lambda before, action, after: turns(1, before, action),
        solution=("d3",),
    ),
    Exercise[Position](
        name="two",
        task={
            "en": "A whole row can be caught between two discs. Turn two white discs with one move.",
            "ja": "並んだ石は、まとめてはさめます。一手で白い石を2つ返しましょう。",
        },
        position="-------- -------- ---O---- ---OX--- ---XO--- -------- -------- -------- X",
        goal=lambda before, action, after: turns(2, before, action),
        solution=("d2",),
    ),
    Exercise[Position](
        name="lines",
        task={
            "en": "Discs turn in every direction: across, up and down, slantwise. Turn some in two directions at once.",
            "ja": "縦・横・ななめ、はさんだ石はすべて返ります。一手で2つの方向の石を返しましょう。",
        },
        position="f5d6c3d3c4f4",
        goal=lambda before, action, after: lines(before, action) >= 2,
        solution=("e6",),
    ),
    Exercise[Position](
        name="corner",
        task={
            "en": "A disc in a corner can never be turned again. White has left you one: take it.",
            "ja": "隅の石は二度と返されません。白が隅を空けてくれました。取りましょう。",
        },
        position="-------- ------O- --XXXX-- --OXXO-- --OOXO-- ---O---- -------- -------- X",
        goal=lambda before, action, after: action in CORNERS,
        solution=("h1",),
    ),
    Exercise[Position](
        name="pass",
        task={
            "en": "Who cannot turn anything must pass. Two squares are left: play so that White must pass.",
            "ja": "返せる石がないときはパスになります。残りは2マス。白がパスになるように打ちましょう。",
        },
        position="XXXXOXX- XOOXXOOX XOXOXXOX XXOOXOOX XOOXOOXX XXXOOXOX XOOXOOOX -XXXXXXX X",
        goal=lambda before, action, after: after.legal() == (PASS,),
        solution=("h1",),
    ),
)
