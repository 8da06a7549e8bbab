"""The list of commands: what it names is there, and it loads no command to say so."""

import sys
from importlib import import_module

import pytest

from asobiba.cli.app import COMMANDS
from tests import processes
from tests.cli.command import run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_list_is_there(name: str) -> None:
    place = COMMANDS[name]

    assert getattr(import_module(f"asobiba.cli.{place.module}"), place.function).__doc__
    assert f"asobiba {name} " in run(name, "--help").stdout


def test_the_list_loads_no_command() -> None:
    code = "import sys; from asobiba.cli import main; sys.argv = ['asobiba', '--help']\ntry: main()\n"
    done = processes.run([sys.executable, "-c", f"{code}finally: print(*sys.modules, file=sys.stderr)"])

    loaded = {name for name in done.stderr.split() if name.startswith("asobiba")}
    assert all(place.help in done.stdout for place in COMMANDS.values())
    core = {"asobiba.core", "asobiba.core.errors", "asobiba.core.game", "asobiba.core.options"}
    assert loaded == {"asobiba", "asobiba.cli", "asobiba.cli.app", "asobiba.cli.parameters", *core}


def test_a_wrong_command_gets_a_guess() -> None:
    assert run("solv").stderr == "asobiba: No such command 'solv'. Did you mean 'solve'?\n"
