// Many positions solved to the end at once, by as many threads as asked for.
#include <nanobind/nanobind.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/arrays.hpp"
#include "common/bindings.hpp"
#include "common/workers.hpp"
#include "othello/glance.hpp"
#include "othello/solved.hpp"

namespace asobiba {

namespace {

constexpr int small_table = 12;  // 256 kB for each thread: it stays in a processor's own cache

constexpr int guess_from = 10;  // with fewer empty squares a guess takes as long as the answer
constexpr int guess_plies = 4;

// The even number of discs that is nearest to what a short look ahead expects.
int guessed(const othello::Glance& glance, othello::Squares mine, othello::Squares theirs) {
    using othello::Glance;
    if (std::popcount(~(mine | theirs)) < guess_from) return 0;
    const int value = glance.value(mine, theirs, guess_plies, -Glance::most, Glance::most);
    return 2 * static_cast<int>(std::lround(value / (2.0 * othello::Patterns::unit)));
}

// Returns the nodes. The arrays are copied: Python may do with its own what it likes while the threads work.
std::uint64_t solve_batch(const othello::Patterns& patterns, const Given<const std::uint64_t>& boards,
                          const Given<std::int8_t>& scores, const Given<std::int8_t>& moves, std::size_t count,
                          int threads) {
    require(count <= most_games, "count is a number up to 16777216");
    require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 256");
    const auto given = array_of(boards, 2 * count, "boards");
    const auto scores_out = array_of(scores, count, "scores"), moves_out = array_of(moves, count, "moves");
    const std::vector<std::uint64_t> squares(given.data(), given.data() + 2 * count);
    for (std::size_t i = 0; i < count; ++i)
        require((squares[2 * i] & squares[2 * i + 1]) == 0, "a square of the boards has a disc of both sides");
    std::vector<othello::Solved> found(count);
    std::atomic<std::uint64_t> nodes{0};
    {
        nb::gil_scoped_release unlocked;
        const othello::Glance glance(patterns);
        Workers workers(threads);
        workers.share_long(count, &heed_signals, [&](std::size_t first, std::size_t last, auto heed) {
            othello::Table table(small_table);
            othello::EveryNowAndThen now_and_then(heed);
            othello::Endgame<decltype(now_and_then), othello::Patterns> endgame(table, now_and_then, patterns);
            for (std::size_t i = first; i < last; ++i) {
                const othello::Squares mine = squares[2 * i], theirs = squares[2 * i + 1];
                found[i] = othello::solved(endgame, table, mine, theirs, guessed(glance, mine, theirs));
                table.grow_older();
            }
            nodes += endgame.nodes;
        });
    }
    for (std::size_t i = 0; i < count; ++i) {
        scores_out.data()[i] = static_cast<std::int8_t>(found[i].score);
        moves_out.data()[i] = static_cast<std::int8_t>(found[i].move);
    }
    return nodes;
}

void bind(nb::module_& module) {
    module.def("othello_solve_batch", &solve_batch, "patterns"_a, "boards"_a, "scores"_a, "moves"_a, "count"_a,
               "threads"_a,
               "boards [count, 2]: discs of the side to move, of the other. Writes the final disc difference with the "
               "empty squares given to the winner, and a best move: 64 a pass, -1 if the game is over.");
}

const Bound endgames(bind);

}  // namespace

}  // namespace asobiba
