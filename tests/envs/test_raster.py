"""Pixels: every shape lands where it should, and every game can be drawn."""

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from asobiba.check.walks import stroll
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import find_game, game_names
from asobiba.core.scene import ADVANCE, CAPITAL, Disc, Label, Line, Rect, Ring, Scene, Shape
from asobiba.envs.raster import FINENESS, UNKNOWN, pixels, png
from tests.variants import of_every_variant

WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def drawn(*shapes: Shape) -> NDArray[np.uint8]:
    return pixels(Scene(100, 60, "#ffffff", shapes), 100)


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        (Rect(10, 20, 30, 10, "#000000"), [(10, 20), (39, 29), (25, 25)], [(9, 25), (40, 25), (25, 19), (25, 30)]),
        (Rect(10, 20, 30, 30, "#000000", corner=15), [(25, 21), (11, 35), (38, 35)], [(10, 20), (39, 49), (13, 23)]),
        (Disc(50, 30, 10, "#000000"), [(50, 30), (41, 30), (58, 30), (50, 21)], [(39, 30), (61, 30), (42, 22)]),
        (Ring(50, 30, 10, 4, "#000000"), [(40, 30), (59, 30), (50, 20)], [(50, 30), (44, 30), (37, 30), (50, 16)]),
        (Line(10, 10, 50, 50, 4, "#000000"), [(10, 10), (30, 30), (49, 49)], [(30, 34), (34, 30), (54, 54)]),
        (Line(10, 30, 10, 30, 8, "#000000"), [(10, 30), (7, 30), (12, 30)], [(5, 30), (15, 30)]),
        # The stem of the letter I, a tenth of its size wide.
        (Label(50, 30, "I", 30, "#000000"), [(50, 30), (50, 21), (49, 38)], [(45, 30), (55, 30), (50, 17), (50, 42)]),
        (Label(50, 30, "I", 30, "#000000", "start"), [(59, 30)], [(50, 30), (41, 30)]),
        (Label(50, 30, "I", 30, "#000000", "end"), [(41, 30)], [(50, 30), (59, 30)]),
    ],
    ids=repr,
)
@pytest.mark.parametrize("scale", [1, 2, 4])
def test_a_shape_lands_where_it_should(
    shape: Shape, inside: list[tuple[int, int]], outside: list[tuple[int, int]], scale: int
) -> None:
    picture = pixels(Scene(100, 60, "#ffffff", (shape,)), 100 * scale)

    assert picture.shape == (60 * scale, 100 * scale, 3)
    for points, colour in ((inside, BLACK), (outside, WHITE)):
        for x, y in points:
            middle = picture[int((y + 0.5) * scale), int((x + 0.5) * scale)]
            assert tuple(middle) == colour, (x, y)


def test_later_shapes_lie_on_top_and_outlines_inside() -> None:
    picture = drawn(Disc(50, 30, 20, "#ff0000"), Disc(50, 30, 10, "#00ff00", outline="#0000ff", thickness=4))

    assert [tuple(picture[30, x]) for x in (50, 42, 36, 20)] == [(0, 255, 0), (0, 0, 255), (255, 0, 0), WHITE]


def test_edges_are_smooth() -> None:
    half = drawn(Rect(10.5, 10, 20, 20, "#000000"))[15]
    disc = drawn(Disc(50, 30, 20, "#000000"))

    assert [int(half[x, 0]) for x in (9, 11, 29, 31)] == [255, 0, 0, 255]
    assert int(half[10, 0]) + int(half[30, 0]) == 255
    assert len(np.unique(disc)) > 2 * FINENESS
    assert (255 - disc[:, :, 0].astype(float)).sum() / 255 == pytest.approx(np.pi * 20**2, rel=0.01)


@pytest.mark.parametrize(
    "shape",
    [
        Rect(-20, -20, 40, 40, "#000000"),
        Disc(100, 60, 20, "#000000"),
        Line(-50, 30, 150, 30, 5, "#000000"),
        Label(0, 0, "far too long to be seen as a whole", 40, "#000000"),
        Disc(-100, 30, 20, "#000000"),
        Disc(50, 200, 20, "#000000"),
        Disc(50, 30, 0, "#000000"),
        Label(50, 30, "", 20, "#000000"),
    ],
    ids=repr,
)
def test_what_leaves_the_picture_is_cut_off(shape: Shape) -> None:
    picture = drawn(shape)
    larger = pixels(Scene(500, 460, "#ffffff", (moved(shape, 200, 200),)), 500)

    assert (picture == larger[200:260, 200:300]).all()


def moved(shape: Shape, x: float, y: float) -> Shape:
    match shape:
        case Rect():
            return Rect(shape.x + x, shape.y + y, shape.width, shape.height, shape.fill, shape.corner)
        case Disc():
            return Disc(shape.x + x, shape.y + y, shape.radius, shape.fill)
        case Ring():
            return Ring(shape.x + x, shape.y + y, shape.radius, shape.thickness, shape.colour)
        case Line():
            ends = shape.x1 + x, shape.y1 + y, shape.x2 + x, shape.y2 + y
            return Line(*ends, shape.thickness, shape.colour)
        case Label():
            return Label(shape.x + x, shape.y + y, shape.text, shape.size, shape.colour, shape.anchor)


@pytest.mark.parametrize("size", [8, 20, 90])
def test_a_letter_stands_in_the_middle_of_its_cell_and_capitals_in_the_middle_of_the_line(size: int) -> None:
    width, height = round(3 * ADVANCE * size), 2 * size
    picture = pixels(Scene(width, height, "#ffffff", (Label(width / 2, size, "IHI", size, "#000000"),)), width)
    rows, columns = np.nonzero(picture[:, :, 0] < 128)

    assert rows.min() + rows.max() + 1 == pytest.approx(height, abs=2)
    assert columns.min() + columns.max() + 1 == pytest.approx(width, abs=2)
    assert rows.max() + 1 - rows.min() == pytest.approx(CAPITAL * size, abs=0.06 * size + 2)


def test_every_character_of_ascii_has_a_letter_of_its_own() -> None:
    pictures = {drawn(Label(50, 30, chr(code), 40, "#000000")).tobytes() for code in range(32, 127)}

    assert len(pictures) == 127 - 32
    assert drawn(Label(50, 30, UNKNOWN, 40, "#000000")).tobytes() not in pictures


def test_an_unknown_character_is_a_box() -> None:
    assert (drawn(Label(50, 30, "遊", 30)) == drawn(Label(50, 30, UNKNOWN, 30))).all()


@settings(max_examples=50)
@given(st.text(max_size=20))
def test_any_text_can_be_drawn(text: str) -> None:
    assert drawn(Label(50, 30, text, 12)).shape == (60, 100, 3)


@pytest.mark.thorough
@of_every_variant
def test_every_game_can_be_drawn_in_the_proportions_of_its_scene(game: AnyGame, options: Options) -> None:
    for number, state in enumerate(stroll(game, options)):
        if number % 50:
            continue
        scene = game.picture(state)
        picture = pixels(scene, 200)

        assert picture.dtype == np.uint8
        assert picture.shape == (round(200 * scene.height / scene.width), 200, 3)
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10


@pytest.mark.parametrize("name", game_names())
def test_every_position_of_a_game_looks_different_from_the_one_before(name: str) -> None:
    found = find_game(name)
    before = None
    for state in stroll(found, found.options()):
        picture = pixels(found.picture(state), 240)
        if before is not None and getattr(state, "commit", None) is None:  # Puyo's first commit is hidden
            assert picture.shape != before.shape or (picture != before).any()
        before = picture


def test_a_png_has_every_pixel_as_it_is() -> None:
    picture = drawn(Disc(50, 30, 20, "#123456"), Label(50, 30, "PNG", 20))
    data = png(picture)

    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    with Image.open(BytesIO(data)) as read:
        assert (np.asarray(read) == picture).all()


def test_the_same_scene_gives_the_same_pixels_again() -> None:
    """Letters are kept between calls, and nothing may write into them."""
    othello = find_game("othello")
    states = list(stroll(othello, othello.options()))
    first = [pixels(othello.picture(state)) for state in states[:5]]
    again = [pixels(othello.picture(state)) for state in states[:5]]

    assert all((one == other).all() for one, other in zip(first, again, strict=True))
