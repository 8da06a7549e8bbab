#include "puyo/afterstates.hpp"

#include "common/bindings.hpp"

namespace asobiba {

namespace {

void bind(nb::module_& module) {
    module.attr("puyo_afterstate_size") = puyo::afterstates::size;
    module.def(
        "puyo_afterstates",
        [](const puyo::Rules& rules, const nb::bytes& raw, int seat, const Given<std::uint8_t>& numbers,
           const Given<float>& worth) {
            const auto position = position_from<puyo::State>(rules, raw);
            require(0 <= seat && seat < rules.seats(), "there is no such seat");
            const auto out = array_of(numbers, puyo::afterstates::all_size, "afterstates");
            const auto judged = array_of(worth, puyo::placements, "worth");
            puyo::afterstates::write_all({position, static_cast<std::size_t>(seat), rules}, rules, out.data(),
                                         judged.data());
        },
        "rules"_a, "position"_a, "seat"_a, "numbers"_a, "worth"_a,
        "Writes [22, puyo_afterstate_size] uint8 and what `evaluate` says of each, [22] float32.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
