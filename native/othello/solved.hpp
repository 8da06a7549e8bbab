// A position solved to the end, with a best move.
#pragma once

#include <bit>
#include <cstdint>

#include "othello/endgame.hpp"
#include "othello/windows.hpp"

namespace asobiba::othello {

// Calls `heed` once in about as many nodes as a thread searches in two milliseconds.
template <class Heed>
class EveryNowAndThen {
  public:
    explicit EveryNowAndThen(Heed heed) : heed_(heed) {}

    void operator()(std::uint64_t nodes) {
        if (nodes < next_) return;
        next_ = nodes + between;
        heed_();
    }

  private:
    static constexpr std::uint64_t between = 1 << 16;

    Heed heed_;
    std::uint64_t next_ = 0;
};

// Results are even: a window of one to each side holds a single one.
template <class Endgame>
int valued(Endgame& endgame, Squares mine, Squares theirs, int guess = 0) {
    return in_widening_windows(guess, 1, most,
                               [&](int alpha, int beta) { return endgame.solve(mine, theirs, alpha, beta); });
}

struct Solved {
    int score = 0;  // of the side to move
    int move = -1;  // -1: the game is over
};

// `guess` is what the side to move is expected to win by.
template <class Endgame>
Solved solved(Endgame& endgame, const Table& table, Squares mine, Squares theirs, int guess = 0) {
    const Squares moves = brackets(mine, theirs);
    if (moves == 0) {
        if (brackets(theirs, mine) == 0) return {result(mine, theirs), -1};
        return {-valued(endgame, theirs, mine, -guess), pass};
    }
    const int score = valued(endgame, mine, theirs, guess);
    Known known;
    if (table.find(key_of(mine, theirs), known) && known.depth == std::popcount(~(mine | theirs)) &&
        known.lower == score && known.upper == score && known.move != no_move)
        return {score, known.move};
    for (Squares left = moves;; left &= left - 1) {  // the search had no need of the table
        const int square = std::countr_zero(left);
        const Squares flipped = turned_from(square, mine, theirs), own = mine | flipped | Squares{1} << square;
        if ((left & (left - 1)) == 0 || -endgame.solve(theirs ^ flipped, own, -score, 1 - score) >= score)
            return {score, square};
    }
}

}  // namespace asobiba::othello
