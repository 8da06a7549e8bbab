// Ojama: what points are worth, and how they fall.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "puyo/placements.hpp"

namespace asobiba::puyo {

inline constexpr std::uint64_t frames_a_second = 60;
inline constexpr std::uint64_t all_clear_ojama = 30;
inline constexpr std::uint64_t never = ~std::uint64_t{0};

// Points that one ojama costs: from the margin time on a quarter less, then every 16 seconds half of the price two
// steps before, fourteen times at most.
inline std::uint64_t price_of(std::uint64_t base, std::uint64_t margin_seconds, std::uint64_t frames) {
    const std::uint64_t seconds = frames / frames_a_second;
    if (seconds < margin_seconds) return base;
    const std::uint64_t steps = std::min<std::uint64_t>(1 + (seconds - margin_seconds) / 16, 14);
    const std::uint64_t start = steps % 2 != 0 ? base * 3 / 4 : base;
    return std::max<std::uint64_t>(start >> (steps / 2), 1);
}

// What two amounts that cancel each other one for one leave of the first.
inline std::uint64_t offset(std::uint64_t amount, std::uint64_t other) { return amount > other ? amount - other : 0; }

// Rows of ojama fall onto the columns of a set. What would rest above row 13 is lost.
inline void fall(Field& field, std::uint64_t rows, Columns columns) {
    constexpr Cells lane_bit = {1, 2, 4, 8, 16, 32, 0, 0};
    const Cells chosen = lane_bit & in_every_column(static_cast<std::uint16_t>(columns));
    // The number of a column is one below a power of two. One that is too high loses its highest bits here.
    const auto grown = static_cast<std::uint16_t>(1 << std::min<std::uint64_t>(rows, height));
    const Cells occupied = field.occupied();
    const Cells filled = (occupied + 1) * in_every_column(grown) - 1;
    const Cells added = filled & ~occupied & in_every_column(whole_column);
    field.put(added & reinterpret_cast<Cells>(chosen != Cells{}), ojama_code);
}

// The sets of 0 to 5 columns, ascending.
struct ColumnSets {
    std::array<std::array<std::uint8_t, 20>, width> sets{};
    std::array<std::uint8_t, width> count{};
};

inline constexpr ColumnSets column_sets = [] {
    ColumnSets table;
    for (Columns set = 0; set < all_columns; ++set) {
        const auto size = static_cast<std::size_t>(std::popcount(set));
        table.sets[size][table.count[size]++] = static_cast<std::uint8_t>(set);
    }
    return table;
}();

}  // namespace asobiba::puyo
