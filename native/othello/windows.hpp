// A value that somebody has guessed, found in narrow windows about it.
#pragma once

#include <algorithm>

namespace asobiba::othello {

inline constexpr int most_windows = 6;

// `search(alpha, beta)` finds the value if it lies between, otherwise a bound. One that leaves something out may
// contradict itself from one window to the next; then the whole is looked at.
template <class Search>
int in_widening_windows(int guess, int width, int limit, Search search) {
    int alpha = std::max(guess - width, -limit), beta = std::min(guess + width, limit);
    for (int tried = 0; tried < most_windows; ++tried) {
        const int value = search(alpha, beta);
        width *= 3;
        if (value <= alpha && alpha > -limit) {
            beta = value + 1;
            alpha = std::max(value - width, -limit);
        } else if (value >= beta && beta < limit) {
            alpha = value - 1;
            beta = std::min(value + width, limit);
        } else {
            return value;
        }
    }
    return search(-limit, limit);
}

}  // namespace asobiba::othello
