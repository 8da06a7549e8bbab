"""A sequence that grows at its end, such as the plies of a game.

    longer = plies.plus(ply)        # `plies` is as it was

A tuple would be copied whole for every ply, so that each move of a long game would cost more than the one before. This
one consists of pages that are never changed; only the last page, which is not full yet, is copied.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, Self, TypeVar, overload

from asobiba.agents.arrays import Arrays
from asobiba.core.game import AnyGame

PAGE: Final = 64

T = TypeVar("T")


class Growing(Sequence[T]):
    __slots__ = ("_last", "_pages")

    def __init__(self, items: Iterable[T] = ()) -> None:
        listed = tuple(items)
        full = len(listed) // PAGE * PAGE
        self._pages = tuple(listed[first : first + PAGE] for first in range(0, full, PAGE))
        self._last = listed[full:]

    @classmethod
    def _of(cls, pages: tuple[tuple[T, ...], ...], last: tuple[T, ...]) -> Self:
        made = cls.__new__(cls)
        made._pages, made._last = (pages, last) if len(last) < PAGE else ((*pages, last), ())
        return made

    def plus(self, *items: T) -> Self:
        """With these at the end."""
        longer = self
        for item in items:
            longer = self._of(longer._pages, (*longer._last, item))
        return longer

    def first(self, count: int) -> Self:
        """Only so many of them."""
        pages, rest = divmod(min(count, len(self)), PAGE)
        return self._of(self._pages[:pages], self._page(pages)[:rest])

    def _page(self, number: int) -> tuple[T, ...]:
        return self._pages[number] if number < len(self._pages) else self._last

    def __len__(self) -> int:
        return PAGE * len(self._pages) + len(self._last)

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self._pages), self._last)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self))))
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(index)
        return self._page(number // PAGE)[number % PAGE]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growing) and (self._pages, self._last) == (other._pages, other._last)

    def __hash__(self) -> int:
        return hash((self._pages, self._last))

    def __repr__(self) -> str:
        return f"Growing({list(self)!r})"


def highest(game: AnyGame, before: tuple[int, ...], state: Any) -> tuple[int, ...]:
    """Return the highest that the game's peak has been, by seat; empty where it has none."""
    peak = game.part(Arrays).peak
    if peak is None:
        return ()
    now: Sequence[int] = game.facts(state)[peak[0]]
    return tuple(map(max, before or (0,) * len(now), now))
