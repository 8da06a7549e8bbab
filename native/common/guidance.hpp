// How a search with a network weighs what it knows.
#pragma once

#include <cstddef>

#include "common/gumbel.hpp"

namespace asobiba {

struct Guidance {
    double low = -1.0;
    double high = 1.0;
    bool puct = false;
    std::size_t considered = 16;  // Gumbel: moves at the root
    double gumbel_scale = 1.0;    // 0: without noise
    Sigma sigma{};
    double exploration = 1.5;  // PUCT
    double first_play = 0.25;  // PUCT: how much worse a move is taken to be that was never visited

    bool is_narrow() const { return high - low <= 256; }

    // A final score as networks tell it: within -1 and 1, or in a game for points those that are still to come.
    double told(double score, double so_far) const {
        return is_narrow() ? 2.0 * (score - low) / (high - low) - 1.0 : score - so_far;
    }

    double score(double told, double so_far) const {
        return is_narrow() ? low + (told + 1.0) / 2.0 * (high - low) : so_far + told;
    }
};

}  // namespace asobiba
