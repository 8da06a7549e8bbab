// A 4x4 board in 64 bits, four for each cell: what a search slides millions of times a second.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "twenty48/rows.hpp"

namespace asobiba::twenty48 {

using Ranks = std::array<std::uint8_t, 16>;  // along the rows from a1

inline constexpr std::size_t packed_rows = std::size_t{1} << 16;
inline constexpr int packed_largest = 15;  // the rank of 32768

// Rows become columns: the blocks of two by two cells change places, then the cells within each.
inline std::uint64_t transposed(std::uint64_t cells) {
    const std::uint64_t within =
        (cells & 0xf0f00f0ff0f00f0fULL) | (cells & 0x0000f0f00000f0f0ULL) << 12 | (cells & 0x0f0f00000f0f0000ULL) >> 12;
    return (within & 0xff00ff0000ff00ffULL) | (within & 0x00ff00ff00000000ULL) >> 24 |
           (within & 0x00000000ff00ff00ULL) << 24;
}

// What becomes of every row of 16 bits. Two tiles of the largest rank stay as they are: no search that may meet them is
// made on packed boards.
struct PackedRows {
    std::array<std::uint16_t, packed_rows> left;
    std::array<std::uint16_t, packed_rows> right;
    std::array<std::uint32_t, packed_rows> reward;  // in either direction
};

inline std::array<std::uint8_t, 4> unpacked_row(std::size_t row) {
    return {static_cast<std::uint8_t>(row & 15), static_cast<std::uint8_t>(row >> 4 & 15),
            static_cast<std::uint8_t>(row >> 8 & 15), static_cast<std::uint8_t>(row >> 12)};
}

inline std::size_t mirrored_row(std::size_t row) {
    return (row & 15) << 12 | (row & 0xf0) << 4 | (row >> 4 & 0xf0) | row >> 12;
}

inline const PackedRows& packed_slides() {
    static const std::vector<PackedRows> table = [] {
        std::vector<PackedRows> made(1);
        for (std::size_t row = 0; row < packed_rows; ++row) {
            const Slid slid = slide(unpacked_row(row));
            std::size_t after = 0;
            bool is_beyond = false;
            for (int cell = 0; cell < 4; ++cell) {
                const std::size_t rank = slid.row >> (8 * cell) & 255;
                is_beyond = is_beyond || rank > packed_largest;
                after |= (rank & 15) << (4 * cell);
            }
            if (is_beyond) after = row;
            made[0].left[row] = static_cast<std::uint16_t>(after);
            made[0].right[mirrored_row(row)] = static_cast<std::uint16_t>(mirrored_row(after));
            made[0].reward[row] = is_beyond ? 0 : slid.reward;
        }
        return made;
    }();
    return table[0];
}

// Both ways round, because a slide needs the one and a judgement often both; the compiler leaves out what is not used.
struct Packed {
    using Key = std::uint64_t;

    std::uint64_t rows;     // the cell in column c of row r has the bits from 4 * (4 * r + c) on
    std::uint64_t columns;  // the same board transposed

    static Packed of(const Ranks& ranks) {
        std::uint64_t cells = 0;
        for (std::size_t cell = 0; cell < ranks.size(); ++cell) cells |= std::uint64_t{ranks[cell]} << (4 * cell);
        return {cells, transposed(cells)};
    }

    // Whether a search of so many moves meets no tile beyond 32768: the sum of the tiles would have to be larger than
    // it can become.
    static bool holds(const Ranks& ranks, int moves) {
        std::uint32_t sum = 0;
        for (const int rank : ranks) sum += rank == 0 ? 0 : 1u << rank;
        return sum + 4 * static_cast<std::uint32_t>(moves) < 2u << packed_largest;
    }

    Key key() const { return rows; }

    bool has(int rank) const {
        for (int shift = 0; shift < 64; shift += 4)
            if (static_cast<int>(rows >> shift & 15) >= rank) return true;
        return false;
    }

    // visit(direction, board after it, reward) for every slide that changes the board.
    template <class Visitor>
    void each_slide(const PackedRows& table, Visitor visit) const {
        const std::uint64_t to_left = moved(table.left, rows), to_right = moved(table.right, rows);
        const std::uint64_t to_top = moved(table.left, columns), to_bottom = moved(table.right, columns);
        if (to_top != columns) visit(up, Packed{transposed(to_top), to_top}, reward(table, columns));
        if (to_right != rows) visit(right, Packed{to_right, transposed(to_right)}, reward(table, rows));
        if (to_bottom != columns) visit(down, Packed{transposed(to_bottom), to_bottom}, reward(table, columns));
        if (to_left != rows) visit(left, Packed{to_left, transposed(to_left)}, reward(table, rows));
    }

    // The lowest bit of every empty cell.
    std::uint64_t empties() const {
        std::uint64_t taken = rows | rows >> 2;
        taken |= taken >> 1;
        return ~taken & 0x1111111111111111ULL;
    }

    // visit(board with a 2 on it, board with a 4 on it) for every empty cell.
    template <class Visitor>
    int each_spawn(Visitor visit) const {
        const std::uint64_t found = empties();
        for (std::uint64_t rest = found; rest != 0; rest &= rest - 1) {
            const int shift = std::countr_zero(rest);
            const std::uint64_t here = rest & -rest;
            const std::uint64_t across = std::uint64_t{1} << ((shift & 12) << 2 | (shift & 48) >> 2);
            visit(Packed{rows | here, columns | across}, Packed{rows | here << 1, columns | across << 1});
        }
        return std::popcount(found);
    }

    template <class Evaluation>
    float judged(const Evaluation& evaluation) const {
        return evaluation(rows, columns);
    }

  private:
    static std::uint64_t moved(const std::array<std::uint16_t, packed_rows>& table, std::uint64_t cells) {
        return std::uint64_t{table[cells & 0xffff]} | std::uint64_t{table[cells >> 16 & 0xffff]} << 16 |
               std::uint64_t{table[cells >> 32 & 0xffff]} << 32 | std::uint64_t{table[cells >> 48]} << 48;
    }

    static std::uint32_t reward(const PackedRows& table, std::uint64_t cells) {
        return table.reward[cells & 0xffff] + table.reward[cells >> 16 & 0xffff] + table.reward[cells >> 32 & 0xffff] +
               table.reward[cells >> 48];
    }
};

}  // namespace asobiba::twenty48
