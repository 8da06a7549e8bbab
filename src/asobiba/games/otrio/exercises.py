"""The first five things that one does in Otrio: its three lines, a defence, a double threat."""

from asobiba.games.otrio.board import lines_of, slots
from asobiba.games.otrio.rules import Position
from asobiba.online.people import Exercise

RED, GREEN = 0, 1


def lines_of_red(after: Position) -> list[tuple[int, int]]:
    """Of each line, how many sizes and how many spaces it has."""
    found = [slots(line) for line in lines_of(after.pieces[RED])]
    return [(len({at // 9 for at in line}), len({at % 9 for at in line})) for line in found]


EXERCISES = (
    Exercise[Position](
        name="size",
        task={
            "en": "You are red. Three pieces of the same size in a row win. Complete a row of small ones.",
            "ja": "あなたは赤です。同じ大きさのコマを3つ一列に並べると勝ちです。小さいコマの列を完成させましょう。",
        },
        position="R../R../.../.G./.../..B/.../.Y./G.. R",
        goal=lambda before, action, after: (1, 3) in lines_of_red(after),
        solution=("Sc1",),
    ),
    Exercise[Position](
        name="rising",
        task={
            "en": "Small, medium, large in a row win, too. Complete the slanting row with a large piece.",
            "ja": "小・中・大の順に一列に並べても勝ちです。大きいコマで、ななめの列を完成させましょう。",
        },
        position="R../G../.../.../.R./.B./..Y/.../... R",
        goal=lambda before, action, after: (3, 3) in lines_of_red(after),
        solution=("Lc3",),
    ),
    Exercise[Position](
        name="nest",
        task={
            "en": "And all three sizes in one space win. Complete the nest in the middle.",
            "ja": "1つのマスに3つの大きさをそろえても勝ちです。真ん中のマスにそろえましょう。",
        },
        position=".G./.../..Y/.../R.R/.B./G../.../... R",
        goal=lambda before, action, after: (3, 1) in lines_of_red(after),
        solution=("Mb2",),
    ),
    Exercise[Position](
        name="block",
        task={
            "en": "Green is next, and would win with a large piece in the top row. Be there first.",
            "ja": "次の番の緑は、上の段に大きいコマを置くと勝ちです。先にふさぎましょう。",
        },
        position="G../.G./.../.../..R/.B./R../.../..Y R",
        goal=lambda before, action, after: not after.threats(GREEN),
        solution=("Lc1",),
    ),
    Exercise[Position](
        name="fork",
        task={
            "en": "Nobody can block two places at once. Place a piece so that two of your lines lack only one.",
            "ja": "2か所を同時にふさぐことはできません。あと1つでそろう列が2つできるように置きましょう。",
        },
        position="..G/.../R../.../.B./.../.Y./.../.R. R",
        goal=lambda before, action, after: after.threats(RED).bit_count() >= 2,
        solution=("Mc2",),
    ),
)
