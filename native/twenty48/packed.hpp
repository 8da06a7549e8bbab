// The board of nibbles.hpp as a search goes through it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "twenty48/cells.hpp"
#include "twenty48/nibbles.hpp"

namespace asobiba::twenty48 {

using Ranks = std::array<std::uint8_t, 16>;  // along the rows from a1

// Both ways round, because a slide needs the one and a judgement often both; the compiler leaves out what is not used.
struct Packed {
    using Key = nibbles::Board;

    nibbles::Board rows;     // the cell in column c of row r has the bits from 4 * (4 * r + c) on
    nibbles::Board columns;  // the same board transposed

    static Packed of(nibbles::Board rows) { return {rows, nibbles::transposed(rows)}; }

    static Packed of(const Ranks& ranks) {
        nibbles::Board cells = 0;
        for (std::size_t cell = 0; cell < ranks.size(); ++cell) cells |= nibbles::Board{ranks[cell]} << (4 * cell);
        return of(cells);
    }

    // Whether a search of so many moves meets no tile beyond 32768: the sum of the tiles would have to be larger than
    // it can become.
    static bool holds(const Ranks& ranks, int moves) {
        std::uint32_t sum = 0;
        for (const int rank : ranks) sum += rank == 0 ? 0 : 1u << rank;
        return sum + 4 * static_cast<std::uint32_t>(moves) < 2u << nibbles::cap;
    }

    Key key() const { return rows; }

    bool has(int rank) const { return static_cast<int>(nibbles::largest_rank(rows)) >= rank; }

    // visit(direction, board after it, reward) for every slide that changes the board.
    template <class Visitor>
    void each_slide(const nibbles::Row* table, Visitor visit) const {
        const nibbles::Slides across = nibbles::slides_along_rows(table, rows);
        const nibbles::Slides along = nibbles::slides_along_rows(table, columns);
        if (along.first != columns) visit(up, Packed{nibbles::transposed(along.first), along.first}, along.reward);
        if (across.last != rows) visit(right, Packed{across.last, nibbles::transposed(across.last)}, across.reward);
        if (along.last != columns) visit(down, Packed{nibbles::transposed(along.last), along.last}, along.reward);
        if (across.first != rows) visit(left, Packed{across.first, nibbles::transposed(across.first)}, across.reward);
    }

    // The lowest bit of every empty cell.
    std::uint64_t empties() const { return nibbles::empty_cells(rows); }

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
};

}  // namespace asobiba::twenty48
