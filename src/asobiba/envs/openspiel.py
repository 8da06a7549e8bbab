"""Any game as a pyspiel.Game (needs the package open_spiel).

    game = openspiel_game("othello", {"score": "discs"})
    state = game.new_initial_state()

Rewards are differences of the score so far. The observation of a player is its view as JSON.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyspiel

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER, AnyGame, nothing_hidden
from asobiba.core.options import Options
from asobiba.core.registry import every_game, find_game
from asobiba.envs.batch import whole

MOST_PLIES = 1_000_000
"""No game of ours is known to be longer; OpenSpiel wants a bound."""


def openspiel_game(name: str, options: Mapping[str, Any] | None = None) -> "OpenSpielGame":
    game = find_game(name)
    if options is not None and not isinstance(options, Mapping):
        raise ConfigError(f"options={options!r}: allowed is None or a dict of options of {name}")
    chosen = game.options.read(options or {}).chosen()  # refuses by name what could not be written as JSON
    return OpenSpielGame({"options": json.dumps(chosen)}, game)


def register_with_openspiel() -> None:
    """After this, pyspiel.load_game("asobiba_othello") works, for every registered game."""
    known = set(pyspiel.registered_names())
    for game in every_game(Arrays):
        kind = game_type(game, game.options())
        if kind.short_name not in known:
            pyspiel.register_game(kind, _loader(game.name))


def _loader(name: str) -> type:
    """A class of its own for each game: OpenSpiel keeps what it is given past the end of the interpreter, and only
    a class survives that; a function or a partial makes the process crash at exit."""

    class RegisteredGame(OpenSpielGame):
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(parameters, find_game(name))

    return RegisteredGame


def is_zero_sum(game: AnyGame, options: Options) -> bool:
    low, high = game.bounds(options)
    return len(game.seats(options)) == 2 and low == -high


def game_type(game: AnyGame, options: Options) -> Any:
    return pyspiel.GameType(
        short_name=f"asobiba_{game.name}",
        long_name=f"Asobiba {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        if game.outcomes(options)
        else pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION
        if game.conceal is nothing_hidden
        else pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM
        if is_zero_sum(game, options)
        else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        max_num_players=8,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": "{}"},
    )


def read_parameters(parameters: Mapping[str, Any], game: AnyGame) -> Options:
    """The one parameter that games here have: their options, as JSON."""
    for name in parameters:
        if name != "options":
            raise ConfigError(f"parameter {name!r} of {game.name}: allowed is options, a text such as {{}}", name=name)
    text = parameters.get("options", "{}")
    try:
        found = json.loads(text)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"options={text!r} of {game.name}: allowed is a JSON object as text; {error}") from None
    if not isinstance(found, dict):
        raise ConfigError(f"options={text!r} of {game.name}: allowed is a JSON object as text")
    options: Options = game.options.read(found)
    return options


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    def __init__(self, parameters: Mapping[str, Any] | None, game: AnyGame) -> None:
        self.game = game
        self.options = read_parameters(parameters or {}, game)
        low, high = game.bounds(self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions(self.options),
            max_chance_outcomes=game.outcomes(self.options),
            num_players=len(game.seats(self.options)),
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if is_zero_sum(game, self.options) else None,
            max_game_length=MOST_PLIES,
        )
        super().__init__(game_type(game, self.options), info, dict(parameters or {}))

    def new_initial_state(self) -> "OpenSpielState":
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ConfigError(f"params={params!r} of an observer: it has none")
        return Observer(self)


@dataclass(frozen=True)
class Standing:
    """Where a game stands. Clones share it: OpenSpiel copies the attributes of a state deeply, and what a position
    has worked out about its moves is thousands of objects."""

    game: AnyGame
    position: Any
    scores_before: tuple[float, ...]

    def __deepcopy__(self, memo: dict[int, Any]) -> "Standing":
        return self


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        start = game.game.start(game.options)
        self.standing = Standing(game.game, start, start.returns())

    @property
    def state(self) -> Any:
        return self.standing.position

    def current_player(self) -> int:
        to_play: int = self.state.to_play
        return {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}.get(to_play, to_play)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.state.legal()) if player == self.state.to_play else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.state.chances())

    def _apply_action(self, action: int) -> None:
        now = self.standing
        before = now.scores_before if self.state.to_play == CHANCE else self.state.returns()
        self.standing = Standing(now.game, self.state.apply(action), before)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.standing.game.notation.write_move(self.state, action)

    def is_terminal(self) -> bool:
        return bool(self.state.to_play == OVER)

    def rewards(self) -> list[float]:
        """Since the last move of a player: OpenSpiel does not ask while luck decides."""
        before_and_after = zip(self.standing.scores_before, self.state.returns(), strict=True)
        return [after - before for before, after in before_and_after]

    def returns(self) -> list[float]:
        return list(self.state.returns())

    def __str__(self) -> str:
        return str(self.state)


class Observer:
    """What a player sees, as an array and as text."""

    def __init__(self, game: OpenSpielGame) -> None:
        self.game = game
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        self.set_from(game.new_initial_state(), 0)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        whole("player", player, 0, self.game.num_players() - 1)
        observation = self.game.game.part(Arrays).encode.observe(state.state, player).astype("float32")
        self.tensor = observation.reshape(-1)
        self.dict = {"observation": observation}

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return json.dumps(state.state.view(player), sort_keys=True)
