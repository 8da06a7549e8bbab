"""How many simulations a second the native tree search makes from the first position, on one core."""

from collections.abc import Iterator

from asobiba.agents.arrays import Arrays
from asobiba.agents.mcts import Mcts
from asobiba.agents.spec import make_agent
from asobiba.bench.adaptors import bars
from asobiba.bench.adaptors.peers import SEARCHERS
from asobiba.bench.measure import Row, best_rate
from asobiba.core.game import CHANCE, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game, game_names

SIMULATIONS = 100_000


def search_rows() -> Iterator[Row]:
    for name in game_names():
        game = find_game(name)
        if game.part(Arrays).kernel is None:
            continue
        ours = best_rate(NativeSearching(game))
        yield Row(f"{name}: tree search with playouts", ours, "simulations/s", "bar", bars.SEARCH.get(name))
        for peer in SEARCHERS.get(name, ()):
            yield Row(f"{name}: tree search with playouts", ours, "simulations/s", peer.name, peer.rate())


class NativeSearching:
    def __init__(self, game: AnyGame) -> None:
        agent = make_agent(f"mcts:simulations={SIMULATIONS}", game)
        assert isinstance(agent, Mcts)
        self.agent, self.start = agent, game.start(game.options())
        while self.start.to_play == CHANCE:
            self.start = self.start.apply(Luck(1).draw(self.start, 0))
        self.other = self.start.apply(self.start.legal()[0])

    def __call__(self) -> int:
        """From an empty tree: another position comes between."""
        search = self.agent.search
        search.place(self.other)
        search.place(self.start)
        return search.run(self.agent.budget)
