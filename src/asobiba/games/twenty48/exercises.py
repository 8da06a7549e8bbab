"""The first five things that one does in 2048."""

from asobiba.games.twenty48.rules import Position, merges
from asobiba.online.people import Exercise

CORNER = 12
"""Bottom left."""

EXERCISES = (
    Exercise[Position](
        name="merge",
        task={
            "en": "A slide moves all tiles as far as they go. Slide so that the two 2s meet: they become a 4.",
            "ja": "タイルはすべて、動けるところまで一度に滑ります。2つの「2」をぶつけて「4」にしましょう。",
        },
        position="0.0.0.0/0.2.0.0/0.0.0.0/0.2.0.0",
        goal=lambda before, action, after: after.score > before.score,
        solution=("up",),
        moves=4,
    ),
    Exercise[Position](
        name="two",
        task={
            "en": "One slide can merge several pairs. Merge two pairs at once.",
            "ja": "一度に何組も合体できます。一回の操作で2組を合体させましょう。",
        },
        position="0.0.0.2/2.2.0.0/0.0.0.4/4.4.0.0",
        goal=lambda before, action, after: len(merges(before, action)) >= 2,
        solution=("left",),
        moves=1,
    ),
    Exercise[Position](
        name="sixteen",
        task={
            "en": "After every slide a new tile appears. Make a 16.",
            "ja": "動かすたびに新しいタイルが現れます。「16」を作りましょう。",
        },
        position="0.0.0.0/0.0.0.0/0.0.0.0/8.4.2.2",
        goal=lambda before, action, after: after.max_tile >= 16,
        solution=("left", "left", "left"),
        answers=("d1=2", "d2=2"),
        moves=8,
    ),
    Exercise[Position](
        name="corner",
        task={
            "en": "Large tiles are best kept in a corner. Make a 32 in the corner at the bottom left.",
            "ja": "大きなタイルは隅に置くのがこつです。左下の隅に「32」を作りましょう。",
        },
        position="0.0.0.0/0.0.16.0/0.0.0.0/0.16.0.0",
        goal=lambda before, action, after: after.board[CORNER] == 32,
        solution=("down", "left"),
        answers=("d1=2",),
        moves=6,
    ),
    Exercise[Position](
        name="room",
        task={
            "en": "The board is full; when nothing slides any more, the game is over. Free two cells with one slide.",
            "ja": "盤がいっぱいです。どこにも動かせなくなると終わりです。一回の操作で2マス空けましょう。",
        },
        position="2.4.8.2/4.16.16.8/8.4.2.8/2.2.8.4",
        goal=lambda before, action, after: after.board.count(0) >= 2,
        solution=("left",),
        moves=1,
    ),
)
