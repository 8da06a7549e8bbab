// Practice: whole games in which everybody moves by instinct. The weights of asobiba/games/coppit/weights.py come from
// them: tools/data/coppit_weights.py.
#pragma once

#include <cstdint>

#include "common/dice.hpp"
#include "coppit/instinct.hpp"
#include "coppit/survey.hpp"

namespace asobiba::coppit {

struct Course {
    std::uint32_t games;
    std::uint32_t turns;  // after so many a game is broken off: nobody has won it
    std::uint32_t whims;  // of a hundred moves, those at random
};

class Practice {
  public:
    // One seat, the next with every game, has an instinct of its own.
    Practice(const Survey& survey, const Traits& own, const Traits& others)
        : survey_(survey), rules_(survey.rules()), own_(survey, own), others_(survey, others) {}

    int seat_of(std::uint32_t game) const {
        return static_cast<int>(game % static_cast<std::uint32_t>(rules_.seats()));
    }

    // Each seat's share of the win, none of a game that was broken off. The visitor is shown every position before a
    // roll, and has a generator of its own.
    template <class Visitor>
    Chances play(std::uint32_t game, const Course& course, std::uint64_t seed, Visitor visit) const {
        Dice luck = dice_of(seed, game);
        Dice whims = dice_of(~seed, game);
        Position position = Position::start(rules_);
        while (position.finished == 0) {
            if (position.turn > course.turns) return {};
            visit(position, whims);
            position.apply(rules_, position.luck(rules_, luck));
            const Instinct& instinct = position.seat == seat_of(game) ? own_ : others_;
            const bool whim = course.whims != 0 && whims.below(100) < course.whims;
            position.apply(rules_, whim ? position.any_legal(rules_, whims) : instinct.choose(position, whims));
        }
        return survey_.shares(position);
    }

  private:
    const Survey& survey_;
    const Rules& rules_;
    const Instinct own_;
    const Instinct others_;
};

}  // namespace asobiba::coppit
