// How an expectimax becomes a Python class, whatever judges its afterstates.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "common/require.hpp"
#include "common/signals.hpp"
#include "twenty48/expectimax.hpp"

namespace asobiba {

// One for all threads: they take turns.
template <twenty48::Evaluation E>
class Thinking {
  public:
    using Milliseconds = std::optional<double>;
    using Told = std::tuple<std::vector<double>, int, std::uint64_t>;
    using Played = std::tuple<std::uint32_t, int, std::uint32_t, std::uint64_t>;

    Thinking(E evaluation, int threads) : search_(std::move(evaluation), threads) {}

    Told search(const nb::bytes& raw, int moves, Milliseconds milliseconds, float least_chance, int stop) {
        const twenty48::Ranks ranks = ranks_from(raw);
        const twenty48::Horizon horizon = horizon_from(moves, least_chance, stop);
        require_time(milliseconds);
        nb::gil_scoped_release unlocked;
        const std::scoped_lock turn(mutex_);
        const twenty48::Found found = search_.search(ranks, horizon, milliseconds, &heed_signals);
        return {{found.values.begin(), found.values.end()}, found.moves, found.nodes};
    }

    // A whole game, or so many moves of it, from the start or from a board on which so many tiles are due.
    Played play(std::uint64_t seed, int moves, float least_chance, std::uint32_t most, Milliseconds milliseconds,
                const std::optional<nb::bytes>& from, int due) {
        const twenty48::Horizon horizon = horizon_from(moves, least_chance, twenty48::ranks);
        require_time(milliseconds);
        const twenty48::Rules rules;
        twenty48::Board board = twenty48::Board::start(rules);
        if (from) board = board_from(*from, due);
        nb::gil_scoped_release unlocked;
        const std::scoped_lock turn(mutex_);
        Dice dice = dice_of(seed, 0);
        std::uint32_t made = 0;
        std::uint64_t nodes = 0;
        while (made < most) {
            while (board.due != 0) board.apply(rules, board.luck(rules, dice));
            const twenty48::Found found = search_.search(board.tiles, horizon, milliseconds, &heed_signals);
            if (found.best() < 0) break;
            board.apply(rules, found.best());
            nodes += found.nodes;
            ++made;
        }
        return {board.points, *std::max_element(board.tiles.begin(), board.tiles.end()), made, nodes};
    }

    void stop() { search_.stop(); }

  private:
    static twenty48::Ranks ranks_from(const nb::bytes& raw) {
        twenty48::Ranks ranks;
        require(raw.size() == ranks.size(), "a board of sixteen cells");
        std::memcpy(ranks.data(), raw.c_str(), ranks.size());
        for (const int rank : ranks) require(rank <= twenty48::largest, "a rank is 17 at most");
        return ranks;
    }

    static twenty48::Board board_from(const nb::bytes& raw, int due) {
        const twenty48::Ranks ranks = ranks_from(raw);
        const auto room = std::count(ranks.begin(), ranks.end(), 0);
        require(0 <= due && due <= 2 && due <= room,
                "due is a number from 0 to 2, and there is room for as many tiles");
        return {.tiles = ranks, .due = static_cast<std::uint32_t>(due)};
    }

    static twenty48::Horizon horizon_from(int moves, float least_chance, int stop) {
        require(1 <= moves && moves <= twenty48::most_moves, "moves is a number from 1 to 60");
        require(0 <= least_chance && least_chance <= 1, "least_chance is a number from 0 to 1");
        require(3 <= stop && stop <= twenty48::ranks, "stop is a rank from 3 to 17, or 18 for none");
        return {moves, least_chance, stop};
    }

    static void require_time(Milliseconds milliseconds) {
        require(!milliseconds || (0 < *milliseconds && *milliseconds <= most_milliseconds),
                "milliseconds is a number above 0, 10^9 at most");
    }

    static constexpr double most_milliseconds = 1e9;

    twenty48::Expectimax<E> search_;
    std::mutex mutex_;
};

// Everything but the constructor.
template <twenty48::Evaluation E>
nb::class_<Thinking<E>> bind_thinking(nb::module_& module, const char* name) {
    return nb::class_<Thinking<E>>(module, name)
        .def("search", &Thinking<E>::search, "ranks"_a, "moves"_a, "milliseconds"_a.none() = nb::none(),
             "least_chance"_a = 0.0f, "stop"_a = twenty48::ranks,
             "(what up, right, down, left are worth, NaN if illegal; moves that it looked ahead; positions).")
        .def("play", &Thinking<E>::play, "seed"_a, "moves"_a, "least_chance"_a = 0.0f, "most"_a = 1u << 31,
             "milliseconds"_a.none() = nb::none(), "start"_a.none() = nb::none(), "due"_a = 0,
             "A game from the start, or from a board on which so many tiles are due: (points that it scores, the "
             "largest rank, moves, positions).")
        .def("stop", &Thinking<E>::stop, "From any thread: the search that is running ends at once.");
}

}  // namespace asobiba
