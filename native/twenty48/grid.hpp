// A 2048 board of any shape up to 8x8, a byte for each cell: slower than the packed one, and as exact.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "common/dice.hpp"
#include "twenty48/cells.hpp"
#include "twenty48/packed.hpp"

namespace asobiba::twenty48 {

inline constexpr std::size_t most_grid_cells = 64;

using Grid = std::array<std::uint8_t, most_grid_cells>;  // ranks along the rows

struct Shape {
    std::size_t rows, columns;

    std::size_t cells() const { return rows * columns; }

    // Slides all tiles; returns what the merges score.
    std::uint32_t slide(Grid& grid, int direction) const {
        const bool along_rows = direction == left || direction == right;
        const bool towards_first = direction == left || direction == up;
        const std::size_t lines = along_rows ? rows : columns, length = along_rows ? columns : rows;
        const std::size_t step = along_rows ? 1 : columns, next = along_rows ? columns : 1;
        std::uint32_t reward = 0;
        for (std::size_t line = 0; line < lines; ++line) {
            const auto cell = [&](std::size_t at) -> std::uint8_t& {
                return grid[line * next + step * (towards_first ? at : length - 1 - at)];
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

    void place(Grid& grid, Dice& dice) const {
        const auto empty = static_cast<std::uint32_t>(std::count(grid.begin(), grid.begin() + last(), 0));
        const std::uint64_t thrown = dice.next();
        auto skipped = (thrown >> 32) * empty >> 32;
        for (std::size_t at = 0; at < cells(); ++at)
            if (grid[at] == 0 && skipped-- == 0) {
                grid[at] = static_cast<std::uint32_t>(thrown) < nibbles::tenth ? 2 : 1;
                return;
            }
    }

    std::ptrdiff_t last() const { return static_cast<std::ptrdiff_t>(cells()); }
};

// What learning asks of a board: the same of both kinds.
class NibbleField {
  public:
    using Board = nibbles::Board;

    explicit NibbleField(Shape) : rows_(nibbles::slid_rows()) {}

    void place(Board& board, Dice& dice) const { board = nibbles::with_new_tile(board, dice); }
    unsigned largest_of(Board board) const { return nibbles::largest_rank(board); }
    Board seen(Board board) const { return board; }

    template <class Visitor>
    void each(Board board, Visitor visit) const {
        Packed::of(board).each_slide(rows_, [&](int direction, const Packed& after, std::uint32_t reward) {
            visit(direction, after.rows, reward);
        });
    }

  private:
    const nibbles::Row* rows_;
};

class GridField {
  public:
    using Board = Grid;

    explicit GridField(Shape shape) : shape_(shape) {}

    void place(Board& board, Dice& dice) const { shape_.place(board, dice); }
    unsigned largest_of(const Board& board) const { return *std::max_element(board.begin(), board.end()); }
    const std::uint8_t* seen(const Board& board) const { return board.data(); }

    template <class Visitor>
    void each(const Board& board, Visitor visit) const {
        for (int direction = 0; direction < 4; ++direction) {
            Board after = board;
            const std::uint32_t reward = shape_.slide(after, direction);
            if (after != board) visit(direction, after, reward);
        }
    }

  private:
    Shape shape_;
};

}  // namespace asobiba::twenty48
