"""Tests that carry rows of docs/specifications.md.

    @says("draw_board(board)", "`@`")
    def test_the_board_is_drawn_as_in_the_document(capsys): ...

A row is the text between two backticks in the left column of a table. `test_rows.py` compares the rows of the
page with the rows of the tests, so that each row has a test and each test has its row.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


def says(*rows: str) -> Callable[[Test], Test]:
    """The test uses these names as the document writes them."""

    def remember(test: Test) -> Test:
        test.rows = (*getattr(test, "rows", ()), *rows)  # type: ignore[attr-defined]
        return test

    return remember
