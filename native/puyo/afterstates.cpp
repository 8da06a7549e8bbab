#include "puyo/afterstates.hpp"

#include "common/bindings.hpp"
#include "common/workers.hpp"

namespace asobiba {

namespace {

void bind(nb::module_& module) {
    module.attr("puyo_afterstate_size") = puyo::afterstates::size;
    module.def(
        "puyo_afterstates",
        [](const puyo::Rules& rules, const Given<const std::int8_t>& observations, std::size_t count,
           const Given<std::uint8_t>& afterstates, const Given<float>& worth, int threads) {
            require(1 <= count && count <= most_games, "count is a number from 1 to 16777216");
            require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 256");
            constexpr std::size_t placements = puyo::placements;
            constexpr std::size_t written = placements * puyo::afterstates::size;
            const std::size_t planes = rules.observation();
            const auto seen = array_of(observations, count * planes, "observations");
            const auto out = array_of(afterstates, count * written, "afterstates");
            const auto judged = array_of(worth, count * placements, "worth");
            nb::gil_scoped_release unlocked;
            Workers(threads).share(count, [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i)
                    puyo::afterstates::write_all(seen.data() + i * planes, rules, out.data() + i * written,
                                                 judged.data() + i * placements);
            });
        },
        "rules"_a, "observations"_a, "count"_a, "afterstates"_a, "worth"_a, "threads"_a = 1,
        "Writes [count, 22, puyo_afterstate_size] uint8 and what `evaluate` says of each, [count, 22] float32.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
