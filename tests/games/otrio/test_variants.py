"""The contract for options that need another one beside them, which tests/variants.py cannot combine."""

from collections.abc import Callable
from inspect import signature

import pytest

from asobiba.core.contract import AnyGame
from asobiba.core.options import Options
from asobiba.games.otrio import GAME
from asobiba.games.otrio.rules import OtrioOptions
from tests.core import test_contract
from tests.games.otrio.positions import VARIANTS

CLAUSES = [
    clause
    for name, clause in vars(test_contract).items()
    if name.startswith("test_") and list(signature(clause).parameters) == ["game", "options"]
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.__name__)
def test_the_contract_holds(clause: Callable[[AnyGame, Options], None], options: dict[str, object]) -> None:
    clause(GAME, OtrioOptions.read(options))


def test_no_clause_is_missed() -> None:
    assert len(CLAUSES) >= 11
