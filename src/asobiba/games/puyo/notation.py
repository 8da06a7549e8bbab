"""Puyo's notations.

3u 3r 3d 3l         a placement: the axis' column and the side of the child; 3↑ 3→ 3↓ 3← are read as well
seed=1234           luck draws the queue
columns=1,4         luck chooses where loose ojama fall
RB.../RBBG..        a field: rows from the top, six letters each, empty rows above left out; `......` is empty
FIELD|FIELD         a position of two players whose queue is not drawn yet; one field stands for both
FIELD|FIELD RB GY   the same with a queue of these pairs, over and over; the first letter is the axis
http://...          a field URL of urls.py, wherever a field may stand; its pairs are the queue, its placements left out

`seed=1234` stands for a queue that luck drew. Then come, where they are not zero, `turn=7 clock=480 first=1`, and for
each player `score=40|0 carry=40|0 ojama=0|12 loose=0|2 clear=0|1 chain=1|0 row14=0|3`, where `row14` adds 1, 2, 4, ...
for columns 1, 2, 3, ... The last is `commit=3u`, what the first player has placed in this turn.
"""

import re
from collections.abc import Mapping
from typing import Any

from asobiba.core.errors import IllegalMove, NotationError, Phrase
from asobiba.core.game import CHANCE, OVER
from asobiba.games.puyo import pairs
from asobiba.games.puyo.field import COLOURS, EMPTY, HEIGHT, NOTHING, OJAMA, WIDTH, Field, rows
from asobiba.games.puyo.placements import NUMBER_OF, PLACEMENTS
from asobiba.games.puyo.rules import SEATS, Player, Position, PuyoOptions
from asobiba.games.puyo.urls import is_url, spelled_out

ARROWS = str.maketrans("↑→↓←", "urdl")
EMPTY_ROW = NOTHING * WIDTH
# The keys of a position: what they are called in the text, and the largest number that is read.
OF_PLAYERS = {
    "score": ("score", 10**12),
    "carry": ("carry", 10**12),
    "ojama": ("ojama", 10**12),
    "loose": ("loose", WIDTH - 1),
    "clear": ("all_clear", 1),
    "chain": ("chain", 19),
    "row14": ("row14", (1 << WIDTH) - 1),
}
OF_THE_GAME = {"seed": pairs.SEEDS - 1, "turn": 10**12, "clock": 10**12, "first": 1}
ONLY_VERSUS = ("carry", "ojama", "loose", "commit", "first")


def write_move(position: Position, action: int) -> str:
    if position.to_play != CHANCE:
        return PLACEMENTS[action].name
    if position.unlucky is None:
        return f"seed={action}"
    return "columns=" + ",".join(str(column + 1) for column in range(WIDTH) if action >> column & 1)


def read_move(position: Position, text: str) -> int:
    word = text.strip().lower().translate(ARROWS)
    if word in NUMBER_OF:
        action, kind = NUMBER_OF[word], "a placement"
    elif found := re.fullmatch(r"seed=([0-9]{1,9})", word):
        action, kind = int(found[1]), "a seed"
    elif re.fullmatch(r"columns=[1-6](,[1-6])*", word):
        action, kind = sum(1 << int(column) - 1 for column in set(word[8:].split(","))), "a choice of columns"
    else:
        raise NotationError(
            f"{text.strip()!r} is no move: write the column of the axis, 1 to 6, and the side of the child, "
            "u r d or l, such as 3u; the child must stand in a column too",
            text=text,
        )
    due = kind_due(position)
    if kind != due and position.to_play != OVER:
        reason = Phrase("{word}: {due} is due here, not {kind}", word=word, due=Phrase(due), kind=Phrase(kind))
        raise IllegalMove(reason, str(position))
    position.apply(action)
    return action


def kind_due(position: Position) -> str:
    if position.to_play != CHANCE:
        return "a placement"
    return "a seed" if position.unlucky is None else "a choice of columns"


def write_field(field: Field) -> str:
    shown = rows(field)
    while len(shown) > 1 and shown[0] == EMPTY_ROW:
        del shown[0]
    return "/".join(shown)


def read_field(text: str, colours: int = len(COLOURS)) -> Field:
    """Refuses a puyo that floats and a colour that this game does not have."""
    shown = text.strip().upper().split("/")
    if len(shown) > HEIGHT:
        raise NotationError(f"a field has {HEIGHT} rows at most; found {len(shown)}", text=text)
    field = list(EMPTY)
    for number, row in zip(range(len(shown), 0, -1), shown, strict=True):
        if not re.fullmatch(f"[{COLOURS[:colours]}{OJAMA}{NOTHING}]{{{WIDTH}}}", row):
            raise NotationError(
                f"row {number} of the field is {row!r}: write six of the letters {' '.join(COLOURS[:colours])}, "
                f"{OJAMA} for ojama, {NOTHING} for nothing",
                text=text,
            )
        for column, letter in enumerate(row):
            if letter == NOTHING and field[column]:
                raise NotationError(f"a puyo floats in column {column + 1} above row {number}", text=text)
            if letter != NOTHING:
                field[column] = letter + field[column]
    return tuple(field)


def write_position(position: Position) -> str:
    players = position.players
    words = ["|".join(write_field(player.field) for player in players)]
    if position.seed is None:
        words += re.findall("..", position.queue)
    else:
        words.append(f"seed={position.seed}")
    words += [f"{key}={value}" for key in ("turn", "clock", "first") if (value := getattr(position, key))]
    for key, (name, _) in OF_PLAYERS.items():
        values = [int(getattr(player, name)) for player in players]
        if any(values):
            words.append(f"{key}={'|'.join(map(str, values))}")
    if position.commit is not None:
        words.append(f"commit={PLACEMENTS[position.commit].name}")
    return " ".join(words)


def read_position(text: str, options: PuyoOptions) -> Position:
    """NotationError for what cannot be read, and for a state of affairs that the options exclude."""
    fields, *words = re.sub(r"\s*\|\s*", "|", text).split() or [""]
    if is_url(fields):
        fields, words = spelled_out(fields, words)
    values: dict[str, str] = {}
    queue = ""
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            queue += _pair(word, options)
        elif key.lower() in values:
            raise NotationError(f"{key} is given twice", text=text)
        else:
            values[key.lower()] = value
    _check_keys(values, queue, options)
    commit = values.pop("commit", None)
    of_the_game = {key: _number(key, values[key], OF_THE_GAME[key]) for key in OF_THE_GAME if key in values}
    seed = of_the_game.pop("seed", None)
    position = Position(
        players=_players(fields, values, options),
        queue=queue if seed is None else pairs.queue(seed, options.colors),
        seed=seed,
        **of_the_game,
        options=options,
    )
    return position if commit is None else _committed(position, commit)


def _pair(word: str, options: PuyoOptions) -> str:
    colours = COLOURS[: options.colors]
    if not re.fullmatch(f"[{colours}]{{2}}", word.upper()):
        raise NotationError(f"{word!r} is no pair: write two of the colours {' '.join(colours)}, the axis first")
    return word.upper()


def _check_keys(values: Mapping[str, str], queue: str, options: PuyoOptions) -> None:
    for key in values:
        if key not in (*OF_PLAYERS, *OF_THE_GAME, "commit"):
            known = " ".join((*OF_THE_GAME, *OF_PLAYERS, "commit"))
            raise NotationError(f"{key!r} is no part of a position; there are {known}", key=key)
        if key in ONLY_VERSUS and options.mode == "single":
            raise NotationError(f"{key} has no meaning in single play", key=key)
    if "seed" in values and queue:
        raise NotationError("the queue is given twice: as pairs and as a seed")
    if "row14" in values and options.row14 == "discard":
        raise NotationError("row14 is only counted with the option row14=once")


def _players(fields: str, values: Mapping[str, str], options: PuyoOptions) -> tuple[Player, ...]:
    seats = len(SEATS[options.mode])
    read = [read_field(field, options.colors) for field in fields.split("|")]
    if len(read) not in (1, seats):
        raise NotationError(f"found {len(read)} fields for {seats} player{'s' * (seats > 1)}")
    players: list[dict[str, Any]] = [{"field": field} for field in read * (seats // len(read))]
    for key, (name, most) in OF_PLAYERS.items():
        if key not in values:
            continue
        numbers = [_number(key, number, most) for number in values[key].split("|")]
        if len(numbers) != seats:
            raise NotationError(f"{key}={values[key]}: write a number for each player, {'|'.join('0' * seats)}")
        for player, number in zip(players, numbers, strict=True):
            player[name] = bool(number) if name == "all_clear" else number
    return tuple(Player(**player) for player in players)


def _number(key: str, text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,13}", text) or int(text) > most:
        raise NotationError(f"{key}={text}: write a whole number from 0 to {most}", key=key)
    return int(text)


def _committed(position: Position, commit: str) -> Position:
    try:
        if position.to_play != position.first:
            raise NotationError(f"commit={commit}: nobody is about to place a pair here")
        return position.apply(read_move(position, commit))
    except IllegalMove as error:
        raise NotationError(f"commit={commit}: {error.sentence}") from None
