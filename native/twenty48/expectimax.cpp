#include "twenty48/expectimax.hpp"

#include <nanobind/stl/array.h>

#include <bit>

#include "common/kernels.hpp"
#include "twenty48/heuristic.hpp"
#include "twenty48/thinking.hpp"

namespace asobiba {

namespace {

using twenty48::HandWeights;
using twenty48::Heuristic;

constexpr int most_threads = 64;

HandWeights weights_from(const std::array<double, 7>& numbers) {
    for (const double number : numbers) require(std::isfinite(number), "a weight is a number");
    return std::bit_cast<HandWeights>(numbers);
}

void bind(nb::module_& module) {
    bind_thinking<Heuristic>(module, "Twenty48Expectimax")
        .def(
            "__init__",
            [](Thinking<Heuristic>* self, const std::array<double, 7>& weights, float won, int threads) {
                require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 64");
                new (self) Thinking<Heuristic>(Heuristic(weights_from(weights), won), threads);
            },
            "weights"_a, "won"_a, "threads"_a = 1);
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
