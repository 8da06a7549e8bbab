#include "twenty48/expectimax.hpp"

#include <nanobind/stl/array.h>

#include <bit>

#include "common/kernels.hpp"
#include "twenty48/heuristic.hpp"
#include "twenty48/learned.hpp"
#include "twenty48/thinking.hpp"

namespace asobiba {

namespace {

using twenty48::HandWeights;
using twenty48::Heuristic;
using twenty48::Learned;

constexpr int most_threads = 64;

HandWeights weights_from(const std::array<double, 7>& numbers) {
    for (const double number : numbers) require(std::isfinite(number), "a weight is a number");
    return std::bit_cast<HandWeights>(numbers);
}

void require_threads(int threads) {
    require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 64");
}

void make_learned(Thinking<Learned>* place, const twenty48::NTuple& network, int familiar, int threads) {
    require(network.tuples().rows() == 4 && network.tuples().columns() == 4, "a network of 4x4 boards");
    require(1 <= familiar && familiar <= static_cast<int>(twenty48::nibbles::cap), "familiar is a rank from 1 to 15");
    require_threads(threads);
    new (place) Thinking<Learned>(Learned(network, familiar), threads);
}

void bind(nb::module_& module) {
    bind_thinking<Heuristic>(module, "Twenty48Expectimax")
        .def(
            "__init__",
            [](Thinking<Heuristic>* self, const std::array<double, 7>& weights, float won, int threads) {
                require_threads(threads);
                new (self) Thinking<Heuristic>(Heuristic(weights_from(weights), won), threads);
            },
            "weights"_a, "won"_a, "threads"_a = 1);
    bind_thinking<Learned>(module, "Twenty48LearnedExpectimax")
        .def("__init__", &make_learned, "network"_a, "familiar"_a, "threads"_a = 1, nb::keep_alive<1, 2>());
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
