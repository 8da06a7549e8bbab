"""Monte Carlo tree search: the native one and its plain twin, what they prove, and what they may not know."""

import random
import threading
from dataclasses import dataclass, replace
from typing import Any

import pytest

from asobiba.agents.arrays import Arrays
from asobiba.agents.dice import Dice
from asobiba.agents.mcts import Mcts
from asobiba.agents.mcts_plain import PlainSearch
from asobiba.agents.search import AVERAGE, CERTAIN, Budget, NativeSearch, Weighing
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game, game_names
from asobiba.games.otrio.solver import solve
from asobiba.games.twenty48.rules import Position as Board
from asobiba.games.twenty48.rules import Twenty48Options
from tests.variants import WITH_KERNELS


def played(name: str, plies: int, seed: int = 1, **options: Any) -> Any:
    """A position of a random game in which a seat is to move, or in which it is over."""
    game, generator, luck = find_game(name), random.Random(seed), Luck(seed)
    state, ply = game.start(game.options(**options)), 0
    while (ply < plies and state.to_play != OVER) or state.to_play == CHANCE:
        state = state.apply(luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal()))
        ply += 1
    return state


def native(name: str, nodes: int = 100_000, seed: int = 7, playout_plies: int = -1, **options: Any) -> NativeSearch:
    game = find_game(name)
    chosen, kernel = game.options(**options), game.part(Arrays).kernel
    assert kernel is not None
    weighing = Weighing(*game.bounds(chosen), playout_plies=playout_plies)
    return NativeSearch(kernel, kernel.rules(chosen), nodes, weighing, seed)


def plain(name: str, nodes: int = 100_000, seed: int = 7, luck: Any = None, **options: Any) -> PlainSearch:
    game = find_game(name)
    chosen = game.options(**options)
    drawn = {} if luck is None else {"luck": luck}
    seats, weighing = len(game.seats(chosen)), Weighing(*game.bounds(chosen))
    return PlainSearch(seats, nodes, weighing, seed=seed, pass_action=game.pass_action, **drawn)


def tile(board: Board, dice: Dice) -> int:
    """Luck as the kernel of 2048 draws it: cell and tile from one throw."""
    thrown, empty = dice.next(), [cell for cell, there in enumerate(board.board) if not there]
    return 2 * empty[(thrown >> 32) * len(empty) >> 32] + (thrown % 2**32 < 429_496_730)


@pytest.mark.parametrize(
    ("name", "plies", "simulations", "options"),
    [
        ("otrio", 6, 200, {"players": 2}),
        ("otrio", 10, 100, {"players": 3}),
        ("otrio", 9, 200, {}),
        ("othello", 0, 30, {}),
        ("othello", 46, 200, {}),
        ("othello", 50, 200, {"score": "discs"}),
        ("twenty48", 2, 30, {}),
        ("coppit", 30, 4, {}),
        ("coppit", 30, 4, {"max_players": 2}),
    ],
)
def test_the_plain_search_makes_the_same_simulations(name: str, plies: int, simulations: int, options: Any) -> None:
    state = played(name, plies, **options)
    searches = (
        native(name, 5_000, playout_plies=0, **options),
        plain(name, 5_000, luck=tile if name == "twenty48" else None, **options),
    )
    for search in searches:
        search.place(state)
        search.run(Budget(simulations))
    fast, slow = (search.found() for search in searches)

    assert fast == slow

    moved = state.apply(fast.line[0])
    while moved.to_play == CHANCE:
        moved = moved.apply(moved.legal()[0])
    assert searches[0].place(moved) == searches[1].place(moved)
    for search in searches:
        search.run(Budget(simulations // 4))
    assert searches[0].found() == searches[1].found()


def won_in(plies: int, count: int) -> list[Any]:
    """Positions of Otrio for two that are won in so many plies, and not sooner."""
    found: list[Any] = []
    for seed in range(200):
        state = played("otrio", 8 + seed % 4, seed, players=2)
        if state.to_play != OVER:
            verdicts = [each for each in solve(state, 200_000, every_move=False).values() if each is not None]
            if max((each.outcome * (100 - each.plies) for each in verdicts), default=0) == 100 - plies:
                found.append(state)
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(("plies", "simulations"), [(1, 200), (3, 5_000)])
def test_a_win_that_is_near_is_proven_and_played(plies: int, simulations: int) -> None:
    positions = won_in(plies, 4)
    assert len(positions) == 4
    for state in positions:
        search = native("otrio", players=2)
        search.place(state)
        search.run(Budget(simulations))
        found = search.found()
        won = solve(state, 1_000_000, every_move=True)[found.line[0]]

        assert found.proven
        assert won is not None
        assert won.outcome == 1
        assert found.moves[found.line[0]].values == ((1.0, -1.0) if state.to_play == 0 else (-1.0, 1.0))
        assert found.moves[found.line[0]].plies >= plies


def test_what_is_proven_agrees_with_the_solver() -> None:
    checked = 0
    for seed in range(12):
        state = played("otrio", 12, seed + 40, players=2)
        if state.to_play == OVER:
            continue
        search = native("otrio", players=2)
        search.place(state)
        search.run(Budget(3_000))
        truth = solve(state, 1_000_000, every_move=True)
        for action, move in search.found().moves.items():
            verdict = truth[action]
            if move.proof == CERTAIN and verdict is not None:
                assert move.values[state.to_play] == verdict.outcome
                checked += 1
    assert checked > 30


@dataclass(frozen=True)
class Heaps:
    """Nim: take any number of one heap; who takes the last wins. Action 8 * heap + taken."""

    heaps: tuple[int, ...]
    to_move: int = 0

    @property
    def to_play(self) -> int:
        return self.to_move if any(self.heaps) else OVER

    def legal(self) -> list[int]:
        return [8 * heap + taken for heap, left in enumerate(self.heaps) for taken in range(1, left + 1)]

    def apply(self, action: int) -> "Heaps":
        heap, taken = divmod(action, 8)
        left = tuple(size - taken * (number == heap) for number, size in enumerate(self.heaps))
        return Heaps(left, 1 - self.to_move)

    def returns(self) -> tuple[float, float]:
        if any(self.heaps):
            return 0.0, 0.0
        return (-1.0, 1.0) if self.to_move == 0 else (1.0, -1.0)

    def chances(self) -> tuple[()]:
        return ()


@pytest.mark.parametrize("heaps", [(1,), (2, 1), (3, 2), (1, 2, 3), (2, 2), (3, 3, 1), (4, 3, 1)])
def test_nim_is_solved_as_its_theory_says(heaps: tuple[int, ...]) -> None:
    search = PlainSearch(2, 100_000, Weighing(), seed=1)
    search.place(Heaps(heaps))
    search.run(Budget(4_000))
    found = search.found()
    xor = 0
    for heap in heaps:
        xor ^= heap

    assert found.proven
    assert found.value == ((1.0, -1.0) if xor else (-1.0, 1.0))
    if xor:
        left = Heaps(heaps).apply(found.line[0]).heaps
        assert left[0] ^ (left[1] if len(left) > 1 else 0) ^ (left[2] if len(left) > 2 else 0) == 0


@pytest.mark.parametrize("players", [3, 4])
def test_of_several_seats_each_wants_its_own_win(players: int) -> None:
    """Whoever can win at once does, and everybody's payoffs are counted."""
    seen = 0
    for seed in range(40):
        state = played("otrio", 4 * players - 4, seed, players=players)
        if state.to_play == OVER:
            continue
        wins = [action for action in state.legal() if state.apply(action).to_play == OVER]
        search = native("otrio", players=players)
        search.place(state)
        search.run(Budget(1_000))
        found = search.found()
        assert abs(sum(found.value)) < 1e-9
        if wins:
            assert found.line[0] in wins
            assert found.proven
            assert found.value[state.to_play] == 1.0
            seen += 1
    assert seen > 3


def test_luck_is_weighed_by_its_chances() -> None:
    """2048 on 2x2, near the end: what is proven is what every tile brings on average."""
    options = Twenty48Options(rows=2, columns=2)
    board = Board((2, 2, 32, 128), 40, 0, options)

    def worth(state: Any) -> float:
        if state.to_play == OVER:
            return float(state.returns()[0])
        if state.to_play == CHANCE:
            return sum((chance * worth(state.apply(outcome)) for outcome, chance in state.chances()), 0.0)
        return max(worth(state.apply(action)) for action in state.legal())

    search = plain("twenty48", rows=2, columns=2)
    search.place(board)
    search.run(Budget(2_000))
    found = search.found()

    assert found.proven
    assert found.value[0] == pytest.approx(worth(board))
    for action, move in found.moves.items():
        if move.proof == AVERAGE:
            assert move.values[0] == pytest.approx(worth(board.apply(action)))


def test_the_obviously_right_slide() -> None:
    """Only merging the large tiles makes room; every other slide leaves a full board behind."""
    rows = ((512, 512, 2, 4), (4, 8, 16, 2), (2, 4, 8, 32), (8, 2, 4, 16))
    board = Board(tuple(cell for row in rows for cell in row), 8_000, 0, Twenty48Options())
    agent = make_agent("mcts:simulations=400", find_game("twenty48"))

    assert agent.choose(board) in (1, 3)  # right or left: the two 512 become one


def test_what_is_hidden_changes_nothing() -> None:
    """The queue beyond the pairs in sight, its seed, and what the other has placed in this turn."""
    game = find_game("puyo")
    one, other = (played("puyo", 9, 3) for _ in range(2))
    assert one.commit is None
    queue = one.queue[: 2 * (one.turn + 3)]
    other = replace(one, queue=queue + "R" * (256 - len(queue)), seed=None, first=1 - one.first, commit=None)
    committed = replace(other, first=1 - one.to_play, commit=other.legal()[0])
    founds = []
    for state in (one, replace(other, first=one.first), committed, game.conceal(committed, one.to_play)):
        search = native("puyo")
        search.place(state)
        search.run(Budget(400))
        founds.append(search.found())

    assert founds[0] == founds[1] == founds[2] == founds[3]
    assert sum(move.visits for move in founds[0].moves.values()) == 400


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    search = native("othello", nodes=500)
    search.place(played("othello", 4))
    assert search.run(Budget(5_000)) == 5_000
    assert search.found().nodes <= 500
    assert sum(move.visits for move in search.found().moves.values()) == 5_000

    search = native("othello", nodes=500)
    search.place(played("othello", 4))
    made = search.run(Budget(until_full=True))
    assert made < 500
    assert 480 < search.found().nodes <= 500


@pytest.mark.parametrize("name", ["othello", "coppit", "puyo"])
def test_another_thread_ends_the_search(name: str) -> None:
    search = native(name)
    search.place(played(name, 6))
    made: list[int] = []
    thread = threading.Thread(target=lambda: made.append(search.run(Budget(milliseconds=600_000))))
    thread.start()
    while thread.is_alive():
        search.stop()  # one that came before the search had begun would be forgotten
        thread.join(0.01)

    assert len(made) == 1


def test_what_is_known_of_the_position_reached_is_kept() -> None:
    search, state = native("othello"), played("othello", 10)
    assert search.place(state) == 0
    search.run(Budget(3_000))
    before = search.found()
    child = before.moves[before.line[0]]
    after = state.apply(before.line[0])

    assert search.place(after) == child.visits
    assert search.found().value == child.values
    assert search.found().nodes < before.nodes
    assert search.run(Budget(100)) == 100
    assert search.place(played("othello", 30, 9)) == 0


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_the_same_seed_gives_the_same_search(name: str) -> None:
    state, found = played(name, 5), []
    for seed in (3, 3, 4):
        search = native(name, seed=seed)
        search.place(state)
        search.run(Budget(300))
        found.append(search.found())

    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_played(name: str) -> None:
    game = find_game(name)
    agents = [make_agent("mcts:simulations=40", game, seed=4) for _ in range(2)]
    state, luck, ply = game.start(game.options()), Luck(2), 0
    while state.to_play != OVER and ply < 30:
        if state.to_play == CHANCE:
            state = state.apply(luck.draw(state, ply))
        else:
            seen = game.conceal(state, state.to_play)
            chosen = [agent.choose(seen) for agent in agents]
            assert chosen[0] == chosen[1]
            assert chosen[0] in state.legal()
            state = state.apply(chosen[0])
        ply += 1


def test_advice_has_units_visits_and_a_line() -> None:
    agent = make_agent("mcts:simulations=500", find_game("othello"))
    assert isinstance(agent, Mcts)
    advice = agent.advise(played("othello", 12))

    assert advice.unit == "win chance"
    assert all(0 <= value <= 1 for value in advice.values.values())
    assert sum(advice.visits.values()) == 500
    assert advice.line[0] == max(advice.visits, key=lambda action: advice.visits[action])
    units = {"coppit": "score", "twenty48": "points"}
    for name, unit in units.items():
        judge = make_agent("mcts:simulations=20", find_game(name))
        assert isinstance(judge, Mcts)
        assert judge.advise(played(name, 6)).unit == unit


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("mcts:simulations=10,ms=5", "simulations=10 and ms=5 of MctsSettings: allowed is one of them"),
        ("mcts:simulations=0", "option simulations=0 of MctsSettings: allowed is a whole number from 1"),
        ("mcts:nodes=10", "option nodes=10 of MctsSettings: allowed is a whole number from 1000 to 4000000"),
    ],
)
def test_settings_that_make_no_sense_are_refused(spec: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make_agent(spec, find_game("othello"))

    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("mcts", Budget(simulations=1_000)),
        ("mcts:simulations=7,nodes=2000", Budget(simulations=7)),
        ("mcts:ms=3", Budget(milliseconds=3)),
        ("mcts:nodes=2000", Budget(until_full=True)),
    ],
)
def test_the_budget_is_what_the_settings_say(spec: str, budget: Budget) -> None:
    agent = make_agent(spec, find_game("othello"))

    assert isinstance(agent, Mcts)
    assert agent.budget == budget
    assert agent.choose(played("othello", 40)) in played("othello", 40).legal()


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("mcts", Budget(milliseconds=950)),
        ("mcts:simulations=7", Budget(simulations=7, milliseconds=950)),
        ("mcts:ms=3", Budget(milliseconds=3)),
        ("mcts:ms=5000", Budget(milliseconds=950)),
        ("mcts:nodes=2000", Budget(milliseconds=950, until_full=True)),
    ],
)
def test_a_clock_limits_one_move(spec: str, budget: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, start, budgets = make_agent(spec, find_game("othello")), played("othello", 0), list[Budget]()
    assert isinstance(agent, Mcts)
    monkeypatch.setattr(agent.search, "run", budgets.append)

    agent.allow(20.0, None, 0.0)
    assert {agent.choose(start), agent.choose(start)} <= set(start.legal())

    assert budgets == [budget, agent.budget]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"nodes": 0}, "nodes is a number"),
        ({"nodes": 9, "low": 1.0, "high": 1.0}, "low is below high"),
        ({"nodes": 9, "exploration": float("nan")}, "exploration is a number"),
    ],
)
def test_the_kernel_refuses_what_it_cannot_search(arguments: dict[str, Any], sentence: str) -> None:
    kernel = find_game("othello").part(Arrays).kernel
    assert kernel is not None
    with pytest.raises(ValueError, match=sentence):
        kernel.search(kernel.rules(find_game("othello").options()), **arguments)
    search = kernel.search(kernel.rules(find_game("othello").options()), 9)
    with pytest.raises(ValueError, match="a search needs an end"):
        search.run()
    with pytest.raises(ValueError, match="another size"):
        search.place(b"no position")
