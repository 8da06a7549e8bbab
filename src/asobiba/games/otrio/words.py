"""What Otrio says: why the game is over, and all of its phrases in Japanese."""

from collections.abc import Sequence
from itertools import permutations

from asobiba.core.errors import Phrase
from asobiba.core.game import OVER
from asobiba.games.otrio.board import COLOURS, lines_of, slot_name, slots
from asobiba.games.otrio.rules import Position
from asobiba.online.people import Happening


def happened(before: Position, action: int, after: Position) -> Sequence[Happening]:
    """Return why the game is over, once it is."""
    return (Happening(_end(after)),) if after.to_play == OVER else ()


def _end(position: Position) -> Phrase:
    if position.winner is None:
        return Phrase("nobody can place a piece any more")
    line = " ".join(slot_name(at) for line in lines_of(position.pieces[position.winner])[:1] for at in slots(line))
    return Phrase("{colour} has a line: {slots}", colour=Phrase(COLOURS[position.winner]), slots=line)


JAPANESE = dict(zip(COLOURS, "赤緑青黄", strict=True))
PAIRS = {f"{one} and {other}": f"{JAPANESE[one]}と{JAPANESE[other]}" for one, other in permutations(COLOURS, 2)}
"""The seats of two players."""

WORDS = {
    "ja": {
        **JAPANESE,
        **PAIRS,
        "small": "小",
        "medium": "中",
        "large": "大",
        "left": "残り",
        "{colour} wins (seat {seat}): {slots}": "{colour}の勝ち (席 {seat}): {slots}",
        "draw: nobody can place a piece": "引き分け: だれもこまを置けません",
        "{colours} to place (seat {seat})": "{colours}が置く番です (席 {seat})",
        "{colours} must pass (seat {seat})": "{colours}はパスです (席 {seat})",
        "nobody can place a piece any more": "もうだれもこまを置けません",
        "{colour} has a line: {slots}": "{colour}が三つそろいました: {slots}",
        "action {action}: the game is over": "アクション {action}: ゲームは終わっています",
        "{one} and {other}": "{one}と{other}",
        "{one} or {other}": "{one}か{other}",
        "{colours} may not pass: a piece can be placed": "{colours}は置けるところがあるのでパスできません",
        "action {action} does not exist: {slots}, the pass is {pass_}": "アクション {action} はありません。{slots}、"
        "パスは {pass_} です",
        "slots are {first} to {last}": "場所は {first} から {last}",
        "{slots}, for the second colour {first} to {last}": "{slots}、二つ目の色は {first} から {last}",
        "{colour} to {slot}": "{colour} {slot}",
        "{attempt}: the slot is off-limits in this game (ban_center_medium)": "{attempt}: "
        "このゲームでは使えない場所です (ban_center_medium)",
        "{attempt}: the slot is taken by {holder}": "{attempt}: そこにはもう{holder}のこまがあります",
        "{attempt}: no {size} piece is left": "{attempt}: {size}のこまはもうありません",
        "'{text}' does not say which colour: write {one}:Mb2 or {other}:Mb2": "'{text}' ではどちらの色か分かりません。"
        "{one}:Mb2 か {other}:Mb2 のように書いてください",
        "{text}: {colour} may not be placed now, {due} is due": "{text}: 今置けるのは{colour}ではなく{due}です",
    }
}
