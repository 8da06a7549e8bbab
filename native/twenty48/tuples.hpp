// Which cells of a 2048 board are looked at together. A tuple is some cells; what they hold, four bits each, is the
// number of a weight. The tuple lies on the board in as many ways as that has symmetries, and all share one table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "twenty48/nibbles.hpp"

namespace asobiba::twenty48 {

using Tuple = std::vector<std::uint8_t>;  // cells in ascending order

// Where image `image` of a board has taken its cell from: bit 0 mirrors the columns, 1 the rows, 2 the diagonal.
inline std::size_t source_of(std::size_t cell, std::size_t image, std::size_t rows, std::size_t columns) {
    std::size_t row = cell / columns, column = cell % columns;
    if ((image & 4) != 0) std::swap(row, column);
    if ((image & 2) != 0) row = rows - 1 - row;
    if ((image & 1) != 0) column = columns - 1 - column;
    return row * columns + column;
}

// The bits of the board that the mask selects, side by side.
inline std::uint32_t selected(nibbles::Board board, nibbles::Board mask) {
#if defined(__BMI2__)
    return static_cast<std::uint32_t>(_pext_u64(board, mask));
#else
    std::uint64_t found = 0;
    for (int at = 0; mask != 0;) {  // run by run of neighbouring cells
        const int skipped = std::countr_zero(mask);
        board >>= skipped;
        mask >>= skipped;
        const int length = std::countr_one(mask);
        found |= (board & ((nibbles::Board{1} << length) - 1)) << at;
        at += length;
        board >>= length;
        mask >>= length;
    }
    return static_cast<std::uint32_t>(found);
#endif
}

class Tuples {
  public:
    static constexpr std::size_t most_tuples = 32, most_cells_each = 7, most_images = 8;
    static constexpr std::size_t most_features = most_tuples * most_images;

    Tuples(std::size_t rows, std::size_t columns, std::vector<Tuple> tuples)
        : rows_(rows), columns_(columns), images_(rows == columns ? 8 : 4), tuples_(std::move(tuples)) {
        for (Tuple& tuple : tuples_) {
            std::sort(tuple.begin(), tuple.end());
            nibbles::Board mask = 0;
            for (const std::uint8_t cell : tuple)
                if (cell < 16) mask |= nibbles::Board{15} << (4 * cell);
            masks_.push_back(mask);
            offsets_.push_back(static_cast<std::uint32_t>(size_));
            size_ += std::size_t{1} << (4 * tuple.size());
        }
        for (const Tuple& tuple : tuples_)
            for (std::size_t image = 0; image < images_; ++image)
                for (const std::uint8_t cell : tuple)
                    sources_.push_back(static_cast<std::uint8_t>(source_of(cell, image, rows, columns)));
    }

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::size_t size() const { return size_; }  // weights of all tables together
    std::size_t images() const { return images_; }
    std::size_t features() const { return images_ * tuples_.size(); }
    const std::vector<Tuple>& tuples() const { return tuples_; }

    // Calls visit(bits of the board that it looks at, where its weights begin) for each tuple of a 4x4 board.
    template <class Visitor>
    void each_table(Visitor visit) const {
        for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple) visit(masks_[tuple], offsets_[tuple]);
    }

    // Calls visit(place, number) for the numbers of the weights that a board of 4x4 adds up.
    template <class Visitor>
    void each(nibbles::Board board, Visitor visit) const {
        const auto images = nibbles::images_of(board);
        std::size_t place = 0;
        each_table([&](nibbles::Board mask, std::uint32_t offset) {
            for (const nibbles::Board image : images) visit(place++, offset + selected(image, mask));
        });
    }

    // The same of a board of any shape, given as ranks along the rows.
    template <class Visitor>
    void each(const std::uint8_t* ranks, Visitor visit) const {
        const std::uint8_t* source = sources_.data();
        std::size_t place = 0;
        for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple)
            for (std::size_t image = 0; image < images_; ++image) {
                std::uint32_t number = offsets_[tuple];
                for (std::size_t cell = 0; cell < tuples_[tuple].size(); ++cell, ++source)
                    number += std::min<std::uint32_t>(ranks[*source], nibbles::cap) << (4 * cell);
                visit(place++, number);
            }
    }

  private:
    std::size_t rows_, columns_, images_;
    std::vector<Tuple> tuples_;
    std::size_t size_ = 0;
    std::vector<nibbles::Board> masks_;
    std::vector<std::uint32_t> offsets_;
    std::vector<std::uint8_t> sources_;  // by tuple, image and place: the cell
};

}  // namespace asobiba::twenty48
