"""docs/specifications.md: the left column is what the documents say, and each row is used by a test or refused."""

import importlib
import re
from pathlib import Path

import pytest

from tests.specifications.documents import FILE, GAMES, IDENTIFIER, names_of

PAGE = (Path(__file__).parents[2] / "docs" / "specifications.md").read_text(encoding="utf-8")
SPAN = re.compile(r"`` (.+?) ``|`([^`]+)`")
MOST_REFUSED = 0.05

WORDS_OF_OTHERS = {
    "000": """
        Box Discrete Env RuntimeError ValueError all append cell color divmod dtype enumerate fill_value flatten
        full gym high int int8 join len list low min ndarray np print range replace self shape size slot spaces str
        zeros zip dict C H W List Tuple None
    """,
    "001": """
        append deepcopy default_factory enumerate field get len max min range self sum bool dict float int str Any Dict
        List Tuple copy dataclass
    """,
    "002": "False True color config false len set sum true",
    "003": "",
    "004": """
        False Generator None Random True ai bool copy dict e human install int int64 list ndarray np numpy pip
        pyproject.toml pytest q random src tuple README.md Env obs
    """,
}
"""Python, numpy, Gymnasium, and the names that are local to one function of a document."""


def section(number: str) -> str:
    return PAGE.partition(f"\n## {number}: ")[2].partition("\n## ")[0]


def tables(number: str) -> tuple[list[list[str]], list[list[str]]]:
    """The cells of the rows that hold, and of the rows that are refused."""
    held, _, refused = section(number).partition("\n### Refused")
    return cells(held), cells(refused)


def cells(text: str) -> list[list[str]]:
    rows = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in rows if row[0].strip() != "the document"]


def spans(cell: str) -> list[str]:
    return [double or single for double, single in SPAN.findall(cell)]


def held(number: str) -> list[str]:
    return [span for row in tables(number)[0] for span in spans(row[0])]


def refused(number: str) -> list[str]:
    return [span for row in tables(number)[1] for span in spans(row[0])]


def rows_of_tests(number: str) -> list[str]:
    module = importlib.import_module(f"tests.specifications.test_{number}_{GAMES[number]}")
    tests = [each for name, each in vars(module).items() if name.startswith("test_")]
    return [row for test in tests for row in getattr(test, "rows", ())]


@pytest.mark.parametrize("number", GAMES)
def test_each_row_has_a_test_and_each_test_a_row(number: str) -> None:
    assert len(held(number)) > 20
    assert sorted(set(held(number)) - set(rows_of_tests(number))) == []
    assert sorted(set(rows_of_tests(number)) - set(held(number))) == []


@pytest.mark.parametrize("number", GAMES)
def test_no_row_stands_twice(number: str) -> None:
    rows = [*held(number), *refused(number)]

    assert sorted({row for row in rows if rows.count(row) > 1}) == []


@pytest.mark.parametrize("number", GAMES)
def test_a_refusal_quotes_the_document_and_says_what_is_done_instead(number: str) -> None:
    for row in tables(number)[1]:
        assert len(row) == 3 and "「" in row[1] and len(row[2]) > 20, row  # noqa: PT018  one row is one thing


def test_few_rows_are_refused() -> None:
    all_refused = [row for number in GAMES for row in refused(number)]
    all_held = [row for number in GAMES for row in held(number)]

    assert len(all_refused) <= MOST_REFUSED * (len(all_refused) + len(all_held))


@pytest.mark.documents
@pytest.mark.parametrize("number", GAMES)
def test_every_name_of_the_document_is_in_a_row(number: str) -> None:
    rows = " ".join([*held(number), *refused(number)])
    known = {*IDENTIFIER.findall(rows), *FILE.findall(rows), *WORDS_OF_OTHERS[number].split()}

    assert sorted(names_of(number) - known) == []
