"""How games end at a table: who left, who won among those who stayed, why, and how much."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from asobiba.agents.arrays import Arrays
from asobiba.agents.players import Players
from asobiba.core.game import OVER
from asobiba.core.records import read_records
from asobiba.online.protocol import events
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.events import Event, read_event
from asobiba.online.rooms import archive, decisions
from asobiba.online.rooms.decisions import Actor, Refusal
from asobiba.online.rooms.ending import spared
from asobiba.online.rooms.hub import NewRoom
from asobiba.online.rooms.showing import shown, state_for
from asobiba.online.rooms.table import RoomSettings, RoomTable
from asobiba.online.table import Table
from tests.online.lines import KeptLine, a_hub, seated_room, until
from tests.online.tables import GAMES, SECRET, at_random, new_table, played, seated, started

MANY: list[tuple[str, Mapping[str, Any]]] = [
    ("otrio", {"players": 3}),
    ("otrio", {"players": 4}),
    ("otrio", {"players": 4, "losers": "zero"}),
    ("coppit", {"max_turns": 60}),
    ("coppit", {"max_players": 3, "max_turns": 60}),
]


def actor(seat: int) -> Actor:
    return Actor(f"guest{seat}", f"player {seat}", seat, (seat,))


def resigned(table: RoomTable, *seats: int) -> RoomTable:
    for seat in seats:
        table = decisions.all_after(table, decisions.resign(table, actor(seat), say.Resign()))
    return table


def moved(table: RoomTable, moves: Sequence[str]) -> RoomTable:
    for text in moves:
        seat = table.due()[0]
        action = table.game.notation.read_move(table.state, text)
        table = decisions.all_after(table, decisions.moved(table, seat, action, 0, "player"))
    return table


def to_the_end(table: RoomTable, seed: int = 1) -> RoomTable:
    for _, _, after in played(table, at_random(seed), 3000):
        table = after
    return table


def state_of(table: RoomTable, seat: int | None = None) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(bytes(state_for(table, seat)))
    return told


# Who leaves ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), MANY)
def test_who_resigns_is_out_and_comes_last(name: str, options: Mapping[str, Any]) -> None:
    """Over many games his seat wins by the rules now and then; it is never his."""
    won_by_rules = 0
    for seed in range(40):
        table = to_the_end(resigned(started(name, options), 1), seed)
        outcome, seats = table.outcome, len(table.seats)
        assert outcome is not None
        rules = table.state.returns()
        won_by_rules += rules[1] == max(rules) > min(rules)
        assert outcome.places[1] == seats
        assert 1 not in outcome.winners
        assert max(outcome.returns) > outcome.returns[1] == min(outcome.returns)
        if rules[1] < max(rules):
            assert outcome.winners == tuple(seat for seat in range(seats) if rules[seat] == max(rules))
            assert outcome.returns == rules, "the result of the others counts"
    assert won_by_rules > 0


def test_places_follow_the_order_of_leaving() -> None:
    table = to_the_end(resigned(started("otrio", {"players": 4}), 2, 0))
    assert table.outcome is not None
    assert (table.outcome.places[2], table.outcome.places[0]) == (4, 3)
    assert {table.outcome.places[1], table.outcome.places[3]} <= {1, 2}


@pytest.mark.parametrize(("name", "options"), MANY)
def test_who_stays_alone_has_won_at_once(name: str, options: Mapping[str, Any]) -> None:
    table = started(name, options)
    leaving = list(range(len(table.seats)))[:-1]
    for seat in leaving:
        assert table.status == "playing"
        table = resigned(table, seat)
    outcome, seats = table.outcome, len(table.seats)
    assert outcome is not None
    assert (table.status, outcome.reason, outcome.places) == ("over", "resign", tuple(range(seats, 0, -1)))
    low, high = table.game.bounds(table.options)
    assert outcome.returns == (*[low / (seats - 1)] * (seats - 1), high)


def test_a_line_of_one_who_left_wins_for_nobody() -> None:
    """Red has left and its bot can only complete the row: the others, equal by the rules, share the first place."""
    table = resigned(moved(started("otrio", {"players": 3}), ["Sa1", "Ma1", "Mb1", "Sb1", "Mc1", "Lc3"]), 0)
    table = moved(table, ["Sc1"])
    assert table.state.to_play == OVER
    assert table.state.winner_seat == 0
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.places, outcome.returns) == ("rules", (3, 1, 1), (-1.0, 0.5, 0.5))
    view = state_of(table)["view"]
    assert (view["winner_seat"], view["winner_color"], view["to_play"]) == (None, None, OVER)


def test_the_bot_of_one_who_left_does_not_end_the_game_of_the_others() -> None:
    table = moved(started("otrio", {"players": 3}), ["Sa1", "Ma1", "Mb1", "Sb1", "Mc1", "Lc3"])
    line = table.game.notation.read_move(table.state, "Sc1")
    assert spared(table, 0, line) == line, "who has not left wins"
    table = resigned(table, 0)
    other = spared(table, 0, line)
    assert table.state.apply(other).to_play != OVER
    assert spared(table, 0, other) == other
    assert other == spared(table, 0, line), "by its dice, which everybody can compute at the end"


def test_among_those_who_stay_the_game_s_own_measure_decides() -> None:
    """Coppit: the seat that left stands best; of the others the one with the most hats in its BOX has won."""
    wins = 0
    for seed in range(60):
        table = to_the_end(resigned(started("coppit", {"max_turns": 30}), 1), seed)
        outcome, ranks = table.outcome, table.game.standing(table.state)
        assert outcome is not None
        wins += ranks[1] == max(ranks)
        staying = [seat for seat in range(4) if seat != 1]
        assert outcome.winners == tuple(s for s in staying if ranks[s] == max(ranks[other] for other in staying))
        assert sum(outcome.returns) == pytest.approx(0)
        won = state_of(table)["view"]["winner"]
        assert won == [("RED", "BLUE", "GREEN", "YELLOW")[seat] for seat in outcome.winners]
    assert wins > 0


def test_who_runs_out_of_time_is_out_as_well() -> None:
    table = started("otrio", {"players": 3})
    table = decisions.all_after(table, decisions.out_of_time(table, 2))
    assert table.status == "playing"
    table = decisions.all_after(table, decisions.out_of_time(table, 0))
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.places) == ("time", (2, 1, 3))
    alone = started("twenty48")
    alone = decisions.all_after(alone, decisions.out_of_time(alone, 0))
    assert alone.outcome is not None
    assert (alone.outcome.reason, alone.outcome.returns, alone.outcome.places) == ("time", (0.0,), (1,))


def test_who_is_out_has_no_say_in_the_game() -> None:
    table = moved(started("otrio", {"players": 3}), ["Sa1", "Ma1"])
    table = resigned(table, 0)
    for message in (say.Offer("takeback"), say.Offer("draw")):
        with pytest.raises(Refusal, match="a bot moves for your seat"):
            decisions.offer(table, actor(0), message, SECRET)
    asked = decisions.all_after(table, decisions.offer(table, actor(1), say.Offer("takeback"), SECRET))
    with pytest.raises(Refusal, match="a bot moves for your seat"):
        decisions.answer(asked, actor(0), say.Answer("takeback", False), SECRET)
    agreed = decisions.all_after(asked, decisions.answer(asked, actor(2), say.Answer("takeback", True), SECRET))
    assert (len(agreed.plies), agreed.out) == (1, (0,)), "who is out stays out"


def with_bots(name: str, options: Mapping[str, Any], persons: int) -> RoomTable:
    table = new_table(name, options)
    sitting = seated(table)
    robots: list[Event] = [events.Installed(seat, "greedy") for seat in range(persons, len(table.seats))]
    return decisions.all_after(table, decisions.start(table, [*sitting, *robots], SECRET))


@pytest.mark.parametrize(("name", "options"), [("otrio", {"players": 4}), ("coppit", {})])
def test_nobody_plays_on_for_bots_alone(name: str, options: Mapping[str, Any]) -> None:
    table = with_bots(name, options, 2)
    table = resigned(table, 1)
    assert table.status == "playing", "another person plays"
    table = resigned(table, 0)
    assert table.outcome is not None
    assert (table.status, table.outcome.reason) == ("over", "resign")
    assert table.outcome.places[:2] == (3, 4)
    assert 1 in table.outcome.places[2:]


@pytest.mark.parametrize(("name", "options"), [("othello", {}), ("otrio", {"players": 4}), ("coppit", {})])
def test_a_game_that_its_last_person_leaves_is_abandoned(name: str, options: Mapping[str, Any]) -> None:
    table = with_bots(name, options, 1)
    left = decisions.leave(table, actor(0), say.Leave())
    assert [type(event) for event in left] == [events.Resigned, events.Ended, events.Left]
    table = decisions.all_after(table, left)
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.places[0]) == ("abandoned", len(table.seats))
    assert not table.seats[0].human


def test_who_leaves_others_behind_gives_the_seat_to_a_bot() -> None:
    table = started("otrio", {"players": 3})
    table = decisions.all_after(table, decisions.leave(table, actor(0), say.Leave()))
    usual = table.game.part(Players).agent_for("opponent", table.options)
    assert (table.status, table.out, table.seats[0].bot) == ("playing", (), usual)
    table = resigned(started("otrio", {"players": 3}), 0)
    table = decisions.all_after(table, decisions.leave(table, actor(0), say.Leave()))
    assert (table.out, table.seats[0].gone) == ((0,), True), "who had given up does not win by leaving"


# Why and how much ----------------------------------------------------------------------------------------------------


def endings() -> list[tuple[str, RoomTable]]:
    """Every game ended by its rules, by giving up, and by agreement where it can."""
    found = []
    for name, options in GAMES:
        start = started(name, options)
        found.append(("rules", to_the_end(start)))
        *_, (_, _, halfway) = played(start, at_random(2), 12)
        found.append(("resign", resigned(halfway, *range(max(1, len(start.seats) - 1)))))
        if len(start.seats) == 2:
            agreed = decisions.all_after(halfway, decisions.offer(halfway, actor(0), say.Offer("draw"), SECRET))
            agreed = decisions.all_after(agreed, decisions.answer(agreed, actor(1), say.Answer("draw", True), SECRET))
            found.append(("draw", agreed))
    return found


ENDINGS = endings()
every_ending = pytest.mark.parametrize(
    ("how", "table"), ENDINGS, ids=[f"{table.game.name}-{len(table.seats)}-{how}" for how, table in ENDINGS]
)


@every_ending
def test_everything_says_the_same_about_the_end(how: str, table: RoomTable) -> None:
    """The event, the state, the record and the replay; and the view's phase and winner go with it."""
    state, outcome = state_of(table), table.outcome
    assert outcome is not None
    result = state["result"]
    expected = table.game.ending(table.state) if how == "rules" else how
    assert (state["status"], state["phase"], result["reason"]) == ("over", "GAME_OVER", expected)
    assert (result["returns"], result["places"]) == (list(outcome.returns), list(outcome.places))
    view = state["view"]
    facts, peak = table.game.facts(table.state), table.game.part(Arrays).peak
    counted = {name: each for name, each in facts.items() if isinstance(each, list) and name != "standing"}
    assert result["counts"] == counted | ({peak[0]: list(table.peaks)} if peak else {})
    assert (view["to_play"], view["legal"]) == (OVER, [])
    assert view.get("phase", "GAME_OVER") == "GAME_OVER"
    assert archive.replay(table)[-1]["view"] == table.game.part(Table).conclude(table.state.view(None), outcome.winners)
    (record,) = read_records(archive.record_text(table).splitlines())
    assert record == table.record()
    assert (record.returns, record.reason) == (outcome.returns, None if how == "rules" else how)
    assert record.places in (None, outcome.places)


@every_ending
def test_the_best_place_has_the_best_score(how: str, table: RoomTable) -> None:
    outcome = table.outcome
    assert outcome is not None
    low, high = table.game.bounds(table.options)
    assert all(low <= score <= high for score in outcome.returns)
    best = [seat for seat, score in enumerate(outcome.returns) if score == max(outcome.returns)]
    assert best == list(outcome.winners) or not any(outcome.returns)


def test_who_has_won_by_giving_up_has_won_in_the_view() -> None:
    otrio = state_of(resigned(started("otrio", {"players": 4}), 0, 1, 3))["view"]
    assert (otrio["winner_seat"], otrio["winner_color"], otrio["due"]) == (2, None, [])
    coppit = state_of(resigned(started("coppit"), 0, 1, 3))["view"]
    assert (coppit["winner"], coppit["phase"], coppit["moves"]) == (["GREEN"], "GAME_OVER", [])


OLD = [
    b'{"kind":"ended","reason":"agreed","returns":[0.0,0.0],"seed":20260101,"nonce":"5f"}',
    b'{"kind":"ended","reason":"resign","returns":[-1.0,1.0],"seed":20260101,"nonce":"5f"}',
]


@pytest.mark.parametrize("payload", OLD)
def test_a_log_from_before_has_places_too(payload: bytes) -> None:
    table = started("othello")
    event = read_event(payload)
    after = table.after(event)
    told = msgspec.json.decode(bytes(shown(table, event, after).to(None)))
    assert after.outcome is not None
    assert after.outcome.reason == told["reason"] == state_of(after)["result"]["reason"]
    assert told["reason"] in ("draw", "resign")
    assert after.outcome.places == tuple(told["places"]) == ((1, 1) if told["reason"] == "draw" else (2, 1))


def test_a_result_from_before_stays_what_it_was() -> None:
    """Then a seat that had resigned could win."""
    table = started("otrio", {"players": 3}).after(events.Resigned(0))
    table = table.after(read_event(b'{"kind":"ended","reason":"rules","returns":[1,-0.5,-0.5],"seed":1,"nonce":""}'))
    assert table.outcome is not None
    assert (table.outcome.returns, table.outcome.places) == ((1.0, -0.5, -0.5), (1, 2, 2))


# In a room -----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_the_others_play_their_game_to_its_end(tmp_path: Path) -> None:
    """Anna gives up; a bot moves for her, Bert and a bot play on; she is last, and everybody is told so."""
    async with a_hub(tmp_path, bots=True) as hub:
        made = await hub.create(Guest("anna", "Anna"), NewRoom("otrio", {"players": 3}, seat=0, bots={2: "random"}))
        room = await hub.open(made.room)
        anna, bert = KeptLine("anna"), KeptLine("bert")
        await room.join(anna, say.Hello(room.id, made.token))
        await room.join(bert, say.Hello(room.id))
        await room.take(bert, say.Sit())
        await room.take(anna, say.Ready())
        await room.take(bert, say.Ready())
        await room.take(anna, say.Resign())
        while room.table.status == "playing":
            await until(lambda: room.table.status == "over" or room.table.due() == (1,))
            if room.table.status == "playing":
                await room.take(bert, say.Move(f"m{room.table.seq}", room.table.seq, room.table.legal(1)[-1]))
        result = bert.state["result"]
        assert result == anna.state["result"]
        assert result["places"][0] == 3
        assert result["returns"][0] == min(result["returns"])
        ended = msgspec.json.decode(bytes(bert.all(say.Events)[-1].list[-1]))
        assert {name: ended[name] for name in result if name != "assisted"} | {"assisted": False} == result
        (row,) = await hub.store.results(None, 5)
        assert (row.reason, msgspec.json.decode(row.returns)) == (result["reason"], result["returns"])


@pytest.mark.asyncio
async def test_a_timed_game_that_is_given_up_says_how_it_stood(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        wish = NewRoom("puyo", {"mode": "single"}, settings=RoomSettings(timed=True))
        room, (anna,), _ = await seated_room(hub, wish, ["anna"])
        await until(lambda: bool(anna.all(say.Tick)))
        for _ in range(600):
            now = anna.last(say.Tick)
            if msgspec.json.decode(bytes(now.view))["players"][0]["score"] > 0:
                break
            await room.take(anna, say.Inputs(now.tick + 12, [4] * 20))
            await until(lambda now=now: anna.last(say.Tick).tick > now.tick)
        await room.take(anna, say.Resign())
        result = anna.state["result"]
    assert result["counts"]["score"] == [round(result["returns"][0])]
    assert result["returns"][0] > 0
