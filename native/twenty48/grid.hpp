// The boards that a network learns on: packed ones of 4x4, and any shape up to 8x8.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "common/dice.hpp"
#include "twenty48/packed.hpp"
#include "twenty48/shape.hpp"

namespace asobiba::twenty48 {

inline constexpr std::size_t most_grid_cells = 64;

using Grid = std::array<std::uint8_t, most_grid_cells>;  // ranks along the rows

inline void place_in(Grid& grid, const Shape& shape, Dice& dice) {
    const auto end = grid.begin() + static_cast<std::ptrdiff_t>(shape.cells());
    const auto empty = static_cast<std::uint32_t>(std::count(grid.begin(), end, 0));
    const std::uint64_t thrown = dice.next();
    auto skipped = (thrown >> 32) * empty >> 32;
    for (auto cell = grid.begin(); cell != end; ++cell)
        if (*cell == 0 && skipped-- == 0) {
            *cell = static_cast<std::uint32_t>(thrown) < nibbles::tenth ? 2 : 1;
            return;
        }
}

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

    void place(Board& board, Dice& dice) const { place_in(board, shape_, dice); }
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
