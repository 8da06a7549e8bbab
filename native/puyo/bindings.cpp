#include "puyo/position.hpp"

#include "common/bindings.hpp"
#include "puyo/arguments.hpp"

namespace asobiba {

namespace {

void bind(nb::module_& module) {
    nb::class_<puyo::Rules>(module, "PuyoRules")
        .def(
            "__init__",
            [](puyo::Rules* rules, bool versus, int colors, std::uint64_t target_points, std::uint64_t margin_seconds,
               std::uint64_t ojama_per_turn, bool row14_once, std::uint64_t max_turns) {
                if (colors < 3 || colors > puyo::most_colors) throw nb::value_error("colors is 3, 4 or 5");
                if (target_points < 1) throw nb::value_error("target_points is 1 or more");
                new (rules)
                    puyo::Rules{versus, colors, target_points, margin_seconds, ojama_per_turn, row14_once, max_turns};
            },
            "versus"_a, "colors"_a, "target_points"_a, "margin_seconds"_a, "ojama_per_turn"_a, "row14_once"_a,
            "max_turns"_a);
    bind_kernel<puyo::State>(module, "Puyo");

    module.def(
        "puyo_resolve",
        [](const nb::bytes& raw, std::uint64_t repeat) {
            if (repeat > 10'000'000) throw nb::value_error("repeat: at most 10,000,000");
            const puyo::Field given = field_from(raw);
            puyo::Chain chain;
            puyo::Field field;
            for (std::uint64_t i = 0; i < repeat; ++i) {
                field = given;
                chain = puyo::resolve(field);
            }
            puyo::Stored after;
            field.store(after);
            return std::tuple(chain.links, chain.score, chain.frames,
                              nb::bytes(reinterpret_cast<const char*>(&after), sizeof after));
        },
        "field"_a, "repeat"_a = 1, "(links, score, frames, field after) of a chain; repeated to measure its time.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
