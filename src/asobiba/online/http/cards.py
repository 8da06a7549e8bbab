"""What the HTTP API is asked and what it answers: wishes and cards."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from asobiba.core.registry import game_names

Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
SpecText = Annotated[str, Field(min_length=1, max_length=100, examples=["greedy", "minimax:depth=4"])]
OptionValues = Annotated[dict[str, Any], Field(max_length=40, examples=[{"players": 2}])]

AGENTS_THAT_PLAY = "The agents that can play the game with these options; their settings are in /api/agents."

ONE_DEVICE = "Whether people at one device may play several seats, in turns."


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GuestWish(_Model):
    name: str | None = Field(default=None, max_length=100, description="A display name; none: one is made up.")


class GuestCard(_Model):
    id: str
    name: str
    token: str = Field(description="For programs: Authorization: Bearer TOKEN. A browser has it as a cookie.")


class OptionCard(_Model):
    name: str
    default: str
    allowed: str
    meaning: str


class LevelCard(_Model):
    number: int = Field(description="From 1, the weakest.")
    names: dict[str, str] = Field(description="By language, for people: Beginner to Master.")
    agent: str
    rating: float | None = Field(description="As measured, see docs/levels.md; null: not with these options.")
    low: float | None = Field(description="The interval of 95 % around it.")
    high: float | None


class GameCard(_Model):
    name: str
    titles: dict[str, str]
    rules: int
    seats: list[str]
    options: list[OptionCard]
    levels: list[LevelCard] = Field(description="From the weakest to the strongest.")
    agents: list[str] = Field(description=AGENTS_THAT_PLAY)
    opponent: str = Field(description="The agent whom one meets who names nobody: the level in the middle.")
    help: dict[str, str]
    simultaneous: bool
    timed: bool
    one_device: bool = Field(description=ONE_DEVICE)
    exercises: int = Field(description="How many tiny tasks it has for beginners.")


class Variant(_Model):
    """What depends on the options of a game."""

    options: dict[str, Any]
    seats: list[str]
    levels: list[LevelCard]
    agents: list[str] = Field(description=AGENTS_THAT_PLAY)
    opponent: str
    simultaneous: bool
    one_device: bool = Field(description=ONE_DEVICE)


class ClockWish(_Model):
    total: Seconds | None = Field(default=None, description="Seconds for the whole game.")
    increment: Seconds = Field(default=0.0, description="Seconds added after each move.")
    move: Seconds | None = Field(default=None, description="Seconds for one move.")


class RoomWish(_Model):
    game: str = Field(max_length=40, description="A name that GET /api/games lists.", examples=[*game_names()[:1]])
    options: OptionValues = Field(default_factory=dict)
    private: bool = Field(default=False, description="Not in the lobby; only who has the link finds it.")
    timed: bool = Field(default=False, description="On the frame clock instead of in turns.")
    clocks: ClockWish = Field(default_factory=ClockWish)
    bot_fill_seconds: Seconds | None = Field(
        default=None, description="Until bots take the free seats and the game starts; none: as the game has it."
    )
    silence_seconds: Seconds = Field(
        default=300.0, description="Without clocks: until a bot plays for one who lets others wait; 0: never."
    )
    start_seconds: Seconds = Field(default=60.0, description="Until a full table starts without the unready.")
    bot: SpecText | None = Field(default=None, description="What fills seats and plays for those who have gone.")
    takebacks: bool = True
    chat: bool = True
    seat: int | None = Field(default=None, ge=0, le=15, description="Sit down here at once.")
    also: list[Annotated[int, Field(ge=0, le=15)]] = Field(
        default_factory=list, max_length=15, description="More seats that you play, at the same device."
    )
    ready: bool = Field(default=False, description="Be ready at once; with bots on the other seats the game starts.")
    bots: dict[Annotated[int, Field(ge=0, le=15, strict=False)], SpecText] = Field(
        default_factory=dict, max_length=16, description="Bots by seat.", examples=[{"1": "greedy"}]
    )


class SeatCard(_Model):
    room: str
    seat: int | None
    token: str | None = Field(description="Proves that the seat is yours; shown this once.")


class SeatWish(_Model):
    seat: int | None = Field(default=None, ge=0, le=15)


class RoomCard(_Model):
    id: str
    game: str
    options: dict[str, Any]
    settings: dict[str, Any]
    status: Literal["open", "playing", "over"]
    seats: list[dict[str, Any]]
    round: int
    created_ms: int
    people: int = Field(description="Who sit there, bots apart.")
    counts: dict[str, list[int]] = Field(
        default_factory=dict, description="Of one room that was asked for: by seat, what people count in its game."
    )


class ResultCard(_Model):
    room: str
    round: int
    game: str
    ended_ms: int
    plies: int
    reason: str
    seats: list[str] = Field(description="The players' names.")
    bots: list[str | None] = Field(description="The bot on each seat; null is a person.")
    returns: list[float]


class Question(_Model):
    game: str = Field(max_length=40)
    options: OptionValues = Field(default_factory=dict)
    position: str = Field(max_length=4000, description="In the game's notation, as `asobiba analyse` takes it.")
    agent: SpecText | None = None


class LineQuestion(Question):
    moves: list[Annotated[str, Field(max_length=40)]] = Field(
        max_length=300, description="From the position on, luck included, each as the game writes it."
    )


class ExerciseCard(_Model):
    name: str
    task: dict[str, str] = Field(description="By language, what is to be done.")
    options: dict[str, Any]
    seats: list[str]
    seat: int = Field(description="Whom the person plays.")
    solution: list[str] = Field(description="One way to do it, the person's moves alone.")


class AttemptWish(_Model):
    actions: list[Annotated[int, Field(ge=0, le=1_000_000)]] = Field(
        default_factory=list, max_length=60, description="The person's so far."
    )


class StepCard(_Model):
    seat: int = Field(description="Who moved; -1 is luck.")
    action: int
    text: str
    happened: list[dict[str, Any]]


class AttemptCard(_Model):
    view: dict[str, Any] = Field(description="The position as its rules show it to the person.")
    moves: list[tuple[int, str]] = Field(description="The person's legal moves, (action, text).")
    steps: list[StepCard] = Field(description="The plies from the start of the exercise.")
    left: int = Field(description="Moves that the person still has.")
    over: bool = Field(description="By the rules of the game.")
    done: bool
    failed: bool


class AnalysisWish(_Model):
    agent: SpecText | None = None


class WatchWish(AnalysisWish):
    ply: int | None = Field(
        default=None, ge=0, le=1_000_000, description="The position after so many plies; none: every move of the game."
    )


class Training(_Model):
    name: str
    game: str
    status: str = Field(description="running, stopped, finished; shipped: its network comes with the game.")
    method: str = Field(description="Of learning; empty: not known.")
    curves: dict[str, list[tuple[float, float]]] = Field(description="By name, (step, value).")
    figures: dict[str, float] = Field(description="What was measured at the end, by name.")


class LadderCard(_Model):
    game: str
    options: dict[str, Any]
    seats: int
    levels: list[LevelCard]


class RatingCard(_Model):
    agent: str
    game: str
    rating: float
    low: float
    high: float
    games: int


class Learning(_Model):
    runs: list[Training] = Field(description="The latest first, and then those of the networks that are shipped.")
    levels: list[LadderCard] = Field(description="What was measured of the games' levels, see docs/levels.md.")
    ladder: list[RatingCard] = Field(description="Bots by the games they have played here against one another.")


class Ends(_Model):
    """How games ended for one of the players."""

    won: int
    drawn: int
    lost: int


class AgainstCard(Ends):
    level: LevelCard | None = Field(description="That all the others had; null: they had several, or were people.")
    people: bool


class GameRecord(Ends):
    """What a guest has played of one game. Games with moves taken back are counted as `practice` and nowhere else."""

    game: str
    alone: int = Field(description="Games for points.")
    shared: int = Field(description="Games in which he had several seats.")
    practice: int
    streak: int = Field(description="Games won one after the other, up to now.")
    best_streak: int
    bests: dict[str, int] = Field(description="The highest of everything that people count in the game.")
    against: list[AgainstCard] = Field(description="From the weakest level on, then bots of several kinds and people.")
    history: list[tuple[int, float]] = Field(description="(ended_ms, score) of games for points, the oldest first.")
    next: LevelCard | None = Field(description="Above the highest level that was beaten.")


class PlayedCard(ResultCard):
    options: dict[str, Any]
    seat: int
    end: Literal["won", "drawn", "lost", "alone", "shared"]
    counts: dict[str, list[int]]
    assisted: bool = Field(description="Moves were taken back.")


class CareerCard(_Model):
    games: list[GameRecord] = Field(description="The one played last first.")
    latest: list[PlayedCard]
    counted: int = Field(description="How many games this is made from, the latest; there may be more.")
    most: int


class Farewell(_Model):
    deleted: int = Field(description="Rooms in which nobody else had sat or spoken.")


class Trouble(_Model):
    """What every refusal looks like."""

    code: str
    message: str
    params: dict[str, Any] = Field(default_factory=dict)


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Trouble, "description": text}
    for status, text in {
        400: "The request makes no sense; the message says why.",
        401: "No guest: POST /api/guests first.",
        404: "There is no such thing.",
        409: "Not possible now.",
        413: "Too much at once.",
        422: "A field is wrong.",
        429: "Too often; wait a little.",
        500: "A mistake of the server, or what it has stored of this is damaged.",
        503: "The store does not answer; nothing was changed.",
    }.items()
}


JSON_OBJECT: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    200: {"description": "The object.", "content": {"application/json": {"schema": {"type": "object"}}}},
}
"""The answers of an endpoint that writes its JSON itself."""
JSON_LIST: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    200: {"description": "The list.", "content": {"application/json": {"schema": {"type": "array"}}}},
}


def text_as(media_type: str) -> dict[int | str, dict[str, Any]]:
    """The answers of an endpoint that gives no JSON; its refusals do."""
    return {**REFUSALS, 200: {"description": "The text.", "content": {media_type: {"schema": {"type": "string"}}}}}
