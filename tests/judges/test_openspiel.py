"""OpenSpiel's own tests over every rulebook, and OpenSpiel's Othello in lock-step with ours."""

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from asobiba.core.errors import ConfigError  # noqa: E402
from asobiba.core.game import OVER  # noqa: E402
from asobiba.core.registry import find_game, game_names  # noqa: E402
from asobiba.envs.openspiel import OpenSpielGame, openspiel_game, register_with_openspiel  # noqa: E402

OTHELLO_GAMES = 300


@pytest.mark.thorough
@pytest.mark.parametrize("name", game_names())
def test_every_rulebook_passes_the_random_simulation(name: str) -> None:
    register_with_openspiel()

    pyspiel.random_sim_test(pyspiel.load_game(f"asobiba_{name}"), num_sims=2, serialize=True, verbose=False)


def test_othello_in_lock_step() -> None:
    """The same actions are legal and the same side is to move after every ply, passes included."""
    generator = random.Random(0)
    theirs_game = pyspiel.load_game("othello")
    ours_game = find_game("othello")
    passes = 0
    for _ in range(OTHELLO_GAMES):
        theirs, ours = theirs_game.new_initial_state(), ours_game.start(ours_game.options())
        while not theirs.is_terminal():
            assert ours.to_play == theirs.current_player()
            assert list(ours.legal()) == theirs.legal_actions()
            action = generator.choice(theirs.legal_actions())
            passes += action == 64
            theirs.apply_action(action)
            ours = ours.apply(action)
        assert ours.to_play == OVER
        assert list(ours.returns()) == theirs.returns()
    assert passes > 100


@pytest.mark.parametrize("name", game_names())
def test_a_clone_goes_its_own_way_from_the_same_position(name: str) -> None:
    state = openspiel_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    clone = state.clone()
    first, *_, last = state.legal_actions()

    state.apply_action(first)
    assert clone.state != state.state
    assert clone.history() == state.history()[:-1]
    clone.apply_action(last)
    assert clone.state != state.state


def test_options_reach_the_rules() -> None:
    assert openspiel_game("othello", {"score": "discs"}).max_utility() == 64


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"optons": "{}"}, "parameter 'optons' of othello: allowed is options"),
        ({"options": "{score"}, "options='{score' of othello: allowed is a JSON object as text"),
        ({"options": "[1]"}, r"options='\[1\]' of othello: allowed is a JSON object as text"),
        ({"options": {"score": "discs"}}, "options={'score': 'discs'} of othello: allowed is a JSON object as text"),
        ({"options": '{"scor": 1}'}, "OthelloOptions has no option 'scor'"),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        OpenSpielGame(parameters, find_game("othello"))


def test_wrong_options_players_and_observers_are_refused() -> None:
    for wrong in ("score", ["score"], 5):
        with pytest.raises(ConfigError, match="allowed is None or a dict of options of othello"):
            openspiel_game("othello", wrong)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="option score="):
        openspiel_game("othello", {"score": object()})
    game = openspiel_game("twenty48")
    with pytest.raises(ConfigError, match="of an observer: it has none"):
        game.make_py_observer(None, {"planes": 3})
    for player in (1, -1, True, 0.0):
        with pytest.raises(ConfigError, match=f"player={player}: allowed is a whole number from 0 to 0"):
            game.make_py_observer().set_from(game.new_initial_state(), player)  # type: ignore[arg-type]
