// Every row that 2048 knows, slid to the left.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "twenty48/cells.hpp"

namespace asobiba::twenty48 {

struct Slid {
    std::uint32_t row;     // four ranks, a byte each
    std::uint32_t reward;  // the sum of the tiles that merges created
};

// Five bits for each rank. Of the 2^20 entries only those of the 18^4 rows are ever touched.
inline constexpr std::size_t row_entries = std::size_t{1} << 20;

// Four bytes become 20 bits, in all four rows at once.
inline Rows row_numbers(Cells cells) {
    Rows rows = reinterpret_cast<Rows>(cells);
    rows = (rows & 0x001f001f) | (rows >> 3 & 0x03e003e0);
    return (rows & 0x000003ff) | (rows >> 6 & 0x000ffc00);
}

// Towards the first cell: ranks 1 1 1 1 -> 2 2 0 0, reward 8; 1 1 1 0 -> 2 1 0 0, reward 4.
inline Slid slide(const std::array<std::uint8_t, 4>& row) {
    Slid slid{};
    unsigned at = 0;
    unsigned waiting = 0;  // the last tile that slid, unless it was merged already
    for (const unsigned rank : row) {
        if (rank == 0) continue;
        if (rank == waiting && rank < largest) {
            slid.row += 1u << (8 * (at - 1));
            slid.reward += 2u << rank;
            waiting = 0;
        } else {
            slid.row |= rank << (8 * at++);
            waiting = rank;
        }
    }
    return slid;
}

// Made when it is asked for first, which takes a few milliseconds.
inline const Slid* slid_rows() {
    static const std::vector<Slid> table = [] {
        std::vector<Slid> slid(row_entries);
        for (std::uint8_t a = 0; a < ranks; ++a)
            for (std::uint8_t b = 0; b < ranks; ++b)
                for (std::uint8_t c = 0; c < ranks; ++c)
                    for (std::uint8_t d = 0; d < ranks; ++d)
                        slid[row_numbers(Cells{a, b, c, d})[0]] = slide({a, b, c, d});
        return slid;
    }();
    return table.data();
}

}  // namespace asobiba::twenty48
