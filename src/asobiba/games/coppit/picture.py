"""The board in the terminal: the ring as a square, the cross inside it, the boxes at the corners.

`.` is a plain square, `#` a grey one, `r b g y` are coloured. A stack is its top hat and its height, `R` or `B3`; two
stacks on one square are their top hats, `BR`, more are counted, `3*`. What stands under a top hat is listed below.
"""

from functools import cache

from asobiba.core.errors import Phrase
from asobiba.core.picture import PLAIN, Lines, Look, Span, draws, padded
from asobiba.games.coppit.board import COLOURS, Board
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.winner import winners

STYLES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "#": "dim", ".": "dim"}
WIDTH = 3
"""Letters of a cell."""
BLANK = (" " * WIDTH, "")


@draws(Position)
def draw(position: Position, look: Look = PLAIN) -> Lines:
    layout = position.layout
    here = standing(position)
    cells = _empty(layout.board) | _boxes(position)
    for node, stacks in here.items():
        if node < layout.board.squares:
            cells[place(layout.board, node)] = _cell(stacks)
    rows = range(-1, layout.board.ring // 4 + 2)
    lines: list[list[Span]] = [[cells.get((row, column), BLANK) for column in rows] for row in rows]
    lines += [[_seat(position, seat, look)] for seat in range(len(position.box))]
    listed = [
        f"{layout.board.short_names[node]}:{'+'.join(stacks)}"
        for node, stacks in here.items()
        if node >= layout.board.squares or len("".join(stacks)) > 1
    ]
    if listed:
        lines.append([(look.say("stacks {stacks}", stacks=" ".join(listed)), "")])
    return [*lines, [(_status(position).spoken(look.words), "bold")]]


def standing(position: Position) -> dict[int, list[str]]:
    """The stacks on each node, as letters from bottom to top."""
    letters = [position.layout.colour(seat)[0] for seat in range(len(position.box))]
    here: dict[int, list[str]] = {}
    for node, stack in position.stacks:
        here.setdefault(node, []).append("".join(letters[hat] for hat in stack))
    return here


@cache
def place(board: Board, node: int) -> tuple[int, int]:
    """Row and column of a square; outer_0 is the corner at the top left."""
    side = board.ring // 4
    if node < board.ring:
        quarter, step = divmod(node, side)
        return [(0, step), (step, side), (side, side - step), (side - step, 0)][quarter]
    if node == board.centre:
        return side // 2, side // 2
    branch = next(number for number, nodes in enumerate(board.branches) if node in nodes)
    inwards = (board.branches[branch].index(node) + 1) / (len(board.branches[branch]) + 1)
    row, column = place(board, board.junctions[branch])
    return round(row + (side / 2 - row) * inwards), round(column + (side / 2 - column) * inwards)


@cache
def _empty(board: Board) -> dict[tuple[int, int], Span]:
    """The squares and their names: those of the ring stand outside it, those of the cross to the right."""
    side = board.ring // 4
    found: dict[tuple[int, int], Span] = {}
    for node in range(board.squares):
        row, column = place(board, node)
        if node >= board.ring:
            at = row, column + 1
        elif row in (0, side):
            at = (-1 if row == 0 else side + 1), column
        else:
            at = row, (-1 if column == 0 else side + 1)
        found[at] = _padded(board.short_names[node], "dim")
    for node in range(board.squares):
        paint = board.paint[node]
        square = "#" if board.kinds[node] == "GRAY" else "." if paint is None else COLOURS[paint][0].lower()
        found[place(board, node)] = _padded(square, STYLES[square.upper()])
    return found


def _padded(text: str, style: str) -> Span:
    return f"{text:{WIDTH}}", style


def _boxes(position: Position) -> dict[tuple[int, int], Span]:
    """The single hats in a BOX, outside the corner where its door is."""
    board, side = position.layout.board, position.layout.board.ring // 4
    found: dict[tuple[int, int], Span] = {}
    for seat, colour in enumerate(position.layout.colours):
        row, column = place(board, board.boxes[colour].door)
        if {row, column} <= {0, side}:
            letter = COLOURS[colour][0]
            corner = (-1 if row == 0 else side + 1), (-1 if column == 0 else side + 1)
            found[corner] = _padded(f"{letter}{position.box[seat]}", f"bold {STYLES[letter]}")
    return found


def _cell(stacks: list[str]) -> Span:
    tops = "".join(stack[-1] for stack in stacks)
    if len(stacks) == 1:
        height = len(stacks[0])
        return _padded(f"{tops}{height}" if height > 1 else tops, f"bold {STYLES[tops]}")
    return _padded(tops if len(stacks) == 2 else f"{len(stacks)}*", "bold")


def _seat(position: Position, seat: int, look: Look) -> Span:
    layout, name = position.layout, position.layout.colour(seat)
    door = layout.board.short_names[layout.board.boxes[layout.colours[seat]].door]
    banked = " ".join(f"{layout.colour(hat)[0]}{count}" for hat, count in enumerate(position.banked[seat]) if count)
    hats = look.say("box {hats} at {door:2}  banked {banked}", hats=position.box[seat], door=door, banked=banked or "-")
    return f"{padded(look.say(name), 6)} {hats}", STYLES[name[0]]


def _status(position: Position) -> Phrase:
    gaps = {"turn": position.turn, "colour": Phrase(position.layout.colour(position.seat)), "die": position.die}
    if position.over:
        first, *others = (Phrase(position.layout.colour(seat)) for seat in winners(position))
        for other in others:
            first = Phrase("{one} and {other}", one=first, other=other)
        return Phrase("turn {turn}: the game is over, {won} won", turn=position.turn, won=first)
    if position.die:
        return Phrase("turn {turn}: {colour} has rolled {die}", **gaps)
    again = "turn {turn}: {colour} rolls again" if position.extra_rolls else "turn {turn}: {colour} rolls"
    return Phrase(again, **gaps)
