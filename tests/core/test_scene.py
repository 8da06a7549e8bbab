"""Scenes: what the SVG says, what a spectator may see, and that every position of every game has one."""

import re
from dataclasses import replace
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from asobiba.check.walks import stroll
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.picture import PLAIN, plain
from asobiba.core.registry import find_game, game_names
from asobiba.core.scene import (
    ADVANCE,
    CAPITAL,
    COLOURS,
    INK,
    SIZE,
    WHITE,
    Disc,
    Label,
    Line,
    Rect,
    Ring,
    Scene,
    Shape,
    ink_on,
    mixed,
    rgb,
    svg,
    text_scene,
)
from tests.variants import of_every_variant

SVG = "{http://www.w3.org/2000/svg}"
SAMPLES: list[Shape] = [
    Rect(1, 2.5, 30, 40, "#102030"),
    Rect(1, 2, 30, 40, "#102030", corner=4),
    Disc(10, 11, 5, "#445566"),
    Disc(10, 11, 5, "#445566", outline="#000000", thickness=2),
    Ring(20, 21, 8, 3, "#abcdef"),
    Line(0, 1, 2, 3, 1.5, "#fedcba"),
    Label(5, 6, "left", 10, "#010203", "start"),
    Label(5, 6, "middle", 10, "#010203"),
    Label(5, 6, "right", 10, "#010203", "end"),
]


def read(text: str) -> list[Shape]:
    """The shapes of an SVG, its background left out."""
    root = ElementTree.fromstring(text)
    return [shape_of(element) for element in list(root)[1:]]


def shape_of(element: ElementTree.Element) -> Shape:
    kind, at = element.tag.removeprefix(SVG), element.attrib
    if kind == "rect":
        x, y, width, height = (float(at[key]) for key in ("x", "y", "width", "height"))
        return Rect(x, y, width, height, at["fill"], float(at.get("rx", 0)))
    if kind == "line":
        x1, y1, x2, y2, thickness = (float(at[key]) for key in ("x1", "y1", "x2", "y2", "stroke-width"))
        return Line(x1, y1, x2, y2, thickness, at["stroke"])
    if kind == "text":
        size, anchor = float(at["font-size"]), at.get("text-anchor", "start")
        assert anchor in ("start", "middle", "end")
        y = float(at["y"]) - CAPITAL / 2 * size
        return Label(float(at["x"]), y, element.text or "", size, at["fill"], anchor)  # type: ignore[arg-type]
    assert kind == "circle"
    x, y, radius, stroke = float(at["cx"]), float(at["cy"]), float(at["r"]), float(at.get("stroke-width", 0))
    if at["fill"] == "none":
        return Ring(x, y, radius, stroke, at["stroke"])
    if stroke:
        return Disc(x, y, radius + stroke / 2, at["fill"], at["stroke"], stroke)
    return Disc(x, y, radius, at["fill"])


@pytest.mark.parametrize("shape", SAMPLES, ids=repr)
def test_svg_says_what_the_shape_is(shape: Shape) -> None:
    assert read(svg(Scene(100, 50, "#ffffff", (shape,)))) == [shape]


def test_svg_has_the_size_and_the_background_of_the_scene() -> None:
    root = ElementTree.fromstring(svg(Scene(100, 50.5, "#123456", ())))
    (ground,) = root

    assert root.attrib["viewBox"] == "0 0 100 50.5"
    assert (root.attrib["width"], root.attrib["height"]) == ("100", "50.5")
    assert ground.attrib == {"width": "100", "height": "50.5", "fill": "#123456"}


@given(st.text())
@example("\r\n")  # XML would make one line end of the two
def test_any_text_is_escaped(text: str) -> None:
    (label,) = read(svg(Scene(10, 10, "#ffffff", (Label(0, 0, text, 5),))))

    assert isinstance(label, Label)
    assert len(label.text) == len(text)
    assert all(drawn in ("\ufffd", asked) for drawn, asked in zip(label.text, text, strict=True))


def test_markup_in_a_text_stays_text() -> None:
    (label,) = read(svg(Scene(10, 10, "#ffffff", (Label(0, 0, '<b a="1">&amp;', 5),))))

    assert isinstance(label, Label)
    assert label.text == '<b a="1">&amp;'


def test_svg_needs_nothing_from_elsewhere() -> None:
    for name in game_names():
        text = svg(find_game(name).picture(find_game(name).start(find_game(name).options())))

        assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
        assert not re.search(r"href|url\(|@import|<script|<style|<image", text)


def test_a_notebook_shows_a_scene() -> None:
    scene = Scene(10, 10, "#ffffff", (Disc(1, 2, 3, "#000000"),))

    assert scene._repr_svg_() == svg(scene)


def test_colours() -> None:
    assert rgb("#2f7d57") == (47, 125, 87)
    assert mixed("#ffffff", "#000000", 0.2) == "#cccccc"
    assert mixed("#2f7d57", "#000000", 0) == "#2f7d57"
    assert (ink_on("#efbd33"), ink_on("#2a61a8")) == (INK, WHITE)


def test_a_text_becomes_labels_in_columns() -> None:
    scene = text_scene([[("ab ", "bold red"), ("cd", "black on cyan")], [], [("e", "")]])
    first, ground, second, third = scene.shapes

    assert isinstance(first, Label)
    assert isinstance(ground, Rect)
    assert isinstance(second, Label)
    assert isinstance(third, Label)
    assert (first.text, first.colour) == ("ab", COLOURS["red"])
    assert second.x - first.x == pytest.approx(3 * SIZE * ADVANCE)
    assert (ground.x, ground.width, ground.fill) == (second.x, second.width, COLOURS["cyan"])
    assert second.colour == COLOURS["black"]
    assert third.y - first.y == pytest.approx(2 * (second.y - ground.y) * 2)


def test_a_text_without_lines_is_a_scene() -> None:
    assert text_scene([]).height > 0


@pytest.mark.parametrize("name", game_names())
def test_a_game_without_a_scene_shows_its_text(name: str) -> None:
    plainly: AnyGame = replace(find_game(name), scene=None)
    state = plainly.start(plainly.options())

    labels = [shape for shape in plainly.picture(state).shapes if isinstance(shape, Label)]

    drawn = "".join("".join(label.text.split()) for label in labels)
    assert drawn == "".join(plain(plainly.draw(state, PLAIN)).split())


@of_every_variant
def test_every_position_has_a_scene_inside_its_frame(game: AnyGame, options: Options) -> None:
    step = 10 if options.chosen() else 1
    for state in islice(stroll(game, options), 0, None, step):
        scene = game.picture(state)

        assert scene.width > 0
        assert scene.height > 0
        for shape in scene.shapes:
            left, top, right, bottom = frame(shape)
            assert 0 <= left <= right <= scene.width, shape
            assert 0 <= top <= bottom <= scene.height, shape
        colours = re.findall(r'(?:fill|stroke)="([^"]*)"', svg(scene))
        assert all(re.fullmatch("#[0-9a-f]{6}|none", colour) for colour in colours)


def frame(shape: Shape) -> tuple[float, float, float, float]:
    match shape:
        case Rect():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Line():
            (x1, x2), (y1, y2) = sorted((shape.x1, shape.x2)), sorted((shape.y1, shape.y2))
            return x1, y1, x2, y2
        case Label():
            half = shape.size * CAPITAL / 2
            return shape.left, shape.y - half, shape.left + shape.width, shape.y + half
        case Disc():
            return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        case Ring():
            far = shape.radius + shape.thickness / 2
            return shape.x - far, shape.y - far, shape.x + far, shape.y + far


def test_a_spectator_of_puyo_sees_neither_the_commit_nor_the_queue() -> None:
    puyo = find_game("puyo")
    committed = 0
    for state in stroll(puyo, puyo.options()):
        if state.to_play < 0:
            continue
        shown = svg(puyo.picture(state))
        committed += state.commit is not None
        for seat in (0, 1):
            assert svg(puyo.picture(puyo.conceal(state, seat))) == shown
        for commit in (None, 0, 21):
            assert svg(puyo.picture(replace(state, commit=commit))) == shown
        assert svg(puyo.picture(replace(state, queue=other_queue(state), seed=None))) == shown
    assert committed > 10


def other_queue(state: Any) -> str:
    """The three pairs in sight stay, all others become another colour."""
    pairs = ["RR"] * 128
    for ahead, pair in enumerate(state.pairs()):
        pairs[(state.turn + ahead) % 128] = pair
    return "".join(pairs)


def test_what_everybody_sees_of_puyo_is_shown() -> None:
    puyo = find_game("puyo")
    state = puyo.start(puyo.options()).apply(0)
    before = svg(puyo.picture(state))
    left, right = state.players

    for changed in (
        replace(left, field=("R", "", "", "", "", "")),
        replace(left, ojama=1),
        replace(left, score=10),
        replace(left, chain=2),
        replace(left, all_clear=True),
    ):
        assert svg(puyo.picture(replace(state, players=(changed, right)))) != before
        assert svg(puyo.picture(replace(state, players=(left, changed)))) != before
    assert svg(puyo.picture(replace(state, turn=1))) != before


def test_the_cell_that_must_stay_free_is_crossed() -> None:
    puyo = find_game("puyo")
    state = puyo.start(puyo.options())
    lines = [shape for shape in puyo.picture(state).shapes if isinstance(shape, Line)]

    assert len(lines) == 4
    assert len({(line.x1 + line.x2, line.y1 + line.y2) for line in lines}) == 2


def discs_at(scene: Scene, x: float, y: float) -> list[str]:
    return [shape.fill for shape in scene.shapes if isinstance(shape, Disc) and abs(shape.x - x) + abs(shape.y - y) < 1]


def test_othello_shows_discs_dots_and_counts() -> None:
    othello = find_game("othello")
    scene = othello.picture(othello.start(othello.options()))

    texts = [shape.text for shape in scene.shapes if isinstance(shape, Label)]
    assert [*"a1b2c3d4e5f6g7h8"] == texts[:16]
    assert texts[16:] == ["2", "2", "black to move"]
    d4, d5, d3, a1 = (discs_at(scene, 32 + 3.5 * 52, 32 + row * 52) for row in (3.5, 4.5, 2.5, 0.5))
    assert (d4, d5, len(d3), a1) == (["#f7f5ef"], ["#23262a"], 1, [])


def test_twenty48_shows_every_tile_in_its_own_colour() -> None:
    twenty48 = find_game("twenty48")
    state = replace(twenty48.start(twenty48.options()), board=tuple(2**k for k in range(1, 17)), score=77, due=0)
    scene = twenty48.picture(state)

    texts = [shape.text for shape in scene.shapes if isinstance(shape, Label)]
    assert [text for text in texts if text.isdigit()] == ["77", "65536", *(str(2**k) for k in range(1, 17))]
    assert len({shape.fill for shape in scene.shapes if isinstance(shape, Rect)}) == 1 + 16


def test_otrio_shows_the_slots_and_the_stock() -> None:
    otrio = find_game("otrio")
    state = otrio.start(otrio.options())
    before = [shape for shape in otrio.picture(state).shapes if isinstance(shape, Ring)]
    after = [shape for shape in otrio.picture(state.apply(9 + 4)).shapes if isinstance(shape, Ring)]

    assert len(before) == len(after) == 2 * 9 + 4 * 2 * 3
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    (place, piece), (last, gone) = changed
    assert piece.colour == last.colour
    assert gone.colour == place.colour
