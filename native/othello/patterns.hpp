// The evaluation of a position by what the shapes of the board hold and by mobility: the expected difference of discs
// at the end, the empty squares given to the winner. The weights are learned (asobiba train othello patterns).
//
// Weights are known for some numbers of empty squares, `phase` apart; in between they are blended. What is the same for
// symmetry has one weight. So the weights as they are kept are
//
//   [phases][own_size]  the shapes' numbers that are the lowest of their like, ascending; then for each measure its
//   values [61]                a constant for each number of empty squares, which knows who has the parity
//
// and are written out into one table for each number of empty squares here, so that an evaluation only adds.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "othello/position.hpp"
#include "othello/shapes.hpp"

namespace asobiba::othello {

// Empty squares next to these discs.
inline Squares liberties(Squares discs, Squares empty) {
    const Squares sides = (discs << 1 & ~0x0101010101010101ULL) | (discs >> 1 & ~0x8080808080808080ULL);
    const Squares wide = discs | sides;
    return (sides | wide << 8 | wide >> 8) & empty;
}

// Counts beside the shapes: moves of both sides, empty squares next to discs of each.
inline constexpr std::size_t measures = 4;
inline constexpr std::uint32_t measure_values = 32;  // higher counts are taken for the highest

inline std::array<std::uint32_t, measures> measured(Squares own, Squares other) {
    const Squares empty = ~(own | other);
    const auto count = [](Squares squares) {
        return std::min(static_cast<std::uint32_t>(std::popcount(squares)), measure_values - 1);
    };
    return {count(brackets(own, other)), count(brackets(other, own)), count(liberties(own, empty)),
            count(liberties(other, empty))};
}

inline constexpr std::size_t features = shape_places + measures + 1;
inline constexpr std::uint32_t measures_start = shape_starts.back();
inline constexpr std::uint32_t constant_at = measures_start + measures * measure_values;
inline constexpr std::size_t table_size = constant_at + 1;

// Calls `visit(entry)` for everything in the table that a position adds up.
template <class Visitor>
void each_entry(Squares own, Squares other, Visitor visit) {
    each_number(own, other, visit);
    std::uint32_t start = measures_start;
    for (const std::uint32_t value : measured(own, other)) {
        visit(start + value);
        start += measure_values;
    }
}

// Where a table's entry is among the weights of a phase.
class Sharing {
  public:
    Sharing() : places_(constant_at) {
        const std::vector<std::uint32_t> lowest = lowest_of_same();
        for (std::uint32_t entry = 0; entry < constant_at; ++entry) {
            const bool is_lowest = entry >= measures_start || lowest[entry] == entry;
            places_[entry] = is_lowest ? size_++ : places_[lowest[entry]];
        }
    }

    std::uint32_t operator[](std::size_t entry) const { return places_[entry]; }
    std::uint32_t size() const { return size_; }

  private:
    std::vector<std::uint32_t> places_;
    std::uint32_t size_ = 0;
};

inline const Sharing& sharing() {
    static const Sharing shared;
    return shared;
}

class Patterns {
  public:
    static constexpr int unit = 128;  // of a disc
    static constexpr int phase = 6;
    static constexpr std::size_t phases = 60 / phase + 1;
    static constexpr std::size_t empties = 61;
    static constexpr std::size_t own_size = 114'005;  // weights of a phase: what sharing() counts
    static constexpr std::size_t size = phases * own_size + empties;

    explicit Patterns(std::span<const std::int16_t> weights) : tables_(empties * table_size) {
        const Sharing& shared = sharing();
        for (std::size_t empty = 0; empty < empties; ++empty) {
            const std::int16_t* const low = weights.data() + empty / phase * own_size;
            const std::int16_t* const high = empty % phase == 0 ? low : low + own_size;
            const int share = static_cast<int>(empty % phase);
            std::int16_t* const table = tables_.data() + empty * table_size;
            for (std::size_t entry = 0; entry < constant_at; ++entry) {
                const std::size_t at = shared[entry];
                table[entry] = static_cast<std::int16_t>((low[at] * (phase - share) + high[at] * share) / phase);
            }
            table[constant_at] = weights[phases * own_size + empty];
        }
    }

    // For the side with the discs `own`, which is to move, in units; also where that side must pass. At least one
    // disc of each side must be there for it to mean anything, and at most 60 squares may be empty.
    int evaluate(Squares own, Squares other) const {
        const auto empty = static_cast<std::size_t>(64 - std::popcount(own | other));
        const std::int16_t* const table = tables_.data() + std::min(empty, empties - 1) * table_size;
        int sum = table[constant_at];
        each_entry(own, other, [&](std::uint32_t entry) { sum += table[entry]; });
        return std::clamp(sum, -64 * unit, 64 * unit);
    }

  private:
    std::vector<std::int16_t> tables_;
};

}  // namespace asobiba::othello
