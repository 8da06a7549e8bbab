"""The board is data: what the file says, and how a broken file is refused."""

import contextlib
import copy
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.errors import ConfigError
from asobiba.games.coppit.board import COLOURS, STANDARD, Board, add_board, board_named, load_board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import start

CONTENTS: dict[str, Any] = json.loads((files("asobiba.games.coppit") / "board_4p.json").read_text("utf-8"))


def test_the_file_is_the_standard_board() -> None:
    assert load_board(CONTENTS) == STANDARD
    assert board_named("coppit_4p_48") is STANDARD


def test_nodes_are_ring_then_cross_then_boxes() -> None:
    assert len(STANDARD.names) == 61
    assert STANDARD.names[:2] == ("outer_0", "outer_1")
    assert STANDARD.names[47:51] == ("outer_47", "cross_n_0", "cross_n_1", "cross_e_0")
    assert STANDARD.names[56:] == ("cross_center", "BOX_RED", "BOX_BLUE", "BOX_GREEN", "BOX_YELLOW")
    assert STANDARD.squares == 57
    assert sorted(map(len, STANDARD.neighbours)) == [0] * 4 + [2] * 52 + [3] * 4 + [4]


def test_every_edge_goes_both_ways() -> None:
    for node, neighbours in enumerate(STANDARD.neighbours):
        assert all(node in STANDARD.neighbours[other] for other in neighbours)


def steps(board: Board, start: int) -> dict[int, int]:
    found, border = {start: 0}, [start]
    for node in border:
        for other in board.neighbours[node]:
            if other not in found:
                found[other] = found[node] + 1
                border.append(other)
    return found


@pytest.mark.parametrize("colour", range(4), ids=COLOURS)
def test_distances_are_the_same_for_every_colour(colour: int) -> None:
    found = steps(STANDARD, STANDARD.boxes[colour].door)

    assert len(found) == STANDARD.squares
    assert sorted(found[box.door] for box in STANDARD.boxes) == [0, 10, 10, 10]
    own = [node for node in range(STANDARD.squares) if STANDARD.paint[node] == colour]
    assert sorted(found[node] for node in own) == [3, 5, 6, 9, 9, 11]
    grey = [node for node in range(STANDARD.squares) if STANDARD.kinds[node] == "GRAY"]
    assert sorted(found[node] for node in grey) == [5, 7, 13, 13]
    assert max(found.values()) == 14


BREAKAGES: list[tuple[Callable[[Any], Any], str]] = [
    (lambda b: b.pop("edges"), "the board has no edges; allowed: the keys id, players"),
    (lambda b: b.update(colours=[]), "the board has the key 'colours'; allowed: the keys id, players"),
    (lambda b: b.update(id=7), "key id is 7; allowed: a text"),
    (lambda b: b["players"].pop(), "key players is ['RED', 'BLUE', 'GREEN']; allowed: RED, BLUE, GREEN, YELLOW, each"),
    (lambda b: b["turn_order"].append("RED"), "key turn_order is ['RED', 'BLUE', 'GREEN', 'YELLOW', 'RED']; allowed"),
    (lambda b: b.update(ring_size=47), "key ring_size is 47; allowed: a multiple of 4 from 12 to 400"),
    (
        lambda b: b.update(ring_size=4 * 10**12),
        "key ring_size is 4000000000000; allowed: a multiple of 4 from 12 to 400",
    ),
    (lambda b: b.update(ring_size="48"), "key ring_size is '48'; allowed: a multiple of 4"),
    (lambda b: b.update(ring_size=52), "node outer_48 is missing; allowed: outer_0 to outer_51, four equal branches"),
    (lambda b: b.update(ring_size=44), "node outer_44 does not belong here; allowed: outer_0 ... BOX_YELLOW"),
    (lambda b: b["nodes"].pop("cross_w_1"), "node cross_w_1 is missing; allowed"),
    (lambda b: b["nodes"].pop("BOX_RED"), "node BOX_RED is missing; allowed"),
    (lambda b: b.update(nodes=[]), "key nodes is list; allowed: an object of nodes"),
    (lambda b: b.update(nodes={}), "key nodes has no cross_n_0; allowed: at least one node on each branch"),
    (lambda b: b["nodes"].update(outer_3=5), "node outer_3 is int; allowed: an object with the keys kind, color, x, y"),
    (
        lambda b: b["nodes"]["outer_3"].update(kind="RED"),
        "node outer_3 has kind 'RED'; allowed: NORMAL or COLOR or GRAY",
    ),
    (
        lambda b: b["nodes"]["outer_3"].update(kind="BOX"),
        "node outer_3 has kind 'BOX'; allowed: NORMAL or COLOR or GRAY",
    ),
    (lambda b: b["nodes"]["outer_3"].update(kind=[]), "node outer_3 has kind []; allowed: NORMAL or COLOR or GRAY"),
    (lambda b: b["nodes"]["BOX_RED"].update(kind="GRAY"), "node BOX_RED has kind 'GRAY'; allowed: BOX"),
    (lambda b: b["nodes"]["BOX_RED"].update(color="BLUE"), "node BOX_RED has color 'BLUE'; allowed: RED"),
    (lambda b: b["nodes"]["outer_3"].update(color="PINK"), "node outer_3 has color 'PINK'; allowed: RED or BLUE or"),
    (lambda b: b["nodes"]["outer_3"].pop("color"), "node outer_3 has color None; allowed: RED or BLUE or GREEN"),
    (
        lambda b: b["nodes"]["outer_4"].update(color="RED"),
        "node outer_4 has a color but kind NORMAL; allowed: a color",
    ),
    (lambda b: b["nodes"]["outer_4"].pop("x"), "node outer_4 has no x; allowed: the keys kind, color, x, y"),
    (lambda b: b["nodes"]["outer_4"].update(y=float("nan")), "node outer_4 has y nan; allowed: a number"),
    (lambda b: b["junctions"].pop("n"), "key junctions has no n; allowed: the keys n, e, s, w"),
    (lambda b: b["junctions"].update(n="cross_n_0"), "junction n is 'cross_n_0'; allowed: outer_0 to outer_47"),
    (lambda b: b["junctions"].update(n="outer_22"), "key junctions names outer_22 twice; allowed: each branch needs"),
    (lambda b: b["boxes"].pop("RED"), "key boxes has no RED; allowed: the keys RED, BLUE, GREEN, YELLOW"),
    (lambda b: b["boxes"]["RED"].update(node="BOX_BLUE"), "box RED has node 'BOX_BLUE'; allowed: BOX_RED"),
    (
        lambda b: b["boxes"]["RED"].update(connects_to="outer_48"),
        "box RED, connects_to is 'outer_48'; allowed: outer_0",
    ),
    (lambda b: b["boxes"]["RED"].update(connects_to="outer_12"), "key boxes names outer_12 twice; allowed: each BOX"),
    (
        lambda b: b["boxes"]["RED"].update(deploy_cost=-1),
        "box RED has deploy_cost -1; allowed: a whole number from 0 to 5",
    ),
    (lambda b: b["boxes"]["RED"].update(enter_cost=1.0), "box RED has enter_cost 1.0; allowed: a whole number from 0"),
    (lambda b: b["edges"].pop(5), "edge outer_5-outer_6 is missing; allowed: a closed ring and four whole branches"),
    (
        lambda b: b["edges"].append(["outer_6", "outer_5"]),
        "edge outer_6-outer_5 is there twice; allowed: every edge once",
    ),
    (lambda b: b["edges"].append(["outer_6", "outer_8"]), "edge outer_6-outer_8 leads astray; allowed: the edges of"),
    (lambda b: b["edges"].append(["outer_6"]), "edge ['outer_6'] is no pair; allowed: two names of nodes"),
    (lambda b: b["edges"].append([[], {}]), "edge [[], {}] is no pair; allowed: two names of nodes"),
    (lambda b: b.update(edges={}), "key edges is dict; allowed: a list of pairs of nodes"),
]


@pytest.mark.parametrize(("breaking", "sentence"), BREAKAGES, ids=[sentence for _, sentence in BREAKAGES])
def test_a_broken_board_is_refused_by_name(breaking: Callable[[Any], Any], sentence: str, tmp_path: Path) -> None:
    broken = copy.deepcopy(CONTENTS)
    breaking(broken)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(broken), encoding="utf-8")

    for source, name in ((broken, "board"), (file, "mine.json")):
        with pytest.raises(ConfigError) as caught:
            load_board(source)
        assert str(caught.value).startswith(f"{name}: {sentence}")
        assert caught.value.params["file"] == name


@pytest.mark.parametrize(
    ("contents", "sentence"),
    [
        (b"{", "mine.json: is no JSON: "),
        (b"\xff", "mine.json: is no JSON: "),
        (b"[" * 100_000, "mine.json: is no JSON: "),
        (b"[]", "mine.json: the board is list; allowed: an object with the keys id, players"),
    ],
)
def test_a_file_that_is_no_board_is_refused(contents: bytes, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(contents)

    with pytest.raises(ConfigError) as caught:
        load_board(file)
    assert str(caught.value).startswith(sentence)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"mine\.json: cannot be read: No such file"):
        load_board(str(tmp_path / "mine.json"))


scraps = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(CONTENTS)), scraps)
def test_any_value_in_any_place_is_taken_or_refused_in_a_sentence(key: str, scrap: Any) -> None:
    broken = {**CONTENTS, key: scrap}

    with contextlib.suppress(ConfigError):
        assert load_board(broken).ring == 48


def test_a_board_is_known_by_its_id() -> None:
    other = load_board({**CONTENTS, "id": "other"})
    add_board(other)
    add_board(load_board({**CONTENTS, "id": "other"}))

    assert board_named("other") is other
    with pytest.raises(ConfigError, match="another board with the id 'coppit_4p_48' is known already"):
        add_board(load_board({**CONTENTS, "turn_order": ["BLUE", "RED", "GREEN", "YELLOW"]}))
    with pytest.raises(ConfigError, match="option board=nowhere: no such board; allowed is coppit_4p_48 or "):
        board_named("nowhere")


def test_the_turn_order_is_the_boards() -> None:
    add_board(load_board({**CONTENTS, "id": "backwards", "turn_order": ["YELLOW", "GREEN", "BLUE", "RED"]}))
    position = start(CoppitOptions(board="backwards", max_players=3))

    assert list(position.view(None)["boxes"]) == ["GREEN", "BLUE", "RED"]
    assert position.layout.home[0] == STANDARD.names.index("BOX_GREEN")
