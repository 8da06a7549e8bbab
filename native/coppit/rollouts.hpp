// Rollouts: a move is tried in many games, in which all go on by instinct. After some turns a game is judged.
//
// All moves have the same dice, so that luck favours none of them. Instinct lets in eight; in each round the better
// half of them goes on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/dice.hpp"
#include "coppit/instinct.hpp"
#include "coppit/survey.hpp"

namespace asobiba::coppit {

struct Plan {
    std::uint32_t games;  // of all moves together; each has one at least
    std::uint32_t turns;  // that are played of each
};

struct Tried {
    int action;
    double chance = 0;  // to win, for the seat that moves
    std::uint32_t games = 0;
};

class Rollouts {
  public:
    Rollouts(const Survey& survey, const Traits& instinct, const Traits& judgement)
        : survey_(survey), rules_(survey.rules()), instinct_(survey, instinct), judgement_(judgement) {}

    // Every legal move, the best one first; one that was dropped, or that instinct did not let in, counts no more than
    // those that went on. `pause` is called every now and then and may throw.
    template <class Pause>
    std::vector<Tried> search(const Position& position, const Plan& plan, std::uint64_t seed, Pause pause) const {
        std::vector<Tried> moves = in_order_of_instinct(position);
        const std::size_t tried = std::min(moves.size(), most_tried);
        const auto halvings = static_cast<std::size_t>(std::bit_width(tried - 1));
        const std::size_t rounds = std::max<std::size_t>(halvings, 1);
        std::uint32_t game = 0;
        for (std::size_t round = 0, left = tried; round < rounds; ++round, left = (left + 1) / 2) {
            for (auto games = std::max<std::size_t>(plan.games / (rounds * left), 1); games != 0; --games, ++game) {
                pause();
                for (std::size_t i = 0; i < left; ++i)
                    add(moves[i], rollout(position, moves[i].action, plan, seed, game));
            }
            std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(left),
                             [](const Tried& one, const Tried& other) { return one.chance > other.chance; });
        }
        for (std::size_t i = 1; i < moves.size(); ++i) moves[i].chance = std::min(moves[i].chance, moves[i - 1].chance);
        return moves;
    }

  private:
    // With a few hundred games, more moves than these have too few of them each.
    static constexpr std::size_t most_tried = 8;

    // The chance of a move that is not tried is no less than any: at the end it is that of the worst that is.
    std::vector<Tried> in_order_of_instinct(const Position& position) const {
        std::vector<std::pair<double, Tried>> found;
        instinct_.each_gain(position, [&](int action, double gain) { found.push_back({gain, {action, 1.0, 0}}); });
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& one, const auto& other) { return one.first > other.first; });
        std::vector<Tried> moves;
        for (const auto& [gain, move] : found) moves.push_back(move);
        return moves;
    }

    static void add(Tried& move, double chance) {
        ++move.games;
        move.chance += (chance - move.chance) / move.games;
    }

    // Two generators: which of two equal moves somebody chooses must not change the dice that follow.
    double rollout(Position position, int action, const Plan& plan, std::uint64_t seed, std::uint32_t game) const {
        Dice luck = dice_of(seed, game);
        Dice whims = dice_of(~seed, game);
        const int seat = position.seat;
        position.apply(rules_, action);
        const std::uint32_t last = position.turn + plan.turns;
        while (position.finished == 0 && position.turn < last) {
            position.apply(rules_, position.luck(rules_, luck));
            position.apply(rules_, instinct_.choose(position, whims));
        }
        return survey_.chances(position, judgement_)[at(seat)];
    }

    const Survey& survey_;
    const Rules& rules_;
    Instinct instinct_;
    const Traits& judgement_;
};

}  // namespace asobiba::coppit
