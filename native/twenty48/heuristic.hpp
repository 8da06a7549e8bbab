// A judgement by hand, line by line: games/twenty48/heuristic.py says what counts, here it is a table of all rows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "twenty48/nibbles.hpp"

namespace asobiba::twenty48 {

struct HandWeights {
    double life, room, merge, disorder, disorder_power, weight, weight_power;

    double of(const std::array<std::uint8_t, 4>& line) const {
        double rises = 0, falls = 0, sum = 0, empty = 0, merges = 0;
        unsigned waiting = 0;
        for (std::size_t cell = 0; cell < line.size(); ++cell) {
            const unsigned rank = line[cell];
            sum += rank == 0 ? 0.0 : std::pow(rank, weight_power);
            empty += rank == 0;
            if (cell > 0) {
                const double step = raised(rank) - raised(line[cell - 1]);
                (step > 0 ? rises : falls) += std::abs(step);
            }
            if (rank == 0) continue;
            const bool merged = rank == waiting && rank < largest;
            merges += merged;
            waiting = merged ? 0 : rank;
        }
        return life + room * empty + merge * merges - disorder * std::min(rises, falls) - weight * sum;
    }

  private:
    double raised(unsigned rank) const { return rank == 0 ? 0.0 : std::pow(rank, disorder_power); }
};

// An Evaluation, see evaluation.hpp.
class Heuristic {
  public:
    static constexpr bool in_points = false, is_dear = false;

    Heuristic(const HandWeights& weights, float won) : won_(won), lines_(nibbles::row_count) {
        for (unsigned row = 0; row < nibbles::row_count; ++row)
            lines_[row] = static_cast<float>(weights.of(nibbles::ranks_of(row)));
    }

    float operator()(std::uint64_t rows, std::uint64_t columns) const { return of_lines(rows) + of_lines(columns); }

    float won() const { return won_; }
    int familiar() const { return ranks; }

  private:
    float of_lines(std::uint64_t lines) const {
        return (lines_[lines & 0xffff] + lines_[lines >> 16 & 0xffff]) +
               (lines_[lines >> 32 & 0xffff] + lines_[lines >> 48]);
    }

    float won_;
    std::vector<float> lines_;
};

}  // namespace asobiba::twenty48
