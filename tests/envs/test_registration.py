"""`import asobiba` makes the ids known to Gymnasium and PettingZoo, and imports neither of them."""

import sys

import pytest

import asobiba.envs
from asobiba.envs.registration import own_environments
from tests.processes import run

IDS = sorted(asobiba.envs.environments())
OF_THE_GAMES = sorted(own_environments())
KNOWN = f"assert {{each for each in gymnasium.registry if each.startswith('asobiba/')}} == {set(IDS + OF_THE_GAMES)!r}"


def python(code: str) -> str:
    """What a process of its own prints; a warning is an error."""
    done = run([sys.executable, "-W", "error::UserWarning", "-c", code])
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_asobiba_alone_imports_neither_library() -> None:
    code = "import sys, asobiba; print([name for name in ('gymnasium', 'pettingzoo', 'PIL') if name in sys.modules])"

    assert python(code) == "[]"


@pytest.mark.parametrize(
    "imports",
    ["import asobiba, gymnasium", "import gymnasium, asobiba", "import gymnasium, asobiba.envs, asobiba"],
)
def test_the_order_of_imports_does_not_matter(imports: str) -> None:
    code = f"""{imports}
{KNOWN}
env = gymnasium.make("asobiba/Othello-v0")
observation, info = env.reset(seed=1)
assert info["action_mask"].sum() == 4
assert gymnasium.make_vec("asobiba/Othello-v0", num_envs=2).num_envs == 2
assert "asobiba/Othello-v0" in gymnasium.pprint_registry(disable_print=True)
"""
    python(code)


def test_importing_a_part_of_gymnasium_is_enough() -> None:
    python(f"import asobiba\nfrom gymnasium.wrappers import TimeLimit\nimport gymnasium\n{KNOWN}")


def test_gymnasium_alone_does_not_import_pettingzoo() -> None:
    assert python("import sys, asobiba, gymnasium; print('pettingzoo' in sys.modules)") == "False"


@pytest.mark.parametrize("imports", ["import asobiba, pettingzoo", "import pettingzoo, asobiba"])
def test_pettingzoo_knows_them_too(imports: str) -> None:
    code = f"""{imports}
for kind, registry in (("aec", pettingzoo.aec_registry), ("parallel", pettingzoo.parallel_registry)):
    assert {set(IDS)!r} <= set(registry)
    pettingzoo.make(kind, "asobiba/Puyo-v0").reset(seed=1)
"""
    python(code)


def test_an_id_may_name_the_package_that_knows_it() -> None:
    code = """import gymnasium
env = gymnasium.make("asobiba:asobiba/Otrio-v0")
envs = gymnasium.make_vec("asobiba:asobiba/Otrio-v0", num_envs=3)
assert type(envs).__name__ == "GameVectorEnv"
print(env.unwrapped.game.name)
"""
    assert python(code) == "otrio"


def test_environments_of_a_games_own_have_ids_too() -> None:
    assert OF_THE_GAMES == ["asobiba/Twenty48Board-v0"]
    code = """import asobiba, gymnasium
env = gymnasium.make("asobiba/Twenty48Board-v0")
print(type(env.unwrapped).__name__, env.reset(seed=1)[0].shape)
"""
    assert python(code) == "Twenty48Board (4, 4)"


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_environments_in_processes_of_their_own(context: str) -> None:
    """Each worker makes its environment by the id; a fresh interpreter knows it by the package's name in the id."""
    code = f"""import warnings
import gymnasium

def make():
    return gymnasium.make("asobiba:asobiba/Twenty48-v0")

if __name__ == "__main__":
    warnings.simplefilter("ignore", DeprecationWarning)
    envs = gymnasium.vector.AsyncVectorEnv([make, make], context="{context}")
    observation, info = envs.reset(seed=1)
    for step in range(30):
        observation, rewards, over, cut, info = envs.step(envs.action_space.sample())
    print(observation["observation"].shape)
    envs.close()
"""
    assert python(code) == "(2, 18, 4, 4)"


def test_a_game_that_comes_later_is_registered_when_asked_for() -> None:
    code = """import asobiba, gymnasium
from dataclasses import replace
from asobiba.envs import register_environments
othello = asobiba.game("othello")
asobiba.register(replace(othello, name="reversi"))
assert "asobiba/Reversi-v0" not in gymnasium.registry
register_environments()
register_environments()
print(gymnasium.make("asobiba/Reversi-v0").unwrapped.game.name)
"""
    assert python(code) == "reversi"
