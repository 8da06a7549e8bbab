"""What the README promises, run: the example in both languages, and every command."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.processes import run

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "README.ja.md"]


@pytest.mark.parametrize(
    "page",
    # The Japanese one differs in its comments.
    [PAGES[0], pytest.param(PAGES[1], marks=pytest.mark.slow)],
    ids=lambda page: page.name,
)
def test_the_example_runs(page: Path) -> None:
    example, environments, *documents = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)

    result = run([sys.executable, "-c", example])

    assert result.returncode == 0, result.stderr
    assert len([line for line in example.splitlines() if line.strip()]) == 10
    assert "1|" in result.stdout
    assert '{"record":1,"game":"othello"' in result.stdout
    assert run([sys.executable, "-W", "ignore", "-c", environments]).returncode == 0
    assert len(documents) == 5
    told = [run([sys.executable, "-c", each]) for each in documents]
    assert [each.returncode for each in told] == [0] * 5, [each.stderr for each in told]
    shown = ["  a b c d e f g h", "max_tile", " | ", "NEXT_TURN [Red1]", "'game_length'"]
    assert [part for part, each in zip(shown, told, strict=True) if part not in each.stdout] == []


def commands_of(page: Path) -> list[tuple[str, ...]]:
    (block,) = re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [tuple(shlex.split(line, comments=True)) for line in block.splitlines()]


@pytest.mark.thorough
def test_the_commands_run(tmp_path: Path) -> None:
    """Of both pages; most stand on both."""
    english, japanese = map(commands_of, PAGES)
    assert len(english) == len(japanese) == 10
    commands = dict.fromkeys(english + japanese)

    for command in commands:
        result = run(
            [sys.executable, "-c", "from asobiba.cli import main; main()", *command[1:]],
            typed="exit\n",
            environment={"LC_ALL": "C.UTF-8"},
            folder=tmp_path,
        )
        assert command[0] == "asobiba"
        assert result.returncode == 0, f"{command}: {result.stderr}"
        assert result.stdout


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md")), ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_both_languages_have_the_same_sections_and_pictures() -> None:
    english, japanese = (page.read_text(encoding="utf-8") for page in PAGES)

    for pattern in (r"^#+ ", r"^\|", r"^\d\. ", r"!\["):
        assert len(re.findall(pattern, english, re.MULTILINE)) == len(re.findall(pattern, japanese, re.MULTILINE))


@pytest.mark.parametrize(
    "name",
    [
        "README",
        "docs/why",
        "docs/environments",
        "docs/adding-a-game",
        "docs/online",
        "docs/security",
        "docs/map",
        "docs/levels",
    ],
)
def test_japanese_pages_follow_the_english(name: str) -> None:
    english, japanese = ((ROOT / f"{name}{end}").read_text(encoding="utf-8") for end in (".md", ".ja.md"))
    block = re.compile(r"^```[^\n]*\n.*?^```$|^    [^\n]*(?:\n    [^\n]*)*", re.MULTILINE | re.DOTALL)
    blocks, translated = block.findall(english), block.findall(japanese)

    assert english.count("```") == japanese.count("```")
    assert len(blocks) == len(translated)
    if name != "README":  # its comments are translated
        assert blocks == translated
    for pattern in (r"^#+ ", r"^\|", r"^ *(?:[-*]|\d+\.) "):
        counts = [len(re.findall(pattern, block.sub("", text), re.MULTILINE)) for text in (english, japanese)]
        assert counts[0] == counts[1], pattern
