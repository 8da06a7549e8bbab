"""Settings: where they come from, and what a wrong one says."""

from pathlib import Path
from typing import Any

import pytest

from asobiba.core.errors import ConfigError
from asobiba.online.settings import Settings, describe_settings


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"ASOBIBA_{name.upper()}", raising=False)


def test_defaults_listen_to_this_machine_only_and_trust_nobody() -> None:
    settings = Settings()

    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.redis is None
    assert settings.trusted_proxies == ()
    assert settings.allowed_origins == frozenset()
    assert not settings.secure_cookies


def test_every_setting_is_documented_and_its_default_is_allowed() -> None:
    described = describe_settings()

    assert {name for name, *_ in described} == set(Settings.model_fields)
    assert all(allowed and meaning for _, _, allowed, meaning in described)
    given = {name: default for name, default, *_ in described if default not in ("", "None")}
    assert Settings(**given) == Settings()


def test_the_database_lies_in_the_data_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().database == f"sqlite:///{tmp_path}/asobiba/asobiba.db"
    for relative in ("", "data"):
        monkeypatch.setenv("XDG_DATA_HOME", relative)
        monkeypatch.setenv("HOME", str(tmp_path))
        assert Settings().database == f"sqlite:///{tmp_path}/.local/share/asobiba/asobiba.db"


def test_the_environment_is_read_and_arguments_go_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASOBIBA_PORT", "9000")
    monkeypatch.setenv("ASOBIBA_ORIGINS", " https://A.example:443/ , http://b.example:81")
    monkeypatch.setenv("ASOBIBA_TRUSTED_PROXIES", "10.0.0.1,fd00::/8")
    monkeypatch.setenv("ASOBIBA_PUBLIC_URL", "https://遊び.example/")
    monkeypatch.setenv("ASOBIBA_REDIS", "")
    monkeypatch.setenv("ASOBIBA_NATIVE", "plain")  # read by somebody else

    settings = Settings(port=9001)

    assert settings.port == 9001
    assert Settings().port == 9000
    assert settings.origins == ("https://a.example", "http://b.example:81")
    assert settings.trusted_proxies == ("10.0.0.1/32", "fd00::/8")
    assert settings.public_url == "https://xn--z9jy99z.example"
    assert settings.allowed_origins == {*settings.origins, settings.public_url}
    assert settings.secure_cookies
    assert settings.redis is None


WRONG: list[tuple[str, Any, str]] = [
    ("port", 65536, "setting port=65536: allowed is a whole number from 0 to 65535"),
    ("port", "http", "setting port=http: allowed is a whole number from 0 to 65535"),
    ("port", 80.5, "setting port=80.5: allowed is a whole number from 0 to 65535"),
    ("host", "", "setting host=: allowed is an address or a host name"),
    ("frame_bytes", 1, "setting frame_bytes=1: allowed is a whole number from 1024 to 1000000"),
    ("bot_seconds", float("nan"), "setting bot_seconds=nan: allowed is a number from 0.05 to 60"),
    ("bot_seconds", float("inf"), "setting bot_seconds=inf: allowed is a number from 0.05 to 60"),
    ("send_seconds", None, "setting send_seconds=None: allowed is a number from 0.1 to 60"),
    ("log_level", "loud", "setting log_level=loud: allowed is debug or info or warning or error"),
    ("trusted_proxies", "*", "setting trusted_proxies=*: allowed is addresses or networks such as 10.0.0.0/8"),
    ("origins", "https://a.example,b", "setting origins=https://a.example,b: allowed is such as https://a.example"),
    ("public_url", "https://a.example/path", "setting public_url=https://a.example/path: allowed is such as https"),
    ("public_url", "https://a.example:99999", "setting public_url=https://a.example:99999: allowed is such as https"),
    ("public_url", "https://[", "setting public_url=https://[: allowed is such as https"),
    ("public_url", "javascript:alert(1)", "setting public_url=javascript:alert(1): allowed is such as https"),
    ("database", "games.db", "setting database=games.db: allowed is sqlite:///file or postgresql://user@host/name"),
    ("redis", "localhost:6379", "setting redis=localhost:6379: allowed is redis://host:port, or none"),
]


@pytest.mark.parametrize(("name", "value", "sentence"), WRONG)
def test_a_wrong_value_says_what_is_allowed(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        Settings(**{name: value})
    assert str(refusal.value).startswith(sentence)
    assert refusal.value.params["setting"] == name


def test_a_wrong_value_of_the_environment_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASOBIBA_ORIGINS", "https://a.example,b")
    with pytest.raises(ConfigError, match=r"^setting origins=https://a\.example,b: allowed is"):
        Settings()


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"^no setting is named 'prot'; settings: host, port, "):
        Settings(prot=1)


@pytest.mark.parametrize("name", ["database", "redis"])
def test_no_password_is_shown(name: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        Settings(**{name: "http://somebody:pass:w@rd/@host/name?password=w@rd&x=1"})
    assert "=http://somebody:***@host/name?password=***&x=1: " in str(refusal.value)
    assert "rd" not in str(refusal.value.params["value"]).replace("password", "")
    settings = Settings(database="postgresql://a:hidden@host/name", redis="redis://:hidden@host")
    assert "hidden" not in f"{settings!r} {settings}"


def test_settings_do_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().port = 1
