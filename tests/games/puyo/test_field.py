"""Chains: the fields of tests/data/puyo_chains.txt, and each rule of popping by a picture."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.games.puyo.field import (
    CHAIN_POWER,
    COLOURS,
    EMPTY,
    HEIGHT,
    IN_SIGHT,
    OJAMA,
    WIDTH,
    Field,
    cells,
    drop,
    link_score,
    resolve,
    rows,
)
from asobiba.games.puyo.notation import read_field, write_field

DATA = Path(__file__).parents[2] / "data" / "puyo_chains.txt"
fields = st.lists(st.text(COLOURS + OJAMA, max_size=HEIGHT), min_size=WIDTH, max_size=WIDTH).map(tuple)


class Case(NamedTuple):
    number: str
    field: Field
    chains: int
    score: int
    left: int
    final: Field | None


def picture(text: str) -> Field:
    return read_field("/".join(text.split()))


def cases() -> list[Case]:
    found = []
    for block in DATA.read_text().strip().split("\n\n")[1:]:
        value = dict(re.findall(r"^(\w+): (.+)$", block, re.MULTILINE))
        drawn = {
            key: picture(text) for key, text in re.findall(r"^(field|final):\n((?:  .+\n?)+)", block, re.MULTILINE)
        }
        found.append(
            Case(
                value["case"],
                drawn["field"],
                int(value["chains"]),
                int(value["score"]),
                int(value["left"]),
                drawn.get("final"),
            )
        )
    return found


def test_the_file_is_read_whole() -> None:
    assert len(cases()) == DATA.read_text().count("\ncase:")
    assert sum(case.final is not None for case in cases()) == DATA.read_text().count("\nfinal:")


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"case {case.number}")
def test_the_chain_is_as_known(case: Case) -> None:
    resolution = resolve(case.field)

    assert len(resolution.links) == case.chains
    assert resolution.score == case.score
    assert sum(map(len, resolution.field)) == case.left
    if case.final is not None:
        assert resolution.field == case.final


def test_pitfall_1_row_13_does_not_count_in_groups() -> None:
    on_row_13 = ("GBRGBYYBYRRR" + "R", "", "", "", "", "")

    assert resolve(on_row_13).links == ()
    assert len(resolve(("GBRGBYYBRRRR", "", "", "", "", "")).links) == 1


def test_pitfall_3_ojama_on_row_13_stay() -> None:
    beside_and_above = ("GBGBGBGBGBGYO", "BGBGBGBGRRRRO", "", "", "", "")

    after = resolve(beside_and_above).field

    assert after == ("GBGBGBGBGBGYO", "BGBGBGBGO", "", "", "", "")


def test_pitfall_4_chain_power_grows_to_link_19() -> None:
    four = [("R", 4)]

    assert [link_score(four, number) for number in (1, 2, 3, 4, 5)] == [40, 320, 640, 1280, 2560]
    assert list(CHAIN_POWER[12:]) == [320, 352, 384, 416, 448, 480, 512]


def test_the_score_of_a_link_is_bounded() -> None:
    assert link_score([("R", 4)], 1) == 40  # a bonus of 0 counts as 1
    assert link_score([(colour, 11) for colour in "RBYGP"] * 10, 19) == 10 * 550 * (512 + 24 + 50 * 10 - 37)


@pytest.mark.parametrize(
    ("text", "groups", "score"),
    [
        ("RRRRR.", (("R", 5),), 10 * 5 * 2),
        ("RRR... RRR...", (("R", 6),), 10 * 6 * 3),
        ("RRRR.. RRRRRR", (("R", 10),), 10 * 10 * 7),
        ("RRRRR. RRRRRR", (("R", 11),), 10 * 11 * 10),
        ("RR.BB. RR.BB.", (("R", 4), ("B", 4)), 10 * 8 * 3),
        ("RR..RR RR..RR", (("R", 4), ("R", 4)), 10 * 8 * 1),
    ],
)
def test_the_bonus_of_groups_and_colours(text: str, groups: tuple[tuple[str, int], ...], score: int) -> None:
    (link,) = resolve(picture(text)).links

    assert sorted(link.groups) == sorted(groups)
    assert link.score == score


def test_ojama_go_with_their_neighbours_and_count_nothing() -> None:
    (link,) = resolve(picture("ORRRRO OOOOOO")).links

    assert link.groups == (("R", 4),)
    assert link.score == 40
    assert link.field == picture("O....O")
    assert sorted(set(cells(link.gone))) == sorted(
        [(0, 1), (5, 1), *((column, row) for column in (1, 2, 3, 4) for row in (0, 1))]
    )


def test_the_longest_fall_sets_the_time_of_a_link() -> None:
    falls = resolve(picture("G..... R..... R..... R..... R.....")).links[0]
    does_not = resolve(picture("R..... R..... R..... R..... G.....")).links[0]

    assert (falls.fall, falls.frames) == (4, 50 + 8 + 20)
    assert (does_not.fall, does_not.frames) == (0, 50 + 20)


def test_an_empty_field_is_an_all_clear_only_after_a_chain() -> None:
    assert not resolve(EMPTY).all_clear
    assert resolve(picture("RRRR..")).all_clear
    assert not resolve(picture("RRRRB.")).all_clear


def test_pitfall_2_what_does_not_fit_into_a_column_is_lost() -> None:
    assert drop(("R" * 12, "", "", "", "", ""), 0, "BY") == ("R" * 12 + "B", "", "", "", "", "")
    assert drop(("R" * 13, "", "", "", "", ""), 0, "BY") == ("R" * 13, "", "", "", "", "")


def by_flood(field: Field) -> tuple[list[tuple[str, int]], Field]:
    """The same link in the plainest way: the groups that pop, and the field after."""
    standing = {(x, y): letter for x, column in enumerate(field) for y, letter in enumerate(column[:IN_SIGHT])}
    groups, gone, seen = [], set(), set()
    for start, colour in standing.items():
        if start in seen or colour == OJAMA:
            continue
        group, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if standing.get(near) == colour and near not in group:
                    group.add(near)
                    todo.append(near)
        seen |= group
        if len(group) >= 4:
            groups.append((colour, len(group)))
            near_group = {(x + dx, y + dy) for x, y in group for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            gone |= group | {near for near in near_group if standing.get(near) == OJAMA}
    after = ("".join(letter for y, letter in enumerate(column) if (x, y) not in gone) for x, column in enumerate(field))
    return groups, tuple(after)


@given(st.lists(st.text("RBO", max_size=HEIGHT), min_size=WIDTH, max_size=WIDTH).map(tuple))
def test_links_are_those_of_a_flood_fill(field: Field) -> None:
    for link in resolve(field).links:
        groups, field_after = by_flood(field)
        assert sorted(link.groups) == sorted(groups)
        assert link.field == field_after
        field = link.field
    assert by_flood(field)[0] == []


@given(fields)
def test_any_field_round_trips_as_text(field: Field) -> None:
    assert read_field(write_field(field)) == field
    assert [len(row) for row in rows(field)] == [WIDTH] * HEIGHT
