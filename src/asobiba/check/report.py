"""How complete a game is, and what is wrong with it: the items that `asobiba check GAME` lists."""

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import asobiba.core.game
from asobiba.agents.arrays import Arrays, Numbers
from asobiba.agents.levels import ladder_of
from asobiba.agents.players import Players, score_so_far
from asobiba.agents.spec import make_agent
from asobiba.check.contract import CONTRACT
from asobiba.check.playthrough import playthrough
from asobiba.check.symmetries import closed, commuting
from asobiba.check.twins import lock_step
from asobiba.check.walks import findings, variants_of
from asobiba.core.errors import AsobibaError, in_one_line
from asobiba.core.fields import Fields
from asobiba.core.game import AnyGame
from asobiba.online.attempts import attempt
from asobiba.online.people import NUMBERS, Exercise, People

LEVELS = ("plays", "learns", "fast", "in the browser", "shipped")
"""From what a game needs first to what only a game of this repository needs."""
LANGUAGES = ("en", "ja")
REPOSITORY = Path(asobiba.core.game.__file__).parents[3]
"""The working copy, if there is one."""
VARIANT_POSITIONS = 256
"""Of each option's corner value, in lock-step with the kernel."""


@dataclass(frozen=True)
class Item:
    level: str
    name: str
    state: Literal["ok", "missing", "broken"]
    wrong: Sequence[str] = ()
    """The faults, or the layers that need what is missing."""
    command: str = ""
    """What makes it."""


def report(game: AnyGame) -> Iterator[Item]:
    """Yield what was found, level by level."""
    for level, items in zip(LEVELS, (_plays, _learns, _fast, _in_the_browser, _shipped), strict=True):
        try:
            for item in items(game):
                yield Item(level, *item)
        except Exception as error:  # a part that cannot be loaded, for one
            yield Item(level, "loading", "broken", (in_one_line(error),))


Found = tuple[str, Literal["ok", "missing", "broken"], Sequence[str], str]


def _checked(name: str, wrong: Sequence[str], command: str = "") -> Found:
    return (name, "broken", wrong, command) if wrong else (name, "ok", (), "")


def _there(name: str, is_there: object, needed_for: str, command: str) -> Found:
    return (name, "ok", (), "") if is_there else (name, "missing", (needed_for,), command)


def _home(game: AnyGame) -> str:
    """Where the modules of its parts go."""
    return f"games/{game.name}" if game.package.startswith("asobiba.") else game.package or "your package"


def _plays(game: AnyGame) -> Iterator[Found]:
    yield _checked("name", list(_wrong_names(game)))
    for check in CONTRACT:
        wrong = [each for options in variants_of(game) for each in findings(check, game, options)]
        yield _checked(check.__name__.replace("_", " "), wrong)
    symmetries = [*findings(closed, game, game.options())]
    if game.resource("symmetry.py") is not None or len(game.symmetries(game.options())) > 1:
        # The luck of a first ply may come from a seed, which no symmetry keeps.
        skipping = partial(commuting, skipped=1 if game.start(game.options()).to_play < 0 else 0)
        symmetries += [each for options in variants_of(game) for each in findings(skipping, game, options)]
    yield _checked("symmetries", symmetries)
    own = type(game.notation) is not Fields
    yield _there(
        "own notation", own, "people type `d3`, not 19, and read positions", f"write {_home(game)}/notation.py"
    )


def _wrong_names(game: AnyGame) -> Iterator[str]:
    if not (game.name.isidentifier() and game.name.islower()):
        yield f"`name` must be a lower-case word, not {game.name!r}"
    folder = game.package.rpartition(".")[2]
    if game.package.startswith("asobiba.games.") and folder != game.name:
        yield f"`name` is {game.name!r}, but its folder is games/{folder}"
    seats = game.seats(game.options())
    if len(set(seats)) != len(seats) or not all(seats):
        yield f"`seats` must be different names, not {seats}"


def _learns(game: AnyGame) -> Iterator[Found]:
    arrays, players, options = game.part(Arrays), game.part(Players), game.options()
    encoded = not isinstance(arrays.encode, Numbers)
    needed = "networks see the bare numbers of a position; planes are easier to learn from"
    yield _there("encoding", encoded, needed, f"write {_home(game)}/arrays.py")
    needed = "greedy and minimax see nothing but the score"
    yield _there("evaluation", players.evaluate is not score_so_far, needed, f"write {_home(game)}/players.py")
    wrong = [sentence for role in ("opponent", "adviser", "analyst") for sentence in _wrong_agent(game, role)]
    wrong += [sentence for spec in players.levels(options) for sentence in _refused(game, spec, "levels")]
    yield _checked("levels", wrong)
    into = game.resource("") and f"{game.resource('')}/levels.json"
    command = f"asobiba rate {game.name} --levels --games 400 --into {into or 'levels.json'}"
    ladder = ladder_of(game, options)
    if ladder is None:
        yield "ratings", "missing", ("people see how strong each level is",), command
    else:
        measured = tuple(rung.agent for rung in ladder.levels)
        wrong = [] if measured == players.levels(options) else ["levels.json was measured with other levels"]
        yield _checked("ratings", wrong, command)


def _wrong_agent(game: AnyGame, role: Any) -> Iterator[str]:
    yield from _refused(game, game.part(Players).agent_for(role, game.options()), f"role {role!r}")


def _refused(game: AnyGame, spec: str, where: str) -> Iterator[str]:
    try:
        make_agent(spec, game, game.options())
    except AsobibaError as error:
        yield f"`{where}`: {in_one_line(error)}"


def _fast(game: AnyGame) -> Iterator[Found]:
    if game.part(Arrays).kernel is None:
        needed = "training and search play a hundred times as many moves with a kernel in C++"
        yield "kernel", "missing", (needed,), f"write native/{game.name}/: docs/adding-a-game.md"
        return
    wrong = [each for options in variants_of(game) for each in findings(_kernel, game, options)]
    yield _checked("kernel", wrong)


def _kernel(game: AnyGame, options: Any) -> Iterator[str]:
    return lock_step(game, options, **({} if options == game.options() else {"positions": VARIANT_POSITIONS}))


def _in_the_browser(game: AnyGame) -> Iterator[Found]:
    people, home = game.part(People), _home(game)
    write = f"write {home}/people.py"
    missing = [f"its title in {language!r}" for language in LANGUAGES if not people.titles.get(language)]
    yield _there("titles", not missing, f"missing is {', '.join(missing)}", write)
    missing = [f"the help in {language!r}" for language in LANGUAGES if not people.help.get(language)]
    if people.help is NUMBERS and type(game.notation) is not Fields:
        missing = ["how to write a move of its own notation"]
    yield _there("help", not missing, f"missing is {', '.join(missing)}", write)
    unsaid = [name for name in game.seats(game.options()) if name not in people.words.get("ja", {})]
    yield _there("words", not unsaid, f"Japanese words for {', '.join(unsaid)}", write)
    needed = "a beginner learns the game by five tiny tasks"
    if people.exercises:
        wrong = [sentence for exercise in people.exercises for sentence in _wrong_exercise(game, exercise)]
        names = [exercise.name for exercise in people.exercises]
        wrong += [] if len(set(names)) == len(names) else [f"two exercises have one name: {', '.join(names)}"]
        yield _checked("exercises", wrong)
    else:
        yield "exercises", "missing", (needed,), write
    yield _there("picture", game.scene, "pictures show the text of `draw`", f"write {home}/scene.py")
    if is_ours(game):
        folder = REPOSITORY / "web" / "src" / "games" / game.name
        command = f"write web/src/games/{game.name}/: web/README.md"
        yield _there(
            "board", folder.is_dir(), "the browser plays it on a plain board with a button for each move", command
        )
        for file, needed in WEB_FILES.items() if folder.is_dir() else ():
            yield _there(file, (folder / file).is_file(), needed, command)


WEB_FILES: Mapping[str, str] = {
    "index.ts": "the shell finds the board by it",
    "card.json": "the front page introduces the game by it",
    "card.svg": "the front page shows it",
    "en.json": "names of seats, counts and agents",
    "ja.json": "names of seats, counts and agents in Japanese",
    "options.ja.json": "the meaning of each option in Japanese; {} without options",
}


def _wrong_exercise(game: AnyGame, exercise: Exercise[Any]) -> Iterator[str]:
    where = f"exercise {exercise.name!r}"
    if {*exercise.task} != {*LANGUAGES} or not all(exercise.task.values()):
        yield f"{where}: its task must be said in {' and '.join(LANGUAGES)}"
    try:
        actions, now = list[int](), attempt(game, exercise, [])
        for text in exercise.solution:
            if now.done:
                yield f"{where}: it is done before the last move of its solution"
                return
            actions.append(game.notation.read_move(now.state, text))
            now = attempt(game, exercise, actions)
        if not now.done:
            yield f"{where}: its solution does not do it"
        given = [step.text for step in now.steps if step.seat != exercise.seat]
        if given[: len(exercise.answers)] != [*exercise.answers]:
            yield f"{where}: the answers were {' '.join(given)}"
        start = attempt(game, exercise, [])
        if exercise is not game.part(People).exercises[0] and all(
            attempt(game, exercise, [action]).done for action in start.state.legal()
        ):
            yield f"{where}: there is nothing to get wrong"
    except Exception as error:  # whatever its goal or the rules raise
        yield f"{where}: {in_one_line(error)}"


def is_ours(game: AnyGame) -> bool:
    """Return whether the game is one of this repository's, and this is a working copy."""
    return game.package == f"asobiba.games.{game.name}" and (REPOSITORY / "pyproject.toml").is_file()


def _shipped(game: AnyGame) -> Iterator[Found]:
    if not is_ours(game):
        return
    golden, name = REPOSITORY / "tests" / "golden" / f"{game.name}.txt", game.name
    if golden.is_file():
        same = golden.read_text(encoding="utf-8") == playthrough(game)
        yield _checked("golden", [] if same else ["the golden playthrough is another now"], "make golden")
    else:
        yield "golden", "missing", ("a change of the rules is seen by it",), "make golden"
    for what, path, needed, command in (
        ("tests", f"tests/games/{name}", "the rules are shown by tables and pictures", "write"),
        ("page", f"docs/games/{name}.md", "README and docs link to it", "write"),
        ("fuzzing", "native/fuzz.cpp", "the sanitizers run the kernel", "add a line to"),
        ("environments", "docs/environments.md", "its ids are listed there", "add a row to"),
        ("in Japanese", "docs/environments.ja.md", "its ids are listed there", "add a row to"),
        ("readme", "README.md", "people hear of it there", "add it to"),
        ("readme in Japanese", "README.ja.md", "people hear of it there", "add it to"),
    ):
        if what == "fuzzing" and game.part(Arrays).kernel is None:
            continue
        file = REPOSITORY / path
        named = file.is_dir() or (file.is_file() and name in file.read_text(encoding="utf-8").lower())
        yield _there(what, named, needed, f"{command} {path}")
    for what, module in TABLES.items():
        if (REPOSITORY / module.replace(".", "/")).with_suffix(".py").is_file():
            done = subprocess.run(
                [sys.executable, "-m", module, "--check"], cwd=REPOSITORY, capture_output=True, text=True, check=False
            )
            said = " ".join((done.stderr or done.stdout).split())
            yield _checked(what, [said] if done.returncode else [], f"python -m {module}")


TABLES: Mapping[str, str] = {
    "table of ratings": "tools.docs.levels",
    "tables of views": "tools.docs.online",
    "types of views": "tools.web.wire",
    "examples of boards": "tools.web.boards",
}
"""Modules that write what the code says into the documentation and the browser's sources."""
