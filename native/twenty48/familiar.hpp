// Large tiles seen as smaller ones. Where training has hardly met a tile, a board without some smaller rank is played
// like the one on which everything above that rank is half as large: nothing merges there that would not merge anyway.
//
// A search is true to that as long as no tile of the missing rank comes up in it. So the largest rank is taken that is
// out of reach: smaller tiles and what is added to them are less than such a tile. If there is none, the largest
// rank that is missing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "twenty48/packed.hpp"

namespace asobiba::twenty48 {

// Above which rank tiles are halved for a search of so many moves; 0 if no rank below the largest tile is missing.
inline int gap_of(const Ranks& ranks, int moves) {
    std::uint32_t there = 0, first = 0;
    for (const int rank : ranks) there |= 1u << rank;
    for (int rank = std::bit_width(there) - 2; rank > 0; --rank) {
        if ((there >> rank & 1) != 0) continue;
        std::uint32_t below = 4 * static_cast<std::uint32_t>(moves - 1);
        for (const int each : ranks) below += 0 < each && each < rank ? 1u << each : 0;
        if (below < 1u << rank) return rank;
        if (first == 0) first = static_cast<std::uint32_t>(rank);
    }
    return static_cast<int>(first);
}

// The board without tiles larger than `familiar`, as far as ranks are missing. Two of the largest tile there is do not
// merge, halves of them would.
inline Ranks downgraded(Ranks ranks, int familiar, int moves) {
    if (std::count(ranks.begin(), ranks.end(), largest) > 1) return ranks;
    while (*std::max_element(ranks.begin(), ranks.end()) > familiar) {
        const int gap = gap_of(ranks, moves);
        if (gap == 0) break;
        for (std::uint8_t& rank : ranks) rank = static_cast<std::uint8_t>(rank - (rank > gap));
    }
    return ranks;
}

}  // namespace asobiba::twenty48
