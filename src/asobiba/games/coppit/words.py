"""What Coppit says: rolls, captures, banking, skips, why the game is over, and all of its phrases in Japanese."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from asobiba.core.errors import Phrase
from asobiba.games.coppit.board import COLOURS
from asobiba.games.coppit.events import events
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.winner import has_ended
from asobiba.online.people import Happening

SENTENCES = {
    "roll": "{colour} rolls {die}",
    "capture": "{colour} captures {hats}",
    "free": "{colour} frees {hats}",
    "merge": "{colour} joins {hats}",
    "bank": "{colour} banks {hats}",
    "extra_roll": "{colour} rolls again after a 6",
    "skip": "{colour} has no free hat and is skipped",
}
"""Of the events that the move alone does not show."""


def happened(before: Position, action: int, after: Position) -> Sequence[Happening]:
    found = [Happening(_sentence(event), event) for event in events(before, action, after)]
    return [*found, Happening(_end(after))] if after.over else found


def _sentence(event: Mapping[str, Any]) -> Phrase | None:
    if event["event"] not in SENTENCES:
        return None
    colour, hats = Phrase(event["colour"].lower()), _counted(event.get("hats", ()))
    return Phrase(SENTENCES[event["event"]], colour=colour, hats=hats, die=event.get("die"))


def _counted(hats: Iterable[str]) -> tuple[Phrase, ...]:
    """2 red hats, 1 green hat"""
    counts = [(colour, list(hats).count(colour)) for colour in COLOURS]
    texts = {1: "1 {colour} hat"}
    return tuple(
        Phrase(texts.get(count, "{count} {colour} hats"), count=count, colour=Phrase(colour.lower()))
        for colour, count in counts
        if count
    )


def _end(position: Position) -> Phrase:
    if not has_ended(position):
        return Phrase("all {turns} turns are played", turns=position.turn)
    if position.options.end_mode == "board":
        return Phrase("no two colours are left on the board")
    return Phrase("no two colours have a free hat")


JAPANESE = dict(zip(COLOURS, "赤青緑黄", strict=True))

WORDS = {
    "ja": {
        **JAPANESE,
        **{colour.lower(): name for colour, name in JAPANESE.items()},
        "box {hats} at {door:2}  banked {banked}": "箱 {hats} ({door:>2} 番)  確保 {banked}",
        "stacks {stacks}": "重なり {stacks}",
        "turn {turn}: {colour} rolls": "{turn} 手番目: {colour}が振ります",
        "turn {turn}: {colour} rolls again": "{turn} 手番目: {colour}がもう一度振ります",
        "turn {turn}: {colour} has rolled {die}": "{turn} 手番目: {colour}は {die} が出ています",
        "turn {turn}: the game is over, {won} won": "{turn} 手番目: 終了、{won}の勝ち",
        "{one} and {other}": "{one}と{other}",
        "{list}, {last}": "{list}、{last}",
        "1 {colour} hat": "{colour} 1 個",
        "{count} {colour} hats": "{colour} {count} 個",
        "{colour} rolls {die}": "{colour}がサイコロを振り、{die} が出ました",
        "{colour} captures {hats}": "{colour}が帽子をつかまえました: {hats}",
        "{colour} frees {hats}": "{colour}が帽子を助けました: {hats}",
        "{colour} joins {hats}": "{colour}が自分の帽子に重なりました: {hats}",
        "{colour} banks {hats}": "{colour}が捕虜を箱に確保しました: {hats}",
        "{colour} rolls again after a 6": "6 が出たので{colour}はもう一度振ります",
        "{colour} has no free hat and is skipped": "{colour}は自由な帽子がないので休みです",
        "all {turns} turns are played": "{turns} 手番がすべて終わりました",
        "no two colours are left on the board": "盤に残る帽子が一色以下になりました",
        "no two colours have a free hat": "自由な帽子があるのは一色以下になりました",
        "action {action}: the game is over": "アクション {action}: ゲームは終わっています",
        "outcome {action}: the die is to be rolled, its outcomes are 0 to 5": "結果 {action}: "
        "サイコロを振るところです。結果は 0 から 5 です",
        "{colour} may not pass: it can move with its {die}": "{colour}は {die} で動けるのでパスできません",
        "action {action} does not exist: moves are 1 to {last}, the pass is {pass_}": "アクション {action} は"
        "ありません。手は 1 から {last}、パスは {pass_} です",
        "{colour} {move}: {why}": "{colour} {move}: {why}",
        "no single hat is in the BOX": "箱に帽子がありません",
        "{colour} has no stack on {node}": "{node} に{colour}の帽子がありません",
        "the die shows {die}, no die allows it": "サイコロは {die} ですが、どの目でも行けません",
        "the die shows {die}, it needs {needed}": "サイコロは {die} ですが、{needed} が必要です",
        "{one} or {other}": "{one} か {other}",
        "{node} is full, it holds {most}": "{node} はいっぱいです ({most} 個まで)",
        "there is no prisoner to hold": "持っておく捕虜がいません",
        "without a prisoner the BOX stays shut": "捕虜がいないと箱には入れません",
        "{colour} {move}: no move of one die goes there": "{colour} {move}: 一つの目で行ける手ではありません",
        "'{text}' may be {ways}: write the whole way": "'{text}' は {ways} のどれかです。道をすべて書いてください",
    }
}
