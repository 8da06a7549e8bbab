// The search with learned patterns, as Python drives it: one position after the other, one depth after the other.
#include <nanobind/stl/optional.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>

#include "common/bindings.hpp"
#include "othello/patterns.hpp"
#include "othello/root.hpp"

namespace asobiba {

namespace {

using othello::Patterns;
using othello::RootMove;
using othello::Squares;

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

// Heeds signals, and the clock.
struct Watch {
    using Clock = std::chrono::steady_clock;

    explicit Watch(std::optional<double> seconds) {
        if (!seconds) return;
        require(0 <= *seconds && *seconds <= 1e7, "seconds is a number from 0 to 10^7");
        until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    }

    void operator()() const {
        heed_signals();
        if (Clock::now() >= until) throw othello::Stopped{};
    }

    Clock::time_point until = Clock::time_point::max();
};

// Used by one thread at a time; another one may stop it.
class Engine {
  public:
    Engine(const Patterns& patterns, int table_bits, int threads, const othello::ErrorModel& errors)
        : root_(patterns, errors, table_bits, threads) {}

    void about(Squares mine, Squares theirs) {
        require((mine & theirs) == 0, "a square has one disc at most");
        idle().about(mine, theirs);
    }

    void forget() { idle().forget(); }

    void stop() { root_.stop(); }

    bool look(int depth, int care, bool every_move, std::optional<double> seconds, std::optional<std::uint64_t> nodes) {
        require(1 <= depth && depth <= 64, "depth is a number from 1 to 64");
        require(0 <= care && care <= othello::whole_care, "care is a number from 0 to 5");
        const Watch watch(seconds);
        auto& root = idle();
        struct Use {
            bool& busy;
            ~Use() { busy = false; }
        } use{busy_ = true};
        nb::gil_scoped_release unlocked;
        return root.look(depth, care, every_move, nodes.value_or(no_limit), watch);
    }

    std::vector<std::tuple<int, double, bool>> moves() {
        const auto& root = idle();
        const double scale = root.reach().to_end ? 1.0 : 1.0 / Patterns::unit;
        std::vector<std::tuple<int, double, bool>> found;
        for (const RootMove& each : root.moves()) found.emplace_back(each.square, scale * each.value, !each.is_bound);
        return found;
    }

    std::vector<int> line(int move) {
        const auto& root = idle();
        for (const RootMove& each : root.moves())
            if (each.square == move) return root.line_after(each);
        throw nb::value_error("no such move in this position");
    }

    std::tuple<int, int, bool> reach() {
        const othello::Reach& reach = idle().reach();
        return {reach.depth, reach.care, reach.to_end};
    }

    std::uint64_t nodes() { return idle().nodes(); }

  private:
    using Root = othello::Root<Patterns>;

    Root& idle() {
        if (busy_) throw std::runtime_error("the engine is being used by another thread");
        return root_;
    }

    Root root_;
    bool busy_ = false;  // read and written under the interpreter's lock only
};

void make_engine(Engine* place, const Patterns& patterns, int table_bits, int threads,
                 const std::vector<double>& errors) {
    require(4 <= table_bits && table_bits <= 24, "table_bits is a number from 4 to 24");
    require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 256");
    othello::ErrorModel model;
    require(errors.size() == model.terms.size(), "errors are four numbers");
    std::copy(errors.begin(), errors.end(), model.terms.begin());
    new (place) Engine(patterns, table_bits, threads, model);
}

void bind(nb::module_& module) {
    nb::class_<Engine>(module, "OthelloEngine")
        .def("__init__", &make_engine, "patterns"_a, "table_bits"_a, "threads"_a, "errors"_a, nb::keep_alive<1, 2>())
        .def("about", &Engine::about, "mine"_a, "theirs"_a,
             "The next searches are about this position: discs of the side to move, of the other. What others found "
             "is kept.")
        .def("forget", &Engine::forget, "Nothing of what was found is kept.")
        .def("stop", &Engine::stop, "Ends the search of another thread, and those that follow about this position.")
        .def("look", &Engine::look, "depth"_a, "care"_a, "every_move"_a, "seconds"_a = nb::none(),
             "nodes"_a = nb::none(),
             "Looks so many plies ahead, or to the end if that is nearer. Not `every_move`: only the best one's value "
             "is sure. `nodes` counts from `about` on. False: it was stopped, and what was known before stands.")
        .def("moves", &Engine::moves,
             "[(move, discs, whether that is its value or a bound above it), ...], best first.")
        .def("line", &Engine::line, "move"_a, "What both are expected to play from this move on.")
        .def_prop_ro("reach", &Engine::reach, "(plies, care, to the end) of the last search that came to its end.")
        .def_prop_ro("nodes", &Engine::nodes);
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
