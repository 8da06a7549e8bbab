// How a game's kernel becomes Python classes. Written once for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/batch.hpp"
#include "common/kernels.hpp"
#include "common/perft.hpp"
#include "common/playouts.hpp"

namespace asobiba {

namespace nb = nanobind;
using namespace nb::literals;

inline constexpr std::size_t most_games = 1 << 24;
inline constexpr int most_threads = 256;
inline constexpr int deepest = 1000;                                // of perft; a stack frame each
inline constexpr std::uint64_t most_moves = 1'000'000'000'000'000;  // played at random: a year or so

inline void require(bool holds, const char* sentence) {
    if (!holds) throw nb::value_error(sentence);
}

// As long as it exists, Python can neither free nor resize its memory.
template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// Nothing is converted: the Python side (asobiba.envs.batch) brings arrays of the right type.
template <class T>
Array<T> array_of(const nb::object& array, std::size_t size, const char* name) {
    Array<T> found;
    if (!nb::try_cast<Array<T>>(array, found, false) || found.size() != size)
        throw nb::type_error((std::string(name) + ": an array of another type or size was expected").c_str());
    if (reinterpret_cast<std::uintptr_t>(found.data()) % alignof(T) != 0)
        throw nb::type_error((std::string(name) + ": an aligned array was expected").c_str());
    return found;
}

// Without data if there is no array.
template <class T>
Array<T> array_or_none(const nb::object& array, std::size_t size, const char* name) {
    return array.is_none() ? Array<T>() : array_of<T>(array, size, name);
}

template <Position P>
P position_from(const typename P::Rules& rules, const nb::bytes& raw) {
    P position;
    if (raw.size() != sizeof(P)) throw nb::value_error("a position of this game has another size");
    std::memcpy(&position, raw.c_str(), sizeof(P));
    if (!position.valid(rules)) throw nb::value_error("these bytes are no position of this game");
    return position;
}

template <Position P>
nb::bytes bytes_of(const P& position) {
    return nb::bytes(reinterpret_cast<const char*>(&position), sizeof(P));
}

// A batch together with the arrays that it writes, which belong to Python and are kept alive here.
template <Position P>
class Attached {
  public:
    using Rules = typename P::Rules;
    using Element = typename P::Element;

    Attached(const Rules& rules, std::size_t count, std::uint64_t seed, bool own_luck, int threads)
        : batch_(rules, count, seed, own_luck, threads) {}

    explicit Attached(const Batch<P>& batch) : batch_(batch) {}

    std::size_t size() const { return batch_.size(); }
    const Rules& rules() const { return batch_.rules(); }
    std::size_t scores() const { return size() * static_cast<std::size_t>(rules().seats()); }
    std::size_t elements() const { return size() * rules().observation(); }

    // Whoever holds the interpreter's lock may use the batch, unless another thread has left the lock while it does.
    Batch<P>& batch() {
        if (busy_) throw std::runtime_error("the batch is being used by another thread");
        return batch_;
    }

    // Runs the body without the interpreter's lock.
    template <class Body>
    auto unlocked(Body body) {
        Batch<P>& batch = this->batch();
        struct Use {
            bool& busy;
            ~Use() { busy = false; }
        } use{busy_ = true};
        nb::gil_scoped_release released;
        return body(batch);
    }

    std::size_t checked(std::size_t i) const {
        if (i >= size()) throw nb::index_error("no such game in the batch");
        return i;
    }

    Slate<P> slate() const { return {rewards_.data(), to_play_.data(), mask_.data(), seen_.data()}; }

    void attach(const nb::object& rewards, const nb::object& to_play, const nb::object& mask, const nb::object& seen) {
        const std::size_t actions = size() * static_cast<std::size_t>(rules().actions());
        auto new_rewards = array_or_none<float>(rewards, scores(), "rewards");
        auto new_to_play = array_or_none<std::int8_t>(to_play, size(), "to_play");
        auto new_mask = array_or_none<std::int8_t>(mask, actions, "mask");
        auto new_seen = array_or_none<Element>(seen, elements(), "observation");
        batch();
        rewards_ = std::move(new_rewards);
        to_play_ = std::move(new_to_play);
        mask_ = std::move(new_mask);
        seen_ = std::move(new_seen);
    }

    // The first game whose action is illegal, and nothing was played; or size(). The actions are copied, so that
    // those which were checked are those which are played.
    std::size_t step(const nb::object& actions) {
        const auto given = array_of<const std::int32_t>(actions, size(), "actions");
        return unlocked([&](Batch<P>& batch) {
            actions_.assign(given.data(), given.data() + size());
            const std::size_t illegal = batch.first_illegal(actions_.data());
            if (illegal == size()) batch.step(actions_.data(), slate());
            return illegal;
        });
    }

  private:
    Batch<P> batch_;
    Array<float> rewards_;
    Array<std::int8_t> to_play_;
    Array<std::int8_t> mask_;
    Array<Element> seen_;
    std::vector<std::int32_t> actions_;
    bool busy_ = false;  // read and written under the interpreter's lock only
};

// `name` is the game's in camel case: OthelloBatch is the class, `rules` its options, bound by the game itself.
template <Position P>
void bind_kernel(nb::module_& module, const std::string& name) {
    using A = Attached<P>;
    using Rules = typename P::Rules;
    nb::class_<A>(module, (name + "Batch").c_str())
        .def(
            "__init__",
            [](A* self, const Rules& rules, std::size_t count, std::uint64_t seed, bool own_luck, int threads) {
                require(1 <= count && count <= most_games, "count is a number from 1 to 16777216");
                require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 256");
                new (self) A(rules, count, seed, own_luck, threads);
            },
            "rules"_a, "count"_a, "seed"_a, "own_luck"_a, "threads"_a)
        .def("__len__", &A::size)
        .def_prop_ro_static("bytes_per_game", [](nb::handle) { return Batch<P>::bytes_per_game; })
        .def(
            "clone", [](A& self) { return new A(self.batch()); }, nb::rv_policy::take_ownership)
        .def("attach", &A::attach, "rewards"_a.none(), "to_play"_a.none(), "mask"_a.none(), "seen"_a.none())
        .def("to_play", [](A& self, std::size_t i) { return self.batch().to_play(self.checked(i)); })
        .def("step", &A::step)
        .def("step_one",
             [](A& self, std::size_t i, int action) {
                 auto& batch = self.batch();
                 const int seat = batch.to_play(self.checked(i));
                 if (seat == over || !batch.position(i).allows(batch.rules(), action)) return false;
                 batch.step_one(i, action, self.slate());
                 return true;
             })
        .def(
            "reset",
            [](A& self, const nb::object& chosen) {
                const auto which = array_or_none<const std::uint8_t>(chosen, self.size(), "chosen");
                self.unlocked([&](auto& batch) { batch.reset(which.data(), self.slate()); });
            },
            "chosen"_a.none())
        .def("look", [](A& self) { self.batch().look(self.slate()); })
        .def("observe",
             [](A& self, int seat, const nb::object& seen) {
                 if (seat < 0 || seat >= self.rules().seats()) throw nb::index_error("no such seat");
                 const auto out = array_of<typename P::Element>(seen, self.elements(), "observation");
                 self.batch().observe(seat, out.data());
             })
        .def("scores",
             [](A& self, const nb::object& scores) {
                 const auto out = array_of<float>(scores, self.scores(), "scores");
                 self.batch().scores(out.data());
             })
        .def("hashes",
             [](A& self, const nb::object& hashes) {
                 const auto out = array_of<std::uint64_t>(hashes, self.size(), "hashes");
                 self.batch().hashes(out.data());
             })
        .def("random_actions",
             [](A& self, const nb::object& actions) {
                 const auto out = array_of<std::int32_t>(actions, self.size(), "actions");
                 self.unlocked([&](auto& batch) { batch.random_actions(out.data()); });
             })
        .def("random_action", [](A& self, std::size_t i) { return self.batch().random_action(self.checked(i)); })
        .def("reseed", [](A& self, std::size_t i, std::uint64_t seed) { self.batch().reseed(self.checked(i), seed); })
        .def("position", [](A& self, std::size_t i) { return bytes_of(self.batch().position(self.checked(i))); })
        .def("dice", [](A& self, std::size_t i) { return self.batch().dice(self.checked(i)); })
        .def("place",
             [](A& self, std::size_t i, const nb::bytes& raw, std::uint64_t dice) {
                 self.batch().place(self.checked(i), position_from<P>(self.rules(), raw), dice, self.slate());
             })
        .def_static(
            "perft",
            [](const Rules& rules, const nb::bytes& raw, int depth, char leaves) {
                require(0 <= depth && depth <= deepest, "depth is a number from 0 to 1000");
                require('A' <= leaves && leaves <= 'C', "leaves is A, B or C");
                const P position = position_from<P>(rules, raw);
                nb::gil_scoped_release unlocked;
                return perft(position, rules, depth, static_cast<Leaves>(leaves));
            },
            "rules"_a, "position"_a, "depth"_a, "leaves"_a = 'A')
        .def_static(
            "random_games",
            [](const Rules& rules, std::uint64_t moves, std::uint64_t seed) {
                require(moves <= most_moves, "moves is a number up to 10^15");
                Tally tally;
                {
                    nb::gil_scoped_release unlocked;
                    tally = random_games<P>(rules, moves, seed);
                }
                return std::tuple(tally.games, tally.moves, tally.scores);
            },
            "rules"_a, "moves"_a, "seed"_a = 0,
            "(games, moves, sum of every seat's scores) of random play, one thread.");
}

}  // namespace asobiba
