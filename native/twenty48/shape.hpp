// The rules of 2048 on a board of any shape, a byte for each cell: slower than the packed ones, and as exact.
#pragma once

#include <cstddef>
#include <cstdint>

#include "twenty48/cells.hpp"

namespace asobiba::twenty48 {

struct Shape {
    std::size_t rows, columns;

    std::size_t cells() const { return rows * columns; }

    // Slides all tiles of a board, which is an array of ranks along the rows; returns what the merges score.
    template <class Board>
    std::uint32_t slide(Board& board, int direction) const {
        const bool along_rows = direction == left || direction == right;
        const bool towards_first = direction == left || direction == up;
        const std::size_t lines = along_rows ? rows : columns, length = along_rows ? columns : rows;
        const std::size_t step = along_rows ? 1 : columns, next = along_rows ? columns : 1;
        std::uint32_t reward = 0;
        for (std::size_t line = 0; line < lines; ++line) {
            const auto cell = [&](std::size_t at) -> std::uint8_t& {
                return board[line * next + step * (towards_first ? at : length - 1 - at)];
            };
            std::size_t end = 0;
            std::uint8_t waiting = 0;  // the last tile that slid, unless it was merged already
            for (std::size_t at = 0; at < length; ++at) {
                const std::uint8_t rank = cell(at);
                if (rank == 0) continue;
                cell(at) = 0;
                if (rank == waiting && rank < largest) {
                    cell(end - 1) = static_cast<std::uint8_t>(rank + 1);
                    reward += std::uint32_t{2} << rank;
                    waiting = 0;
                } else {
                    cell(end++) = waiting = rank;
                }
            }
        }
        return reward;
    }
};

}  // namespace asobiba::twenty48
