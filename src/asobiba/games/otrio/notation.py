"""Otrio's notations.

Mb2, pass    a move: the size S, M or L and the space, a1 top left; `b2m` is read as well
B:Mb2        the same with its colour R, G, B or Y; written where a player chooses the colour

R../.G./.../.../.../.../.../.../... B
             a position: nine spaces along the rows from a1 to c3, each with its small, medium and large slot, and the
             colour that is due; where a player chooses, the first of his two
"""

import re

from asobiba.core.errors import IllegalMove, NotationError, Phrase
from asobiba.core.game import OVER
from asobiba.games.otrio.board import COLOUR_LETTERS, COLOURS, OF_SIZE, SIZES, SLOTS, STOCK, lines_of, slot, slot_name
from asobiba.games.otrio.picture import letter_at
from asobiba.games.otrio.rules import PASS, SECOND_COLOUR, OtrioOptions, Position, listed, placed

MOVE = re.compile("(?:([rgby]):)?(?:([sml])([a-c][1-3])|([a-c][1-3])([sml]))")
# The slot of each letter of a position: spaces along the rows, in each small, medium, large.
WRITTEN = tuple(9 * size + cell for cell in range(9) for size in range(3))


def write_move(position: Position, action: int) -> str:
    if action == PASS:
        return "pass"
    which, at = divmod(action, SECOND_COLOUR)
    if position.options.two_player_alternation:
        return slot_name(at)
    return f"{COLOUR_LETTERS[position.options.turns[position.turn][which]]}:{slot_name(at)}"


def read_move(position: Position, text: str) -> int:
    word = text.strip().lower()
    if word == "pass":
        action = PASS
    elif match := MOVE.fullmatch(word):
        letter, size, cell, other_cell, other_size = match.groups()
        at = slot((size or other_size).upper() + (cell or other_cell))
        action = at + SECOND_COLOUR * _which_colour(position, letter, text)
    else:
        raise NotationError(
            f"{text.strip()!r} is no move: write a size S, M or L and a space from a1 to c3, such as Mb2, or pass",
            text=text,
        )
    position.apply(action)
    return action


def _which_colour(position: Position, letter: str | None, text: str) -> int:
    """The place of the named colour among those that are due."""
    due = [COLOUR_LETTERS[colour] for colour in position.due]
    if position.to_play == OVER or (letter is None and len(due) == 1):
        return 0
    if letter is None:
        raise NotationError(
            Phrase(
                "'{text}' does not say which colour: write {one}:Mb2 or {other}:Mb2",
                text=text.strip(),
                one=due[0],
                other=due[1],
            ),
            text=text,
        )
    if letter.upper() not in due:
        colour = Phrase(COLOURS[COLOUR_LETTERS.index(letter.upper())])
        reason = Phrase(
            "{text}: {colour} may not be placed now, {due} is due",
            text=text.strip(),
            colour=colour,
            due=listed(position.due, "or"),
        )
        raise IllegalMove(reason, str(position), text=text)
    return due.index(letter.upper())


def write_position(position: Position) -> str:
    letters = "".join(letter_at(position, at) for at in WRITTEN).replace("x", ".")
    due = COLOUR_LETTERS[position.options.turns[position.turn][0]]
    return "/".join(letters[at : at + 3] for at in range(0, SLOTS, 3)) + f" {due}"


def read_position(text: str, options: OtrioOptions) -> Position:
    """Spaces, line breaks, `/` and `|` are free, so a board can be written as a picture of three rows."""
    letters = "".join(re.split(r"[\s/|]+", text)).upper()
    if len(letters) != SLOTS + 1:
        raise NotationError(
            f"a position is 9 spaces of 3 slots and the colour that is due, 28 letters; found {len(letters)}", text=text
        )
    pieces = 0, 0, 0, 0
    for at, letter in zip(WRITTEN, letters, strict=False):
        if letter != ".":
            colour = _colour_in_play(letter, f"slot {slot_name(at)}", options)
            pieces = placed(pieces, colour, pieces[colour] | 1 << at)
    _check_pieces(pieces, options)
    due = _colour_in_play(letters[-1], "the colour that is due", options)
    turn = next(number for number, colours in enumerate(options.turns) if due in colours)
    return Position(pieces, turn, _winner(pieces), options)


def _colour_in_play(letter: str, where: str, options: OtrioOptions) -> int:
    colour = COLOUR_LETTERS.find(letter)
    if colour not in options.order:
        known = ", ".join(COLOUR_LETTERS[colour] for colour in options.order)
        raise NotationError(f"{where} is {letter!r}: the colours in play are {known}, an empty slot is .")
    return colour


def _check_pieces(pieces: tuple[int, int, int, int], options: OtrioOptions) -> None:
    for colour, mine in enumerate(pieces):
        for size, of_size in zip(SIZES, OF_SIZE, strict=True):
            count = (mine & of_size).bit_count()
            if count > STOCK:
                raise NotationError(f"{COLOURS[colour]} has {count} {size} pieces on the board; there are only {STOCK}")
        if mine & ~options.slots:
            raise NotationError(f"{COLOURS[colour]} holds Mb2, which is off-limits in this game (ban_center_medium)")


def _winner(pieces: tuple[int, int, int, int]) -> int | None:
    winners = [colour for colour, mine in enumerate(pieces) if lines_of(mine)]
    if len(winners) > 1:
        names = " and ".join(COLOURS[colour] for colour in winners)
        raise NotationError(f"{names} have a line each; the game ends with the first")
    return winners[0] if winners else None
