"""The notation of a game that has none of its own: a move is its number, a position the JSON of its fields."""

import dataclasses
from copy import copy
from typing import Any, Generic, Self, TypeVar, get_type_hints

import msgspec

from asobiba.core.errors import NotationError
from asobiba.core.options import Options

S = TypeVar("S")

DIGITS = 9
"""Digits of the longest number that is read as a move."""


def fields_of(position: Any) -> dict[str, Any]:
    """Return the fields of a position by name, without the options of the game."""
    if not dataclasses.is_dataclass(position):
        raise TypeError(f"{type(position).__qualname__} is not a dataclass")
    values = {field.name: getattr(position, field.name) for field in dataclasses.fields(position) if field.init}
    return {name: value for name, value in values.items() if not isinstance(value, Options)}


def plain_fields(position: Any) -> dict[str, Any]:
    """Return the same, ready for JSON."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fields_of(position)))
    return found


class Fields(Generic[S]):
    """A subclass may write its moves in another way and leave the positions as they are."""

    game: Any
    """The game that has this notation."""

    def of(self, game: Any) -> Self:
        """Return the notation of this game."""
        found = copy(self)
        found.game = game
        return found

    def write_move(self, state: Any, action: int) -> str:
        return "pass" if state.to_play >= 0 and action == self.game.pass_action else str(action)

    def read_move(self, state: Any, text: str) -> int:
        word = text.strip().lower()
        if word == "pass" and self.game.pass_action is not None:
            action: int = self.game.pass_action
        elif word.isascii() and word.isdigit() and len(word) <= DIGITS:
            action = int(word)
        else:
            raise NotationError(f"{word!r} is not a move: write its number, such as {self._example(state)}", text=text)
        state.apply(action)
        return action

    def _example(self, state: Any) -> str:
        return self.write_move(state, next(iter(state.legal()), 0))

    def write_position(self, state: Any) -> str:
        return msgspec.json.encode(fields_of(state)).decode()

    def read_position(self, text: str, options: Options) -> Any:
        start = self.game.start(options)
        kind: type[Any] = type(start)
        fields = {each.name: each for each in dataclasses.fields(kind) if each.init}
        shown = self.write_position(start)
        try:
            given = msgspec.json.decode(text, type=dict[str, Any])
            hints = get_type_hints(kind)
            values = {name: msgspec.convert(given.pop(name), hints[name]) for name in fields_of(start) if name in given}
            if given:
                raise ValueError(f"there is no {next(iter(given))!r}")
            position = kind(**values, **({"options": options} if "options" in fields else {}))
            position.legal()
        except Exception as error:  # a wrong position may fail anywhere in the rules
            raise NotationError(f"{text!r} is not a position ({error}): write it as {shown}", text=text) from None
        return position
