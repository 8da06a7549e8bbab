// Which move is tried first: after a good one the other side has few moves, none of them good.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "othello/last.hpp"

namespace asobiba::othello {

struct Candidate {
    Squares mine;  // after the move, of the side that moves then
    Squares theirs;
    int square;
    int promise;    // the higher, the earlier it is tried
    Squares moves;  // of the side that moves then
};

inline constexpr std::size_t most_moves_at_once = 64;

class Candidates {
  public:
    std::size_t size() const { return count_; }

    void add(const Candidate& candidate) { list_[count_++] = candidate; }

    Candidate* begin() { return list_.data(); }
    Candidate* end() { return list_.data() + count_; }

    // The most promising of those from `first` on comes to its place.
    const Candidate& best_from(std::size_t first) {
        std::size_t best = first;
        for (std::size_t i = first + 1; i < count_; ++i)
            if (list_[i].promise > list_[best].promise) best = i;
        if (best != first) std::swap(list_[best], list_[first]);
        return list_[first];
    }

  private:
    std::array<Candidate, most_moves_at_once> list_;
    std::size_t count_ = 0;
};

inline constexpr Squares corners = 0x8100000000000081ULL;

// Corners, then edges and the middle; squares beside an empty corner give it away.
inline constexpr std::array<std::int8_t, 64> square_promise = [] {
    constexpr std::array<std::array<int, 4>, 4> quarter{
        {{18, 4, 16, 12}, {4, 2, 6, 8}, {16, 6, 14, 10}, {12, 8, 10, 0}}};
    std::array<std::int8_t, 64> table{};
    for (std::size_t square = 0; square < 64; ++square) {
        const std::size_t file = square % 8, rank = square / 8;
        table[square] = static_cast<std::int8_t>(quarter[rank < 4 ? rank : 7 - rank][file < 4 ? file : 7 - file]);
    }
    return table;
}();

// Empty squares beside a disc of theirs: where I may come to move.
inline Squares around(Squares theirs) {
    const Squares sides = theirs | (theirs << 1 & ~file_a) | (theirs >> 1 & ~(file_a << 7));
    return sides | sides << 8 | sides >> 8;
}

// How many moves a side has, corners counting twice.
inline int freedom(Squares moves) { return std::popcount(moves) + std::popcount(moves & corners); }

inline int promise_near_the_end(const Candidate& after, Squares odd) {
    const Squares empty = ~(after.mine | after.theirs);
    const int replies = freedom(after.moves);
    const int chances = std::popcount(around(after.theirs) & empty);
    const int parity = (odd >> after.square & 1) != 0 ? 8 : 0;
    return square_promise[static_cast<std::size_t>(after.square)] / 2 + parity - 16 * replies - 4 * chances;
}

// The moves of a position with nine empty squares at most, those first that leave the other side the fewest. Which is
// the next is found when it is asked for: mostly the first is enough, and a sort has branches that no processor
// foresees.
class Fastest {
  public:
    struct Move {
        Squares mine, theirs, moves;  // after it, of the side that moves then
        int square;
    };

    Fastest(Squares mine, Squares theirs, Squares moves, Squares odd) {
        for (Squares left = moves; left != 0; left &= left - 1) {
            const int square = std::countr_zero(left);
            const Squares flipped = turned_from(square, mine, theirs);
            const Squares next = theirs ^ flipped, other = mine | flipped | Squares{1} << square;
            const Squares replies = brackets(next, other);
            const int rank = 4 * freedom(replies) + ((odd >> square & 1) != 0 ? 0 : 3);
            list_[size_] = {next, other, replies, square};
            order_[size_] = 16 * rank + static_cast<int>(size_);
            ++size_;
        }
    }

    std::span<const Move> moves() const { return {list_.data(), size_}; }

    // The best that has not been taken yet; there must be one.
    const Move& take() {
        int least = order_[0];
        for (std::size_t i = 1; i < size_; ++i) least = std::min(least, order_[i]);
        const auto best = static_cast<std::size_t>(least & 15);
        order_[best] = taken;
        return list_[best];
    }

  private:
    static constexpr int taken = 1 << 20;

    std::array<Move, 9> list_;
    std::array<int, 9> order_;  // what is less comes earlier; the last four bits are the place in the list
    std::size_t size_ = 0;
};

}  // namespace asobiba::othello
