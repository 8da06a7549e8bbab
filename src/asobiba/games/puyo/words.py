"""What Puyo says: chains, all clears, why the game is over, and all of its phrases in Japanese."""

from collections.abc import Sequence

from asobiba.core.errors import Phrase
from asobiba.core.game import OVER
from asobiba.games.puyo.rules import SEATS, Position
from asobiba.online.people import Happening


def happened(before: Position, action: int, after: Position) -> Sequence[Happening]:
    found: list[Phrase] = []
    for name, was, now in zip(SEATS[after.options.mode], before.players, after.players, strict=True):
        who = Phrase(name)
        if after.turn > before.turn and now.chain:
            points = now.score - was.score
            found.append(Phrase("{who}: {links} chain, {points} points", who=who, links=now.chain, points=points))
        if now.all_clear and not was.all_clear:
            found.append(Phrase("{who}: all clear", who=who))
        if now.buried and after.to_play == OVER:
            found.append(Phrase("{who} is buried", who=who))
    if after.to_play == OVER and not any(player.buried for player in after.players):
        found.append(Phrase("all {turns} turns are played", turns=after.turn))
    return [Happening(phrase) for phrase in found]


WORDS = {
    "ja": {
        "player": "プレイヤー",
        "left": "左",
        "right": "右",
        "turn {turn}, {time}": "{turn} 手目、{time}",
        "turn {turn}, {time}, an ojama costs {price}": "{turn} 手目、{time}、おじゃま一つ {price} 点",
        "now": "今",
        "next": "次",
        "then": "その次",
        "the queue is not drawn yet": "ツモはまだ決まっていません",
        "{links} chain": "{links} 連鎖",
        "all clear": "全消し",
        "ojama {count}": "おじゃま {count}",
        "over": "終了",
        "{who} places": "{who}が置きます",
        "luck draws the queue": "ツモが決まります",
        "luck drops {count} ojama on {who}": "{who}におじゃまが {count} 個落ちます",
        "{who}: {links} chain, {points} points": "{who}: {links} 連鎖、{points} 点",
        "{who}: all clear": "{who}: 全消し",
        "{who} is buried": "{who}が埋まりました",
        "all {turns} turns are played": "{turns} 手がすべて終わりました",
        "action {action}: the game is over": "アクション {action}: ゲームは終わっています",
        "outcome {action}: the seeds of the queue are 0 to {last}": "結果 {action}: ツモの種は 0 から {last} です",
        "outcome {action}: not a set of {loose} of the six columns, where {loose} ojama fall": "結果 {action}: "
        "六列のうち、おじゃまが {loose} 個落ちる {loose} 列の組ではありません",
        "action {action} does not exist: placements are 0 to {last}": "アクション {action} はありません。"
        "置き方は 0 から {last} です",
        "{who} to {move}: {why}": "{who} {move}: {why}",
        "the axis would rest above row 13": "軸ぷよが 13 段目より上になります",
        "row 14 of column {column} has been used": "{column} 列の 14 段目はもう使われています",
        "column {column} is full to row 13": "{column} 列が 13 段目まで埋まっています",
        "column {column} is filled to row 12, and nothing before it is a step of height 11": "{column} 列が 12 段目まで"
        "埋まっていて、手前に高さ 11 の足場がありません",
        "{word}: {due} is due here, not {kind}": "{word}: 今は{kind}ではなく{due}です",
        "a placement": "置き方",
        "a seed": "ツモの種",
        "a choice of columns": "列の選択",
    }
}
