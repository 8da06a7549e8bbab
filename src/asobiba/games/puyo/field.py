"""A field of puyos and what happens in it: drops, groups, pops, gravity, chains.

Vocabulary: a *group* is puyos of one colour that touch side by side; four or more *pop*. All groups that pop at once
are one *link*, the links after one placement a *chain*. *Ojama* have no colour and go when a puyo beside them pops.
Rows 1 to 12 are in sight; row 13 is hidden: a puyo there falls like any other, but neither pops nor counts.

A field is six texts, its columns from left to right, each from the bottom up; nothing floats, so nothing else is
needed: ("RRB", "", "O", "", "", ""). A set of cells is an integer with one byte a cell, thirteen a column, the
twelve rows in sight and one that stays empty; the bit that is set in a byte names the colour. So cells that touch are
a shift apart, and `cells & cells << UP` finds touching cells of equal colour in all colours at once.
"""

from typing import NamedTuple, TypeAlias

Field: TypeAlias = tuple[str, ...]

WIDTH, HEIGHT, IN_SIGHT = 6, 13, 12
COLOURS, OJAMA, NOTHING = "RBYGP", "O", "."
EMPTY: Field = ("",) * WIDTH

CHAIN_POWER: tuple[int, ...] = (0, 8, 16, *range(32, 513, 32))
"""Of links 1 to 19; the field holds no longer chain."""
COLOUR_BONUS = (0, 0, 3, 6, 12, 24)
"""By how many colours pop in one link."""
GROUP_BONUS = (0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10)
"""By the size of a group; the last is for all larger ones."""
MOST_BONUS = 999

VANISH_FRAMES, LAND_FRAMES, FALL_FRAMES = 50, 20, 2
"""A link takes this long to vanish and to come to rest, and to fall one row."""

UP, ASIDE = 8, 8 * HEIGHT
_TEXT = "%-13.12s" * WIDTH
_BYTES = WIDTH * HEIGHT
_BIT_OF = bytes(1 << (COLOURS + OJAMA).index(chr(code)) if chr(code) in COLOURS + OJAMA else 0 for code in range(256))
_COLOURED = int.from_bytes(b"\x1f" * _BYTES, "little")
_OJAMA_BIT = COLOURS.index("P") + 1


class Link(NamedTuple):
    groups: tuple[tuple[str, int], ...]
    """Colour and size of each group that popped."""
    gone: int
    """The cells that emptied, ojama included; see `cells`."""
    field: Field
    """After the fall."""
    fall: int
    """Rows, of the puyo that fell farthest."""
    score: int

    @property
    def frames(self) -> int:
        return VANISH_FRAMES + FALL_FRAMES * self.fall + LAND_FRAMES


class Resolution(NamedTuple):
    field: Field
    """After the last link."""
    links: tuple[Link, ...]

    @property
    def score(self) -> int:
        return sum(link.score for link in self.links)

    @property
    def frames(self) -> int:
        return sum(link.frames for link in self.links)

    @property
    def all_clear(self) -> bool:
        """Nothing is left. A field that was empty before does not count."""
        return bool(self.links) and self.field == EMPTY


def drop(field: Field, column: int, puyos: str) -> Field:
    """Puyos fall onto a column, the first one first. What would rest above row 13 is lost."""
    return *field[:column], (field[column] + puyos)[:HEIGHT], *field[column + 1 :]


def resolve(field: Field) -> Resolution:
    """Links until nothing pops: `.BBBB.` -> an empty field, one link, 40 points."""
    links: list[Link] = []
    while link := pop(field, len(links) + 1):
        links.append(link)
        field = link.field
    return Resolution(field, tuple(links))


def pop(field: Field, number: int) -> Link | None:
    """The link with this number in its chain, or None if nothing pops."""
    standing = in_sight(field)
    colours = standing & _COLOURED
    left = in_fours(colours)
    if not left:
        return None
    groups: list[tuple[str, int]] = []
    gone = 0
    while left:
        group = left & -left
        colour = (group.bit_length() - 1) % 8
        while (grown := group | touching(group) & colours) != group:
            group = grown
        groups.append((COLOURS[colour], group.bit_count()))
        gone |= group | touching(group) << (_OJAMA_BIT - colour) & standing
        left &= ~group
    after, fall = without(field, gone)
    return Link(tuple(groups), gone, after, fall, link_score(groups, number))


def in_sight(field: Field) -> int:
    """The puyos of rows 1 to 12 as a set of cells, the ojama among them."""
    return int.from_bytes((_TEXT % field).encode().translate(_BIT_OF), "little")


def in_fours(colours: int) -> int:
    """Some cells of each group of four or more, and no others.

    Such a group, and no smaller one, has a cell that touches three of its colour, or two neighbours that each
    touch two.
    """
    above, below = colours & colours >> UP, colours & colours << UP
    right, left = colours & colours >> ASIDE, colours & colours << ASIDE
    upright, flat = above | below, right | left
    column, row = above & below, right & left
    twos = column | row | upright & flat
    return column & flat | row & upright | twos & (twos >> UP | twos >> ASIDE)


def touching(cells: int) -> int:
    return cells << UP | cells >> UP | cells << ASIDE | cells >> ASIDE


def touches(field: Field) -> int:
    """How many pairs of cells of one colour touch in rows 1 to 12."""
    colours = in_sight(field) & _COLOURED
    return (colours & colours >> UP).bit_count() + (colours & colours >> ASIDE).bit_count()


def without(field: Field, gone: int) -> tuple[Field, int]:
    """The field after these cells emptied and the rest fell, and how many rows the longest fall was."""
    is_gone = gone.to_bytes(_BYTES, "little")
    columns, longest = [], 0
    for start, column in zip(range(0, _BYTES, HEIGHT), field, strict=True):
        holes = is_gone[start : start + len(column)]
        if not any(holes):
            columns.append(column)
            continue
        kept = [row for row, hole in enumerate(holes) if not hole]
        columns.append("".join([column[row] for row in kept]))
        longest = max(longest, kept[-1] + 1 - len(kept) if kept else 0)
    return tuple(columns), longest


def link_score(groups: list[tuple[str, int]], number: int) -> int:
    """Two groups of four blues in link 1: 10 x 8 x 1 = 80."""
    popped = sum(size for _, size in groups)
    bonus = CHAIN_POWER[number - 1] + COLOUR_BONUS[len({colour for colour, _ in groups})]
    bonus += sum(GROUP_BONUS[min(size, len(GROUP_BONUS) - 1)] for _, size in groups)
    return 10 * popped * min(max(bonus, 1), MOST_BONUS)


def cells(gone: int) -> list[tuple[int, int]]:
    """A set of cells as (column, row), both counted from 0 at the bottom left."""
    return [divmod(at, HEIGHT) for at, byte in enumerate(gone.to_bytes(_BYTES, "little")) if byte]


def rows(field: Field) -> list[str]:
    """Thirteen texts of six letters, the hidden row first."""
    return ["".join(row) for row in zip(*(f"{column:{NOTHING}<{HEIGHT}}"[::-1] for column in field), strict=True)]
