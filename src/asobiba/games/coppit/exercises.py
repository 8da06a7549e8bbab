"""The first five things that one does in Coppit."""

from asobiba.games.coppit.paths import PASS, Move
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.stacks import carry_out
from asobiba.online.people import Exercise

RED = 0
TWO = {"max_players": 2}


def move_of(before: Position, action: int) -> Move:
    return before.layout.moves[action]


def does(what: str, before: Position, action: int) -> bool:
    return action != PASS and any(each.what == what for each in carry_out(before, move_of(before, action)).happenings)


def is_safe(before: Position, action: int) -> bool:
    """The hat ends on a square that protects it."""
    node = move_of(before, action).destination
    return node < before.layout.board.squares and before.layout.safe[RED][node]


EXERCISES = (
    Exercise[Position](
        name="out",
        task={
            "en": "You are red, and the die shows 4. Take a hat out of your box and walk four squares.",
            "ja": "あなたは赤、サイコロの目は4です。箱から帽子を出して4マス進めましょう。",
        },
        position="play=RED die=4",
        goal=lambda before, action, after: move_of(before, action).source >= before.layout.board.squares,
        solution=("box>4",),
        options=TWO,
    ),
    Exercise[Position](
        name="catch",
        task={
            "en": "Land exactly on a hat of another colour, and it is caught under yours. Catch the green one.",
            "ja": "ほかの色の帽子にちょうど止まると、上からかぶせて捕まえられます。緑の帽子を捕まえましょう。",
        },
        position="4:R 8:G 14:R play=RED turn=5 die=4",
        goal=lambda before, action, after: does("capture", before, action),
        solution=("4>8",),
        options=TWO,
    ),
    Exercise[Position](
        name="safe",
        task={
            "en": "Grey squares protect everybody, red ones protect you. Bring a hat to safety.",
            "ja": "灰色のマスでは誰も、赤いマスではあなたは捕まりません。帽子を安全なマスに進めましょう。",
        },
        position="9:R 11:G play=RED turn=5 die=4",
        goal=lambda before, action, after: is_safe(before, action),
        solution=("9>5",),
        options=TWO,
    ),
    Exercise[Position](
        name="home",
        task={
            "en": "Prisoners count once they are home. Bring the stack with the green hat into your box.",
            "ja": "捕まえた帽子は、自分の箱に連れて帰って初めて得になります。緑をかぶせた山を箱に入れましょう。",
        },
        position="45:GR 20:G play=RED turn=9 die=4",
        goal=lambda before, action, after: does("bank", before, action),
        solution=("45>box",),
        options=TWO,
    ),
    Exercise[Position](
        name="both",
        task={
            "en": "Now both: catch the green hat with this roll, and bring it home with the next.",
            "ja": "最後は続けて。この目で緑の帽子を捕まえ、次の目で箱に連れて帰りましょう。",
        },
        position="2:G 6:R 20:G play=RED turn=9 die=4",
        goal=lambda before, action, after: does("bank", before, action),
        solution=("6>2", "2>box"),
        answers=("die=1", "20>21", "die=3"),
        options=TWO,
    ),
)
