#include "otrio/position.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "common/bindings.hpp"
#include "otrio/foresight.hpp"
#include "otrio/solver.hpp"

namespace asobiba {

namespace {

constexpr std::uint64_t most_nodes = 1'000'000'000'000;
constexpr std::uint64_t most_simulations = 1'000'000'000;

std::optional<int> told(otrio::Outcome outcome) {
    return outcome == otrio::Outcome::unknown ? std::nullopt : std::optional(static_cast<int>(outcome));
}

using Told = std::tuple<int, std::optional<int>, int>;

Told told(const otrio::Verdict& verdict) { return {verdict.action, told(verdict.outcome), verdict.plies}; }

// Heeds signals, and the clock.
struct Watch {
    using Clock = std::chrono::steady_clock;

    Clock::time_point until = Clock::time_point::max();

    void operator()() const {
        heed_signals();
        if (Clock::now() >= until) throw otrio::Exhausted{};
    }
};

Watch watch_for(std::optional<double> seconds) {
    if (!seconds) return {};
    require(0 <= *seconds && *seconds <= 1e7, "seconds is a number from 0 to 10^7");
    return {Watch::Clock::now() +
            std::chrono::duration_cast<Watch::Clock::duration>(std::chrono::duration<double>(*seconds))};
}

template <class T>
std::vector<T> read_all(const nb::bytes& raw) {
    require(raw.size() % sizeof(T) == 0, "the book's bytes are no whole number of entries");
    std::vector<T> found(raw.size() / sizeof(T));
    std::memcpy(found.data(), raw.c_str(), raw.size());
    return found;
}

using Book = otrio::Book;

void make_book(Book* place, const nb::bytes& keys, const nb::bytes& bounds) {
    auto read_keys = read_all<std::uint64_t>(keys);
    auto read_bounds = read_all<otrio::Bounds>(bounds);
    require(read_keys.size() == read_bounds.size(), "the book has as many bounds as keys");
    require(std::is_sorted(read_keys.begin(), read_keys.end()), "the book's keys are ascending");
    new (place) Book(std::move(read_keys), std::move(read_bounds));
}

using Solver = otrio::Solver<Watch>;

void make_solver(Solver* place, const otrio::Rules& rules, std::uint64_t nodes, int table_bits, const Book* book) {
    require(1 <= nodes && nodes <= most_nodes, "nodes is a number from 1 to 10^12");
    require(8 <= table_bits && table_bits <= 28, "table_bits is a number from 8 to 28");
    new (place) Solver(rules, nodes, table_bits, book);
}

// Keys and bounds of the positions with at most so many pieces that a table remembers, ascending by their keys.
std::pair<nb::bytes, nb::bytes> written(const Solver& solver, std::size_t most_pieces) {
    std::map<std::uint64_t, otrio::Bounds> found;
    solver.table().each([&](std::uint64_t key, std::uint32_t turn, const otrio::Bounds& bounds) {
        const std::size_t pieces = otrio::pieces_in(key);
        if (pieces > most_pieces || pieces % otrio::most_colors != turn) return;
        otrio::Bounds& all = found[key];
        for (std::size_t side = 0; side < 2; ++side) {
            all.forced[side] = std::min(all.forced[side], bounds.forced[side]);
            all.not_forced[side] = std::max(all.not_forced[side], bounds.not_forced[side]);
        }
    });
    std::vector<std::uint64_t> keys;
    std::vector<otrio::Bounds> bounds;
    for (const auto& [key, each] : found) {
        keys.push_back(key);
        bounds.push_back(each);
    }
    return {nb::bytes(keys.data(), keys.size() * sizeof(keys[0])),
            nb::bytes(bounds.data(), bounds.size() * sizeof(bounds[0]))};
}

void bind_solver(nb::module_& module) {
    nb::class_<Book>(module, "OtrioBook").def("__init__", &make_book, "keys"_a, "bounds"_a);
    nb::class_<Solver>(module, "OtrioSolver")
        .def("__init__", &make_solver, "rules"_a, "nodes"_a, "table_bits"_a = 20, "book"_a = nb::none(),
             nb::keep_alive<1, 5>())
        .def(
            "about",
            [](Solver& solver, const nb::bytes& raw, std::optional<int> seat, std::optional<std::uint64_t> nodes) {
                const otrio::Rules& rules = solver.rules();
                const auto board = position_from<otrio::Board>(rules, raw);
                require(!seat || (0 <= *seat && *seat < rules.players), "seat is a seat");
                require(!nodes || (1 <= *nodes && *nodes <= solver.most_nodes()),
                        "nodes is at most what the solver has");
                solver.about(board, seat ? *seat : rules.owner[board.turn], nodes ? *nodes : solver.most_nodes());
            },
            "position"_a, "seat"_a = nb::none(), "nodes"_a = nb::none(),
            "The next search is about this position and this seat, by default the one to move. What others found is "
            "kept.")
        .def(
            "solve",
            [](Solver& solver, bool every_move, std::optional<double> seconds) {
                const Watch watch = watch_for(seconds);
                nb::gil_scoped_release unlocked;
                return solver.solve(every_move, watch);
            },
            "every_move"_a, "seconds"_a = nb::none(),
            "What each move leads to, or just which is best. False: it ran out of nodes or time; asked again, it goes "
            "on.")
        .def(
            "weigh",
            [](Solver& solver, std::optional<double> seconds) {
                const Watch watch = watch_for(seconds);
                nb::gil_scoped_release unlocked;
                return solver.weigh(watch);
            },
            "seconds"_a = nb::none(),
            "What the position is worth to the seat, against all the others. False as of `solve`.")
        .def(
            "verdicts",
            [](const Solver& solver) {
                std::vector<Told> found;
                for (const otrio::Verdict& each : solver.verdicts()) found.push_back(told(each));
                return found;
            },
            "[(action, 1 win, 0 draw, -1 loss or None, plies), ...] of each legal move, as far as `solve` found it.")
        .def(
            "worth", [](const Solver& solver) { return std::pair(told(solver.worth().outcome), solver.worth().plies); },
            "(1 win, 0 draw, -1 loss or None, plies) for the seat, as far as `weigh` found it.")
        .def(
            "bounds",
            [](const Solver& solver) {
                return std::pair(solver.is_never_lost() ? 0 : -1, solver.is_never_won() ? 0 : 1);
            },
            "At least and at most, as far as `weigh` found it without an end.")
        .def_prop_ro("searched", &Solver::searched_plies, "What is not settled ends in no line within so many plies.")
        .def_prop_ro("nodes", &Solver::nodes)
        .def("written", &written, "most_pieces"_a, "Keys and bounds of what is remembered, for a book.");
}

// Foresight about one position after the other, also from several threads.
class Foreseer {
  public:
    Foreseer(const otrio::Rules& rules, std::uint32_t doubt) : rules_(rules), doubt_(doubt) {
        require(doubt <= 100, "doubt is a number from 0 to 100");
    }

    std::vector<std::tuple<int, double>> looks(const nb::bytes& raw) const {
        std::vector<std::tuple<int, double>> found;
        otrio::each_look(rules_, otrio::Glance(rules_, running(raw)),
                         [&](int action, double looks) { found.emplace_back(action, looks); });
        return found;
    }

    std::vector<std::tuple<int, double, std::uint32_t>> search(const nb::bytes& raw, std::uint64_t simulations,
                                                               std::uint64_t seed) {
        require(1 <= simulations && simulations <= most_simulations, "simulations is a number from 1 to 10^9");
        const otrio::Board board = running(raw);
        nb::gil_scoped_release unlocked;
        stopped_ = false;
        otrio::Foresight foresight(rules_, doubt_, board, seed);
        foresight.run(simulations, [&] {
            heed_signals();
            return !stopped_;
        });
        std::vector<std::tuple<int, double, std::uint32_t>> found;
        for (const auto& each : foresight.found()) found.emplace_back(each.action, each.score, each.visits);
        return found;
    }

    void stop() { stopped_ = true; }

  private:
    otrio::Board running(const nb::bytes& raw) const {
        const auto board = position_from<otrio::Board>(rules_, raw);
        require(board.goes_on(rules_), "nobody is to move in this position");
        return board;
    }

    const otrio::Rules rules_;
    const std::uint32_t doubt_;
    std::atomic<bool> stopped_{false};
};

void bind_foresight(nb::module_& module) {
    nb::class_<Foreseer>(module, "OtrioForesight")
        .def(nb::init<const otrio::Rules&, std::uint32_t>(), "rules"_a, "doubt"_a)
        .def("looks", &Foreseer::looks, "position"_a,
             "(action, how the position looks after it to the one who made it) of each legal move.")
        .def("search", &Foreseer::search, "position"_a, "simulations"_a, "seed"_a,
             "(action, score that it brought, visits) of each legal move, what looks best first.")
        .def("stop", &Foreseer::stop, "From any thread: the search that is running ends at once.");
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
    bind_solver(module);
    bind_foresight(module);
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
