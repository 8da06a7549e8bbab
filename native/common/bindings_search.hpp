// How the searches of a game become Python classes. Written once for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/report.hpp"
#include "common/require.hpp"
#include "common/signals.hpp"
#include "common/uct.hpp"

namespace asobiba {

// A search that one thread uses at a time: the interpreter's lock is left while it thinks.
template <Position P>
class Searching {
  public:
    using Rules = typename P::Rules;

    Searching(const Rules& rules, std::size_t nodes, const Weighing& weighing, std::uint64_t seed)
        : search_(rules, nodes, weighing, seed) {}

    Uct<P>& search() {
        if (busy_) throw std::runtime_error("the search is being used by another thread");
        return search_;
    }

    void stop() { search_.stop(); }

    std::uint64_t run(const Budget& budget) {
        Uct<P>& search = this->search();
        struct Use {
            bool& busy;
            ~Use() { busy = false; }
        } use{busy_ = true};
        nb::gil_scoped_release released;
        return search.run(budget, heed_signals);
    }

  private:
    Uct<P> search_;
    bool busy_ = false;  // read and written under the interpreter's lock only
};

inline Weighing checked_weighing(double low, double high, double exploration, double urgency, int playout_plies) {
    require(low < high, "low is below high");
    require(std::isfinite(exploration) && exploration >= 0, "exploration is a number, 0 or more");
    require(!std::isnan(urgency), "urgency is a number");
    require(playout_plies >= -1, "playout_plies is 0 for whole games, -1 for what the game has, or a number of moves");
    return {low, high, exploration, urgency, playout_plies};
}

inline Budget checked_budget(std::optional<std::uint64_t> simulations, std::optional<std::uint64_t> milliseconds,
                             bool until_full) {
    constexpr std::uint64_t longest = 86'400'000;
    require(simulations || milliseconds || until_full,
            "a search needs an end: simulations, milliseconds or until_full");
    require(!milliseconds || *milliseconds <= longest, "milliseconds is a number up to 86400000");
    Budget budget;
    if (simulations) budget.simulations = *simulations;
    if (milliseconds) budget.milliseconds = *milliseconds;
    budget.until_full = until_full;
    return budget;
}

inline nb::dict told(const Report& report) {
    nb::dict told;
    std::vector<int> actions, proofs;
    std::vector<std::uint32_t> visits, plies;
    std::vector<std::vector<double>> values;
    for (const Reported& move : report.moves) {
        actions.push_back(move.action);
        visits.push_back(move.visits);
        values.push_back(move.values);
        proofs.push_back(static_cast<int>(move.proof));
        plies.push_back(move.plies);
    }
    told["actions"] = actions;
    told["visits"] = visits;
    told["values"] = values;
    told["proofs"] = proofs;
    told["plies"] = plies;
    told["line"] = report.line;
    told["value"] = report.values;
    told["proven"] = report.proven;
    told["nodes"] = report.nodes;
    told["depth"] = report.depth;
    return told;
}

// `name` is the game's: OthelloSearch is the class. The batch knows it as its `Search`.
template <Position P>
void bind_search(nb::module_& module, const std::string& name) {
    using S = Searching<P>;
    using Rules = typename P::Rules;
    nb::class_<S> search(module, (name + "Search").c_str());
    search
        .def(
            "__init__",
            [](S* self, const Rules& rules, std::size_t nodes, double low, double high, double exploration,
               double urgency, int playout_plies, std::uint64_t seed) {
                require(1 <= nodes && nodes <= most_nodes_of_a_tree, "nodes is a number from 1 to 268435456");
                new (self) S(rules, nodes, checked_weighing(low, high, exploration, urgency, playout_plies), seed);
            },
            "rules"_a, "nodes"_a, "low"_a = -1.0, "high"_a = 1.0, "exploration"_a = Weighing{}.exploration,
            "urgency"_a = Weighing{}.urgency, "playout_plies"_a = -1, "seed"_a = 0)
        .def("reseed", [](S& self, std::uint64_t seed) { self.search().reseed(seed); })
        .def(
            "place",
            [](S& self, const nb::bytes& raw) {
                auto& search = self.search();
                return search.place(position_from<P>(search.rules(), raw));
            },
            "position"_a, "Thinks about this position next; the visits that the tree has of it already.")
        .def(
            "run",
            [](S& self, std::optional<std::uint64_t> simulations, std::optional<std::uint64_t> milliseconds,
               bool until_full) { return self.run(checked_budget(simulations, milliseconds, until_full)); },
            "simulations"_a.none() = nb::none(), "milliseconds"_a.none() = nb::none(), "until_full"_a = false,
            "Simulations made; fewer than asked for where the position is solved or another thread stops it.")
        .def("stop", &S::stop, "From any thread: the search that is running ends at once.")
        .def(
            "report", [](S& self) { return told(report_of(self.search())); },
            nb::sig("def report(self) -> dict[str, typing.Any]"),
            "Of the root's moves, ascending: actions, visits, values by seat, proofs (0 none, 1 on average, 2 "
            "certain), "
            "plies to the proven end; and the principal line, the root's value by seat, proven, nodes, depth.");
    module.attr((name + "Batch").c_str()).attr("Search") = search;
}

}  // namespace asobiba
