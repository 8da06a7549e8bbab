"""Rewards for every move: the eleven components of specification 001, each a function of two states.

States are those of specification.py, before and after both players have moved; docs/games/puyo-learning.md lists how
each gap of the specification is closed. This is the readable form; native/puyo/rewards.hpp is its fast twin.

Three kinds, by `RewardConfig.kind`: *dense* is the specification's and changes what is best; *sparse* is only who won;
*potential* adds to it gamma * phi(after) - phi(before), which changes nothing about what is best.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from statistics import pstdev
from typing import Any, Literal, TypeAlias

from asobiba.core.options import Options, option
from asobiba.games.puyo import ojama
from asobiba.games.puyo.evaluate import danger
from asobiba.games.puyo.field import HEIGHT, IN_SIGHT, OJAMA, WIDTH, resolve
from asobiba.games.puyo.placements import place, reachable
from asobiba.games.puyo.potential import potential, triggers
from asobiba.games.puyo.specification import LETTERS, PLAYERS, Board, Choice, PlacementAction, field_of

PlayerState: TypeAlias = Mapping[str, Any]
NEIGHBOURS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
COLOURS = {number for number, letter in enumerate(LETTERS) if number and letter != OJAMA}


@dataclass
class RewardComponents:
    survival_reward: float = 0.0
    tempo_reward: float = 0.0
    position_quality: float = 0.0
    chain_setup_reward: float = 0.0
    defense_reward: float = 0.0
    threat_mitigation: float = 0.0
    chain_execution_reward: float = 0.0
    damage_dealt: float = 0.0
    damage_received: float = 0.0
    win_reward: float = 0.0
    loss_penalty: float = 0.0

    def total(self) -> float:
        return float(sum(astuple(self)))


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
    def __init__(self, config: RewardConfig | None = None) -> None:
        self.config = config or RewardConfig()

    def calculate_reward(
        self, prev_state: Mapping[str, Any], action: Choice, new_state: Mapping[str, Any], player_id: str
    ) -> RewardComponents:
        """Of the player's move. `action` is None for who placed nothing, as happens on the frame clock."""
        result = RewardComponents(
            win_reward=win_reward(new_state, player_id, self.config),
            loss_penalty=loss_penalty(new_state, player_id, self.config),
        )
        if self.config.kind == "potential":
            shape(result, prev_state, new_state, player_id, self.config)
        if self.config.kind != "dense":
            return result
        both = (prev_state, new_state, player_id, self.config)
        result.survival_reward = survival_reward(new_state, self.config)
        result.tempo_reward = tempo_reward(new_state, player_id, self.config)
        result.position_quality = position_quality(prev_state, action, player_id, self.config)
        result.chain_setup_reward = chain_setup_reward(*both)
        result.defense_reward = defense_reward(*both)
        result.threat_mitigation = threat_mitigation(*both)
        result.chain_execution_reward = chain_execution_reward(new_state, player_id, self.config)
        result.damage_dealt, result.damage_received = damage_rewards(new_state, player_id, self.config)
        return result


def win_reward(new: Mapping[str, Any], player_id: str, config: RewardConfig) -> float:
    return config.win if is_over(new) and new["winner"] == player_id else 0.0


def loss_penalty(new: Mapping[str, Any], player_id: str, config: RewardConfig) -> float:
    """When the other has won; in single play, when the game is over at all."""
    lost = new["winner"] == other(player_id) or len(new["players"]) == 1
    return config.loss if is_over(new) and lost else 0.0


def survival_reward(new: Mapping[str, Any], config: RewardConfig) -> float:
    return 0.0 if is_over(new) else config.survival


def tempo_reward(new: Mapping[str, Any], player_id: str, config: RewardConfig) -> float:
    """Lower and with more chain ready than the other; nothing in single play."""
    if len(new["players"]) == 1:
        return 0.0
    mine, theirs = (new["players"][each]["board"] for each in (player_id, other(player_id)))
    height = (average_height(theirs) - average_height(mine)) / TEMPO_HEIGHT
    setup = chain_setup_progress(mine) - chain_setup_progress(theirs)
    return clip(config.tempo_height * height + config.tempo_setup * setup, config.tempo_clip)


def position_quality(prev: Mapping[str, Any], action: Choice, player_id: str, config: RewardConfig) -> float:
    """Of the board right after the pair has landed, when nothing has popped yet."""
    if action is None:
        return 0.0
    placed = PlacementAction.on(prev, player_id, action) if isinstance(action, int) else action
    before = prev["players"][player_id]["board"]
    landed = [list(row) for row in before]
    for x, y, colour in placed.final_positions:
        landed[y][x] = colour
    links = analyze_max_chain_potential(landed) - analyze_max_chain_potential(before)
    quality = config.quality_clustering * colour_clustering(landed, placed.final_positions)
    quality += config.quality_balance * column_balance(landed)
    quality += config.quality_potential * clip(links, QUALITY_LINKS) / QUALITY_LINKS
    quality += config.quality_danger * (calculate_height_danger(before) - calculate_height_danger(landed))
    return clip(quality, config.quality_clip)


def chain_setup_reward(prev: Mapping[str, Any], new: Mapping[str, Any], player_id: str, config: RewardConfig) -> float:
    before, after = (state["players"][player_id]["board"] for state in (prev, new))
    links = analyze_max_chain_potential(after) - analyze_max_chain_potential(before)
    found = [len(analyze_chain_triggers(board, config.triggers)) for board in (before, after)]
    return clip(config.setup_potential * links + config.setup_triggers * (found[1] - found[0]), config.setup_clip)


def defense_reward(prev: Mapping[str, Any], new: Mapping[str, Any], player_id: str, config: RewardConfig) -> float:
    """Danger that is gone, and ojama that were offset; those that fell do not count. Nothing in single play."""
    if len(new["players"]) == 1:
        return 0.0
    before, after = (calculate_height_danger(state["players"][player_id]["board"]) for state in (prev, new))
    cancelled = new["players"][player_id].get("ojama_cancelled", 0)
    return clip(config.defense_danger * (before - after) + config.defense_cancelled * cancelled, config.defense_clip)


def threat_mitigation(prev: Mapping[str, Any], new: Mapping[str, Any], player_id: str, config: RewardConfig) -> float:
    """The other can send less than before; nothing in single play."""
    if len(new["players"]) == 1:
        return 0.0
    before, after = (analyze_immediate_threat(state, other(player_id)) for state in (prev, new))
    mitigation = config.threat * (before - after)
    return mitigation if config.threat_clip is None else clip(mitigation, config.threat_clip)


def chain_execution_reward(new: Mapping[str, Any], player_id: str, config: RewardConfig) -> float:
    """A chain of 2 links 0.15, of 3 links 0.225, ..., of 9 links or more 2."""
    links = new["players"][player_id]["chain_count"]
    if links < config.chain_shortest:
        return 0.0
    return float(min(config.chain_most, config.chain_base * config.chain_growth ** (links - 1)))


def damage_rewards(new: Mapping[str, Any], player_id: str, config: RewardConfig) -> tuple[float, float]:
    """For ojama queued for the other, and for those queued for this player; nothing in single play."""
    if len(new["players"]) == 1:
        return 0.0, 0.0
    sent, received = (new["players"][each].get("ojama_sent", 0) for each in (player_id, other(player_id)))
    return config.damage_dealt * sent, config.damage_received * received


def shape(
    result: RewardComponents,
    prev: Mapping[str, Any],
    new: Mapping[str, Any],
    player_id: str,
    config: RewardConfig,
) -> None:
    """gamma * phi(after) - phi(before), its three parts as chain setup, defence and threat mitigation."""
    before, after = phi(prev, player_id, config), phi(new, player_id, config)
    gamma = GAMMA if config.gamma is None else config.gamma
    result.chain_setup_reward, result.defense_reward, result.threat_mitigation = (
        gamma * b - a for a, b in zip(before, after, strict=True)
    )


def phi(state: Mapping[str, Any], player_id: str, config: RewardConfig) -> tuple[float, float, float]:
    """Potential chain, danger and waiting ojama, this player's minus the other's; zero when the game is over."""
    if is_over(state):
        return 0.0, 0.0, 0.0
    mine = outlook(state["players"][player_id])
    theirs = outlook(state["players"][other(player_id)]) if len(state["players"]) > 1 else (0.0, 0.0, 0.0)
    links, height, pending = (a - b for a, b in zip(mine, theirs, strict=True))
    return config.phi_potential * links, config.phi_danger * height, config.phi_pending * pending


def outlook(player: PlayerState) -> tuple[float, float, float]:
    """Each from 0 to 1: the potential chain, the danger, the ojama that wait."""
    waiting = min(1.0, player["ojama_pending"] / PENDING_OJAMA)
    return chain_setup_progress(player["board"]), calculate_height_danger(player["board"]), waiting


def is_over(state: Mapping[str, Any]) -> bool:
    """Won, lost or drawn; a game that only the turn limit has ended goes on as far as rewards know."""
    return bool(state["game_over"]) and not state.get("truncated", False)


def other(player_id: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player_id)]


def clip(value: float, most: float) -> float:
    return max(-most, min(most, value))


def heights(board: Board) -> list[int]:
    """13 minus the index of each column's topmost puyo; 0 if there is none."""
    return [max((HEIGHT - y for y in range(HEIGHT) if board[y][x]), default=0) for x in range(WIDTH)]


def average_height(board: Board) -> float:
    return sum(heights(board)) / WIDTH


def chain_setup_progress(board: Board) -> float:
    """From 0 to 1, at 10 links of potential."""
    return min(1.0, analyze_max_chain_potential(board) / SETUP_LINKS)


def analyze_max_chain_potential(board: Board) -> int:
    """Links of the longest chain that 1 to 3 puyos of one colour would start, dropped into one column.

    On a board where a chain starts by itself, which is so right after landing only, it is that chain.
    """
    field = field_of(board)
    return len(resolve(field).links) or potential(field)


def analyze_chain_triggers(board: Board, cells: Literal["landing", "all_empty"] = "landing") -> list[tuple[int, int]]:
    """(x, y) where one puyo of some colour starts a chain: cells on which it can land, or all empty ones."""
    if cells == "landing":
        columns = sorted({trigger.column for trigger in triggers(field_of(board)) if trigger.puyos == 1})
        return [(x, HEIGHT - 1 - heights(board)[x]) for x in columns]
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


def colour_clustering(board: Board, placed: tuple[tuple[int, int, int], ...]) -> float:
    """The mean over the puyos placed of how many of the eight cells around have the same colour, in eighths."""
    same = 0
    for x, y, colour in placed:
        around = [(x + dx, y + dy) for dx, dy in NEIGHBOURS if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT]
        same += sum(board[row][column] == colour for column, row in around)
    return same / len(NEIGHBOURS) / max(1, len(placed))


def column_balance(board: Board) -> float:
    """1 for columns of equal height, 0 from a standard deviation of 4 on."""
    return 1 - min(1.0, pstdev(heights(board)) / BALANCE_HEIGHT)


def calculate_height_danger(board: Board) -> float:
    """From 0 to 1: how far column 3 has grown above row 6, and the mean height above row 8."""
    return danger(field_of(board))


def analyze_immediate_threat(
    state: Mapping[str, Any] | Board, player_id: str | Mapping[str, Sequence[int]] | None
) -> float:
    """The most ojama that the player could send with the current pair after offsetting, in hundreds.

    Of a board and a pair alone, as the specification calls it: with nothing carried or waiting, at 70 points.
    """
    if not isinstance(state, Mapping):
        alone = {"board": state, "current_puyo": player_id, "ojama_pending": 0, "all_clear": False}
        return analyze_immediate_threat({"players": {PLAYERS[0]: alone}}, PLAYERS[0])
    player = state["players"][player_id]
    if not player["current_puyo"]:
        return 0.0
    field, pair = field_of(player["board"]), "".join(LETTERS[colour] for colour in player["current_puyo"]["colors"])
    within_reach = reachable(tuple(map(len, field)), player.get("row14", 0))
    best = max(resolve(place(field, pair, placement)).score for placement in within_reach)
    return sendable(best, player, state) / THREAT_OJAMA


def sendable(score: int, player: PlayerState, state: Mapping[str, Any]) -> int:
    """Ojama that a chain of this score would send to the other."""
    if not score:
        return 0
    points = score + player["all_clear"] * ojama.ALL_CLEAR * state.get("target_points", 70)
    bought, _ = ojama.bought(player.get("carry", 0), points, state.get("price", 70))
    attack, _ = ojama.offset(bought, player["ojama_pending"])
    return attack
