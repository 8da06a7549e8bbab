#include "common/bindings.hpp"
#include "puyo/arguments.hpp"
#include "puyo/battle.hpp"
#include "puyo/quiet.hpp"

namespace asobiba {

namespace {

using Trigger = std::tuple<int, int, int, unsigned, int>;

std::vector<Trigger> triggers_of(const puyo::Field& field) {
    std::vector<Trigger> found;
    puyo::for_each_trigger(field, puyo::most_colors, puyo::all_columns, false,
                           [&](int column, unsigned colour, int puyos, puyo::Field& grown) {
                               const puyo::Chain chain = puyo::resolve(grown);
                               found.emplace_back(chain.links, chain.score, column, colour, puyos);
                           });
    return found;
}

void bind(nb::module_& module) {
    module.def(
        "puyo_triggers", [](const nb::bytes& raw) { return triggers_of(field_from(raw)); }, "field"_a,
        "(links, score, column, colour, puyos) of every drop that makes something pop in a field at rest.");

    module.def(
        "puyo_search",
        [](const puyo::Rules& rules, const nb::bytes& raw, int width, int depth, int queues, std::uint64_t seed) {
            puyo::search::Plan plan = checked_plan(width, depth, queues);
            plan.pause = heed_signals;
            const auto state = position_from<puyo::State>(rules, raw);
            require(state.to_play(rules) >= 0, "nobody is to move in this position");
            puyo::search::Judgement judgement;
            {
                nb::gil_scoped_release unlocked;
                const puyo::search::Weights weights;
                const puyo::search::Temper temper;
                Dice dice{seed};
                judgement = puyo::search::Battle(rules, weights, temper).judge(state, plan, dice);
            }
            const auto listed = [](const auto& numbers) { return std::vector<double>(numbers.begin(), numbers.end()); };
            return std::tuple(listed(judgement.values), listed(judgement.links));
        },
        "rules"_a, "position"_a, "width"_a, "depth"_a, "queues"_a, "seed"_a,
        "(value of each of the 22 placements in points, links of the chain it promises); -inf for those out of reach.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
