"""What a message does to a table: the events that follow from it, or a refusal. Pure, like table.py.

Luck is drawn here, right after the move that calls for it, and goes into the log with it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from asobiba.agents.spec import make_agent
from asobiba.core.errors import AsobibaError
from asobiba.core.game import CHANCE, OVER
from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.events import Event
from asobiba.online.rooms.dice import commitment_of, drawn
from asobiba.online.rooms.ending import ended, parted
from asobiba.online.rooms.names import clean_chat, same_looking
from asobiba.online.rooms.outcome import BY_THE_TABLE
from asobiba.online.rooms.table import RoomTable

PASS: Final = "pass"
"""How every notation writes it."""


class Refusal(AsobibaError):
    """Nothing changes; the client is told why. `code` is a key of the clients' catalogues."""

    def __init__(self, code: str, sentence: str, **params: object) -> None:
        super().__init__(sentence, **params)
        self.code = code


@dataclass(frozen=True, slots=True)
class Actor:
    """Who speaks: a guest, on a seat or watching."""

    guest: str
    name: str
    seat: int | None
    """Of several seats the one that is played now."""
    seats: tuple[int, ...] = ()

    def known(self) -> None:
        """Who came without introducing himself may only watch."""
        if not self.guest:
            raise Refusal("no_guest", "introduce yourself first: POST /api/guests")

    def seated(self) -> int:
        if self.seat is None:
            raise Refusal("not_seated", "you are watching; only players may do that")
        return self.seat

    def at(self, seat: int | None) -> "Actor":
        """The same on that of his seats, or on the one that he plays now."""
        if seat is not None and seat not in self.seats:
            raise Refusal("not_seated", f"seat {seat} is not yours")
        return self if seat is None else replace(self, seat=seat)


@dataclass(frozen=True, slots=True)
class Secret:
    """Luck for a game that may start now."""

    seed: int
    nonce: str


def all_after(table: RoomTable, events: Iterable[Event]) -> RoomTable:
    for event in events:
        table = table.foresee(event)
    return table


def settled(table: RoomTable, events: list[Event]) -> list[Event]:
    """The events with what follows at once: luck, and the end by the rules."""
    table = all_after(table, events)
    while table.status == "playing" and not table.timed and table.state.to_play == CHANCE:
        luck = drawn(table)
        table = table.foresee(luck)
        events.append(luck)
    if table.status == "playing" and not table.timed and table.state.to_play == OVER:
        events.append(ended(table, table.game.ending(table.state)))
    return events


def sit(table: RoomTable, actor: Actor, wanted: int | None, token: str, *, also: bool = False) -> list[Event]:
    """Who has a seat gets it again, with a new token, goes over to another, or takes one `also`: a lost token costs
    nobody the seat."""
    actor.known()
    if wanted is not None:
        _existing(table, wanted)
    own = _seats_of(table, actor)
    if own and (wanted in own or (wanted is None and not also)):
        return [log.Rekeyed(own[0] if wanted is None else wanted, token)]
    kept = f"you keep seat {own[0]}" if own else "you can watch it"
    if table.status == "over":
        raise Refusal("over", f"the game is over; {kept}")
    if table.status != "open":
        raise Refusal("started", f"the game has started; {kept}")
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if not free:
        raise Refusal("full", "every seat is taken")
    if wanted is not None and wanted not in free:
        raise Refusal("seat_taken", f"seat {wanted} is not free; free: {', '.join(map(str, free))}", seat=wanted)
    if own and also and not table.one_device:
        raise Refusal("one_seat", "whoever plays this game has one seat: not all see the same, or all move at once")
    if own and wanted is not None and not also:
        return [log.Reseated(own[0], wanted, token)]
    return [log.Sat(free[0] if wanted is None else wanted, _name_of_its_own(table, actor.name), actor.guest, token)]


def _seats_of(table: RoomTable, actor: Actor) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.guest == actor.guest]


def seat_after(event: Event) -> int:
    """Where somebody sits after sitting down."""
    assert isinstance(event, log.Sat | log.Rekeyed | log.Reseated)
    return event.to if isinstance(event, log.Reseated) else event.seat


def _existing(table: RoomTable, seat: int) -> None:
    if seat >= len(table.seats):
        raise Refusal("no_seat", f"there is no seat {seat}; seats: 0 to {len(table.seats) - 1}", seat=seat)


def _name_of_its_own(table: RoomTable, name: str) -> str:
    taken = [seat.name for seat in table.seats if seat.human]
    if not any(same_looking(name, other) for other in taken):
        return name
    return next(
        new
        for number in range(2, 20)
        if not any(same_looking(new := f"{name[:16]} {number}", other) for other in taken)
    )


def leave(table: RoomTable, actor: Actor, message: say.Leave) -> list[Event]:
    """A bot has the seat from now on. Who leaves a game that no other person plays gives it up."""
    actor.at(message.seat).seated()
    leaving = actor.seats if message.seat is None else (message.seat,)
    left: list[Event] = [log.Left(seat) for seat in leaving]
    if table.status != "playing" or leaving != actor.seats or _others_play(table, actor):
        return left
    return [*_given_up(table, actor.seats), *left]


def _others_play(table: RoomTable, actor: Actor) -> bool:
    return any(seat.human and not seat.gone and seat.guest != actor.guest for seat in table.seats)


def _given_up(table: RoomTable, own: Sequence[int]) -> list[Event]:
    """Whoever plays alone or against bots has lost the game. Of people at one device nobody has won it."""
    alone = len(table.seats) > 1 and len(own) == len(table.seats)
    if alone and not table.out:
        return [ended(table, "abandoned", [0.0] * len(own))]
    resigned: list[Event] = [log.Resigned(seat) for seat in own if not table.seats[seat].gone]
    return [*resigned, ended(all_after(table, resigned), "abandoned")]


def end(table: RoomTable, actor: Actor, _: say.End) -> list[Event]:
    """Whoever plays alone or against bots gives the game up, and a table at which nobody else sits is closed."""
    actor.known()
    own, others = _seats_of(table, actor), _others_play(table, actor)
    if not own and (others or actor.guest != table.setup.host):
        raise Refusal("not_host", "only whoever made the room, or plays in it, ends it")
    if table.status == "over":
        raise Refusal("over", "the game is over")
    left: list[Event] = [log.Left(seat) for seat in own]
    if others:
        return left
    if table.status == "open":
        return [*left, log.Closed()]
    return _given_up(table, own)


def put_bot(table: RoomTable, actor: Actor, message: say.Bot) -> list[Event]:
    if actor.guest != table.setup.host:
        raise Refusal("not_host", "only the host places bots")
    if table.status != "open":
        raise Refusal("started", "the game has started")
    _existing(table, message.seat)
    seat = table.seats[message.seat]
    if message.spec is None:
        if seat.bot is None:
            raise Refusal("no_bot", f"no bot has seat {message.seat}", seat=message.seat)
        return [log.Left(message.seat)]
    if seat.human:
        raise Refusal("seat_taken", f"seat {message.seat} is taken", seat=message.seat)
    return [log.Installed(message.seat, checked_spec(table, message.spec))]


def checked_spec(table: RoomTable, spec: str) -> str:
    make_agent(spec, table.game, table.options, local=False)
    return spec


def fill(table: RoomTable) -> list[Event]:
    """Bots on all free seats."""
    return [log.Installed(number, table.bot) for number, seat in enumerate(table.seats) if seat.free]


def fill_now(table: RoomTable, actor: Actor, _: say.Fill) -> list[Event]:
    actor.seated()
    if table.status != "open":
        raise Refusal("started", "the game has started")
    return fill(table)


def may_hurry(table: RoomTable, actor: Actor) -> None:
    """Nobody else is hurried."""
    mine = actor.seated()
    if table.status != "playing" or any(seat.human for other, seat in enumerate(table.seats) if other != mine):
        raise Refusal("not_here", "only bots can be hurried, during a game")


def get_ready(table: RoomTable, actor: Actor, message: say.Ready) -> list[Event]:
    if table.status != "open":
        raise Refusal("started", "the game has started")
    actor.seated()
    return [log.Readied(seat, message.yes) for seat in actor.seats]


def start_if_ready(table: RoomTable, events: list[Event], secret: Secret) -> list[Event]:
    """The events, and the start of the game if now every seat is taken and ready."""
    after = all_after(table, events)
    if after.status != "open" or not all(seat.ready for seat in after.seats):
        return events
    return start(table, events, secret)


def start(table: RoomTable, events: list[Event], secret: Secret) -> list[Event]:
    number = all_after(table, events).round + 1
    commitment = commitment_of(secret.seed, secret.nonce)
    return settled(table, [*events, log.Started(number, commitment, secret.seed, secret.nonce)])


def move(table: RoomTable, actor: Actor, message: say.Move, ms: int) -> list[Event]:
    seat = playing(table, actor)
    if table.timed:
        raise Refusal("timed", "this game runs on the clock; send inputs")
    if message.base > table.seq:
        sentence = f"base {message.base} is ahead of the log, which ends with event {table.seq}"
        raise Refusal("ahead", sentence, base=message.base, seq=table.seq)
    if message.base < table.decided_at:
        raise Refusal("stale", "the position has changed since")
    if seat not in table.due():
        raise Refusal("not_your_turn", "it is not your turn")
    return moved(table, seat, _chosen(table, seat, message), ms, "player")


def playing(table: RoomTable, actor: Actor) -> int:
    seat = actor.seated()
    if table.status != "playing":
        raise Refusal("not_playing", "no game is running")
    if table.seats[seat].gone:
        raise Refusal("gone", "you have resigned or your time is over; a bot moves for your seat")
    return seat


def _chosen(table: RoomTable, seat: int, message: say.Move) -> int:
    legal = table.legal(seat)
    if message.text is not None:
        return table.game.notation.read_move(table.seen_by(seat), message.text)
    if message.action is None:
        raise Refusal("no_move", "a move needs an action or a text")
    if message.action not in legal:
        table.seen_by(seat).apply(message.action)  # says what is wrong with it
    return message.action


def moved(table: RoomTable, seat: int, action: int, ms: int, by: str) -> list[Event]:
    return settled(table, [log.Moved(seat, action, ms, by)])


def passed(table: RoomTable, seat: int) -> list[Event]:
    """The pass that the rules demand. It costs no time."""
    action = table.game.pass_action
    assert action is not None
    return moved(table, seat, action, 0, "rules")


def passed_already(table: RoomTable, actor: Actor, message: say.Move) -> int | None:
    """The event of the pass that this message asks for, if the rules were quicker."""
    if message.action != table.game.pass_action and (message.text or "").strip().lower() != PASS:
        return None
    return next(
        (number for seat, since, number in table.passed if seat in actor.seats and since <= message.base < number),
        None,
    )


def resign(table: RoomTable, actor: Actor, message: say.Resign) -> list[Event]:
    return parted(table, log.Resigned(playing(table, actor.at(message.seat))), "resign")


def out_of_time(table: RoomTable, seat: int) -> list[Event]:
    """The total time is used up, or of two players the time for a move."""
    return parted(table, log.Flagged(seat), "time")


def offer(table: RoomTable, actor: Actor, message: say.Offer, secret: Secret) -> list[Event]:
    seat, what = _asked(table, actor, message.kind), message.kind
    if what == "takeback":
        seat = _moved_last(table, actor.seats)
    _CHECKS[what](table, seat)
    if table.offer(what) is not None:
        return answer(table, actor, say.Answer(what, True), secret)
    others = [each for each in actor.seats if each != seat and (what == "rematch" or each not in table.out)]
    agreeing = [log.Answered(what, each, True) for each in others]
    return _agreed(table, [log.Offered(what, seat), *agreeing], what, secret)


def _asked(table: RoomTable, actor: Actor, what: str) -> int:
    """Who is out has no say in the game; he may want another one. Who plays alone may go back even from the end."""
    if what == "rematch" or (what == "takeback" and _ended_alone(table)):
        return actor.seated()
    return playing(table, actor)


def _ended_alone(table: RoomTable) -> bool:
    outcome = table.outcome
    return len(table.seats) == 1 and outcome is not None and outcome.reason not in BY_THE_TABLE


def _can_draw(table: RoomTable, seat: int) -> None:
    if len(table.seats) != 2:
        raise Refusal("no_draw", "a draw is for two players")
    if table.seats[1 - seat].played_by_bot:
        raise Refusal("bot_declines", "a bot does not agree to a draw")


def _can_take_back(table: RoomTable, seat: int) -> None:
    if not table.takebacks:
        raise Refusal("no_takeback", "this room plays without taking back")
    if last_choice(table, seat) is None:
        raise Refusal("nothing_to_take_back", "you have not moved yet")


def last_choice(table: RoomTable, seat: int) -> int | None:
    """The number of the seat's last ply that was one: taken back, a pass would only be made again."""
    for number in reversed(range(len(table.plies))):
        played = table.plies[number]
        if played.seat == seat and played.action != table.game.pass_action:
            return number
    return None


def _moved_last(table: RoomTable, seats: Sequence[int]) -> int:
    choices = {seat: last_choice(table, seat) for seat in seats}
    return max(seats, key=lambda seat: -1 if (last := choices[seat]) is None else last)


def _can_rematch(table: RoomTable, seat: int) -> None:
    if table.status != "over":
        raise Refusal("not_over", "the game is not over")


_CHECKS: dict[str, Any] = {"draw": _can_draw, "takeback": _can_take_back, "rematch": _can_rematch}


def answer(table: RoomTable, actor: Actor, message: say.Answer, secret: Secret) -> list[Event]:
    what = message.kind
    actor.seated()
    found = table.offer(what)
    if found is None:
        raise Refusal("no_offer", f"nobody offers a {what}")
    seat = _asked(table, actor, what)
    if not message.yes:
        return [log.Answered(what, seat, False)]
    agreeing = [each for each in actor.seats if each not in found[1] and (what == "rematch" or each not in table.out)]
    if not agreeing:
        return []
    return _agreed(table, [log.Answered(what, each, True) for each in agreeing], what, secret)


def _agreed(table: RoomTable, events: list[Event], what: str, secret: Secret) -> list[Event]:
    """The events, and what was offered if everybody who must has agreed. Bots agree."""
    found = all_after(table, events).offer(what)
    out = () if what == "rematch" else table.out
    needed = {number for number, seat in enumerate(table.seats) if seat.human and not seat.deputy and number not in out}
    if found is None or not needed <= found[1]:
        return events
    if what == "draw":
        return [*events, ended(table, "draw", [0.0] * len(table.seats))]
    if what == "rematch":
        return start(table, events, secret)
    last = last_choice(table, found[0])
    assert last is not None
    return [*events, log.TookBack(last)]


def chat(table: RoomTable, actor: Actor, message: say.Chat) -> list[Event]:
    actor.known()
    if not table.setup.settings.chat:
        raise Refusal("no_chat", "this room has no chat")
    return [log.Said(actor.seat, actor.name, clean_chat(message.text), actor.guest)]
