// How good a field is to build on: the chain that stands ready and the room to extend it, groups that wait to be
// completed, and the outline of the columns.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>

#include "puyo/field.hpp"
#include "puyo/placements.hpp"
#include "puyo/quiet.hpp"

namespace asobiba::puyo::search {

// What each of these is worth. Found by play: chains of 50 placements alone.
struct Weights {
    // Of the chain that stands ready:
    int link = 1000;
    int trigger_height = 150;  // a row below the puyo that starts it
    int missing_puyo = -200;   // to start it
    int room = 150;            // see room_beside
    int left_pair = 100;       // a group of two that it leaves
    int left_three = 200;
    // Of the field:
    int pair = 150;
    int three = 250;
    int outline = -100;
    int well = -100;
    int bump = -100;
    int ojama = -250;
    int danger = -500;  // a row of column 3 above row 9
    // Of the way to it:
    int tear = -250;   // a row that one puyo of a pair falls farther than the other
    int waste = -250;  // a link of a small chain
};

// Groups of two and of three in a field at rest.
struct Groups {
    int pairs;
    int threes;

    explicit Groups(const Field& field) {
        const Touches touches(field);
        const Cells middles = touches.twos();
        const Cells in_three = touches.with_neighbours(middles);
        threes = count(middles);
        pairs = count(touches.up & ~in_three) + count(touches.right & ~in_three);
    }
};

// How many columns on each side of this one are no higher, and once more those that are lower: the room for another
// way to start the chain.
inline int room_beside(const Heights& heights, int column) {
    const int mine = heights[static_cast<std::size_t>(column)];
    int room = 0;
    for (const int step : {-1, 1})
        for (const int limit : {mine, mine - 1})
            for (int at = column + step; 0 <= at && at < width; at += step) {
                if (heights[static_cast<std::size_t>(at)] > limit) break;
                ++room;
            }
    return room;
}

// Rows by which the columns differ from the outline that chains like: three columns a little higher than the others.
inline int outline_of(const Heights& heights) {
    constexpr Heights wanted = {1, 1, 1, -1, -1, -1};
    const int mean = std::accumulate(heights.begin(), heights.end(), 0) / width;
    int difference = 0;
    for (std::size_t column = 0; column < width; ++column)
        difference += std::abs(heights[column] - mean - wanted[column]);
    return difference;
}

// Rows by which columns lie below both neighbours; the walls are high.
inline int wells_of(const Heights& heights) {
    int rows = 0;
    for (std::size_t column = 0; column < width; ++column) {
        const int left = column == 0 ? height : heights[column - 1];
        const int right = column + 1 == width ? height : heights[column + 1];
        rows += std::max(std::min(left, right) - heights[column], 0);
    }
    return rows;
}

// Rows by which inner columns stand above both neighbours.
inline int bumps_of(const Heights& heights) {
    int rows = 0;
    for (std::size_t column = 1; column + 1 < width; ++column)
        rows += std::max(heights[column] - std::max(heights[column - 1], heights[column + 1]), 0);
    return rows;
}

// What the best chain that stands ready is worth; 0 if there is none of two links.
inline int ready(const Field& field, const Heights& heights, int colors, Columns columns, const Weights& weights) {
    int best = 0;
    for_each_trigger(field, colors, columns, true, [&](int column, unsigned, int puyos, Field& grown) {
        const int links = links_of(grown);
        if (links < 2) return;
        const Groups groups(grown);
        const int worth = links * weights.link + heights[static_cast<std::size_t>(column)] * weights.trigger_height +
                          puyos * weights.missing_puyo + room_beside(heights, column) * weights.room +
                          groups.pairs * weights.left_pair + groups.threes * weights.left_three;
        best = std::max(best, worth);
    });
    return best;
}

inline int shape(const Field& field, int colors, const Weights& weights) {
    const Cells occupied = field.occupied();
    const Heights heights = heights_of(occupied);
    const Groups groups(field);
    const Columns columns = columns_at(occupied, in_sight) == 0 ? all_columns : Top(occupied).walk();
    return ready(field, heights, colors, columns, weights) + groups.pairs * weights.pair +
           groups.threes * weights.three + outline_of(heights) * weights.outline + wells_of(heights) * weights.well +
           bumps_of(heights) * weights.bump + count(field.ojama()) * weights.ojama +
           std::max(heights[spawn] - 9, 0) * weights.danger;
}

}  // namespace asobiba::puyo::search
