// Games that the evaluation plays against itself, and what they teach: positions with the result to be expected.
//
// A game begins with moves at random. Then both sides look a little ahead, and now and then one moves at random all the
// same. From so many empty squares on every position is solved. What a position before that teaches lies between what
// was seen by looking ahead and what the next position teaches; a move at random is not followed.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "common/dice.hpp"
#include "othello/glance.hpp"
#include "othello/solved.hpp"

namespace asobiba::othello {

struct Course {
    int depth = 4;         // plies that both sides look ahead
    int exact = 12;        // empty squares from which on positions are solved
    int least_random = 4;  // moves at random in the beginning
    int most_random = 24;
    double slips = 0.03;  // share of the later moves that are at random
    double trust = 0.8;   // in the next position's lesson; the rest in looking ahead
};

struct Lesson {
    Squares own, other;
    float discs;  // for the side to move
};

template <class Heed>
class Teacher {
  public:
    Teacher(const Patterns& patterns, const Course& course, Heed heed)
        : glance_(patterns), course_(course), table_(table_bits), watch_(heed), endgame_(table_, watch_) {}

    // Adds the lessons of one game.
    void play(Dice dice, std::vector<Lesson>& lessons) {
        moments_.clear();
        Board board = opened(dice);
        while (true) {
            if (board.placements() == 0) {
                if (!board.must_pass(rules_)) break;
                board.apply(rules_, pass);
                continue;
            }
            Moment moment = seen(board);
            int move = moment.move;
            if (chance(dice) < course_.slips) move = board.any_legal(rules_, dice);
            moment.is_followed = move == moment.move;
            moments_.push_back(moment);
            board.apply(rules_, move);
        }
        look_back(board, lessons);
    }

    Board opened(Dice& dice) const {
        const auto more = static_cast<std::uint32_t>(course_.most_random - course_.least_random + 1);
        Board board = Board::start(rules_);
        for (int left = course_.least_random + static_cast<int>(dice.below(more)); left > 0; --left) {
            if (board.to_play(rules_) == over) return opened(dice);
            board.apply(rules_, board.any_legal(rules_, dice));
        }
        return board;
    }

    int move(const Board& board) { return board.placements() == 0 ? pass : seen(board).move; }

  private:
    static constexpr int table_bits = 12;

    struct Moment {
        Board board;
        float discs;
        int move;
        bool is_exact, is_followed;
    };

    static double chance(Dice& dice) { return static_cast<double>(dice.next() >> 11) * 0x1p-53; }

    Moment seen(const Board& board) {
        if (std::popcount(~(board.mine | board.theirs)) <= course_.exact) {
            const Solved found = solved(endgame_, table_, board.mine, board.theirs);
            return {board, static_cast<float>(found.score), found.move, true, true};
        }
        const Glance::Found found = glance_.best(board.mine, board.theirs, course_.depth);
        return {board, static_cast<float>(found.value) / Patterns::unit, found.move, false, true};
    }

    void look_back(const Board& end, std::vector<Lesson>& lessons) {
        float next = static_cast<float>(result(end.mine, end.theirs));
        std::uint64_t side = end.side;
        for (auto moment = moments_.rbegin(); moment != moments_.rend(); ++moment) {
            float discs = moment->discs;
            const auto trust = static_cast<float>(course_.trust);
            if (!moment->is_exact && moment->is_followed)
                discs += trust * ((moment->board.side == side ? next : -next) - discs);
            lessons.push_back({moment->board.mine, moment->board.theirs, discs});
            next = discs;
            side = moment->board.side;
        }
    }

    Rules rules_;
    Glance glance_;
    Course course_;
    Table table_;
    EveryNowAndThen<Heed> watch_;
    Endgame<EveryNowAndThen<Heed>> endgame_;
    std::vector<Moment> moments_;
};

}  // namespace asobiba::othello
