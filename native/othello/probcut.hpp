// Multi-ProbCut: a shallow search tells what a deep one would find, up to an error whose size is known.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "othello/table.hpp"

namespace asobiba::othello {

// By care: how many times its usual error a shallow search must lie beyond a bound to be believed.
inline constexpr std::array<double, whole_care> doubts{1.1, 1.5, 2.0, 2.6, 3.3};

// The usual difference, in discs, of a search of `depth` plies and one of `shallow` plies, fitted to searches of our
// own: see `Errors` of the engine's Python side.
struct ErrorModel {
    std::array<double, 4> terms{3.0, -0.20, 0.12, -0.01};

    double operator()(int depth, int shallow, int empty) const {
        const double found = terms[0] + terms[1] * shallow + terms[2] * depth + terms[3] * empty;
        return std::clamp(found, 0.5, 12.0);
    }
};

// The depth of the shallow search, of the same parity: whose turn it is at the leaves matters.
inline int shallow_for(int depth) { return std::max(2 * (depth / 4) + (depth & 1), depth & 1); }

}  // namespace asobiba::othello
