"""What the terminal says, in English and Japanese. Both have the same keys; a test compares them."""

import os

from asobiba.core.errors import ConfigError

LANGUAGES = ("en", "ja")

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "menu.title": "Asobiba — choose a game",
        "menu.prompt": "number or name, ja for Japanese, exit to leave> ",
        "menu.wrong": "{text!r} is no game: type a number from 1 to {count}, a name, or exit",
        "menu.language": "English",
        "play.seats": "{seats}; type help for help",
        "play.move": "{seat} plays {move}",
        "play.thought": "{seat} plays {move} ({seconds:.2f} s)",
        "play.luck": "luck: {move}",
        "play.pass": "{seat} has no move and passes",
        "play.prompt": "{seat}> ",
        "play.help": "move: {help}\nhint  what an agent would play\nundo  take your last move back\n"
        "help  this text\nexit  leave the game",
        "play.hint": "hint: {moves}",
        "play.undone": "taken back to your last move",
        "play.nothing_to_undo": "there is nothing to take back",
        "play.left": "the game was left unfinished",
        "play.recorded": "recorded in {path}",
        "end.draw": "the game is a draw",
        "end.wins": "{seat} wins",
        "end.share": "{seats} share the win",
        "end.score": "the game is over: {score:g} points",
        "error": "{sentence}",
        "error.notation": "{sentence}",
        "error.illegal_move": "{sentence}",
        "match.game": "game {number} of {games}",
        "match.header.agent": "agent",
        "match.header.wins": "wins",
        "match.header.draws": "draws",
        "match.header.losses": "losses",
        "match.header.mean": "mean return",
        "match.header.seconds": "s/move",
        "rate.header.agent": "agent",
        "rate.header.rating": "rating",
        "rate.header.low": "from",
        "rate.header.high": "to",
        "rate.header.games": "games",
        "rate.header.seconds_per_move": "s/move",
        "bench.header.what": "what",
        "bench.header.ours": "ours",
        "bench.header.unit": "unit",
        "bench.header.peer": "peer",
        "bench.header.theirs": "theirs",
        "bench.header.ratio": "ratio",
        "analyse.exact": "the best value is proven",
        "analyse.estimate": "estimated values",
        "analyse.over": "the game is over",
        "analyse.luck": "luck decides next",
    },
    "ja": {
        "menu.title": "Asobiba 遊び場 — ゲームを選んでください",
        "menu.prompt": "番号または名前、en で英語、exit で終了> ",
        "menu.wrong": "{text!r} というゲームはありません。1 から {count} の番号、名前、または exit を入力してください",
        "menu.language": "日本語",
        "play.seats": "{seats} (help で使い方)",
        "play.move": "{seat} の手: {move}",
        "play.thought": "{seat} の手: {move} ({seconds:.2f} 秒)",
        "play.luck": "運: {move}",
        "play.pass": "{seat} は打てる手がないのでパスします",
        "play.prompt": "{seat}> ",
        "play.help": "手: {help}\nhint  コンピュータならどう打つか\nundo  自分の直前の手を取り消す\n"
        "help  この説明\nexit  ゲームをやめる",
        "play.hint": "ヒント: {moves}",
        "play.undone": "自分の直前の手まで戻しました",
        "play.nothing_to_undo": "取り消す手がありません",
        "play.left": "ゲームは途中で終わりました",
        "play.recorded": "{path} に記録しました",
        "end.draw": "引き分けです",
        "end.wins": "{seat} の勝ちです",
        "end.share": "{seats} が勝ちを分け合いました",
        "end.score": "ゲーム終了: {score:g} 点",
        "error": "エラー: {sentence}",
        "error.notation": "{text!r} は手として読めません。{help}",
        "error.illegal_move": "{text!r} はここでは指せません。{help}",
        "match.game": "{games} 局中 {number} 局目",
        "match.header.agent": "エージェント",
        "match.header.wins": "勝",
        "match.header.draws": "分",
        "match.header.losses": "敗",
        "match.header.mean": "平均得点",
        "match.header.seconds": "秒/手",
        "rate.header.agent": "エージェント",
        "rate.header.rating": "レート",
        "rate.header.low": "下限",
        "rate.header.high": "上限",
        "rate.header.games": "局数",
        "rate.header.seconds_per_move": "秒/手",
        "bench.header.what": "項目",
        "bench.header.ours": "本作",
        "bench.header.unit": "単位",
        "bench.header.peer": "比較先",
        "bench.header.theirs": "比較先の値",
        "bench.header.ratio": "比",
        "analyse.exact": "確定値",
        "analyse.estimate": "推定値",
        "analyse.over": "ゲームは終わっています",
        "analyse.luck": "次は運が決めます",
    },
}


SEATS = {
    "ja": {
        "black": "黒", "white": "白", "red": "赤", "green": "緑", "blue": "青", "yellow": "黄", "player": "プレイヤー",
    },
}  # fmt: skip
"""Seats are named in English by their games; a name that is missing here is shown as it is."""


def seat_name(name: str, lang: str) -> str:
    return SEATS.get(lang, {}).get(name.lower(), name)


def language(wanted: str | None) -> str:
    """The language asked for, else the one of the environment, else English."""
    if wanted is None:
        locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        return "ja" if locale.startswith("ja") else "en"
    if wanted not in LANGUAGES:
        raise ConfigError(f"--lang {wanted}: allowed is {' or '.join(LANGUAGES)}")
    return wanted
