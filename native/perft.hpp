// perft: how many move sequences of a given length start here. Written once for every game.
#pragma once

#include <cstdint>

#include "position.hpp"

namespace asobiba {

// What a leaf is. The letters are those of asobiba.core.perft.
enum class Leaves : char {
    pass_is_a_ply = 'A',   // a game that ends above the horizon counts one
    pass_is_free = 'B',    // as A, but a forced pass uses no ply
    full_depth_only = 'C'  // a game that ends above the horizon counts nothing
};

template <Position P>
std::uint64_t perft(const P& position, int depth, Leaves leaves) {
    if (position.to_play() == over) return depth == 0 || leaves != Leaves::full_depth_only;
    if (depth == 0) return 1;
    const bool free_pass = leaves == Leaves::pass_is_free && position.must_pass();
    std::uint64_t total = 0;
    position.for_each_legal([&](int action) {
        total += perft(position.after(action), free_pass ? depth : depth - 1, leaves);
    });
    return total;
}

}  // namespace asobiba
