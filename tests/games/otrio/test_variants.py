"""The contract for options that need another one beside them, which asobiba/check/walks.py cannot combine."""

import pytest

from asobiba.check.contract import CONTRACT
from asobiba.check.walks import Check, findings
from asobiba.games.otrio import GAME
from asobiba.games.otrio.rules import OtrioOptions
from tests.games.otrio.positions import VARIANTS


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
def test_the_contract_holds(check: Check, options: dict[str, object]) -> None:
    assert findings(check, GAME, OtrioOptions.read(options)) == []
