// perft: how many move sequences of a given length start here. Written once for every game.
#pragma once

#include <cstdint>

#include "common/pause.hpp"
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

// `pause` is called every now and then and may throw to end the count.
template <Position P, class Pause>
class Perft {
  public:
    Perft(const typename P::Rules& rules, Leaves leaves, Pause pause) : rules_(rules), leaves_(leaves), pause_(pause) {}

    std::uint64_t count(const P& position, int depth) {
        if (depth == 0) return 1;
        // The last ply is counted, not played: a leaf is a leaf whether or not the game goes on.
        if (depth == 1 && leaves_ != Leaves::pass_is_free) {
            const std::uint64_t leaves = choices(position, rules_);
            return leaves == 0 && leaves_ == Leaves::pass_is_a_ply ? 1 : leaves;
        }
        if (position.to_play(rules_) == over) return leaves_ != Leaves::full_depth_only;
        if (++played_ % between_pauses == 0) pause_();
        const bool free_pass = leaves_ == Leaves::pass_is_free && position.must_pass(rules_);
        std::uint64_t total = 0;
        position.legal(rules_, [&](int action) {
            P after = position;
            after.apply(rules_, action);
            total += count(after, free_pass ? depth : depth - 1);
        });
        return total;
    }

  private:
    static constexpr std::uint64_t between_pauses = 1 << 12;

    const typename P::Rules& rules_;
    Leaves leaves_;
    Pause pause_;
    std::uint64_t played_ = 0;
};

template <Position P, class Pause = NoPause>
std::uint64_t perft(const P& position, const typename P::Rules& rules, int depth, Leaves leaves, Pause pause = {}) {
    return Perft<P, Pause>(rules, leaves, pause).count(position, depth);
}

}  // namespace asobiba
