// Who judges the boards at the end of a search. An Evaluation judges afterstates, boards that wait for
// their new tile:
//
//   evaluation(rows, columns) -> float   the board, four bits a cell with a1 lowest, and the same board transposed
//   evaluation.won() -> float            of a game that stops because its target is reached
//   evaluation.familiar() -> int         the largest rank that it knows; see familiar.hpp
//   Evaluation::in_points -> bool        true: points that are still to come, so rewards on the way are added;
//                                        false: any scale on which 0 is bad, the worth of a game that is over
//   Evaluation::is_dear -> bool          whether a board is found in memory sooner than judged
#pragma once

#include <concepts>
#include <cstdint>

namespace asobiba::twenty48 {

template <class E>
concept Evaluation = requires(const E& evaluation, std::uint64_t board) {
    { evaluation(board, board) } -> std::same_as<float>;
    { evaluation.won() } -> std::same_as<float>;
    { evaluation.familiar() } -> std::same_as<int>;
    { E::in_points } -> std::convertible_to<bool>;
    { E::is_dear } -> std::convertible_to<bool>;
};

}  // namespace asobiba::twenty48
