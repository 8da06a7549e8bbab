// The weights are moved towards what lessons say, one lesson after the other.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "othello/patterns.hpp"

namespace asobiba::othello {

// Weights in discs, laid out like those of Patterns, and for each the sum of its squared gradients: who is seldom asked
// takes longer steps (Adagrad).
class Fitting {
  public:
    Fitting(float* weights, float* slopes) : weights_(weights), slopes_(slopes) {}

    // What is expected now. Remembers where that came from.
    float expected(Squares own, Squares other) {
        const Sharing& shared = sharing();
        const auto empty = static_cast<std::size_t>(64 - std::popcount(own | other));
        low_ = empty / Patterns::phase * Patterns::own_size;
        high_share_ = static_cast<float>(empty % Patterns::phase) / Patterns::phase;
        constant_ = Patterns::phases * Patterns::own_size + empty;
        count_ = 0;
        float low = 0, high = 0;
        const std::size_t step = high_share_ == 0 ? 0 : Patterns::own_size;
        each_entry(own, other, [&](std::uint32_t entry) {
            const std::size_t at = low_ + shared[entry];
            places_[count_++] = at;
            low += weights_[at];
            high += weights_[at + step];
        });
        return low + high_share_ * (high - low) + weights_[constant_];
    }

    // A step towards what it should have been.
    void learn(float error, float rate) {
        const float low_share = 1 - high_share_;
        for (std::size_t i = 0; i < count_; ++i) {
            moved(places_[i], error * low_share, rate);
            if (high_share_ != 0) moved(places_[i] + Patterns::own_size, error * high_share_, rate);
        }
        moved(constant_, error, rate);
    }

  private:
    void moved(std::size_t at, float slope, float rate) {
        slopes_[at] += slope * slope;
        weights_[at] += rate * slope / std::sqrt(slopes_[at] + first_slope);
    }

    // As if each had been far off a few times before, so that a first look does not decide everything.
    static constexpr float first_slope = 500;

    float* weights_;
    float* slopes_;
    std::array<std::size_t, features> places_{};
    std::size_t count_ = 0, low_ = 0, constant_ = 0;
    float high_share_ = 0;
};

}  // namespace asobiba::othello
