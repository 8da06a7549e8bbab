// Two evaluations against each other, looking equally far ahead: every opening is played twice, with colours exchanged.
#pragma once

#include "othello/lessons.hpp"

namespace asobiba::othello {

// The disc difference at the end for the first one, who plays black in games of even numbers.
template <class Heed>
class Duel {
  public:
    Duel(const Patterns& first, const Patterns& second, const Course& course, Heed heed)
        : players_{Teacher<Heed>(first, course, heed), Teacher<Heed>(second, course, heed)} {}

    int play(std::uint64_t seed, std::uint64_t game) {
        Dice dice = dice_of(seed, game / 2);
        Board board = players_[0].opened(dice);
        const std::uint64_t first_side = game % 2;
        while (board.to_play(rules_) != over)
            board.apply(rules_, players_[board.side == first_side ? 0 : 1].move(board));
        const int discs = result(board.mine, board.theirs);
        return board.side == first_side ? discs : -discs;
    }

  private:
    Rules rules_;
    std::array<Teacher<Heed>, 2> players_;
};

}  // namespace asobiba::othello
