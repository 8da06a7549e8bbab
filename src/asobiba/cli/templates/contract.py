"""The rules of Mygame. `asobiba check mygame` checks the rest."""

from asobiba.check.contract import CONTRACT
from asobiba.check.walks import findings
from asobiba.core.registry import find_game


def test_it_keeps_the_contract() -> None:
    game = find_game("mygame")

    assert [wrong for check in CONTRACT for wrong in findings(check, game, game.options())] == []
