// The Python module asobiba._native.
#include <nanobind/nanobind.h>

#include "othello.hpp"
#include "perft.hpp"

namespace nb = nanobind;
using namespace asobiba;

NB_MODULE(_native, module) {
    module.doc() = "Fast twins of the rulebooks. Every function equals its plain Python version by test.";

    module.def(
        "othello_perft",
        [](std::uint64_t mine, std::uint64_t theirs, int depth, char leaves) {
            nb::gil_scoped_release unlocked;
            return perft(othello::Board{mine, theirs, 0}, depth, static_cast<Leaves>(leaves));
        },
        nb::arg("mine"), nb::arg("theirs"), nb::arg("depth"), nb::arg("leaves") = 'A',
        "Leaves below a position at `depth`; mine and theirs are 64-bit boards with a1 as bit 0.");
}
