// The 22 placements of a pair: which of them can be reached, and where the puyos land.
//
//     0-5    1u 2u 3u 4u 5u 6u       12-16  1r 2r 3r 4r 5r
//     6-11   1d 2d 3d 4d 5d 6d       17-21  2l 3l 4l 5l 6l
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "puyo/field.hpp"

namespace asobiba::puyo {

inline constexpr int spawn = 2;  // the column in which pairs appear
inline constexpr int placements = 22;

// A set of columns: bit 0 is the first.
using Columns = std::uint32_t;

inline constexpr Columns all_columns = (1 << width) - 1;

struct Placement {
    int axis;  // column of the axis
    int child;
    char side;  // of the axis on which the child stands
};

inline constexpr std::array<Placement, placements> placement_of = [] {
    std::array<Placement, placements> table{};
    std::size_t number = 0;
    for (int column = 0; column < width; ++column) table[number++] = {column, column, 'u'};
    for (int column = 0; column < width; ++column) table[number++] = {column, column, 'd'};
    for (int column = 0; column < width - 1; ++column) table[number++] = {column, column + 1, 'r'};
    for (int column = 1; column < width; ++column) table[number++] = {column, column - 1, 'l'};
    return table;
}();

// Of a pair of one colour, the placement that leads to the same field: 1d is 1u, 2l is 1r.
inline int twin_of(int number) {
    const char side = placement_of[static_cast<std::size_t>(number)].side;
    return side == 'd' ? number - 6 : side == 'l' ? number - 5 : number;
}

// Of a set of placements those that lead to different fields: of a pair of one colour, upwards and to the right.
inline std::uint32_t distinct(std::uint32_t numbers, unsigned axis, unsigned child) {
    constexpr std::uint32_t up_and_right = 0x1f03f;
    return axis == child ? numbers & up_and_right : numbers;
}

inline int height_of(Cells occupied, int column) {
    return std::popcount(static_cast<unsigned>(occupied[static_cast<std::size_t>(column)]));
}

using Heights = std::array<int, width>;

inline Heights heights_of(Cells occupied) {
    Heights heights;
    for (int column = 0; column < width; ++column)
        heights[static_cast<std::size_t>(column)] = height_of(occupied, column);
    return heights;
}

// The columns with a puyo on this row.
inline Columns columns_at(Cells occupied, int row) {
    constexpr std::uint64_t lowest = 0x0001000100010001;
    constexpr std::uint64_t together = 0x0001000200040008;  // brings the lowest bits of four lanes next to each other
    const Halves bits = halves(occupied) >> (row - 1);
    const std::uint64_t first = ((bits[0] & lowest) * together) >> 48;
    const std::uint64_t last = ((bits[1] & lowest) * together) >> 48;
    return static_cast<Columns>((first & 15) | (last & 3) << 4);
}

// How high the columns are near the top, where it matters for reaching them.
struct Top {
    Columns eleven;  // columns of 11 or more
    Columns twelve;
    Columns full;  // of 13

    explicit Top(Cells occupied)
        : eleven(columns_at(occupied, 11)), twelve(columns_at(occupied, 12)), full(columns_at(occupied, 13)) {}

    // Whether a pair that walks by `step` gets on top of the column `wall`, which is 12 high: by a quick turn between
    // two walls, or by pushing off a column of 11 that lies open on the near side.
    bool can_climb(int wall, int step) const {
        constexpr Columns beside_spawn = 1 << (spawn - 1) | 1 << (spawn + 1);
        if ((twelve & beside_spawn) == beside_spawn) return true;
        for (int column = wall - step; 0 <= column && column < width; column -= step)
            if ((eleven >> column & 1) != 0) return (twelve >> column & 1) == 0;
        return false;
    }

    // The columns that a pair can walk to, the spawn column among them.
    Columns walk() const {
        Columns reached = 1 << spawn;
        for (const int step : {-1, 1}) {
            bool climbed = false;
            for (int column = spawn + step; 0 <= column && column < width; column += step) {
                if ((full >> column & 1) != 0) break;
                if ((twelve >> column & 1) != 0 && !climbed && !can_climb(column, step)) break;
                climbed |= (twelve >> column & 1) != 0;
                reached |= 1 << column;
            }
        }
        return reached;
    }
};

// The placements that the columns' heights allow, as a set of numbers. `row14` has the columns whose row 14 is taken.
inline std::uint32_t reachable(Cells occupied, Columns row14) {
    if (columns_at(occupied, in_sight) == 0) return (1u << placements) - 1;
    const Top top(occupied);
    const Columns walk = top.walk();
    const Columns upwards = walk & ~top.full & ~(top.twelve & row14);
    const Columns downwards = walk & ~top.twelve;
    const Columns aside = walk & walk >> 1;  // a pair lies in this column and the next
    const Columns rightwards = aside & ~top.full;
    const Columns leftwards = aside & ~(top.full >> 1);
    return upwards | downwards << 6 | rightwards << 12 | leftwards << 17;
}

// The cell on which a puyo comes to rest in a column; none if the column is full.
inline Cells landing(Cells occupied, int column) {
    constexpr Cells lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const Cells only = reinterpret_cast<Cells>(lanes == in_every_column(static_cast<std::uint16_t>(column)));
    return (occupied + 1) & in_every_column(whole_column) & only;
}

// A puyo falls onto a column. What would rest above row 13 is lost.
inline void drop(Field& field, int column, unsigned code) { field.put(landing(field.occupied(), column), code); }

// Both puyos land, each on its own.
inline void place(Field& field, unsigned axis_code, unsigned child_code, const Placement& placement) {
    const bool child_first = placement.side == 'd';
    drop(field, child_first ? placement.child : placement.axis, child_first ? child_code : axis_code);
    drop(field, child_first ? placement.axis : placement.child, child_first ? axis_code : child_code);
}

}  // namespace asobiba::puyo
