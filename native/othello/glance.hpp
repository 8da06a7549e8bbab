// A short look ahead with the evaluation by patterns: plain alpha-beta of a fixed depth, for games that are played by
// the thousand to learn from.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "othello/last.hpp"
#include "othello/patterns.hpp"

namespace asobiba::othello {

class Glance {
  public:
    static constexpr int most = 64 * Patterns::unit + 1;

    struct Found {
        int value = 0;  // in units
        int move = pass;
    };

    explicit Glance(const Patterns& patterns) : patterns_(patterns) {}

    // The best of the moves, of which there must be one, so many plies deep. Looks less deep first, for the order.
    Found best(Squares own, Squares other, int depth) const {
        Replies replies = replies_to(own, other, brackets(own, other));
        Found found;
        for (int plies = depth % 2 == 0 ? 2 : 1; plies <= depth; plies += 2) {
            found = {-most, pass};
            for (std::size_t i = 0; i < replies.count; ++i) {
                Reply& reply = replies.all[i];
                reply.promise = -value(reply.own, reply.other, plies - 1, -most, -found.value);
                if (reply.promise > found.value) found = {reply.promise, reply.move};
            }
            std::stable_sort(replies.all.begin(), replies.all.begin() + static_cast<std::ptrdiff_t>(replies.count),
                             [](const Reply& left, const Reply& right) { return left.promise > right.promise; });
        }
        return found;
    }

    int value(Squares own, Squares other, int depth, int alpha, int beta) const {
        const Squares moves = brackets(own, other);
        if (moves == 0) {
            if (brackets(other, own) == 0) return result(own, other) * Patterns::unit;
            return -value(other, own, depth, -beta, -alpha);
        }
        if (depth == 0) return patterns_.evaluate(own, other);
        if (depth == 1) return value_before_last(own, other, moves, alpha, beta);
        const Replies replies = replies_to(own, other, moves);
        int best = -most;
        for (std::size_t i = 0; i < replies.count; ++i) {
            const Reply& reply = replies.all[i];
            best = std::max(best, -value(reply.own, reply.other, depth - 1, -beta, -std::max(alpha, best)));
            if (best >= beta) break;
        }
        return best;
    }

  private:
    struct Reply {
        Squares own, other;  // after the move, of the side that is to move then
        int move, promise;
    };

    struct Replies {
        std::array<Reply, 64> all;
        std::size_t count = 0;
    };

    // The moves that leave the other side few moves first.
    static Replies replies_to(Squares own, Squares other, Squares moves) {
        Replies replies;
        for (Squares left = moves; left != 0; left &= left - 1) {
            const Squares disc = left & (~left + 1);
            const Squares flipped = turned(disc, own, other);
            Reply reply{other ^ flipped, own | flipped | disc, std::countr_zero(disc), 0};
            reply.promise = -std::popcount(brackets(reply.own, reply.other));
            std::size_t at = replies.count++;
            for (; at != 0 && replies.all[at - 1].promise < reply.promise; --at) replies.all[at] = replies.all[at - 1];
            replies.all[at] = reply;
        }
        return replies;
    }

    int value_before_last(Squares own, Squares other, Squares moves, int alpha, int beta) const {
        int best = -most;
        for (Squares left = moves; left != 0; left &= left - 1) {
            const Squares disc = left & (~left + 1);
            const Squares flipped = turned(disc, own, other);
            best = std::max(best, -value(other ^ flipped, own | flipped | disc, 0, -beta, -std::max(alpha, best)));
            if (best >= beta) break;
        }
        return best;
    }

    const Patterns& patterns_;
};

}  // namespace asobiba::othello
