#include "othello/patterns.hpp"

#include <cstring>

#include "common/arrays.hpp"
#include "common/kernels.hpp"
#include "common/require.hpp"

namespace asobiba {

namespace {

using othello::Patterns;
using othello::Squares;

void make_patterns(Patterns* place, const nb::bytes& weights) {
    std::vector<std::int16_t> found(Patterns::size);
    require(weights.size() == found.size() * sizeof(found[0]), "weights are as many numbers of 16 bits as `size` says");
    std::memcpy(found.data(), weights.c_str(), weights.size());
    new (place) Patterns(found);
}

void values(const Patterns& patterns, const Given<const Squares>& own, const Given<const Squares>& other,
            const Given<std::int32_t>& out) {
    const std::size_t count = nb::len(own.object);
    const auto owns = array_of(own, count, "own");
    const auto others = array_of(other, count, "other");
    const auto outs = array_of(out, count, "out");
    for (std::size_t i = 0; i < count; ++i)
        require((owns.data()[i] & others.data()[i]) == 0, "a square has one disc at most");
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < count; ++i) outs.data()[i] = patterns.evaluate(owns.data()[i], others.data()[i]);
}

void bind(nb::module_& module) {
    nb::class_<Patterns>(module, "OthelloPatterns")
        .def("__init__", &make_patterns, "weights"_a)
        .def("values", &values, "own"_a, "other"_a, "out"_a,
             "Writes the expected difference of discs at the end for the side to move, in units.")
        .def_prop_ro_static("unit", [](nb::handle) { return Patterns::unit; })
        .def_prop_ro_static("size", [](nb::handle) { return Patterns::size; });
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
