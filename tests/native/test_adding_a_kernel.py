"""The kernel section of docs/adding-a-game.md, followed to the letter: nim at native speed, equal to its rulebook."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.nim import write_folder, written
from tests.test_adding_a_game import ROOT

CXX = shutil.which("c++") or "c++"
CMAKE = shutil.which("cmake", path=str(Path(sys.executable).parent)) or "cmake"
ALONE = """
#include <cstdio>

#include "common/batch.hpp"
#include "common/perft.hpp"
#include "common/playouts.hpp"
#include "nim/position.hpp"

int main() {
    using namespace asobiba;
    using nim::Matches;
    const nim::Rules rules;
    Batch<Matches> batch(rules, 5, 1, 2, {});
    std::vector<std::int32_t> actions(5, 2);
    std::vector<float> rewards(10);
    for (const int taken : {2, 2, 2, 0}) { actions.assign(5, taken); batch.step(actions.data(), {{rewards.data()}}); }
    const auto count = perft(Matches::start(rules), rules, 9, Leaves::pass_is_a_ply);
    const auto tally = random_games<Matches>(rules, 10'000, 1);
    std::printf("[%llu, %d, %g, %g, %g]", static_cast<unsigned long long>(count), batch.to_play(4), rewards[8],
                rewards[9], tally.scores[0] + tally.scores[1]);
}
"""
"""What the templates make of nim without Python: the fast version of the test below."""
IN_LOCK_STEP = """
import importlib.util, json, sys, time
import asobiba
from asobiba.agents.arrays import Arrays
spec = importlib.util.spec_from_file_location("asobiba._native._plain", {module!r})
sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # ASOBIBA_NATIVE=plain takes it
spec.loader.exec_module(sys.modules[spec.name])

from asobiba.core.registry import find_game
from tools.speed.rulebooks import plies_per_second
from asobiba.check.twins import lock_step
nim = find_game("nim")
assert list(lock_step(nim, nim.options(), 6000)) == []
kernel = nim.part(Arrays).kernel
began, (_, played, _) = time.process_time(), kernel.random_games(kernel.rules(nim.options()), 1_000_000)
print(json.dumps({{"native": played / (time.process_time() - began), "rulebook": plies_per_second("nim")}}))
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """native/ with the page's folder in it; of the other games nothing."""
    made = tmp_path / "native"
    made.mkdir()
    for name in ("CMakeLists.txt", "module.cpp"):
        shutil.copy(ROOT / "native" / name, made)
    shutil.copytree(ROOT / "native" / "common", made / "common")
    (made / "nim").mkdir()
    for name, code in written("cpp", r"// native/(nim/\w+\.[ch]pp)"):
        (made / name).write_text(code, encoding="utf-8")
    return made


def test_the_page_has_the_kernels_files(sources: Path) -> None:
    assert {path.name for path in (sources / "nim").iterdir()} == {"position.hpp", "bindings.cpp"}
    assert [name for name, _ in written("python", r"# (nim/arrays\.py)")] == ["nim/arrays.py"]


def done(command: list[str], folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    result = processes.run(command, folder=folder, environment=environment)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_the_templates_take_it(sources: Path) -> None:
    (sources / "alone.cpp").write_text(ALONE, encoding="utf-8")
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]

    done([CXX, "-std=c++20", "-O1", *warnings, "-pthread", "-I.", "alone.cpp", "-o", "alone"], sources)
    said = done(["./alone"], sources)

    count, to_play, first, second, both = json.loads(said)
    assert count == lines(10, 9)
    assert (to_play, first, second, both) == (-2, 1, -1, 0)


def lines(matches: int, plies: int) -> int:
    """Sequences of so many moves; one that ends earlier counts."""
    if matches == 0 or plies == 0:
        return 1
    return sum(lines(matches - taken, plies - 1) for taken in range(1, min(3, matches) + 1))


@pytest.mark.slow
def test_it_plays_by_the_rulebook_and_faster(sources: Path) -> None:
    folder, made = sources.parent, sources.parent / "build"
    found = write_folder(folder)
    ((name, code),) = written("python", r"# (nim/arrays\.py)")
    (folder / name).write_text(code, encoding="utf-8")
    settings = ["-DGAMES=nim", f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"]

    done([CMAKE, "-S", str(sources), "-B", str(made), *settings])
    done([CMAKE, "--build", str(made), "--target", "_plain"])
    (module,) = made.glob("_plain*.so")
    command = [sys.executable, "-c", IN_LOCK_STEP.format(module=str(module))]
    speed = json.loads(done(command, environment={**found, "ASOBIBA_NATIVE": "plain"}))

    assert speed["native"] > 10 * speed["rulebook"]
