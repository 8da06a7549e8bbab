// perft: how many move sequences of a given length start here. Written once for every game.
#pragma once

#include <cstdint>

#include "common/position.hpp"

namespace asobiba {

// What a leaf is. The letters are those of asobiba.core.perft.
enum class Leaves : char {
    pass_is_a_ply = 'A',   // a game that ends above the horizon counts one
    pass_is_free = 'B',    // as A, but a forced pass uses no ply
    full_depth_only = 'C'  // a game that ends above the horizon counts nothing
};

// Legal actions here. A position that can count them faster than one by one has `count_legal`.
template <Position P>
std::uint64_t choices(const P& position, const typename P::Rules& rules) {
    if constexpr (requires { position.count_legal(rules); }) {
        return static_cast<std::uint64_t>(position.count_legal(rules));
    } else {
        std::uint64_t count = 0;
        position.legal(rules, [&](int) { ++count; });
        return count;
    }
}

template <Position P>
std::uint64_t perft(const P& position, const typename P::Rules& rules, int depth, Leaves leaves) {
    if (depth == 0) return 1;
    // The last ply is counted, not played: a leaf is a leaf whether or not the game goes on.
    if (depth == 1 && leaves != Leaves::pass_is_free) {
        const std::uint64_t count = choices(position, rules);
        return count == 0 && leaves == Leaves::pass_is_a_ply ? 1 : count;
    }
    if (position.to_play(rules) == over) return leaves != Leaves::full_depth_only;
    const bool free_pass = leaves == Leaves::pass_is_free && position.must_pass(rules);
    std::uint64_t total = 0;
    position.legal(rules, [&](int action) {
        P after = position;
        after.apply(rules, action);
        total += perft(after, rules, free_pass ? depth : depth - 1, leaves);
    });
    return total;
}

}  // namespace asobiba
