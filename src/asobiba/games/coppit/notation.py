"""Coppit's notation.

7>10  box>3  45>box  c>n1      a move: a ring node by its number, the cross as n0 n1 e0 ... c, the own BOX as box
45>box+  box+>3                with auto_bank_on_return=false: hold the stack in the BOX; the held stack leaves
45>box>2                       with box_overshoot: through the BOX
9>boxB  boxB>15                with allow_box_invasion: into BLUE's BOX, and out of it
7>8>7>8                        the whole way, needed only where two moves have the same ends
pass, die=3                    a forced pass; a roll

A position is words in any order, every one of them optional:

    RED:box=4,bank=B2G1,since=7  10:BR  15:B+R  boxR:BR  play=BLUE turn=9 die=3 extra=1 mingled=1 over=0

hats in the BOX (default: all that stand nowhere else), hats banked, the turn of the last change; stacks from bottom to
top, several on a node joined by +; then whose turn it is, its number, the die, extra rolls taken, whether two colours
were on the board together (default: whether they are now), and whether the game is over.
"""

import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import NoReturn, TypeAlias

from asobiba.core.errors import IllegalMove, NotationError, Phrase
from asobiba.core.game import CHANCE
from asobiba.games.coppit.board import COLOURS, Board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, Layout, layout_of
from asobiba.games.coppit.picture import standing
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.situation import Stack
from asobiba.games.coppit.stacks import prisoners
from asobiba.games.coppit.winner import in_play, on_board

Spelling: TypeAlias = tuple[bool, bool, tuple[int | None, ...]]
"""The held stack leaves, the stack is held, and the nodes."""
HELP = "write 7>10, box>3, 45>box or pass"


def write_move(position: Position, action: int) -> str:
    if position.to_play == CHANCE:
        return f"die={action + 1}"
    return "pass" if action == PASS else position.layout.write(action, position.seat)


def read_move(position: Position, text: str) -> int:
    word = text.strip()
    if position.to_play == CHANCE:
        if not re.fullmatch(r"(die\s*=\s*)?[1-6]", word, re.IGNORECASE | re.ASCII):
            raise NotationError(f"{word!r} is no roll: write die=1 to die=6", text=text)
        return int(word[-1]) - 1
    action = PASS if word.lower() == "pass" else _find_move(position, word)
    position.apply(action)
    return action


def _find_move(position: Position, text: str) -> int:
    """The move with these nodes; one that is legal if several of the board's moves have them."""
    layout, seat = position.layout, position.seat
    parts = re.split(r"\s*-?>\s*", text)
    nodes = [_node(layout.board, part.removesuffix("+"), layout.home[seat]) for part in parts]
    held, hold = parts[0].endswith("+"), parts[-1].endswith("+")
    if len(nodes) < 2 or None in nodes or any(part.endswith("+") for part in parts[1:-1]):
        raise NotationError(f"{text!r} is no move: {HELP}", text=text)
    found = _spellings(position.options).get((held, hold, tuple(nodes)))
    if not found:
        colour, text_ = Phrase(layout.colour(seat)), "{colour} {move}: no move of one die goes there"
        raise IllegalMove(Phrase(text_, colour=colour, move=text), str(position), move=text)
    allowed = [action for action in found if action in position.legal()]
    if len(allowed) > 1:
        names = ", ".join(layout.write(action, seat) for action in allowed)
        raise NotationError(Phrase("'{text}' may be {ways}: write the whole way", text=text, ways=names), text=text)
    return (allowed or found)[0]


@lru_cache(maxsize=64)
def _spellings(options: CoppitOptions) -> dict[Spelling, list[int]]:
    """Moves by the nodes that are written: their ends with a BOX passed through, or their whole path."""
    layout = layout_of(options)
    found: dict[Spelling, list[int]] = {}
    for action, move in enumerate(layout.moves[PASS + 1 :], PASS + 1):
        passed = [node for node in move.path[:-1] if node >= layout.board.squares]
        for way in {(move.source, *passed, move.destination), (move.source, *move.path)}:
            found.setdefault((move.held, move.ending == "hold", way), []).append(action)
    return found


def _node(board: Board, name: str, home: int | None = None) -> int | None:
    """7, outer_7, n0, cross_n_0, c, cross_center, boxR, BOX_RED; `box` is the home."""
    word = name.strip().lower()
    return home if word == "box" else _nodes(board).get(word)


@cache
def _nodes(board: Board) -> dict[str, int]:
    return {name.lower(): node for names in (board.names, board.short_names) for node, name in enumerate(names)}


def write_position(position: Position) -> str:
    layout = position.layout
    words = []
    for seat, hats_in_box in enumerate(position.box):
        banked = "".join(f"{layout.colour(hat)[0]}{count}" for hat, count in enumerate(position.banked[seat]) if count)
        bank = f",bank={banked}" if banked else ""
        words.append(f"{layout.colour(seat)}:box={hats_in_box}{bank},since={position.since[seat]}")
    words += [f"{layout.board.short_names[node]}:{'+'.join(stacks)}" for node, stacks in standing(position).items()]
    words += [f"play={layout.colour(position.seat)}", f"turn={position.turn}"]
    words += [f"die={position.die}"] if position.die else []
    words += [f"extra={position.extra_rolls}"] if position.extra_rolls else []
    words += [f"mingled={int(position.mingled)}"]
    words += ["over=1"] if position.over else []
    return " ".join(words)


def read_position(text: str, options: CoppitOptions) -> Position:
    """NotationError names the word that is wrong, or the rule that the position breaks."""
    return _Reading(layout_of(options), options, text).position()


class _Reading:
    """A position while its words come in."""

    def __init__(self, layout: Layout, options: CoppitOptions, text: str) -> None:
        self.layout, self.options, self.text = layout, options, text
        self.letters = {layout.colour(seat)[0]: seat for seat in range(len(layout.colours))}
        self.seats = {layout.colour(seat): seat for seat in range(len(layout.colours))}
        self.keys = {"turn": 1, "die": 0, "extra": 0, "over": 0}
        self.seat = 0
        self.mingled: bool | None = None
        self.box: dict[int, int] = {}
        self.since = [0] * len(layout.colours)
        self.banked = [[0] * len(layout.colours) for _ in layout.colours]
        self.stacks: list[tuple[int, Stack]] = []
        seen: set[str] = set()
        for word in text.split():
            name, sign, value = re.match(r"([^:=]*)([:=]?)(.*)", word.upper(), re.DOTALL).groups()  # type: ignore[union-attr]
            if name in seen:
                self.refuse(f"{word!r}: {name} is there twice")
            seen.add(name)
            if sign == ":" and name in COLOURS:
                self.read_seat(word, self.seat_named(name, word), value)
            elif sign == ":":
                self.read_stacks(word, name, value)
            else:
                self.read_key(word, name.lower(), value)

    def read_seat(self, word: str, seat: int, value: str) -> None:
        for part in value.split(","):
            key, _, number = part.partition("=")
            if key == "BOX":
                self.box[seat] = self.number(word, number)
            elif key == "SINCE":
                self.since[seat] = self.number(word, number)
            elif key == "BANK" and re.fullmatch(r"([A-Z][0-9]{1,9})*", number):
                for letter, count in re.findall(r"([A-Z])([0-9]+)", number):
                    self.banked[seat][self.hat(word, letter)] = int(count)
            else:
                self.refuse(f"{word!r}: write box=5, bank=B2G1 and since=7, joined by commas")
        if self.banked[seat][seat]:
            self.refuse(f"{word!r}: nobody banks its own hats")

    def read_stacks(self, word: str, name: str, value: str) -> None:
        node = _node(self.layout.board, name)
        if node is None:
            self.refuse(f"{word!r}: no node is named {name}")
        for letters in value.split("+"):
            if not letters:
                self.refuse(f"{word!r}: a stack has at least one hat")
            self.stacks.append((node, tuple(self.hat(word, letter) for letter in letters)))

    def read_key(self, word: str, name: str, value: str) -> None:
        if name == "play":
            self.seat = self.seat_named(value, word)
        elif name == "mingled" and value in ("0", "1"):
            self.mingled = value == "1"
        elif name in self.keys:
            self.keys[name] = self.number(word, value)
        else:
            self.refuse(f"{word!r} is no part of a position: write RED:box=5, 10:BR, play=RED, turn=9, die=3, extra=1")

    def position(self) -> Position:
        self.check_stacks()
        position = Position(
            box=tuple(self.hats_in_box(seat) for seat in range(len(self.seats))),
            banked=tuple(map(tuple, self.banked)),
            since=tuple(self.since),
            stacks=tuple(sorted(self.stacks)),
            seat=self.seat,
            turn=self.keys["turn"],
            die=self.keys["die"],
            extra_rolls=self.keys["extra"],
            mingled=bool(self.mingled),
            over=bool(self.keys["over"]),
            options=self.options,
        )
        together = len(on_board(position)) > 1
        if together and self.mingled is False:
            self.refuse("mingled=0, but two colours are on the board together")
        if together and self.mingled is None:
            position = replace(position, mingled=True)
        self.check_turn(position)
        return position

    def hats_in_box(self, seat: int) -> int:
        name, hats = self.layout.colour(seat), self.options.hats_per_player
        elsewhere = sum(stack.count(seat) for _, stack in self.stacks)
        if not self.options.allow_respawn:
            elsewhere += sum(row[seat] for row in self.banked)
        found = self.box.get(seat, hats - elsewhere)
        if found < 0 or found + elsewhere != hats:
            self.refuse(f"{name} has {found + elsewhere if seat in self.box else elsewhere} hats, it must have {hats}")
        return found

    def check_stacks(self) -> None:
        """Stacks that no play can bring together are refused."""
        layout, options = self.layout, self.options
        here: dict[int, list[Stack]] = {}
        for node, stack in self.stacks:
            here.setdefault(node, []).append(stack)
        for node, stacks in here.items():
            name = layout.board.short_names[node]
            tops = [stack[-1] for stack in stacks]
            if len(set(tops)) < len(tops):
                self.refuse(f"{name} has two stacks of one colour: they merge")
            if node >= layout.board.squares:
                self.check_box(name, layout.host[node], stacks)
            elif sum(not layout.safe[top][node] for top in tops) > 1:
                self.refuse(f"{name} has two stacks that are not safe there: one captures the other")
            elif layout.board.kinds[node] == "GRAY" and len(tops) > (options.gray_capacity or len(tops)):
                self.refuse(f"{name} has {len(tops)} stacks, it holds {options.gray_capacity}")

    def check_box(self, name: str, host: int | None, stacks: list[Stack]) -> None:
        for stack in stacks:
            if stack[-1] != host and (host is None or not self.options.allow_box_invasion):
                self.refuse(f"{name} has a guest, which the options do not allow")
            if stack[-1] == host and (self.options.auto_bank_on_return or not prisoners(stack)):
                self.refuse(
                    f"{name} holds a stack of its own colour: only prisoners are held, and only without auto_bank"
                )

    def check_turn(self, position: Position) -> None:
        options, limit = self.options, self.options.max_turns
        if position.turn < 1 or (limit is not None and position.turn > limit):
            self.refuse(f"turn={position.turn}: turns go from 1 to {limit or 'any number'}")
        if position.die > 6 or (position.over and position.die):
            self.refuse(f"die={position.die}: write 1 to 6, and none when the game is over")
        if self.keys["over"] > 1:
            self.refuse(f"over={self.keys['over']}: write 0 or 1")
        most = options.max_extra_rolls if options.extra_roll_on_6 else 0
        if most is not None and position.extra_rolls > most:
            self.refuse(f"extra={position.extra_rolls}: the options allow {most}")
        if max(position.since) > position.turn:
            self.refuse(f"since={max(position.since)} lies after turn {position.turn}")
        if not position.over and position.seat not in in_play(position):
            self.refuse(f"play={self.layout.colour(position.seat)}: this colour has no free hat and is skipped")

    def seat_named(self, name: str, word: str) -> int:
        if name not in self.seats:
            self.refuse(f"{word!r}: the colours that play are {', '.join(self.seats)}")
        return self.seats[name]

    def hat(self, word: str, letter: str) -> int:
        if letter not in self.letters:
            self.refuse(f"{word!r}: hats are {', '.join(self.letters)}, not {letter!r}")
        return self.letters[letter]

    def number(self, word: str, text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text):
            self.refuse(f"{word!r}: {text!r} is no number")
        return int(text)

    def refuse(self, sentence: str) -> NoReturn:
        raise NotationError(sentence, text=self.text)
