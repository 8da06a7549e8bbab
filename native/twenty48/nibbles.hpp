// A 4x4 board of 2048 in 64 bits, four for each cell, a1 lowest: what learning and search slide millions of times a
// second. Ranks end at 15: two tiles of 32768 merge into one that is shown as 32768, too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "common/dice.hpp"
#include "twenty48/rows.hpp"

namespace asobiba::twenty48::nibbles {

using Board = std::uint64_t;

inline constexpr unsigned cap = 15;
inline constexpr Board ones = 0x1111111111111111ULL;  // the lowest bit of every cell
inline constexpr std::uint32_t tenth = 429'496'730;   // of 2^32, rounded: so often is a new tile a 4

// One row of sixteen bits, slid both ways. Whichever way, the same tiles merge.
struct Row {
    std::uint16_t left;
    std::uint16_t right;
    std::uint32_t reward;
};

inline constexpr unsigned row_count = 1u << 16;

inline std::array<std::uint8_t, 4> ranks_of(unsigned row) {
    return {static_cast<std::uint8_t>(row & 15), static_cast<std::uint8_t>(row >> 4 & 15),
            static_cast<std::uint8_t>(row >> 8 & 15), static_cast<std::uint8_t>(row >> 12)};
}

inline unsigned backwards(unsigned row) { return (row & 15) << 12 | (row & 0xf0) << 4 | (row >> 4 & 0xf0) | row >> 12; }

// Made when it is asked for first, in about a millisecond.
inline const Row* slid_rows() {
    static const std::vector<Row> table = [] {
        std::vector<Row> rows(row_count);
        for (unsigned row = 0; row < row_count; ++row) {
            const Slid slid = slide(ranks_of(row));
            unsigned after = 0;
            for (unsigned cell = 0; cell < 4; ++cell) after |= std::min(slid.row >> 8 * cell & 255, cap) << 4 * cell;
            rows[row].left = static_cast<std::uint16_t>(after);
            rows[row].reward = slid.reward;
            rows[backwards(row)].right = static_cast<std::uint16_t>(backwards(after));
        }
        return rows;
    }();
    return table.data();
}

// Rows become columns.
inline Board transposed(Board board) {
    const Board near = (board ^ board >> 12) & 0x0000f0f00000f0f0ULL;
    board ^= near | near << 12;
    const Board far = (board ^ board >> 24) & 0x00000000ff00ff00ULL;
    return board ^ (far | far << 24);
}

// The lowest bit of every cell that is empty.
inline Board empty_cells(Board board) {
    board |= board >> 2;
    return ~(board | board >> 1) & ones;
}

// Bit by bit from the highest: only cells that have it can hold the largest.
inline unsigned largest_rank(Board board) {
    Board candidates = ones;
    unsigned rank = 0;
    for (unsigned bit = 4; bit-- > 0;) {
        const Board having = candidates & board >> bit;
        rank |= unsigned{having != 0} << bit;
        candidates = having != 0 ? having : candidates;
    }
    return rank;
}

// Two boards that slide along the rows, and what that scores: towards the first cells, towards the last.
struct Slides {
    Board first = 0, last = 0;
    std::uint32_t reward = 0;
};

inline Slides slides_along_rows(const Row* rows, Board board) {
    Slides found;
    for (int shift = 0; shift < 64; shift += 16) {
        const Row& row = rows[board >> shift & 0xffff];
        found.first |= Board{row.left} << shift;
        found.last |= Board{row.right} << shift;
        found.reward += row.reward;
    }
    return found;
}

// The n-th of the bits that are set, alone.
inline Board nth_bit(Board bits, unsigned n) {
#if defined(__BMI2__)
    return _pdep_u64(Board{1} << n, bits);
#else
    for (; n != 0; --n) bits &= bits - 1;
    return bits & (~bits + 1);
#endif
}

// The board with a new tile, where one has room.
inline Board with_new_tile(Board board, Dice& dice) {
    const Board empty = empty_cells(board);
    const std::uint64_t thrown = dice.next();
    const auto skipped = static_cast<unsigned>((thrown >> 32) * static_cast<unsigned>(std::popcount(empty)) >> 32);
    return board | nth_bit(empty, skipped) << (static_cast<std::uint32_t>(thrown) < tenth);
}

}  // namespace asobiba::twenty48::nibbles
