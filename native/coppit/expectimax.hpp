// Expectimax: every die and every move, a few plies deep, and a judgement at the end. Each seat takes what is best for
// itself.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "coppit/survey.hpp"

namespace asobiba::coppit {

template <class Pause>
class Expectimax {
  public:
    // `pause` is called every now and then and may throw.
    Expectimax(const Survey& survey, const Traits& judgement, Pause pause)
        : survey_(survey), rules_(survey.rules()), judgement_(judgement), pause_(pause) {}

    // Of every legal move: the chance to win of the one who makes it. A ply is a roll and a move.
    std::vector<std::pair<int, double>> search(const Position& position, int plies) {
        std::vector<std::pair<int, double>> found;
        position.legal(
            rules_, [&](int action) { found.emplace_back(action, after(position, action, plies)[at(position.seat)]); });
        return found;
    }

  private:
    Chances after(Position position, int action, int plies) {
        position.apply(rules_, action);
        if (position.finished != 0 || plies == 1) return survey_.chances(position, judgement_);
        pause_();
        Chances mean{};
        for (int die = 0; die < faces; ++die) {
            Position rolled = position;
            rolled.apply(rules_, die);
            const Chances best = best_of(rolled, plies - 1);
            for (std::size_t seat = 0; seat < mean.size(); ++seat) mean[seat] += best[seat] / faces;
        }
        return mean;
    }

    Chances best_of(const Position& position, int plies) {
        Chances best{};
        double highest = std::numeric_limits<double>::lowest();
        position.legal(rules_, [&](int action) {
            const Chances found = after(position, action, plies);
            if (found[at(position.seat)] <= highest) return;
            highest = found[at(position.seat)];
            best = found;
        });
        return best;
    }

    const Survey& survey_;
    const Rules& rules_;
    const Traits& judgement_;
    Pause pause_;
};

}  // namespace asobiba::coppit
