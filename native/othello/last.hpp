// The last few empty squares: no table, no list of moves, squares of odd quadrants first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "othello/flips.hpp"

namespace asobiba::othello {

inline constexpr int most = 64;      // discs that a game can be won by
inline constexpr int nothing = -99;  // below any result

inline constexpr std::array<Squares, 64> beside = [] {
    std::array<Squares, 64> table{};
    for (int square = 0; square < 64; ++square)
        for (int other = 0; other < 64; ++other) {
            const int files = square % 8 - other % 8, ranks = square / 8 - other / 8;
            if (square != other && -1 <= files && files <= 1 && -1 <= ranks && ranks <= 1)
                table[static_cast<std::size_t>(square)] |= Squares{1} << other;
        }
    return table;
}();

// Four bits, one for each quarter of the board; of a position, those with an odd number of empty squares.
using Quadrants = unsigned;

inline constexpr std::array<Squares, 4> quarters{0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                                                 0xf0f0f0f000000000ULL};

inline constexpr std::array<Squares, 16> squares_of_quadrants = [] {
    std::array<Squares, 16> table{};
    for (std::size_t set = 0; set < 16; ++set)
        for (std::size_t quarter = 0; quarter < 4; ++quarter)
            if ((set >> quarter & 1) != 0) table[set] |= quarters[quarter];
    return table;
}();

inline constexpr std::array<std::uint8_t, 64> quadrant_of = [] {
    std::array<std::uint8_t, 64> table{};
    for (std::size_t square = 0; square < 64; ++square)
        table[square] = static_cast<std::uint8_t>(1 << ((square % 8 > 3) + 2 * (square / 8 > 3)));
    return table;
}();

inline Quadrants odd_quadrants(Squares empty) {
    Quadrants odd = 0;
    for (std::size_t quarter = 0; quarter < 4; ++quarter)
        odd |= static_cast<Quadrants>(std::popcount(empty & quarters[quarter]) & 1) << quarter;
    return odd;
}

// The result of a game that is over: the winner has the empty squares.
inline int result(Squares mine, Squares theirs) {
    const int own = std::popcount(mine), other = std::popcount(theirs);
    return own == other ? 0 : own > other ? most - 2 * other : 2 * own - most;
}

inline int solve_last(Squares mine, int square, std::uint64_t& nodes) {
    ++nodes;
    const int own = 2 * std::popcount(mine);
    if (const int won = turned_last(square, mine); won != 0) return own - (most - 2) + 2 * won;
    const Squares theirs = ~mine & ~(Squares{1} << square);
    if (const int lost = turned_last(square, theirs); lost != 0) {
        ++nodes;
        return own - most - 2 * lost;
    }
    return own >= most ? own - (most - 2) : own - most;
}

// With beta the least value that is enough, as everywhere; what is known to be enough is not searched further. What
// both moves turn is found at once: one does not wait for the other.
inline int solve_last_two(Squares mine, Squares theirs, int one, int two, int beta, std::uint64_t& nodes,
                          bool passed = false) {
    ++nodes;
    const Squares by_one = turned_from(one, mine, theirs), by_two = turned_from(two, mine, theirs);
    int best = nothing;
    if (by_one != 0 && (best = -solve_last(theirs ^ by_one, two, nodes)) >= beta) return best;
    if (by_two != 0) return std::max(best, -solve_last(theirs ^ by_two, one, nodes));
    if (best != nothing) return best;
    return passed ? result(mine, theirs) : -solve_last_two(theirs, mine, one, two, most + 1, nodes, true);
}

// Takes one square out of `empty`: of an odd quadrant if there is one, `odd` being the squares of those.
inline int take_odd_first(Squares& empty, Squares odd) {
    const Squares first = (empty & odd) != 0 ? empty & odd : empty;
    empty ^= first & (0 - first);
    return std::countr_zero(first);
}

// The value of a position with so many empty squares, if it lies between alpha and beta; otherwise a bound of it.
template <int count>
int solve_few(Squares mine, Squares theirs, Squares empty, Quadrants odd, int alpha, int beta, std::uint64_t& nodes,
              bool passed = false) {
    if constexpr (count == 2) {
        const int one = std::countr_zero(empty);
        return solve_last_two(mine, theirs, one, std::countr_zero(empty & (empty - 1)), beta, nodes, passed);
    } else {
        ++nodes;
        int best = nothing;
        Squares left = empty;
        for (int i = 0; i < count; ++i) {
            const int square = take_odd_first(left, squares_of_quadrants[odd]);
            const auto at = static_cast<std::size_t>(square);
            if ((beside[at] & theirs) == 0) continue;
            const Squares flipped = turned_from(square, mine, theirs);
            if (flipped == 0) continue;
            const Squares disc = Squares{1} << square;
            const int value = -solve_few<count - 1>(theirs ^ flipped, mine | flipped | disc, empty ^ disc,
                                                    odd ^ quadrant_of[at], -beta, -std::max(alpha, best), nodes);
            if (value > best && (best = value) >= beta) return best;
        }
        if (best != nothing) return best;
        return passed ? result(mine, theirs) : -solve_few<count>(theirs, mine, empty, odd, -beta, -alpha, nodes, true);
    }
}

}  // namespace asobiba::othello
