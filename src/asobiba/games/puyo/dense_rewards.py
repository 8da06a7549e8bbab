"""Rewards for every move: the eleven components of specification 001, each a function of two states.

States are those of states.py, before and after both players have moved; docs/games/puyo-learning.md lists how
each gap of the specification is closed. This is the readable form; native/puyo/rewards.hpp is its fast twin.

Three kinds, by `RewardConfig.kind`: *dense* is the specification's and changes what is best; *sparse* is only who won;
*potential* adds to it gamma * phi(after) - phi(before), which changes nothing about what is best.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import pstdev
from typing import Any, Literal, TypeAlias

from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option
from asobiba.games.puyo import ojama
from asobiba.games.puyo.evaluate import danger
from asobiba.games.puyo.field import HEIGHT, IN_SIGHT, OJAMA, WIDTH, resolve
from asobiba.games.puyo.placements import place, reachable
from asobiba.games.puyo.potential import potential, triggers
from asobiba.games.puyo.states import (
    LETTERS,
    PLAYERS,
    Board,
    Choice,
    PlacementAction,
    check_shape,
    field_of,
    letters_of,
)

PlayerState: TypeAlias = Mapping[str, Any]
NEIGHBOURS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
COLOURS = {number for number, letter in enumerate(LETTERS) if number and letter != OJAMA}


@dataclass
class RewardComponents:
    """The parts of a reward. The defaults are the specification's; `calculate_reward` pays a win or a loss only to a
    last move."""

    survival_reward: float = 0.01
    tempo_reward: float = 0.0
    position_quality: float = 0.0
    chain_setup_reward: float = 0.0
    defense_reward: float = 0.0
    threat_mitigation: float = 0.0
    chain_execution_reward: float = 0.0
    damage_dealt: float = 0.0
    damage_received: float = 0.0
    win_reward: float = 10.0
    loss_penalty: float = -10.0

    def total(self) -> float:
        """Return the sum of the eleven; a subclass adds its own."""
        return float(sum(getattr(self, name) for name in COMPONENTS))


COMPONENTS = tuple(field.name for field in fields(RewardComponents))


def _weight(default: float, text: str) -> Any:
    return option(default, text, low=-1000.0, high=1000.0)


def _size(default: float, text: str) -> Any:
    """Of something that is divided by, or clipped to."""
    return option(default, text, low=0.001, high=1000.0)


@dataclass(frozen=True)
class RewardConfig(Options):
    """Every weight and clip; the defaults are the specification's."""

    kind: Literal["dense", "potential", "sparse"] = option("dense", "all components; result and shaping; result alone")
    gamma: float | None = option(
        None, "discount of the shaping; none: the learner's, 0.99 where nobody learns", low=0.0, high=1.0
    )
    win: float = _weight(10.0, "for the last move of a game that is won")
    loss: float = _weight(-10.0, "for the last move of a game that is lost")
    survival: float = _weight(0.01, "for every move after which the game goes on")
    tempo_height: float = _weight(0.02, "for an average height 12 below the other's")
    tempo_setup: float = _weight(0.03, "for a potential chain of 10 links more than the other's")
    tempo_clip: float = _size(0.1, "tempo is at most this much, either way")
    quality_clustering: float = _weight(0.05, "for landing among neighbours of the same colour only")
    quality_balance: float = _weight(0.03, "for columns of equal height")
    quality_potential: float = _weight(0.02, "for 3 links more of potential, right after landing")
    quality_danger: float = _weight(0.04, "for danger that is gone right after landing")
    quality_clip: float = _size(0.15, "position quality is at most this much, either way")
    setup_potential: float = _weight(0.1, "for a link more of potential")
    setup_triggers: float = _weight(0.05, "for a trigger more")
    setup_clip: float = _size(0.2, "chain setup is at most this much, either way")
    triggers: Literal["landing", "all_empty"] = option("landing", "cells where a puyo may land; or every empty cell")
    defense_danger: float = _weight(0.1, "for danger that is gone")
    defense_cancelled: float = _weight(0.01, "for an ojama that was offset")
    defense_clip: float = _size(0.1, "defence is at most this much, either way")
    threat: float = _weight(0.02, "for 100 ojama that the other cannot send any more")
    threat_clip: float | None = option(
        None, "threat mitigation is at most this much; none: any", low=0.001, high=1000.0
    )
    chain_base: float = _weight(0.1, "for a chain, times the growth for each link after the first")
    chain_growth: float = _size(1.5, "of the reward for a chain, with each link")
    chain_shortest: int = option(2, "links of the shortest chain that is rewarded", low=1, high=19)
    chain_most: float = _weight(2.0, "for any chain")
    damage_dealt: float = _weight(0.02, "for an ojama queued for the other")
    damage_received: float = _weight(-0.02, "for an ojama queued for this player")
    phi_potential: float = _weight(1.0, "in phi: a potential chain of 10 links or more")
    phi_danger: float = _weight(-1.0, "in phi: the danger")
    phi_pending: float = _weight(-1.0, "in phi: 30 ojama or more that wait")


GAMMA = 0.99
"""Of the shaping where neither the rewards nor a learner say another."""
TEMPO_HEIGHT, SETUP_LINKS, BALANCE_HEIGHT, QUALITY_LINKS, THREAT_OJAMA, PENDING_OJAMA = 12, 10, 4, 3, 100, 30
"""What the weights above are for."""


class DenseRewardCalculator:
    """The rewards of the specification. Each method can be overridden alone; the others call it through self."""

    previous_state: Mapping[str, Any] | None

    def __init__(self, config: RewardConfig | None = None) -> None:
        self.config = config or RewardConfig()
        self.previous_state = None
        """The state before the move that is judged; `calculate_reward` sets it. The position quality is of the board
        right after landing, which is made from it; without it, of the board of the new state."""

    def calculate_reward(
        self, prev_state: Mapping[str, Any], action: Choice, new_state: Mapping[str, Any], player_id: str
    ) -> RewardComponents:
        """Return the components for the player's move. `action` is None for a player who placed nothing, as happens on
        the frame clock."""
        if player_id not in new_state["players"]:
            players = " and ".join(new_state["players"])
            raise ConfigError(f"player {player_id!r}: there are {players}", player=player_id)
        self.previous_state = prev_state
        over, winner, config = is_over(new_state), new_state.get("winner"), self.config
        lost = winner == other(player_id) or len(new_state["players"]) == 1
        result = RewardComponents(
            survival_reward=0.0 if over or config.kind != "dense" else config.survival,
            win_reward=config.win if over and winner == player_id else 0.0,
            loss_penalty=config.loss if over and lost else 0.0,
        )
        states = prev_state, new_state, player_id
        if config.kind == "potential":
            self._shape(result, *states)
        if config.kind != "dense":
            return result
        result.tempo_reward = self._calculate_tempo_reward(*states)
        if action is not None:
            placed = with_landing(action, prev_state, player_id)
            result.position_quality = self._calculate_position_quality(placed, new_state, player_id)
        result.chain_setup_reward = self._calculate_chain_setup_reward(*states)
        result.defense_reward = self._calculate_defense_reward(*states)
        result.threat_mitigation = self._calculate_threat_mitigation(*states)
        result.chain_execution_reward = self._calculate_chain_execution_reward(new_state, player_id)
        result.damage_dealt, result.damage_received = self._calculate_damage_rewards(*states)
        return result

    def _calculate_tempo_reward(
        self, prev_state: Mapping[str, Any], new_state: Mapping[str, Any], player_id: str
    ) -> float:
        """Lower and with more chain ready than the other; nothing in single play."""
        if len(new_state["players"]) == 1:
            return 0.0
        mine, theirs = (new_state["players"][each]["board"] for each in (player_id, other(player_id)))
        height = (self._calculate_average_height(theirs) - self._calculate_average_height(mine)) / TEMPO_HEIGHT
        setup = self._evaluate_chain_setup_progress(mine) - self._evaluate_chain_setup_progress(theirs)
        return clip(self.config.tempo_height * height + self.config.tempo_setup * setup, self.config.tempo_clip)

    def _calculate_average_height(self, board: Board) -> float:
        return sum(heights(board)) / WIDTH

    def _evaluate_chain_setup_progress(self, board: Board) -> float:
        """From 0 to 1, at 10 links of potential."""
        return min(1.0, analyze_max_chain_potential(board) / SETUP_LINKS)

    def _calculate_position_quality(
        self, action: PlacementAction, new_state: Mapping[str, Any], player_id: str
    ) -> float:
        """Of the board right after the pair has landed, when nothing has popped yet."""
        board, config = new_state["players"][player_id]["board"], self.config
        if self.previous_state is not None:
            board = with_puyos(self.previous_state["players"][player_id]["board"], action)
        quality = config.quality_clustering * self._evaluate_color_clustering(board, action.final_positions)
        quality += config.quality_balance * self._evaluate_column_balance(board)
        quality += config.quality_potential * self._calculate_chain_potential_improvement(action, board)
        quality += config.quality_danger * self._calculate_danger_reduction(action, board)
        return clip(quality, config.quality_clip)

    def _evaluate_color_clustering(self, board: Board, placed_positions: Sequence[tuple[int, int, int]]) -> float:
        """The mean over the puyos placed of how many of the eight cells around have the same colour, in eighths."""
        same = 0
        for x, y, colour in placed_positions:
            around = [(x + dx, y + dy) for dx, dy in NEIGHBOURS if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT]
            same += sum(board[row][column] == colour for column, row in around)
        return same / len(NEIGHBOURS) / max(1, len(placed_positions))

    def _evaluate_column_balance(self, board: Board) -> float:
        """1 for columns of equal height, 0 from a standard deviation of 4 on."""
        return 1 - min(1.0, pstdev(heights(board)) / BALANCE_HEIGHT)

    def _calculate_chain_potential_improvement(self, action: PlacementAction, board: Board) -> float:
        """From -1 to 1: the links that the pair adds to the potential of the board on which it stands, in threes."""
        links = analyze_max_chain_potential(board) - analyze_max_chain_potential(without_puyos(board, action))
        return clip(links, QUALITY_LINKS) / QUALITY_LINKS

    def _calculate_danger_reduction(self, action: PlacementAction, board: Board) -> float:
        """The danger without the pair minus the danger of the board on which it stands: never above 0."""
        return calculate_height_danger(without_puyos(board, action)) - calculate_height_danger(board)

    def _calculate_chain_setup_reward(
        self, prev_state: Mapping[str, Any], new_state: Mapping[str, Any], player_id: str
    ) -> float:
        before, after = (state["players"][player_id]["board"] for state in (prev_state, new_state))
        links = analyze_max_chain_potential(after) - analyze_max_chain_potential(before)
        cells = self.config.triggers
        # The usual cells are not named: a function in its place may take the board alone, as the document's does.
        how = () if cells == "landing" else (cells,)
        found = len(analyze_chain_triggers(after, *how)) - len(analyze_chain_triggers(before, *how))
        return clip(self.config.setup_potential * links + self.config.setup_triggers * found, self.config.setup_clip)

    def _calculate_defense_reward(
        self, prev_state: Mapping[str, Any], new_state: Mapping[str, Any], player_id: str
    ) -> float:
        """Danger that is gone, and ojama that were offset; those that fell do not count. Nothing in single play."""
        if len(new_state["players"]) == 1:
            return 0.0
        before, after = (
            calculate_height_danger(each["players"][player_id]["board"]) for each in (prev_state, new_state)
        )
        # A state of the document's five keys alone does not tell cancelled ojama from those that fell.
        waiting, player = prev_state["players"][player_id]["ojama_pending"], new_state["players"][player_id]
        cancelled = player.get("ojama_cancelled", waiting - player["ojama_pending"])
        defense = self.config.defense_danger * (before - after) + self.config.defense_cancelled * cancelled
        return clip(defense, self.config.defense_clip)

    def _calculate_threat_mitigation(
        self, prev_state: Mapping[str, Any], new_state: Mapping[str, Any], player_id: str
    ) -> float:
        """The other can send less than before; nothing in single play."""
        if len(new_state["players"]) == 1:
            return 0.0
        before, after = (threat_of(state, other(player_id)) for state in (prev_state, new_state))
        mitigation = self.config.threat * (before - after)
        return mitigation if self.config.threat_clip is None else clip(mitigation, self.config.threat_clip)

    def _calculate_chain_execution_reward(self, new_state: Mapping[str, Any], player_id: str) -> float:
        """A chain of 2 links 0.15, of 3 links 0.225, ..., of 9 links or more 2."""
        links = new_state["players"][player_id]["chain_count"]
        if links < self.config.chain_shortest:
            return 0.0
        return float(min(self.config.chain_most, self.config.chain_base * self.config.chain_growth ** (links - 1)))

    def _calculate_damage_rewards(
        self, prev_state: Mapping[str, Any], new_state: Mapping[str, Any], player_id: str
    ) -> tuple[float, float]:
        """For ojama queued for the other, and for those queued for this player; nothing in single play."""
        if len(new_state["players"]) == 1:
            return 0.0, 0.0
        sent, received = (
            new_state["players"][each].get("ojama_sent", _queued(prev_state, new_state, other(each)))
            for each in (player_id, other(player_id))
        )
        return self.config.damage_dealt * sent, self.config.damage_received * received

    def _shape(
        self,
        result: RewardComponents,
        prev_state: Mapping[str, Any],
        new_state: Mapping[str, Any],
        player_id: str,
    ) -> None:
        """gamma * phi(after) - phi(before), its three parts as chain setup, defence and threat mitigation."""
        before, after = self._calculate_phi(prev_state, player_id), self._calculate_phi(new_state, player_id)
        gamma = GAMMA if self.config.gamma is None else self.config.gamma
        result.chain_setup_reward, result.defense_reward, result.threat_mitigation = (
            gamma * b - a for a, b in zip(before, after, strict=True)
        )

    def _calculate_phi(self, state: Mapping[str, Any], player_id: str) -> tuple[float, float, float]:
        """Potential chain, danger and waiting ojama, this player's minus the other's; zero when the game is over."""
        if is_over(state):
            return 0.0, 0.0, 0.0
        mine = self._outlook(state["players"][player_id])
        theirs = self._outlook(state["players"][other(player_id)]) if len(state["players"]) > 1 else (0.0, 0.0, 0.0)
        links, height, pending = (a - b for a, b in zip(mine, theirs, strict=True))
        return self.config.phi_potential * links, self.config.phi_danger * height, self.config.phi_pending * pending

    def _outlook(self, player: PlayerState) -> tuple[float, float, float]:
        """Each from 0 to 1: the potential chain, the danger, the ojama that wait."""
        waiting = min(1.0, player["ojama_pending"] / PENDING_OJAMA)
        return self._evaluate_chain_setup_progress(player["board"]), calculate_height_danger(player["board"]), waiting


def with_landing(action: Any, state: Mapping[str, Any], player_id: str) -> PlacementAction:
    """The action, or that of an id, with where its puyos land, if the player has a pair."""
    placed = action if hasattr(action, "final_positions") else PlacementAction(action)
    if placed.final_positions or not state["players"][player_id]["current_puyo"]:
        return placed
    return PlacementAction.on(state, player_id, placed.action_id)


def with_puyos(board: Board, action: PlacementAction) -> Board:
    """The board on which the pair has landed."""
    landed = [list(row) for row in board]
    for x, y, colour in action.final_positions:
        landed[y][x] = colour
    return landed


def without_puyos(board: Board, action: PlacementAction) -> Board:
    """The same backwards."""
    before = [list(row) for row in board]
    for x, y, colour in action.final_positions:
        before[y][x] = 0 if board[y][x] == colour else board[y][x]
    return before


def _queued(prev_state: Mapping[str, Any], new_state: Mapping[str, Any], player_id: str) -> int:
    """Return the growth of the waiting ojama, for a state of the document's five keys alone."""
    before, after = (state["players"][player_id]["ojama_pending"] for state in (prev_state, new_state))
    return int(after - before)


def is_over(state: Mapping[str, Any]) -> bool:
    """Won, lost or drawn; a game that only the turn limit has ended goes on as far as rewards know."""
    return bool(state.get("game_over", False)) and not state.get("truncated", False)


def other(player_id: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player_id)]


def clip(value: float, most: float) -> float:
    return max(-most, min(most, value))


def heights(board: Board) -> list[int]:
    """13 minus the index of each column's topmost puyo; 0 if there is none."""
    check_shape(board)
    return [max((HEIGHT - y for y in range(HEIGHT) if board[y][x]), default=0) for x in range(WIDTH)]


def analyze_max_chain_potential(board: Board) -> int:
    """Links of the longest chain that 1 to 3 puyos of one colour would start, dropped into one column.

    On a board where a chain starts by itself, which is so right after landing only, it is that chain.
    """
    field = field_of(board)
    return len(resolve(field).links) or potential(field)


def analyze_chain_triggers(board: Board, cells: Literal["landing", "all_empty"] = "landing") -> list[tuple[int, int]]:
    """(x, y) where one puyo of some colour starts a chain: cells on which it can land, or all empty ones."""
    if cells == "landing":
        field = field_of(board)
        columns = sorted({trigger.column for trigger in triggers(field) if trigger.puyos == 1})
        return [(x, HEIGHT - 1 - len(field[x])) for x in columns]
    empty = [(x, y) for y in range(HEIGHT - IN_SIGHT, HEIGHT) for x in range(WIDTH) if not board[y][x]]
    return [(x, y) for x, y in empty if any(len(group(board, x, y, colour)) >= 4 for colour in beside(board, x, y))]


def beside(board: Board, x: int, y: int) -> set[int]:
    """The colours that touch a cell."""
    return {board[row][column] for column, row in touching(x, y)} & COLOURS


def touching(x: int, y: int) -> list[tuple[int, int]]:
    """The cells beside one, above and below it; the hidden row is none."""
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return [(x, y) for x, y in around if 0 <= x < WIDTH and HEIGHT - IN_SIGHT <= y < HEIGHT]


def group(board: Board, x: int, y: int, colour: int) -> set[tuple[int, int]]:
    """That a puyo put here would belong to."""
    found, left = {(x, y)}, [(x, y)]
    while left:
        grown = {(x, y) for x, y in touching(*left.pop()) if board[y][x] == colour} - found
        found |= grown
        left += grown
    return found


def calculate_height_danger(board: Board) -> float:
    """From 0 to 1: how far column 3 has grown above row 6, and the mean height above row 8."""
    return danger(field_of(board))


def analyze_immediate_threat(board: Board, current_puyo: Mapping[str, Sequence[int]] | None) -> float:
    """The most ojama that a player could send with this pair, in hundreds: nothing carried or waiting, at 70 points."""
    player = {"board": board, "current_puyo": current_puyo, "ojama_pending": 0}
    return threat_of({"players": {PLAYERS[0]: player}}, PLAYERS[0])


def threat_of(state: Mapping[str, Any], player_id: str) -> float:
    """The most ojama that the player could send with the current pair after offsetting, in hundreds."""
    player = state["players"][player_id]
    if not player["current_puyo"]:
        return 0.0
    field, pair = field_of(player["board"]), letters_of(player["current_puyo"]["colors"])
    within_reach = reachable(tuple(map(len, field)), player.get("row14", 0))
    best = max((resolve(place(field, pair, placement)).score for placement in within_reach), default=0)
    return sendable(best, player, state) / THREAT_OJAMA


def sendable(score: int, player: PlayerState, state: Mapping[str, Any]) -> int:
    """Ojama that a chain of this score would send to the other."""
    if not score:
        return 0
    points = score + player.get("all_clear", False) * ojama.ALL_CLEAR * state.get("target_points", 70)
    bought, _ = ojama.bought(player.get("carry", 0), points, state.get("price", 70))
    attack, _ = ojama.offset(bought, player["ojama_pending"])
    return attack
