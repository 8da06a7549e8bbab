"""What every position and every part of a game must keep."""

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, get_type_hints

import msgspec
import numpy as np

from asobiba.agents.arrays import Arrays
from asobiba.agents.players import Players
from asobiba.check.walks import PLIES, Check, at, last_of, stroll
from asobiba.core.errors import IllegalMove, in_one_line
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.options import Options
from asobiba.core.picture import PLAIN, plain
from asobiba.core.records import Ply, Record, read_records, write_record
from asobiba.envs.batch import Batch
from asobiba.online.table import Table

NO_NUMBERS: tuple[Any, ...] = (None, "x", "1", 1.0, 3.5, True, np.float32(1), [0], float("nan"))


def seats(game: AnyGame, options: Options) -> Iterator[str]:
    """The seat to move exists."""
    known = game.seats(options)
    for state in stroll(game, options):
        if state.to_play not in (CHANCE, OVER, *range(len(known))):
            yield f"`to_play` is {state.to_play!r}, but there are {len(known)} seats, {at(game, state)}"
        if not isinstance(state.options, game.options) or state.options != options:
            yield f"`options` of a position must be those of its game, not {state.options!r}, {at(game, state)}"


def legal(game: AnyGame, options: Options) -> Iterator[str]:
    """Legal actions are ascending numbers in the declared range, and there are some until the game is over."""
    for state in stroll(game, options):
        found = list(state.legal())
        if not all(type(action) is int for action in found):
            yield f"`legal()` must be whole numbers, not {found}, {at(game, state)}"
        elif found != sorted(set(found)):
            yield f"`legal()` must be in ascending order without repetition, not {found}, {at(game, state)}"
        if state.to_play == OVER and found:
            yield f"`legal()` must be empty when the game is over, not {found}, {at(game, state)}"
        if state.to_play != OVER and not found:
            yield f"`legal()` is empty, but the game is not over, {at(game, state)}"
        kind, limit = "actions", game.actions(options)
        if state.to_play == CHANCE:
            kind, limit = "outcomes", game.outcomes(options)
        wrong = [action for action in found if not 0 <= action < limit]
        if wrong:
            yield f"action {wrong[0]} is legal, but `{kind}` is {limit}, {at(game, state)}"


def passes(game: AnyGame, options: Options) -> Iterator[str]:
    """A pass is legal only where nothing else is, and is written `pass`."""
    for state in stroll(game, options):
        if state.to_play < 0:
            continue
        written = {game.notation.write_move(state, action): action for action in state.legal()}
        if ("pass" in written) != (game.pass_action in written.values()):
            yield f"a move is written `pass` if and only if it is `pass_action`, {at(game, state)}"
        if game.pass_action in written.values() and len(written) > 1:
            yield f"`pass_action` is legal beside other actions, {at(game, state)}"


def unchanged(game: AnyGame, options: Options) -> Iterator[str]:
    """`apply` leaves its position as it was, and makes equal positions of equal ones."""
    for state in stroll(game, options):
        before = (hash(state), repr(state), state.view(None))
        for action in list(state.legal())[:3]:
            one, other = state.apply(action), state.apply(action)
            if one != other or hash(one) != hash(other):
                yield f"`apply({action})` twice must give equal positions with equal hashes, {at(game, state)}"
            if one == state:
                yield f"`apply({action})` gives a position that is equal to the one before it, {at(game, state)}"
        if (hash(state), repr(state), state.view(None)) != before:
            yield f"`apply` must leave its position unchanged, {at(game, state)}"


def illegal(game: AnyGame, options: Options) -> Iterator[str]:
    """An action that is not legal is an IllegalMove."""
    limit = game.actions(options)
    for state in stroll(game, options):
        allowed = set(state.legal())
        for action in (-1, -2, *range(0, limit + 3, 1 + limit // 40), 10**9):
            if action not in allowed:
                yield from _refused(game, state, action)


def whole_numbers(game: AnyGame, options: Options) -> Iterator[str]:
    """Any whole number is an action, as an argmax gives it; what is no whole number is refused."""
    for number, state in enumerate(stroll(game, options)):
        for action in list(state.legal())[:2]:
            plainly = state.apply(action)
            if repr(state.apply(np.int64(action))) != repr(plainly) or state.apply(np.array(action)) != plainly:
                yield (
                    f"`apply(np.int64({action}))` must give the same as `apply({action})`: "
                    f"write `@whole` above `apply`, or `after` instead of it, {at(game, state)}"
                )
        for wrong in NO_NUMBERS if number < 4 else ():
            yield from _refused(game, state, wrong, "is no action: a whole number is expected")


def _refused(game: AnyGame, state: Any, action: Any, words: str = "") -> Iterator[str]:
    try:
        state.apply(action)
    except IllegalMove as error:
        if words not in error.sentence:
            yield f"`apply({action!r})` must say {words!r}, not {error.sentence!r}: write `@whole` above `apply`"
    except Exception as error:
        yield f"`apply({action!r})` must raise IllegalMove, not {in_one_line(error)}, {at(game, state)}"
    else:
        yield f"`apply({action!r})` must raise IllegalMove, {at(game, state)}"


def chances(game: AnyGame, options: Options) -> Iterator[str]:
    """`chances` is a distribution over the outcomes, and empty where luck does not decide."""
    for state in stroll(game, options):
        found = list(state.chances())
        if state.to_play != CHANCE:
            if found:
                yield f"`chances()` must be empty where luck does not decide, {at(game, state)}"
            continue
        if [outcome for outcome, _ in found] != list(state.legal()):
            yield f"`chances()` must have the outcomes of `legal()` in their order, {at(game, state)}"
        total = sum(p for _, p in found)
        if abs(total - 1) > 1e-6 or not all(p > 0 for _, p in found):
            yield f"`chances()` must be above 0 and sum to 1, not to {total}, {at(game, state)}"


def scores(game: AnyGame, options: Options) -> Iterator[str]:
    """Every seat has a score within the bounds."""
    count, (low, high) = len(game.seats(options)), game.bounds(options)
    for state in stroll(game, options):
        found = state.returns()
        if len(found) != count:
            yield f"`returns()` must have a score for each of the {count} seats, not {found}, {at(game, state)}"
        if not all(isinstance(score, float) for score in found):
            yield f"`returns()` must be floats, not {found}, {at(game, state)}"
        elif not all(low <= score <= high for score in found):
            yield f"`returns()` is {found}, but `bounds` are {low} to {high}, {at(game, state)}"


def views(game: AnyGame, options: Options) -> Iterator[str]:
    """What a seat sees is JSON, and just what its type says."""
    kind = get_type_hints(type(game.start(options)).view)["return"]
    for state in stroll(game, options):
        for seat in (None, *range(len(game.seats(options)))):
            view = state.view(seat)
            if json.loads(json.dumps(view)) != view:
                yield f"`view({seat})` must be JSON (lists, not tuples; names, not numbers, as keys), {at(game, state)}"
            if view.get("to_play") != state.to_play:
                yield f"`view({seat})` must have `to_play` {state.to_play}, {at(game, state)}"
            if msgspec.convert(view, kind) != view:
                yield f"`view({seat})` has more than its type {kind.__name__} says, {at(game, state)}"


def notation(game: AnyGame, options: Options) -> Iterator[str]:
    """Moves and positions are read as they are written."""
    for state in stroll(game, options):
        text = game.notation.write_position(state)
        if game.notation.read_position(text, options) != state:
            yield f"`read_position` does not read `{text}` as the position that was written"
        if "\n" in text:
            yield f"`write_position` must write one line, not {text!r}"
        for action in state.legal() if state.to_play >= 0 else ():
            move = game.notation.write_move(state, action)
            if (read := game.notation.read_move(state, move)) != action:
                yield f"action {action} is written `{move}`, which is read as {read}, {at(game, state)}"


def observations(game: AnyGame, options: Options) -> Iterator[str]:
    """Arrays have the declared shape, bounds and type."""
    arrays = game.part(Arrays)
    shape, kind = tuple(arrays.encode.shape(options)), arrays.encode.observe(game.start(options), 0).dtype
    low, high = (-np.inf, np.inf) if arrays.bounds is None else arrays.bounds(options)
    for state in stroll(game, options):
        for seat in range(len(game.seats(options))):
            seen = arrays.encode.observe(state, seat)
            if seen.shape != shape:
                yield f"`observe` gives the shape {seen.shape}, but `shape` is {shape}, {at(game, state)}"
            elif not (np.isfinite(seen).all() and (low <= seen).all() and (seen <= high).all()):
                yield f"`observe` gives numbers outside of `bounds`, {at(game, state)}"
            if seen.dtype != kind:
                yield f"`observe` gives {seen.dtype} here and {kind} elsewhere, {at(game, state)}"


def concealed(game: AnyGame, options: Options) -> Iterator[str]:
    """A concealed position looks the same to its seat."""
    for state in stroll(game, options):
        if (seat := state.to_play) < 0:
            continue
        hidden = game.conceal(state, seat)
        if hidden.view(seat) != state.view(seat) or hidden.to_play != seat:
            yield f"`conceal` must give a position that looks the same to seat {seat}, {at(game, state)}"
        if list(hidden.legal()) != list(state.legal()):
            yield f"`conceal` changes the legal actions of seat {seat}, {at(game, state)}"


def drawn_and_judged(game: AnyGame, options: Options) -> Iterator[str]:
    """Every position can be drawn and evaluated."""
    players = game.part(Players)
    for state in stroll(game, options):
        if plain(game.draw(state, PLAIN)) != str(state):
            yield f"`str` of a position must be what `draw` draws: write `@draws({type(state).__name__})` above it"
        for seat in range(len(game.seats(options))):
            value: Any = players.evaluate(state, seat)
            if not isinstance(value, float | int):
                yield f"`evaluate` must give a number, not {value!r}, {at(game, state)}"
        json.dumps(players.insight([state]))


def records(game: AnyGame, options: Options) -> Iterator[str]:
    """A record is read as it was written, and leads to the same position."""
    generator, luck = random.Random(1), Luck(1)
    state, plies = game.start(options), list[Ply]()
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
    read = list(read_records(text.splitlines()))
    if read != [record] or write_record(*read) != text:
        yield "a record is not read as it was written"
    if list(record.states())[-1] != state:
        yield f"a record does not lead to the position that was played, {at(game, state)}"


def standing(game: AnyGame, options: Options) -> Iterator[str]:
    """The seat that stands best when the game is over has the best score, and no other seat has it."""
    state = last_of(game, options)
    places, returns = list(game.standing(state)), state.returns()
    best = [each == max(places) for each in places]
    if best != [score == max(returns) for score in returns] and not min(returns) == max(returns) == 0.0:
        yield f"`standing` is {places}, but `returns()` are {returns}, {at(game, state)}"


def facts(game: AnyGame, options: Options) -> Iterator[str]:
    """Facts have the same keys and types in every position, and a number for each seat in a list."""
    count, kinds = len(game.seats(options)), dict[str, type]()
    for state in stroll(game, options):
        found = game.facts(state)
        json.dumps(found)
        kinds = kinds or {name: type(each) for name, each in found.items()}
        if {name: type(each) for name, each in found.items()} != kinds:
            yield f"`facts` must have the same keys and types in every position, {at(game, state)}"
        for name, each in found.items():
            if not name.islower():
                yield f"`facts` has the name {name!r}: write it in lower case"
            if isinstance(each, list) and len(each) != count:
                yield f"`facts[{name!r}]` must have an entry for each seat, not {each}, {at(game, state)}"
            if isinstance(each, list) and name != "standing" and not all(type(number) is int for number in each):
                yield f"`facts[{name!r}]` must be whole numbers, not {each}, {at(game, state)}"


def ended_by_the_table(game: AnyGame, options: Options) -> Iterator[str]:
    """The view of a game that the table ends has the same keys, and nobody is to move."""
    conclude, count = game.part(Table).conclude, len(game.seats(options))
    for state in stroll(game, options):
        view = state.view(None)
        for winners in ([0], [count - 1], list(range(count))):
            over = conclude(view, winners)
            if over.keys() != view.keys() or (over["to_play"], over["legal"]) != (OVER, []):
                wanted = f"with `to_play` {OVER} and `legal` []"
                yield f"`conclude` must keep the keys of the view, {wanted}, {at(game, state)}"
            if view != state.view(None):
                yield f"`conclude` must leave the view unchanged, {at(game, state)}"
        returns = state.returns()
        won = [seat for seat, score in enumerate(returns) if score == max(returns)]
        if state.to_play == OVER and conclude(view, won) != view:
            yield f"`conclude` must leave the view of a finished game as it is, {at(game, state)}"


def counted_alike(game: AnyGame, options: Options) -> Iterator[str]:
    """The facts of positions and of observations are equal where both have them."""
    state, arrays = last_of(game, options), game.part(Arrays)
    seen = arrays.facts(arrays.encode.observe(state, 0)[np.newaxis], options)
    found = game.facts(state)
    for name in seen.keys() & found.keys():
        if seen[name].ravel().tolist() != found[name]:
            yield f"`facts[{name!r}]` is {found[name]}, but {seen[name]} in the encoding, {at(game, state)}"


def batches(game: AnyGame, options: Options) -> Iterator[str]:
    """Environments can be set to any position and show what the rulebook shows."""
    batch = Batch(game, 1, seed=1, options=options, luck=False, implementation="rulebook")
    for state in islice(stroll(game, options), 0, None, 8):
        batch.set_state(0, state)
        if batch.state(0) != state:
            yield f"`Batch.set_state` does not give the position back, {at(game, state)}"
        if state.to_play >= 0 and np.flatnonzero(batch.mask[0]).tolist() != list(state.legal()):
            yield f"the mask of a batch is not `legal()`, {at(game, state)}"


CONTRACT: tuple[Check, ...] = (
    seats,
    legal,
    passes,
    unchanged,
    illegal,
    whole_numbers,
    chances,
    scores,
    views,
    notation,
    observations,
    concealed,
    drawn_and_judged,
    records,
    standing,
    facts,
    ended_by_the_table,
    counted_alike,
    batches,
)
