#include "otrio/position.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <optional>

#include "common/bindings.hpp"
#include "otrio/solver.hpp"

namespace asobiba {

namespace {

constexpr std::uint64_t most_nodes = 1'000'000'000'000;

std::optional<int> told(otrio::Outcome outcome) {
    return outcome == otrio::Outcome::unknown ? std::nullopt : std::optional(static_cast<int>(outcome));
}

using Told = std::tuple<int, std::optional<int>, int>;

std::pair<std::vector<Told>, std::uint64_t> solve(const otrio::Rules& rules, const nb::bytes& raw, std::uint64_t nodes,
                                                  bool every_move) {
    require(rules.players == 2, "only the game of two players is solved");
    require(1 <= nodes && nodes <= most_nodes, "nodes is a number from 1 to 10^12");
    const auto board = position_from<otrio::Board>(rules, raw);
    nb::gil_scoped_release unlocked;
    otrio::Solver solver(rules, nodes, heed_signals);
    std::vector<Told> found;
    for (const otrio::Verdict& each : solver.solve(board, every_move))
        found.emplace_back(each.action, told(each.outcome), each.plies);
    return {found, solver.nodes()};
}

void bind(nb::module_& module) {
    nb::class_<otrio::Rules>(module, "OtrioRules")
        .def(
            "__init__",
            [](otrio::Rules* rules, int players, bool alternation, bool ban_center_medium, int start_seat,
               bool losers_share, bool one_color_each) {
                if (players < 2 || players > 4) throw nb::value_error("players is 2, 3 or 4");
                if (start_seat < 0 || start_seat >= players) throw nb::value_error("start_seat is a seat");
                if (!alternation && players != 2)
                    throw nb::value_error("only one of two players has colours to choose from");
                if (!alternation && one_color_each) throw nb::value_error("with one colour each there is no choice");
                new (rules)
                    otrio::Rules(players, alternation, ban_center_medium, start_seat, losers_share, one_color_each);
            },
            "players"_a = 4, "alternation"_a = true, "ban_center_medium"_a = false, "start_seat"_a = 0,
            "losers_share"_a = true, "one_color_each"_a = false)
        .def_static("lines", [] { return std::vector<otrio::Slots>(otrio::lines.begin(), otrio::lines.end()); });
    bind_kernel<otrio::Board>(module, "Otrio");
    module.def("solve_otrio", &solve, "rules"_a, "position"_a, "nodes"_a, "every_move"_a,
               "([(action, 1 win, 0 draw, -1 loss or None, plies), ...], nodes used) of each legal move.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
