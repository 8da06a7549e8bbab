"""Every setting of the server: given by name, or found in the environment as ASOBIBA_PORT=9000.

A list is written with commas: ASOBIBA_ORIGINS=https://a.example,https://b.example
"""

import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from asobiba.core.errors import ConfigError


def data_folder() -> Path:
    """Where a program of this user keeps what it needs."""
    home = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not home.is_absolute():
        home = Path.home() / ".local" / "share"
    return home / "asobiba"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'asobiba.db'}"


def _listed(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _origin(url: str) -> str:
    """As a browser writes it: no path, no default port. https://Example.org:443/ -> https://example.org"""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname.encode("idna").decode()
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if parts.port in (None, usual) else f":{parts.port}")


def _network(text: str) -> str:
    return str(ipaddress.ip_network(text, strict=False))


Origin = Annotated[str, AfterValidator(_origin)]
Origins = Annotated[tuple[Origin, ...], NoDecode, BeforeValidator(_listed)]
Networks = Annotated[tuple[Annotated[str, AfterValidator(_network)], ...], NoDecode, BeforeValidator(_listed)]


def _number(default: float, low: float, high: float, text: str) -> Any:
    return Field(default, ge=low, le=high, description=text)


def _text(default: object, allowed: str, text: str, **rules: Any) -> Any:
    return Field(default, description=text, json_schema_extra={"allowed": allowed}, **rules)


class Settings(BaseSettings):
    """A value that is not allowed is a ConfigError that names the setting."""

    model_config = SettingsConfigDict(env_prefix="ASOBIBA_", frozen=True, extra="forbid", env_ignore_empty=True)

    host: str = _text("127.0.0.1", "an address or a host name", "where to listen; 0.0.0.0 is everywhere", min_length=1)
    port: int = _number(8000, 0, 65535, "where to listen; 0 takes a free one")
    database: str = Field(
        default_factory=default_database,
        pattern="^(sqlite:///.|postgresql://.)",
        repr=False,  # may hold a password
        description="where the games are kept; PostgreSQL when several processes share them",
        json_schema_extra={"allowed": "sqlite:///file or postgresql://user@host/name"},
    )
    redis: str | None = _text(
        None,
        "redis://host:port, or none",
        "joins several processes to one server",
        pattern="^(rediss?|unix)://.",
        repr=False,
    )
    public_url: Origin | None = _text(
        None, "such as https://play.example.org, without a path", "what people open when a proxy stands in front"
    )
    origins: Origins = _text(
        (), "such as https://a.example,https://b.example", "other sites whose pages may connect to this server"
    )
    trusted_proxies: Networks = _text(
        (), "addresses or networks such as 10.0.0.0/8", "whose X-Forwarded-For is believed; nobody's when empty"
    )
    metrics_networks: Networks = _text(
        (), "addresses or networks such as 10.0.0.0/8", "who may read /metrics; this machine when it serves nobody else"
    )
    metrics_token: str | None = _text(
        None, "16 letters or more, or none", "who sends it as a bearer token may, too", min_length=16, repr=False
    )
    runs: str = Field(
        default_factory=lambda: str(data_folder() / "runs"),
        description="where trainings are kept, to be shown",
        json_schema_extra={"allowed": "a folder"},
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="what is logged")

    bot_workers: int = _number(1, 1, 64, "processes in which bots think")
    bot_niceness: int = _number(19, 0, 19, "how far they give way to people's moves; 0 for as fast as these")
    bot_seconds: float = _number(3.0, 0.05, 60, "a bot that has not moved by then plays a quick move instead")
    bot_pause: float = _number(0.4, 0, 10, "seconds before a bot's move, so that people can follow")
    pass_pause: float = _number(1.0, 0, 10, "seconds before a forced pass is played, so that people can follow")
    countdown: float = _number(3.0, 0, 10, "seconds before a game against the clock starts, and before it goes on")
    room_memory_seconds: float = _number(60, 0, 86400, "how long a room that nobody is in stays in memory")
    drain_seconds: float = _number(10, 0, 300, "how long a server that stops may take to finish what it has begun")

    frame_bytes: int = _number(8192, 1024, 1_000_000, "the longest message of a client")
    body_bytes: int = _number(65536, 1024, 64_000_000, "the longest body of a request")
    queue_frames: int = _number(64, 8, 4096, "messages that may wait for a slow client before it is cut off")
    send_seconds: float = _number(2, 0.1, 60, "how long one message may wait for a slow client")
    hello_seconds: float = _number(10, 0.1, 300, "how long a new WebSocket may stay silent")
    header_seconds: float = _number(10, 0.1, 300, "how long a request may take to arrive")

    messages_per_20s: int = _number(300, 1, 100_000, "messages of one client in 20 seconds")
    timed_messages_per_second: int = _number(20, 1, 1000, "the same in games against the clock, in one second")
    notes_per_guest: int = _number(
        120,
        1,
        10_000_000,
        "chats, offers, seats, names and whatever else is kept of one guest in a minute, moves apart",
    )
    notes_per_address: int = _number(1200, 1, 10_000_000, "the same of one address")
    moves_per_guest: int = _number(3000, 1, 10_000_000, "moves of one guest in a minute, on all connections")
    moves_per_address: int = _number(12_000, 1, 10_000_000, "moves of one address in a minute")
    handshakes_per_30s: int = _number(80, 1, 1_000_000, "WebSockets that one address may open in 30 seconds")
    requests_per_minute: int = _number(
        60, 1, 1_000_000, "guests, rooms or seats that one address may ask for in a minute"
    )
    guests_per_second: float = _number(10, 0.01, 100_000, "new guests, all addresses together")
    analyse_seconds_per_minute: float = _number(
        60, 0.1, 100_000, "seconds in a minute that analyses for one address may take"
    )
    watch_seconds: float = _number(
        10, 0.1, 600, "the longest that one position is thought about while somebody looks on"
    )
    work_seconds_per_minute: float = _number(
        12,
        0.1,
        1_000_000,
        "seconds of work in a minute for one address: games that are read and written, and 10 MB sent are one, too",
    )
    sockets_per_address: int = _number(20, 1, 1_000_000, "WebSockets open from one address")
    sockets: int = _number(20_000, 1, 1_000_000, "WebSockets open in all")
    rooms_per_guest: int = _number(
        6, 1, 100_000, "unfinished games that one guest plays alone or against bots; one more ends the oldest"
    )
    rooms: int = _number(20_000, 1, 1_000_000, "rooms in memory")

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise _refusal(error, values) from None

    @property
    def secure_cookies(self) -> bool:
        """Whether people come by https: cookies are then sent over nothing else."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def allowed_origins(self) -> frozenset[str]:
        return frozenset(filter(None, (*self.origins, self.public_url)))


def describe_settings() -> list[tuple[str, str, str, str]]:
    """(name, default, allowed, meaning) of every setting, for help texts and docs."""
    return [
        (name, _shown(field.default) if field.default_factory is None else "", allowed(name), field.description or "")
        for name, field in Settings.model_fields.items()
    ]


def allowed(name: str) -> str:
    """port -> "a whole number from 0 to 65535"."""
    rules = Settings.model_json_schema()["properties"][name]
    if "allowed" in rules:
        return str(rules["allowed"])
    if "enum" in rules:
        return " or ".join(rules["enum"])
    noun = "a whole number" if rules["type"] == "integer" else "a number"
    return f"{noun} from {rules['minimum']} to {rules['maximum']}"


def _refusal(error: ValidationError, given: Mapping[str, Any]) -> ConfigError:
    """The first thing that is wrong, in one sentence."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    if name not in Settings.model_fields:
        return ConfigError(f"no setting is named {name!r}; settings: {', '.join(Settings.model_fields)}", setting=name)
    value = _shown(given.get(name, os.environ.get(f"ASOBIBA_{name.upper()}", first["input"])))
    return ConfigError(f"setting {name}={value}: allowed is {allowed(name)}", setting=name, value=value)


def _shown(value: object) -> str:
    """Without the password that a URL may hold."""
    text = ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
    text = re.sub(r"(?<=password=)[^&]*", "***", text)
    return re.sub(r"(?<=//)([^/@:]*):.*@", r"\1:***@", text)
