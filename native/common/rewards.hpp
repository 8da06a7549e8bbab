// What a move is paid. Written once for every game; a game may have rewards of its own.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "common/position.hpp"

namespace asobiba {

inline constexpr std::size_t most_seats = 4;

// The rewards of a batch of games.
//
//   Slate         where they are written, which may have to be attached first
//   Known         what is kept of a game from move to move
//   begin         what is known of a position to which no move has led
//   before        what a move will need of the position that it changes
//   write         of game i what a move brought: from `before` and what was known to the position after it
//   nothing       of game i that nothing was played
template <class R, class P>
concept RewardsOf =
    requires(const R rewards, const typename P::Rules& rules, const P& position, typename R::Known& known,
             const std::int32_t* actions, std::size_t i, const typename R::Slate& slate) {
        rewards.begin(rules, position, known);
        rewards.write(rules, rewards.before(position), actions, position, known, i, slate);
        rewards.nothing(rules, i, slate);
        { slate.is_ready() } -> std::same_as<bool>;
    };

// The change of every seat's score.
template <Position P>
struct ScoreChange {
    using Rules = typename P::Rules;
    using Known = std::array<float, most_seats>;
    struct Nothing {};

    struct Slate {
        float* rewards = nullptr;  // [n, seats]

        bool is_ready() const { return true; }
    };

    void begin(const Rules& rules, const P& position, Known& scores) const {
        for (int seat = 0; seat < rules.seats(); ++seat)
            scores[static_cast<std::size_t>(seat)] = static_cast<float>(position.score(rules, seat));
    }

    Nothing before(const P&) const { return {}; }

    void write(const Rules& rules, Nothing, const std::int32_t*, const P& after, Known& scores, std::size_t i,
               const Slate& slate) const {
        const auto seats = static_cast<std::size_t>(rules.seats());
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const auto score = static_cast<float>(after.score(rules, static_cast<int>(seat)));
            if (slate.rewards) slate.rewards[i * seats + seat] = score - scores[seat];
            scores[seat] = score;
        }
    }

    void nothing(const Rules& rules, std::size_t i, const Slate& slate) const {
        const auto seats = static_cast<std::size_t>(rules.seats());
        if (slate.rewards) std::fill_n(slate.rewards + i * seats, seats, 0.0f);
    }
};

}  // namespace asobiba
