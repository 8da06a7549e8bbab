"""Colours stand once, for both themes, and what is painted has them."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Served, person
from tests.web.node import WEB
from tests.web.test_puyo import enter, stage

# A canvas knows no custom properties: these are the same in both themes.
ON_CANVAS = WEB / "src" / "games" / "puyo" / "colours.ts"


def test_colours_stand_in_palettes_alone() -> None:
    sources = [file for kind in ("css", "ts", "tsx") for file in (WEB / "src").rglob(f"*.{kind}")]
    others = [file for file in sources if file.name != "palette.css" and file != ON_CANVAS]
    assert len(others) > 100
    for file in others:
        assert not re.search(r"#(?:[0-9a-fA-F]{3}){1,2}\b|light-dark\(", file.read_text()), file


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_canvas_has_the_colours_of_the_theme(browser: Browser, server: Served, theme: str) -> None:
    with person(browser, server.url, color_scheme=theme) as ann:
        page = enter(ann)
        expect(stage(page)).to_have_attribute("data-still", "true")
        painted = page.evaluate(PAINTED, ["--puyo-rim", "--puyo-cross", "--accent"])
        assert all(count > 50 for count in painted.values()), painted


PAINTED = r"""(names) => Object.fromEntries(names.map((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const colour = getComputedStyle(probe).color.match(/\d+/g).map(Number);
    const canvas = document.querySelector(".puyo-canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += colour.every((value, part) => data[at + part] === value);
    return [name, count];
}))"""
"""How many pixels have just these colours."""
