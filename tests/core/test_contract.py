"""One test of the contract for every registered game, with every option at its corner values."""

import json
import random
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import numpy as np
import pytest

from asobiba.agents.arrays import Arrays
from asobiba.agents.players import Players
from asobiba.core.errors import IllegalMove
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.options import Options
from asobiba.core.picture import PLAIN, plain
from asobiba.core.records import Ply, Record, read_records, write_record
from asobiba.core.registry import find_game
from asobiba.online.table import Table
from tests.amounts import amount
from tests.variants import of_every_variant

PLIES = amount("ASOBIBA_PLIES", 80, long=150)


def stroll(game: AnyGame, options: Options, seed: int = 0) -> Iterator[Any]:
    """The positions of one random game, at most PLIES of them."""
    generator, luck = random.Random(seed), Luck(seed)
    state = game.start(options)
    for ply in range(PLIES):
        yield state
        if state.to_play == OVER:
            return
        action = luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal())
        state = state.apply(action)


@of_every_variant
def test_legal_is_ascending_and_empty_only_at_the_end(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        legal = list(state.legal())

        assert legal == sorted(set(legal))
        assert (legal == []) == (state.to_play == OVER)
        assert state.to_play in (CHANCE, OVER, *range(len(game.seats(options))))


@of_every_variant
def test_actions_lie_in_the_declared_range(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        limit = game.outcomes(options) if state.to_play == CHANCE else game.actions(options)

        assert all(0 <= action < limit for action in state.legal())


@of_every_variant
def test_the_pass_is_legal_only_where_nothing_else_is(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        if state.to_play >= 0:
            written = {game.notation.write_move(state, action): action for action in state.legal()}

            assert ("pass" in written) == (game.pass_action in written.values())
            assert game.pass_action not in written.values() or written == {"pass": game.pass_action}


@of_every_variant
def test_apply_leaves_the_position_unchanged(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        before = (hash(state), repr(state), state.view(None))
        for action in list(state.legal())[:3]:
            assert state.apply(action) == state.apply(action)
            assert hash(state.apply(action)) == hash(state.apply(action))
            assert state.apply(action) != state

        assert (hash(state), repr(state), state.view(None)) == before


@of_every_variant
def test_an_action_that_is_not_legal_is_refused(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        legal = set(state.legal())
        for action in (
            -1,
            -2,
            *range(0, game.actions(options) + 3, 1 + game.actions(options) // 40),
            10**9,
        ):
            if action not in legal:
                with pytest.raises(IllegalMove):
                    state.apply(action)


@of_every_variant
def test_any_whole_number_is_an_action(game: AnyGame, options: Options) -> None:
    """An argmax, a generator's choice: what is played is the same, down to the type of every number."""
    for state in stroll(game, options):
        for action in list(state.legal())[:2]:
            assert repr(state.apply(np.int64(action))) == repr(state.apply(action))
            assert state.apply(np.array(action)) == state.apply(action)


NO_NUMBERS: list[Any] = [None, "x", "1", 1.0, 3.5, True, np.float32(1), [0], float("nan")]


@of_every_variant
def test_what_is_no_whole_number_is_refused(game: AnyGame, options: Options) -> None:
    for state, _ in zip(stroll(game, options), range(4), strict=False):
        for action in NO_NUMBERS:
            with pytest.raises(IllegalMove, match="is no action: a whole number is expected"):
                state.apply(action)


@of_every_variant
def test_chances_are_a_distribution_over_the_outcomes(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        chances = state.chances()
        if state.to_play != CHANCE:
            assert list(chances) == []
            continue

        assert [outcome for outcome, _ in chances] == list(state.legal())
        assert sum(p for _, p in chances) == pytest.approx(1)
        assert all(p > 0 for _, p in chances)


@of_every_variant
def test_every_seat_has_a_score_and_a_view(game: AnyGame, options: Options) -> None:
    seats = len(game.seats(options))
    for state in stroll(game, options):
        assert len(state.returns()) == seats
        assert all(isinstance(score, float) for score in state.returns())
        low, high = game.bounds(options)
        assert all(low <= score <= high for score in state.returns())
        for seat in (None, *range(seats)):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert view["to_play"] == state.to_play


@of_every_variant
def test_a_view_is_just_what_its_type_says(game: AnyGame, options: Options) -> None:
    """Nothing is missing, of another type, or beyond the type."""
    kind = get_type_hints(type(game.start(options)).view)["return"]
    for state in stroll(game, options):
        assert msgspec.convert(state.view(0), kind) == state.view(0)


@of_every_variant
def test_moves_and_positions_are_read_as_they_are_written(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        assert game.notation.read_position(game.notation.write_position(state), options) == state
        if state.to_play >= 0:
            names = [game.notation.write_move(state, action) for action in state.legal()]
            assert [game.notation.read_move(state, name) for name in names] == list(state.legal())


@of_every_variant
def test_observations_have_the_declared_shape(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        for seat in range(len(game.seats(options))):
            observation = game.part(Arrays).encode.observe(state, seat)

            assert observation.shape == game.part(Arrays).encode.shape(options)
            assert np.isfinite(observation).all()


@of_every_variant
def test_what_is_concealed_looks_the_same_to_the_seat(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        if state.to_play < 0:
            continue
        seat = state.to_play
        concealed = game.conceal(state, seat)

        assert concealed.view(seat) == state.view(seat)
        assert concealed.to_play == seat
        assert list(concealed.legal()) == list(state.legal())


@of_every_variant
def test_every_position_can_be_drawn_and_judged(game: AnyGame, options: Options) -> None:
    for state in stroll(game, options):
        assert plain(game.draw(state, PLAIN)) == str(state)
        for seat in range(len(game.seats(options))):
            assert isinstance(game.part(Players).evaluate(state, seat), float | int)
        json.dumps(game.part(Players).insight([state]))


@of_every_variant
def test_a_record_round_trips_exactly(game: AnyGame, options: Options) -> None:
    generator, luck = random.Random(1), Luck(1)
    state, plies = game.start(options), []
    for number in range(PLIES):
        if state.to_play == OVER:
            break
        seat = state.to_play
        action = luck.draw(state, number) if seat == CHANCE else generator.choice(state.legal())
        plies.append(Ply(seat, action))
        state = state.apply(action)
    record = Record(
        game=game.name,
        rules=game.version,
        options=options.chosen(),
        seats=game.seats(options),
        plies=tuple(plies),
        returns=state.returns() if state.to_play == OVER else None,
    )

    text = write_record(record)

    assert list(read_records(text.splitlines())) == [record]
    assert write_record(*read_records(text.splitlines())) == text
    assert list(record.states())[-1] == state


@of_every_variant
def test_standing_leads_to_the_result(game: AnyGame, options: Options) -> None:
    """Who stands best when the game is over has the best score, and nobody else."""
    state = last_of(game, options)
    standing, returns = list(game.standing(state)), state.returns()

    assert len(standing) == len(returns)
    best = [each == max(standing) for each in standing]
    assert best == [score == max(returns) for score in returns] or min(returns) == max(returns) == 0.0


@of_every_variant
def test_facts_have_the_same_keys_and_types_in_every_position(game: AnyGame, options: Options) -> None:
    seats, kinds = len(game.seats(options)), list[dict[str, type]]()
    for state in stroll(game, options):
        facts = game.facts(state)
        kinds.append({name: type(each) for name, each in facts.items()})
        json.dumps(facts)
        for name, each in facts.items():
            assert name.islower()
            if isinstance(each, list):
                assert len(each) == seats
            if isinstance(each, list) and name != "standing":
                assert all(type(count) is int for count in each)
    assert all(each == kinds[0] for each in kinds)


@of_every_variant
def test_a_game_that_the_table_ends_looks_over(game: AnyGame, options: Options) -> None:
    """Its view has the same keys, nobody is to move, and who has won is said where the view says it."""
    seats = len(game.seats(options))
    for state in stroll(game, options):
        view = state.view(None)
        for winners in ([0], [seats - 1], list(range(seats))):
            over = game.part(Table).conclude(view, winners)
            assert over.keys() == view.keys()
            assert (over["to_play"], over["legal"]) == (OVER, [])
            assert view == state.view(None)
        if state.to_play == OVER:
            won = [seat for seat, score in enumerate(state.returns()) if score == max(state.returns())]
            assert game.part(Table).conclude(view, won) == view


ENDINGS = [
    ("coppit", {}, "rules"),
    ("coppit", {"max_turns": 9}, "max_turns"),
    ("othello", {}, "rules"),
    ("otrio", {"players": 3}, "rules"),
    ("puyo", {}, "rules"),
    ("puyo", {"max_turns": 2}, "max_turns"),
    ("puyo", {"mode": "single", "max_turns": 2}, "max_turns"),
    ("twenty48", {}, "no_moves"),
    ("twenty48", {"target": 16, "stop_at_target": True}, "target"),
]


@pytest.mark.parametrize(("name", "options", "reason"), ENDINGS, ids=str)
def test_a_game_says_why_it_is_over(name: str, options: dict[str, Any], reason: str) -> None:
    game = find_game(name)
    assert game.ending(last_of(game, game.options.read(options))) == reason


def test_a_drawn_game_of_otrio_ends_because_nobody_can_place() -> None:
    game = find_game("otrio")
    options = game.options(players=4)
    drawn = next(state for seed in range(200) if not any((state := last_of(game, options, seed)).returns()))

    assert game.ending(drawn) == "no_moves"


def last_of(game: AnyGame, options: Options, seed: int = 0) -> Any:
    generator, luck, state, ply = random.Random(seed), Luck(seed), game.start(options), 0
    while state.to_play != OVER:
        state = state.apply(luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal()))
        ply += 1
    return state


@of_every_variant
def test_environments_and_tables_count_the_same(game: AnyGame, options: Options) -> None:
    """The facts that both name are equal: one reads them off observations, the other off positions."""
    state = last_of(game, options)
    seen = game.part(Arrays).facts(game.part(Arrays).encode.observe(state, 0)[np.newaxis], options)
    facts = game.facts(state)
    for name in seen.keys() & facts.keys():
        assert seen[name].ravel().tolist() == facts[name]
