"""What each placement leads to: the kernel's numbers against the rulebook, on positions of random games."""

import math
import random
from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.core.game import OVER
from asobiba.core.luck import Luck
from asobiba.games.puyo import GAME
from asobiba.games.puyo.afterstates import SCALE, SIZE, afterstates
from asobiba.games.puyo.duels import Duels
from asobiba.games.puyo.evaluate import worth
from asobiba.games.puyo.field import OJAMA, WIDTH, Field, resolve, touches
from asobiba.games.puyo.native import pack, rules
from asobiba.games.puyo.ojama import fall
from asobiba.games.puyo.placements import ACTIONS, PLACEMENTS, SPAWN, place, reachable, tears
from asobiba.games.puyo.potential import Trigger, triggers
from asobiba.games.puyo.rules import Player, Position, PuyoOptions, land

OWN = 35


def positions(options: PuyoOptions, games: int) -> Iterator[Position]:
    """As the seat to move knows them. Players prefer what evaluate.py likes, so that there are chains."""
    for game in range(games):
        luck, dice, state = Luck(game), random.Random(game), GAME.start(options)
        for ply in range(120):
            if state.to_play == OVER:
                break
            if state.to_play < 0:
                state = state.apply(luck.draw(state, ply))
                continue
            known = GAME.conceal(state, state.to_play)
            yield known
            tried = dice.sample(list(state.legal()), min(4, len(state.legal())))
            state = state.apply(max(tried, key=lambda action: worth(known, known.to_play, action)))


def magnitude(points: int) -> int:
    return round(16 * math.log2(1 + points / 40))


def best_with(field: Field, pair: str) -> tuple[int, int]:
    heights = tuple(map(len, field))
    found = [resolve(place(field, pair, number)) for number in reachable(heights)]
    best = max(found, key=lambda each: each.score)
    return len(best.links), magnitude(best.score)


def potential_numbers(field: Field) -> list[int]:
    numbers: list[int] = []
    for most in (1, 2, 3):
        found = [trigger for trigger in triggers(field) if trigger.puyos <= most and is_least(field, trigger)]
        numbers += [
            max((trigger.links for trigger in found), default=0),
            magnitude(max((trigger.score for trigger in found), default=0)),
        ]
    return numbers


def is_least(field: Field, trigger: Trigger) -> bool:
    """Only the fewest puyos that start something in a column count."""
    _, _, column, colour, puyos = trigger
    return all((each.column, each.colour) != (column, colour) or each.puyos >= puyos for each in triggers(field))


def expected(position: Position, action: int) -> dict[int, int]:
    """By their places among the own numbers; those that the rulebook says at once."""
    seat, pairs, options = position.to_play, position.pairs(), position.options
    player = position.players[seat]
    landed = land(player, action, pairs[0], options)
    bought = (player.carry + landed.points) // position.price if landed.points else 0
    waiting = max(player.ojama - bought, 0)
    falling = min(waiting, options.ojama_per_turn)
    field = fall(landed.player.field, falling // WIDTH)
    placed = place(player.field, pairs[0], action)
    everything = "".join(field)
    links = landed.player.chain
    next_best, after_best = best_with(field, pairs[1]), best_with(field, pairs[2])
    return {
        0: links,
        1: magnitude(landed.points),
        2: min(max(bought - player.ojama, 0), 255),
        3: waiting - falling,
        4: falling,
        **{5 + column: len(field[column]) for column in range(WIDTH)},
        11: WIDTH if len(field[SPAWN]) >= 12 else falling % WIDTH if len(field[SPAWN]) == 11 else 0,
        **dict(enumerate(potential_numbers(field), 12)),
        22: touches(field),
        24: len(everything) - everything.count(OJAMA),
        25: everything.count(OJAMA),
        26: landed.player.all_clear,
        27: tears(player.field, action),
        28: next_best[0],
        29: next_best[1],
        30: after_best[0],
        31: after_best[1],
        33: sum(map(len, placed)) - sum(map(len, landed.player.field)),
        34: max(len(field[SPAWN]) - 8, 0),
    }


@pytest.mark.parametrize(
    "options", [PuyoOptions(), PuyoOptions(mode="single"), PuyoOptions(colors=5, target_points=60)]
)
def test_the_numbers_are_those_of_the_rulebook(options: PuyoOptions) -> None:
    chains = 0
    for position in list(positions(options, 3))[::9]:
        found = afterstates(position, position.to_play).numbers
        for action in position.legal():
            wanted = expected(position, action)
            row = {place: int(found[action][place]) for place in wanted}
            # The carried points are seen in hundredths only, so an ojama more or less may be bought.
            for near in (2, 3):
                assert abs(row.pop(near) - wanted.pop(near)) <= 1
            assert row == {place: int(number) for place, number in wanted.items()}, PLACEMENTS[action].name
            chains += wanted[0] > 0
    assert chains > 5


def test_puyos_that_vanished_are_counted_before_ojama_fall() -> None:
    falling = Player(field=("RRR", "", "", "", "", "B"), ojama=24)
    position = Position(players=(falling, Player()), queue="RBYGYG", options=PuyoOptions())
    row = afterstates(position, 0).numbers[0].tolist()

    assert PLACEMENTS[0].name == "1u"
    assert (row[0], row[4]) == (1, 24)  # a chain of one link, and four rows of ojama
    assert row[33] == 4


def test_the_others_side_is_the_same_for_every_placement() -> None:
    position = list(positions(PuyoOptions(), 1))[24]
    numbers = afterstates(position, position.to_play).numbers[list(position.legal())]
    other = position.players[1 - position.to_play]

    assert (numbers[:, OWN:] == numbers[0, OWN:]).all()
    assert numbers[0, OWN : OWN + 6].tolist() == potential_numbers(other.field)
    assert tuple(numbers[0, OWN + 6 : OWN + 8].tolist()) == best_with(other.field, position.pairs()[0])
    assert numbers[0, OWN + 10] == sum(map(len, other.field))


def test_placements_out_of_reach_are_zeros() -> None:
    full = ("RB" * 6 + "R", "", "", "", "", "")
    position = next(positions(PuyoOptions(mode="single"), 1))
    walled = Position(
        players=(type(position.players[0])(field=full),), queue=position.queue, options=PuyoOptions(mode="single")
    )
    found = afterstates(walled, 0)
    legal = set(walled.legal())

    assert len(legal) < ACTIONS
    for action in range(ACTIONS):
        assert found.numbers[action].any() == (action in legal)
        assert (found.worth[action] > -1e8) == (action in legal)


def test_names_of_colours_do_not_matter() -> None:
    position = list(positions(PuyoOptions(), 1))[30]
    renamed = str.maketrans("RBYG", "GYRB")
    twin = Position(
        players=tuple(
            type(player)(**{**vars(player), "field": tuple(column.translate(renamed) for column in player.field)})
            for player in position.players
        ),
        queue=position.queue.translate(renamed),
        turn=position.turn,
        clock=position.clock,
        first=position.first,
        options=position.options,
    )
    one, other = (afterstates(each, each.to_play) for each in (position, twin))

    assert (one.numbers == other.numbers).all()


def test_only_what_is_seen_counts() -> None:
    luck, state = Luck(3), GAME.start(PuyoOptions())
    for ply in range(50):
        if state.to_play >= 0:
            for seat in (0, 1):
                whole, known = afterstates(state, seat), afterstates(GAME.conceal(state, seat), seat)
                assert (whole.numbers == known.numbers).all()
                assert (whole.worth == known.worth).all()
        state = state.apply(luck.draw(state, ply) if state.to_play < 0 else state.legal()[ply % len(state.legal())])


@pytest.mark.parametrize("options", [PuyoOptions(max_turns=12), PuyoOptions(mode="single", colors=5, max_turns=12)])
def test_duels_tell_the_same_on_any_number_of_threads(options: PuyoOptions) -> None:
    one, three = (Duels(9, 4, options, threads=threads) for threads in (1, 3))
    for _ in range(14):
        ended = one.step(actions := one.masks.argmax(2).astype(np.int32)).ended
        three.step(actions)
        assert (one.afterstates().numbers == three.afterstates().numbers).all()
        assert (one.afterstates().worth == three.afterstates().worth).all()
        for game in range(one.count):
            for seat in range(one.seats):
                assert (one.afterstates().numbers[game, seat] == afterstates(one.position(game), seat).numbers).all()
        last = one.afterstates_of(ended, np.zeros_like(ended), ended=True)
        for game, found in zip(ended, last.worth, strict=True):
            assert (found == afterstates(one.last(int(game)), 0).worth).all()


def test_every_number_has_a_scale() -> None:
    assert len(SCALE) == SIZE


def test_nonsense_is_refused() -> None:
    position = next(positions(PuyoOptions(), 1))
    some, raw = rules(position.options), pack(position)
    numbers, judged = np.zeros((22, SIZE), np.uint8), np.zeros(22, np.float32)
    for wrong in (numbers[:21], numbers.astype(np.int16), None, "x"):
        with pytest.raises(TypeError):
            kernels.puyo_afterstates(some, raw, 0, cast("NDArray[np.uint8]", wrong), judged)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="there is no such seat"):
            kernels.puyo_afterstates(some, raw, seat, numbers, judged)
    for broken in (raw[:-1], b"\xff" * len(raw)):
        with pytest.raises(ValueError, match="position"):
            kernels.puyo_afterstates(some, broken, 0, numbers, judged)
