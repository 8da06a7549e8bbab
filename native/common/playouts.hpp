// Whole games played at random inside the kernel: how fast a kernel is, and what random play is worth.
#pragma once

#include <cstdint>
#include <vector>

#include "common/pause.hpp"
#include "common/position.hpp"

namespace asobiba {

struct Tally {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;  // players' moves; luck is not counted
    std::vector<double> scores;
};

// Games until `moves` were made; the last one is played to its end. `pause` is called every now and then and may throw.
template <Position P, class Pause = NoPause>
Tally random_games(const typename P::Rules& rules, std::uint64_t moves, std::uint64_t seed, Pause pause = {}) {
    constexpr std::uint64_t between_pauses = 1 << 12;
    Tally tally;
    tally.scores.assign(static_cast<std::size_t>(rules.seats()), 0.0);
    Dice dice = dice_of(seed, 0);
    while (tally.moves < moves) {
        P position = P::start(rules);
        for (int seat; (seat = position.to_play(rules)) != over;) {
            if (seat == chance) {
                position.apply(rules, position.luck(rules, dice));
            } else {
                position.apply(rules, position.any_legal(rules, dice));
                if (++tally.moves % between_pauses == 0) pause();
            }
        }
        ++tally.games;
        for (int who = 0; who < rules.seats(); ++who)
            tally.scores[static_cast<std::size_t>(who)] += position.score(rules, who);
    }
    return tally;
}

}  // namespace asobiba
