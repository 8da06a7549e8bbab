// What a search may know, and what it can be told of games that are long. A game offers these where it needs them.
#pragma once

#include <concepts>

#include "common/position.hpp"

namespace asobiba {

// A game in which something is hidden from the seat to move.
//
//   imagined      a position that the seat cannot tell from this one, with all that is hidden from it drawn by the dice
//   is_foreseen   whether nothing that was hidden at `root` has become known since; only such positions stand in a tree
template <class P>
concept Hides = Position<P> && requires(const P position, const typename P::Rules& rules, int seat, Dice& dice) {
    { position.imagined(rules, seat, dice) } -> std::same_as<P>;
    { position.is_foreseen(rules, position) } -> std::same_as<bool>;
};

// A game so long at random that it is cut short, and judged by how it stands then.
//
//   playout_plies  moves of the seats until then
//   outlook        what a seat may expect to score in the end
template <class P>
concept CutShort = Position<P> && requires(const P position, const typename P::Rules& rules, int seat) {
    { P::playout_plies } -> std::convertible_to<int>;
    { position.outlook(rules, seat) } -> std::same_as<double>;
};

// A game whose luck is not even, or even: the probability of an outcome. Without it only outcomes that all lead to the
// same are proven.
template <class P>
concept Likely = Position<P> && requires(const P position, const typename P::Rules& rules, int outcome) {
    { position.likelihood(rules, outcome) } -> std::same_as<double>;
};

}  // namespace asobiba
