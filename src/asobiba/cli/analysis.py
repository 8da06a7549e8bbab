"""`asobiba analyse`: one shape of answer for every game; of positions one by one, of a file of them, of whole games."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from asobiba.agents.advice import SCORE, Adviser
from asobiba.agents.analysis import Advised, Valued, advised, deepening, line_json, proven_json, visits_json
from asobiba.agents.files import Files
from asobiba.agents.players import Players
from asobiba.arena.outlook import Outlook, outlooks
from asobiba.cli.formats import games_of, records_of
from asobiba.cli.history import way_to
from asobiba.cli.interrupts import STOPPED
from asobiba.cli.parameters import GameName, Json, Lang, OptionTexts, read_options, short, write_json
from asobiba.cli.prompt import adviser
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language, ordinal
from asobiba.cli.values import EVALUATION, lost, measured, place
from asobiba.core.errors import AsobibaError, ConfigError, FormatError
from asobiba.core.game import OVER, AnyGame
from asobiba.core.options import Options
from asobiba.core.picture import Look
from asobiba.core.records import Record
from asobiba.core.registry import find_game
from asobiba.core.setup import set_up
from asobiba.online.people import People

WORST = 3
"""Moves of a game that are named once more."""


@dataclass(frozen=True)
class Analysis:
    game: AnyGame
    state: Any
    advised: Advised
    outlooks: Mapping[int, Outlook] = field(default_factory=dict)
    """By action."""
    insight: Mapping[str, Any] = field(default_factory=dict)
    """The game's own remarks on the line that leads to the position."""
    stopped: bool = False
    """Ctrl-C ended it: what was found by then."""

    @property
    def moves(self) -> tuple[Valued, ...]:
        """From best to worst."""
        return self.advised.moves

    @property
    def best(self) -> list[str]:
        return self.advised.best

    def verdict(self) -> str:
        """Of a position in which nobody moves: the key of the text that says why."""
        return "analyse.over" if self.state.to_play == OVER else "analyse.luck"

    def as_json(self) -> dict[str, Any]:
        """`unit` is that of the estimates; a proven value that is not measured in it is the score in the end."""
        found = self.advised
        return {
            "game": self.game.name,
            "position": self.game.notation.write_position(self.state),
            "to_play": self.state.to_play,
            "best": self.best,
            "moves": [self._move(valued) for valued in self.moves],
            "exact": found.exact,
            "unit": found.unit,
            **line_json(found.line),
            **({} if found.depth is None else {"depth": found.depth}),
            **({} if found.certainty is None else {"certainty": found.certainty}),
            **({"stopped": True} if self.stopped else {}),
            **self.insight,
            **found.insight,
            **self._outlook(),
        }

    def _outlook(self) -> dict[str, Any]:
        """How the outlooks of the moves were found."""
        for each in self.outlooks.values():
            milestones = self.game.part(Players).milestones
            named = {} if milestones is None else {"milestone": milestones[0]}
            return {"outlook": {"games": each.games, "policy": each.policy, **named}}
        return {}

    def _move(self, valued: Valued) -> dict[str, Any]:
        proven, value, unit = valued.proven, valued.value, self.advised.unit
        if proven is not None and not self.advised.measures(valued):
            value, unit = proven.score, SCORE
        outlook = self.outlooks.get(valued.action)
        return {
            "move": valued.move,
            "value": value,
            "unit": unit,
            **proven_json(proven),
            **visits_json(valued.visits),
            **({} if outlook is None else {"outlook": outlook.as_json()}),
        }


def analysis(game: AnyGame, position: str, options: Options, agent: str | None, games: int = 0) -> Analysis:
    """With an outlook from so many games after each move, where the game has one."""
    judge = adviser(game, options, agent)
    state = set_up(game, position, options)
    told, stopped = thought_out(game, state, judge)
    outlook = {} if stopped else outlooks(game, options, state, games)
    return Analysis(game, state, told, outlook, insight_of(game, position, options, state), stopped)


def insight_of(game: AnyGame, text: str, options: Options, state: Any) -> Mapping[str, Any]:
    states, _ = way_to(game, text, options, state)
    return game.part(Players).insight(states)


def thought_out(game: AnyGame, state: Any, judge: Adviser) -> tuple[Advised, bool]:
    """What the judge thinks in the end; or, with True, what it had found when Ctrl-C ended it."""
    told: Advised | None = None
    try:
        for told in deepening(game, state, judge):  # noqa: B007 - the last one counts, whoever ends the loop
            pass
    except KeyboardInterrupt:
        if told is None:
            raise
        return told, True
    assert told is not None, "a judge says something"
    return told, False


def analyse(
    game: GameName,
    position: Annotated[
        list[str] | None, typer.Argument(help="In the game's notation, a list of moves, or `start`.")
    ] = None,
    agent: Annotated[str | None, typer.Option(help="Who judges; by default the game's own adviser.")] = None,
    exact: Annotated[bool, typer.Option("--exact", help="To the end of the game, however long it takes.")] = False,
    file: Annotated[Path | None, typer.Option(help="Many positions: one a line, # or ; begins a remark.")] = None,
    games: Annotated[
        Path | None,
        typer.Option(help="Whole games, records or a format of the game's: what each move cost."),
    ] = None,
    outlook: Annotated[
        int, typer.Option(min=0, max=100_000, help="Alone: games that are played out after each move of a position.")
    ] = 100,
    option: OptionTexts = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what every move of a position is worth; of many positions or of games, a line each."""
    found = find_game(game)
    options = read_options(found, option)
    if sum((position is not None, file is not None, games is not None)) != 1:
        raise ConfigError("analyse: name one of a position, --file or --games")
    if exact:
        agent = exact_judge(found, options, agent)
    screen = Screen.on_stdout(language(lang))
    if file is not None:
        analyse_file(found, file, adviser(found, options, agent), options, screen, json=json)
    elif games is not None:
        analyse_games(found, games_in(found, games, options), agent, screen, json=json)
    else:
        result = analysis(found, " ".join(position or []), options, agent, outlook)
        if json:
            write_json(result.as_json())
        else:
            show(result, screen)
        if result.stopped:
            raise typer.Exit(STOPPED)


def exact_judge(game: AnyGame, options: Options, agent: str | None) -> str:
    spec = game.part(Players).roles(options).get("exact")
    if agent is not None:
        raise ConfigError("--exact and --agent: allowed is one of them")
    if spec is None:
        raise ConfigError(f"--exact: nobody judges {game.name} exactly with these options", game=game.name)
    return spec


def show(result: Analysis, screen: Screen) -> None:
    words = result.game.part(People).words.get(screen.lang, {})
    screen.draw(result.game.draw(result.state, Look(words)))
    for key, value in result.insight.items():
        said = value.get(screen.lang, value) if isinstance(value, dict) else value  # what has a name in each language
        screen.console.print(f"{key}: {said}")
    if result.moves:
        screen.moves(result.advised)
        show_outlooks(result, screen)
    else:
        screen.say(result.verdict())


def show_outlooks(result: Analysis, screen: Screen) -> None:
    """left  12,300 ± 900  512 93% (86–97%)  1024 54% (44–63%)"""
    for number, valued in enumerate(result.moves):
        if (found := result.outlooks.get(valued.action)) is None:
            continue
        if number == 0:
            screen.say("analyse.outlook", games=found.games, policy=found.policy)
        score = f"{found.score.value:,.0f} ± {found.score.high - found.score.value:,.0f}"
        chances = [f"{far} {one.value:.0%} ({100 * one.low:.0f}–{one.high:.0%})" for far, one in found.chances.items()]
        screen.console.print("  ".join(["", valued.move, score, *chances]), soft_wrap=True)


def analyse_file(game: AnyGame, file: Path, judge: Adviser, options: Options, screen: Screen, *, json: bool) -> None:
    """Each answer is written at once: whoever stops it has those until then."""
    texts = [(number, text) for number, text in enumerate(lines_of(file), 1) if text]
    for done, (number, text) in enumerate(texts, 1):
        try:
            state = set_up(game, text, options)
        except AsobibaError as error:
            raise ConfigError(f"line {number} of {file}: {error}") from None
        result = Analysis(game, state, advised(game, state, judge), insight=insight_of(game, text, options, state))
        if json:
            write_json({"line_number": number, **result.as_json()})
        elif result.moves:
            first = result.moves[0]
            says = first.proven is not None or measured(result.advised, first) is not None
            worth = [screen.worth(result.advised, first)] if says else []  # that the best move is the first is no news
            screen.console.print("  ".join([f"{number}", "/".join(result.best), *worth, text]), soft_wrap=True)
        else:
            screen.console.print(f"{number}  {screen.text(result.verdict())}  {text}", soft_wrap=True)
        screen.count(done, len(texts), "analyse.position")


def lines_of(file: Path) -> list[str]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {file}: {getattr(error, 'strerror', None) or 'it is no text'}") from None
    return [re.split("[#;]", line, maxsplit=1)[0].strip() for line in text.splitlines()]


TOLD = ("game", "ply", "seat", "move", "loss", "best", "unit", "exact")
"""What programs hear of a move that was made."""


@dataclass(frozen=True)
class Made:
    """A move of a game, and what the judge thought of it."""

    game: int
    ply: int
    """Both from 1."""
    seat: str
    move: str
    loss: float
    best: list[str]
    unit: str
    exact: bool
    lost: float | None
    """The loss as people read it; None where it is no number in the unit."""
    place: int
    """Among the moves, the best being the first."""

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in TOLD}


def games_in(game: AnyGame, file: Path, options: Options) -> list[Record]:
    """Records, unless the name ends as files of other programs do."""
    if not file.name.lower().endswith(
        tuple(end for each in game.part(Files).formats.values() for end in each.suffixes)
    ):
        records = records_of(file)
        for number, record in enumerate(records, 1):
            if record.game != game.name:
                raise ConfigError(f"game {number} of {file} is {record.game}, not {game.name}")
        return records
    found = []
    for one in games_of(game, [file], None, options):
        if isinstance(one, FormatError):
            raise one
        found.append(one)
    return found


def analyse_games(game: AnyGame, records: Sequence[Record], agent: str | None, screen: Screen, *, json: bool) -> None:
    for number, record in enumerate(records, 1):
        judged = []
        for made in moves_of(game, record, number, agent):
            judged.append(made)
            if json:
                write_json(made.as_json())
            else:
                screen.console.print(f"{number}  {made.ply}  {made.seat}  {cost(made, screen)}", soft_wrap=True)
        if not json:
            show_losses(judged, screen)
        screen.count(number, len(records))


def cost(made: Made, screen: Screen) -> str:
    """left  -312 points (up), or left  3rd (up) where nothing was given away that has a unit"""
    if made.loss == 0:
        return made.move
    is_number = made.lost is not None and made.lost > 0
    told = f"-{short(made.lost)} {screen.unit(made.unit)}" if is_number else ordinal(made.place, screen.lang)
    return f"{made.move}  {told} ({'/'.join(made.best)})"


def show_losses(judged: Sequence[Made], screen: Screen) -> None:
    """Of each seat: what its moves gave away, and the three that gave away most."""
    for seat in dict.fromkeys(made.seat for made in judged):
        own = [made for made in judged if made.seat == seat]
        worst = sorted((made for made in own if made.loss > 0), key=lambda made: -made.loss)
        losses = [made.lost for made in worst if made.lost is not None]
        adds_up = len(losses) == len(worst) and own[0].unit != EVALUATION
        screen.say(
            "analyse.sum" if adds_up else "analyse.sum.order",
            seat=seat,
            best=len(own) - len(worst),
            moves=len(own),
            lost=short(float(sum(losses))),
            unit=screen.unit(own[0].unit),
        )
        for made in worst[:WORST]:
            screen.console.print(f"  {made.ply}  {cost(made, screen)}", soft_wrap=True)


def moves_of(game: AnyGame, record: Record, number: int, agent: str | None) -> Iterator[Made]:
    """Moves that were a choice."""
    options = game.options.recorded(record.options)
    judge, seats = adviser(game, options, agent), game.seats(options)
    for ply, (state, played) in enumerate(zip(record.states(), record.plies, strict=False), 1):
        if state.to_play < 0 or len(state.legal()) == 1:
            continue
        found = advised(game, state, judge)
        move = game.notation.write_move(state, played.action)
        loss = found.loss(played.action)
        given = lost(found, played.action), place(found, played.action)
        yield Made(number, ply, seats[state.to_play], move, loss, found.best, found.unit, found.exact, *given)
