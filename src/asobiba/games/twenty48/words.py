"""What 2048 says: the target, why the game is over, and all of its phrases in Japanese."""

from collections.abc import Sequence

from asobiba.core.errors import Phrase
from asobiba.core.game import OVER
from asobiba.games.twenty48.rules import Position
from asobiba.online.people import Happening


def happened(before: Position, action: int, after: Position) -> Sequence[Happening]:
    won = [Phrase("the tile {tile} is reached", tile=after.options.target)] if after.won and not before.won else []
    stuck = not after.won or not after.options.stop_at_target
    end = [Phrase("no tile can slide any more")] if after.to_play == OVER and stuck else []
    return [Happening(phrase) for phrase in (*won, *end)]


WORDS = {
    "ja": {
        "player": "プレイヤー",
        "up": "上",
        "right": "右",
        "down": "下",
        "left": "左",
        "score {score}   max {tile}": "得点 {score}   最大 {tile}",
        "score {score}   max {tile}   won": "得点 {score}   最大 {tile}   達成",
        "the tile {tile} is reached": "{tile} のタイルができました",
        "no tile can slide any more": "もう動かせるタイルがありません",
        "action {action}: the game is over": "アクション {action}: ゲームは終わっています",
        "{direction}: no tile would slide or merge": "{direction}: 動くタイルも合わさるタイルもありません",
        "action {action} does not exist: 0 is up, 1 right, 2 down, 3 left": "アクション {action} はありません。"
        "0 が上、1 が右、2 が下、3 が左です",
        "a new tile on {cell}: the cell is taken": "{cell} の新しいタイル: そのマスはふさがっています",
        "outcome {action} does not exist: a new tile is 0 to {last}": "結果 {action} はありません。"
        "新しいタイルは 0 から {last} です",
        "{word}: luck places a tile": "{word}: 次は運がタイルを置きます",
        "{word}: no new tile is due": "{word}: 今は新しいタイルの番ではありません",
    }
}
