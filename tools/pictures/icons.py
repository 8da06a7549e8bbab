"""Draws the icons of the app from its logo, with the browser that the tests use: python -m tools.pictures.icons

A maskable icon fills its square, and what matters is inside the circle that every system leaves of it.
"""

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PUBLIC = Path(__file__).parents[2] / "web" / "public"
SIZES = (180, 192, 512)
SAFE = 0.72
"""Of the width, for what a maskable icon shows."""


def drawn(page: Page, logo: str, size: int, name: str) -> None:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{logo}")
    page.screenshot(path=PUBLIC / f"icon-{name}.png", omit_background=True)


def maskable(logo: str) -> str:
    """The ground to the edges, and the strokes a little smaller."""
    inset = 32 * (1 - SAFE)
    square = logo.replace('rx="14"', "")
    return square.replace("<g ", f'<g transform="translate({inset} {inset}) scale({SAFE})" ')


def main() -> None:
    logo = (PUBLIC / "logo.svg").read_text()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for size in SIZES:
            drawn(page, logo, size, str(size))
        drawn(page, maskable(logo), 512, "maskable-512")
        browser.close()


if __name__ == "__main__":
    main()
