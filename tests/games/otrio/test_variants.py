"""The contract for options that need another one beside them, which tests/variants.py cannot combine."""

import pytest

from asobiba.games.otrio import GAME
from asobiba.games.otrio.rules import OtrioOptions
from tests.core import test_contract
from tests.games.otrio.positions import VARIANTS
from tests.variants import CHECKS, Check

CLAUSES = CHECKS[test_contract.__name__]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.__name__)
def test_the_contract_holds(clause: Check, options: dict[str, object]) -> None:
    clause(GAME, OtrioOptions.read(options))


def test_no_clause_is_missed() -> None:
    assert len(CLAUSES) >= 11
