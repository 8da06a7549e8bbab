"""The first five things that one does in Puyo, alone and in turns."""

from asobiba.games.puyo.field import OJAMA
from asobiba.games.puyo.rules import Position
from asobiba.online.people import Exercise

SINGLE = {"mode": "single"}


def chain(after: Position) -> int:
    return after.players[0].chain


EXERCISES = (
    Exercise[Position](
        name="pop",
        task={
            "en": "Four or more of one colour that touch vanish. Drop the pair so that the red ones do.",
            "ja": "同じ色が4つ以上つながると消えます。赤が消えるように落としましょう。",
        },
        position="R...../R...../RG..B. RB GY BR",
        goal=lambda before, action, after: chain(after) >= 1,
        solution=("1u",),
        options=SINGLE,
    ),
    Exercise[Position](
        name="turn",
        task={
            "en": "Upright, the pair does not reach the others. Turn it, then make the red ones vanish.",
            "ja": "縦のままでは赤がつながりません。組ぷよを回して、赤を消しましょう。",
        },
        position="RRR..Y BR GY BB",
        goal=lambda before, action, after: chain(after) >= 1,
        solution=("3r",),
        options=SINGLE,
    ),
    Exercise[Position](
        name="chain",
        task={
            "en": "What falls down after that may vanish as well: a chain. Fire a chain of two.",
            "ja": "消えたあとに落ちたぷよがつながると連鎖になります。2連鎖を起こしましょう。",
        },
        position="B...../BB..../RRR..Y RB GY RR",
        goal=lambda before, action, after: chain(after) >= 2,
        solution=("3u",),
        options=SINGLE,
    ),
    Exercise[Position](
        name="ojama",
        task={
            "en": "The grey ones from your opponent vanish only beside others that do. Get rid of all of them.",
            "ja": "相手から送られるおじゃまぷよは、となりでぷよが消えると一緒に消えます。全部消しましょう。",
        },
        position="RO..../RO..../ROB... RG BY GR",
        goal=lambda before, action, after: not any(OJAMA in column for column in after.players[0].field),
        solution=("1u",),
        options=SINGLE,
    ),
    Exercise[Position](
        name="clear",
        task={
            "en": "An empty field is an all clear, worth a big attack. Empty it with this pair and the next.",
            "ja": "フィールドを空にすると全消し、大きな攻撃になります。この組と次の組で空にしましょう。",
        },
        position="RR..../BB.... RR BB GY",
        goal=lambda before, action, after: after.players[0].all_clear,
        solution=("1r", "1r"),
        options=SINGLE,
    ),
)
