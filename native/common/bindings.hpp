// How a game's kernel becomes Python classes. Written once for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/arrays.hpp"
#include "common/batch.hpp"
#include "common/bindings_guided.hpp"
#include "common/bindings_search.hpp"
#include "common/kernels.hpp"
#include "common/perft.hpp"
#include "common/playouts.hpp"
#include "common/require.hpp"
#include "common/signals.hpp"

namespace asobiba {

inline constexpr std::size_t most_games = 1 << 24;
inline constexpr int most_threads = 256;
inline constexpr int deepest = 1000;                                // of perft; a stack frame each
inline constexpr std::uint64_t most_moves = 1'000'000'000'000'000;  // played at random: a year or so

// A batch together with the arrays that it writes, which belong to Python.
template <class B>
class Attached {
  public:
    using Played = typename B::Played;
    using Rules = typename B::Rules;
    using Slate = typename B::Slate;

    template <class... Arguments>
    explicit Attached(const Arguments&... arguments) : batch_(arguments...) {}

    std::size_t size() const { return batch_.size(); }
    const Rules& rules() const { return batch_.rules(); }
    std::size_t scores() const { return size() * batch_.seats(); }
    std::size_t acts() const { return size() * batch_.acting(); }
    std::size_t masks() const { return acts() * static_cast<std::size_t>(rules().actions()); }
    std::size_t elements() const { return acts() * rules().observation(); }

    // Whoever holds the interpreter's lock may use the batch, unless another thread has left the lock while it does.
    B& batch() {
        B& batch = idle();
        if (torn_)
            throw std::runtime_error(
                "a signal has interrupted the batch in the midst of its games: reset all of them, or make a new one");
        return batch;
    }

    // The same, also where games must be reset.
    B& idle() {
        if (busy_) throw std::runtime_error("the batch is being used by another thread");
        return batch_;
    }

    // Runs the body without the interpreter's lock.
    template <class Body>
    auto unlocked(Body body) {
        return unlocked(this->batch(), body);
    }

    // The same with all games, which the body changes: if a signal ends it between two of them, the batch is of no use.
    template <class Body>
    void changing(Body body) {
        unlocked(idle(), [&](B& batch) {
            torn_ = true;
            body(batch);
            torn_ = false;
        });
    }

    // `body(first, last)` over parts of the batch with the interpreter's lock. Signals are answered in between, so that
    // an array may be another one afterwards: the body looks at it each time.
    template <class Body>
    void in_rounds(Body body) {
        asobiba::in_rounds(size(), heed_signals, body);
    }

  private:
    template <class Body>
    auto unlocked(B& batch, Body body) {
        struct Use {
            bool& busy;
            ~Use() { busy = false; }
        } use{busy_ = true};
        nb::gil_scoped_release released;
        return body(batch);
    }

  public:
    std::size_t checked(std::size_t i) const {
        if (i >= size()) throw nb::index_error("no such game in the batch");
        return i;
    }

    const Slate& slate() const { return slate_; }

    void attach(const Slate& slate, Held held) {
        batch();
        slate_ = slate;
        held_ = std::move(held);
    }

    // The first game with an illegal action, and nothing was played; or size(). The actions are copied, so that those
    // which were checked are those which are played.
    std::size_t step(const Given<const std::int32_t>& actions) {
        const auto given = array_of(actions, acts(), "actions");
        require(slate_.rewards.is_ready(), "no arrays are attached");
        batch();
        actions_.assign(given.data(), given.data() + acts());
        return unlocked([&](B& batch) {
            const std::size_t illegal = batch.first_illegal(actions_.data(), heed_signals);
            if (illegal != size()) return illegal;
            torn_ = true;
            batch.step(actions_.data(), slate_, heed_signals);
            torn_ = false;
            return illegal;
        });
    }

    void place(std::size_t i, const nb::bytes& raw, std::uint64_t dice) {
        const auto position = position_from<Played>(rules(), raw);
        if constexpr (B::at_once)
            require(position.all_choose(rules()), "the seats are not about to choose at once in this position");
        batch().place(checked(i), position, dice, slate_);
    }

  private:
    B batch_;
    Slate slate_;
    Held held_;
    std::vector<std::int32_t> actions_;
    bool busy_ = false;  // read and written under the interpreter's lock only
    bool torn_ = false;  // a call that changes all games has changed some; by whoever is busy
};

inline void require_size(std::size_t count, int threads) {
    require(1 <= count && count <= most_games, "count is a number from 1 to 16777216");
    require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 256");
}

// What every batch can do. Arguments have no names here: calls by position are faster.
template <class B>
nb::class_<Attached<B>> bind_batch(nb::module_& module, const std::string& name) {
    using A = Attached<B>;
    return nb::class_<A>(module, name.c_str())
        .def("__len__", &A::size)
        .def("step", &A::step)
        .def("look", [](A& self) { self.unlocked([&](B& batch) { batch.look(self.slate(), heed_signals); }); })
        .def("position", [](A& self, std::size_t i) { return bytes_of(self.batch().position(self.checked(i))); })
        .def("dice", [](A& self, std::size_t i) { return self.batch().dice(self.checked(i)); })
        .def("place", &A::place);
}

// `name` is the game's in camel case: OthelloBatch is the class, `rules` its options, bound by the game itself.
template <Position P>
void bind_kernel(nb::module_& module, const std::string& name) {
    using A = Attached<Batch<P>>;
    using Rules = typename P::Rules;
    bind_batch<Batch<P>>(module, name + "Batch")
        .def(
            "__init__",
            [](A* self, const Rules& rules, std::size_t count, std::uint64_t seed, bool own_luck, int threads) {
                require_size(count, threads);
                new (self) A(rules, count, seed, threads, Course{own_luck}, ScoreChange<P>{}, heed_signals);
            },
            "rules"_a, "count"_a, "seed"_a, "own_luck"_a, "threads"_a)
        .def_prop_ro_static("bytes_per_game", [](nb::handle) { return Batch<P>::bytes_per_game; })
        .def(
            "clone", [](A& self) { return new A(self.batch(), heed_signals); }, nb::rv_policy::take_ownership)
        .def(
            "attach",
            [](A& self, const Given<float>& rewards, const Given<std::int8_t>& to_play, const Given<std::int8_t>& mask,
               const Given<typename P::Element>& seen) {
                Held held;
                const Slate<P> slate{{held.array_or_none(rewards, self.scores(), "rewards")},
                                     held.array_or_none(to_play, self.size(), "to_play"),
                                     held.array_or_none(mask, self.masks(), "mask"),
                                     held.array_or_none(seen, self.elements(), "observation")};
                self.attach(slate, std::move(held));
            },
            "rewards"_a.none(), "to_play"_a.none(), "mask"_a.none(), "seen"_a.none())
        .def("to_play", [](A& self, std::size_t i) { return self.batch().to_play(self.checked(i)); })
        .def("step_one",
             [](A& self, std::size_t i, std::int32_t action) {
                 auto& batch = self.batch();
                 const int seat = batch.to_play(self.checked(i));
                 if (seat == over || !batch.position(i).allows(batch.rules(), action)) return false;
                 batch.step_one(i, &action, self.slate());
                 return true;
             })
        .def(
            "reset",
            [](A& self, const Given<const std::uint8_t>& chosen) {
                const auto given = array_or_none(chosen, self.size(), "chosen");
                std::vector<std::uint8_t> which;
                if (given.data() != nullptr) which.assign(given.data(), given.data() + self.size());
                if (!which.empty()) self.batch();
                self.changing([&](auto& batch) {
                    batch.reset(which.empty() ? nullptr : which.data(), self.slate(), heed_signals);
                });
            },
            "chosen"_a.none())
        .def("observe",
             [](A& self, int seat, const Given<typename P::Element>& seen) {
                 if (seat < 0 || seat >= self.rules().seats()) throw nb::index_error("no such seat");
                 self.in_rounds([&](std::size_t first, std::size_t last) {
                     const auto out = array_of(seen, self.elements(), "observation");
                     self.batch().observe(first, last, seat, out.data());
                 });
             })
        .def("scores",
             [](A& self, const Given<float>& scores) {
                 self.in_rounds([&](std::size_t first, std::size_t last) {
                     const auto out = array_of(scores, self.scores(), "scores");
                     self.batch().scores(first, last, out.data());
                 });
             })
        .def("hashes",
             [](A& self, const Given<std::uint64_t>& hashes) {
                 self.in_rounds([&](std::size_t first, std::size_t last) {
                     const auto out = array_of(hashes, self.size(), "hashes");
                     self.batch().hashes(first, last, out.data());
                 });
             })
        .def("bytes_at",
             [](A& self, std::size_t at, const Given<std::uint8_t>& bytes) {
                 if (at >= sizeof(P)) throw nb::index_error("no such byte in a position");
                 self.in_rounds([&](std::size_t first, std::size_t last) {
                     const auto out = array_of(bytes, self.size(), "bytes");
                     const auto& batch = self.batch();
                     for (std::size_t i = first; i < last; ++i)
                         out.data()[i] = reinterpret_cast<const std::uint8_t*>(&batch.position(i))[at];
                 });
             })
        .def("random_actions",
             [](A& self, const Given<std::int32_t>& actions) {
                 const auto out = array_of(actions, self.size(), "actions");
                 std::vector<std::int32_t> drawn(self.size());
                 self.batch();
                 self.changing([&](auto& batch) { batch.random_actions(drawn.data(), heed_signals); });
                 std::copy(drawn.begin(), drawn.end(), out.data());
             })
        .def("random_action", [](A& self, std::size_t i) { return self.batch().random_action(self.checked(i)); })
        .def("reseed", [](A& self, std::size_t i, std::uint64_t seed) { self.idle().reseed(self.checked(i), seed); })
        .def_static(
            "perft",
            [](const Rules& rules, const nb::bytes& raw, int depth, char leaves) {
                require(0 <= depth && depth <= deepest, "depth is a number from 0 to 1000");
                require('A' <= leaves && leaves <= 'C', "leaves is A, B or C");
                const P position = position_from<P>(rules, raw);
                nb::gil_scoped_release unlocked;
                return perft(position, rules, depth, static_cast<Leaves>(leaves), heed_signals);
            },
            "rules"_a, "position"_a, "depth"_a, "leaves"_a = 'A')
        .def_static(
            "random_games",
            [](const Rules& rules, std::uint64_t moves, std::uint64_t seed) {
                require(moves <= most_moves, "moves is a number up to 10^15");
                Tally tally;
                {
                    nb::gil_scoped_release unlocked;
                    tally = random_games<P>(rules, moves, seed, heed_signals);
                }
                return std::tuple(tally.games, tally.moves, tally.scores);
            },
            "rules"_a, "moves"_a, "seed"_a = 0,
            "(games, moves, sum of every seat's scores) of random play, one thread.");
    bind_search<P>(module, name);
    bind_guided<P>(module, name);
}

}  // namespace asobiba
