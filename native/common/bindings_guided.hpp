// How the searches that a network guides become Python classes. Written once for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/arrays.hpp"
#include "common/bindings_search.hpp"
#include "common/report.hpp"
#include "common/require.hpp"
#include "common/selfplay.hpp"

namespace asobiba {

using Settings = nb::typed<nb::dict, nb::str, nb::any>;

// Numbers by their names; each within its bounds, and no name that is not known.
class Named {
  public:
    explicit Named(const nb::dict& given) : given_(given) {}

    template <class T>
    void read(const char* name, T& number, double low, double high) {
        known_.push_back(name);
        if (!given_.contains(name)) return;
        const auto value = nb::cast<double>(given_[name]);
        if (!(low <= value && value <= high))
            throw nb::value_error((std::string(name) + " is out of its bounds").c_str());
        number = static_cast<T>(value);
    }

    void refuse_others() const {
        for (const auto& [name, value] : given_) {
            const auto text = nb::cast<std::string>(name);
            if (std::find(known_.begin(), known_.end(), text) == known_.end())
                throw nb::value_error(("there is no setting " + text).c_str());
        }
    }

  private:
    const nb::dict& given_;
    std::vector<std::string> known_;
};

inline constexpr double largest_setting = 1e9;

inline void read_guidance(Named& named, Guidance& guidance) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    named.read("low", guidance.low, -infinite, infinite);
    named.read("high", guidance.high, -infinite, infinite);
    named.read("puct", guidance.puct, 0, 1);
    named.read("considered", guidance.considered, 1, largest_setting);
    named.read("gumbel_scale", guidance.gumbel_scale, 0, largest_setting);
    named.read("c_visit", guidance.sigma.visits, 0, largest_setting);
    named.read("c_scale", guidance.sigma.scale, 0, largest_setting);
    named.read("exploration", guidance.exploration, 0, largest_setting);
    named.read("first_play", guidance.first_play, -largest_setting, largest_setting);
    require(guidance.low < guidance.high, "low is below high");
}

inline Practice practice_from(const nb::dict& settings) {
    constexpr double most = 1 << 16;
    Practice practice;
    Named named(settings);
    read_guidance(named, practice.guidance);
    named.read("simulations", practice.simulations, 1, most);
    named.read("cheap_simulations", practice.cheap_simulations, 1, most);
    named.read("full_share", practice.full_share, 0, 1);
    named.read("temperature_plies", practice.temperature_plies, 0, largest_setting);
    named.read("opening_share", practice.opening_share, 0, 1);
    named.read("opening_plies", practice.opening_plies, 0, largest_setting);
    named.read("max_plies", practice.max_plies, 1, largest_setting);
    named.read("horizon", practice.horizon, 0, largest_setting);
    named.refuse_others();
    return practice;
}

// A vector as a numpy array that owns it: [rows] or [rows, columns].
template <class T>
nb::object array_from(std::vector<T> numbers, std::size_t columns) {
    auto* const owned = new std::vector<T>(std::move(numbers));
    const nb::capsule owner(owned, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
    if (columns == 0) return nb::cast(nb::ndarray<nb::numpy, T>(owned->data(), {owned->size()}, owner));
    return nb::cast(nb::ndarray<nb::numpy, T>(owned->data(), {owned->size() / columns, columns}, owner));
}

template <Position P>
nb::dict told(Lessons<P>& lessons, const typename P::Rules& rules) {
    const auto seats = static_cast<std::size_t>(rules.seats());
    std::vector<std::uint8_t> bytes(lessons.size() * sizeof(P));
    if (!bytes.empty()) std::memcpy(bytes.data(), lessons.positions.data(), bytes.size());
    nb::dict told;
    told["position"] = array_from(std::move(bytes), sizeof(P));
    told["seat"] = array_from(std::move(lessons.seats), 0);
    told["policy"] = array_from(std::move(lessons.policies), static_cast<std::size_t>(rules.actions()));
    told["weight"] = array_from(std::move(lessons.weights), 0);
    told["result"] = array_from(std::move(lessons.results), seats);
    told["root_value"] = array_from(std::move(lessons.root_values), seats);
    told["game"] = array_from(std::move(lessons.games), 0);
    told["ply"] = array_from(std::move(lessons.plies), 0);
    return told;
}

// Something that one thread uses at a time, without the interpreter's lock.
class Turnstile {
  public:
    template <class Body>
    auto pass(Body body) {
        check();
        struct Use {
            bool& busy;
            ~Use() { busy = false; }
        } use{busy_ = true};
        nb::gil_scoped_release released;
        return body();
    }

    void check() const {
        if (busy_) throw std::runtime_error("the search is being used by another thread");
    }

  private:
    bool busy_ = false;  // read and written under the interpreter's lock only
};

// The games of a network against itself, as Python drives them.
template <Position P>
class Practising {
  public:
    using Rules = typename P::Rules;
    using Element = typename P::Element;

    Practising(const Rules& rules, std::size_t lanes, std::uint64_t seed, const Practice& practice)
        : play_(rules, lanes, seed, practice) {}

    void begin(std::int64_t first, std::int64_t count) {
        require(first >= 0 && count >= 0, "games have numbers, 0 or more");
        turnstile_.pass([&] { play_.begin(first, count); });
    }

    std::size_t gather(const Given<Element>& seen, const Given<std::int8_t>& masks, const Given<std::int8_t>& seats) {
        const Rules& rules = play_.rules();
        const auto to_seen = array_of(seen, play_.lanes() * rules.observation(), "observations");
        const auto to_masks = array_of(masks, play_.lanes() * static_cast<std::size_t>(rules.actions()), "masks");
        const auto to_seats = array_of(seats, play_.lanes(), "seats");
        return turnstile_.pass([&] { return play_.gather(to_seen.data(), to_masks.data(), to_seats.data()); });
    }

    void give(const Given<const float>& logits, const Given<const float>& values) {
        turnstile_.check();
        const Rules& rules = play_.rules();
        const auto from_logits = array_of(logits, play_.asked() * static_cast<std::size_t>(rules.actions()), "logits");
        const auto from_values = array_of(values, play_.asked() * static_cast<std::size_t>(rules.seats()), "values");
        turnstile_.pass([&] { play_.give(from_logits.data(), from_values.data()); });
    }

    nb::dict harvest() {
        Lessons<P> lessons;
        turnstile_.pass([&] { play_.harvest(lessons); });
        return told(lessons, play_.rules());
    }

  private:
    SelfPlay<P> play_;
    Turnstile turnstile_;
};

// One tree, as an agent drives it.
template <Position P>
class Guiding {
  public:
    using Rules = typename P::Rules;
    using Element = typename P::Element;

    Guiding(const Rules& rules, std::size_t nodes, const Guidance& guidance) : search_(rules, nodes, guidance) {}

    std::uint32_t place(const nb::bytes& raw, std::size_t simulations, std::uint64_t seed, bool noisy) {
        const P position = position_from<P>(search_.rules(), raw);
        require(position.to_play(search_.rules()) >= 0, "no seat is to move in this position");
        dice_ = dice_of(seed, 0);
        asked_ = false;
        return search_.place(position, simulations, noisy);
    }

    // 1, or 0 when the search is at its end.
    std::size_t gather(const Given<Element>& seen, const Given<std::int8_t>& masks, const Given<std::int8_t>& seats) {
        const Rules& rules = search_.rules();
        const auto to_seen = array_of(seen, rules.observation(), "observations");
        const auto to_masks = array_of(masks, static_cast<std::size_t>(rules.actions()), "masks");
        const auto to_seats = array_of(seats, 1, "seats");
        asked_ = turnstile_.pass([&] {
            if (!search_.wants(dice_)) return false;
            search_.asked().observe(rules, search_.asked_seat(), to_seen.data());
            search_.write_mask(to_masks.data());
            *to_seats.data() = static_cast<std::int8_t>(search_.asked_seat());
            return true;
        });
        return asked_ ? 1 : 0;
    }

    void give(const Given<const float>& logits, const Given<const float>& values) {
        const Rules& rules = search_.rules();
        require(asked_, "nothing was asked");
        const auto from_logits = array_of(logits, static_cast<std::size_t>(rules.actions()), "logits");
        const auto from_values = array_of(values, static_cast<std::size_t>(rules.seats()), "values");
        turnstile_.pass([&] { search_.give(from_logits.data(), from_values.data(), dice_); });
        asked_ = false;
    }

    // As of the search with playouts, and the improved `policy` of the moves and the one to play, `choice`.
    nb::dict report() {
        turnstile_.check();
        const Report report = report_of(search_);
        nb::dict told = asobiba::told(report);
        const Tree& tree = search_.tree();
        const Slot chooser = search_.chooser();
        std::vector<std::pair<int, double>> by_action;
        int choice = -1;
        if (chooser != nowhere) {
            std::vector<double> policy;
            search_.improved(policy);
            for (std::size_t i = 0; i < policy.size(); ++i)
                by_action.emplace_back(tree[tree[chooser].first + static_cast<Slot>(i)].action, policy[i]);
            std::ranges::sort(by_action);
            choice = tree[search_.choice()].action;
        }
        std::vector<double> shares;
        for (const auto& [action, share] : by_action) shares.push_back(share);
        told["policy"] = shares;
        told["choice"] = choice;
        return told;
    }

  private:
    Guided<P> search_;
    Dice dice_;
    Turnstile turnstile_;
    bool asked_ = false;
};

// OthelloSelfPlay and OthelloGuided; the batch knows them as its `SelfPlay` and `Guided`.
template <Position P>
void bind_guided(nb::module_& module, const std::string& name) {
    using Rules = typename P::Rules;
    using Games = Practising<P>;
    using One = Guiding<P>;
    constexpr std::size_t most_lanes = 1 << 16;
    nb::class_<Games> games(module, (name + "SelfPlay").c_str());
    games
        .def(
            "__init__",
            [](Games* self, const Rules& rules, std::size_t lanes, std::uint64_t seed, const Settings& settings) {
                require(1 <= lanes && lanes <= most_lanes, "lanes is a number from 1 to 65536");
                new (self) Games(rules, lanes, seed, practice_from(settings));
            },
            "rules"_a, "lanes"_a, "seed"_a, "settings"_a)
        .def("begin", &Games::begin, "first"_a, "count"_a, "Games number first, first + 1, ...; count of them.")
        .def("gather", &Games::gather, "observations"_a, "masks"_a, "seats"_a,
             "Goes on until the network is needed: positions written, 0 when all games are over.")
        .def("give", &Games::give, "logits"_a, "values"_a,
             "What it says of them: [n, actions]; [n, seats], counted from the seat that looks.")
        .def("harvest", &Games::harvest, nb::sig("def harvest(self) -> dict[str, typing.Any]"),
             "Samples of the games that are over, in the order of games and moves.");
    nb::class_<One> one(module, (name + "Guided").c_str());
    one.def(
           "__init__",
           [](One* self, const Rules& rules, std::size_t nodes, const Settings& settings) {
               require(1 <= nodes && nodes <= most_nodes_of_a_tree, "nodes is a number from 1 to 268435456");
               Guidance guidance;
               Named named(settings);
               read_guidance(named, guidance);
               named.refuse_others();
               new (self) One(rules, nodes, guidance);
           },
           "rules"_a, "nodes"_a, "settings"_a)
        .def("place", &One::place, "position"_a, "simulations"_a, "seed"_a, "noisy"_a = false,
             "Thinks about this position next; the visits that the tree has of it already.")
        .def("gather", &One::gather, "observations"_a, "masks"_a, "seats"_a,
             "1 when a position was written that is to be judged, 0 at the end.")
        .def("give", &One::give, "logits"_a, "values"_a)
        .def("report", &One::report, nb::sig("def report(self) -> dict[str, typing.Any]"),
             "As of the search with playouts; and the improved `policy` of its moves, and `choice`, the one to play.");
    nb::object batch = module.attr((name + "Batch").c_str());
    batch.attr("SelfPlay") = games;
    batch.attr("Guided") = one;
}

}  // namespace asobiba
