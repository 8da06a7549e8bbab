// Which cells of a 2048 board are looked at together. A tuple is some cells; what they hold, four bits each, is the
// number of a weight: the lowest bits of all cells, the last cell's first, then the second ones, and so on, see
// planes.hpp. The tuple lies on the board in as many ways as that has symmetries, and all share one table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "twenty48/nibbles.hpp"
#include "twenty48/planes.hpp"

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

class Tuples {
  public:
    static constexpr std::size_t most_tuples = 32, most_cells_each = 7, most_images = 8;
    static constexpr std::size_t most_features = most_tuples * most_images;

    Tuples(std::size_t rows, std::size_t columns, std::vector<Tuple> tuples)
        : rows_(rows), columns_(columns), images_(rows == columns ? 8 : 4), tuples_(std::move(tuples)) {
        for (Tuple& tuple : tuples_) {
            std::sort(tuple.begin(), tuple.end());
            planes::Board mask = 0;
            for (const std::uint8_t cell : tuple)
                if (cell < planes::cells) mask |= planes::backward(cell);
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
        const auto images = planes::backward_images_of(board);
        std::size_t place = 0;
        each_table([&](planes::Board mask, std::uint32_t offset) {
            for (const planes::Board image : images)
                visit(place++, offset + static_cast<std::uint32_t>(planes::selected(image, mask)));
        });
    }

    // The same of a board of any shape, given as ranks along the rows.
    template <class Visitor>
    void each(const std::uint8_t* ranks, Visitor visit) const {
        const std::uint8_t* source = sources_.data();
        std::size_t place = 0;
        for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple)
            for (std::size_t image = 0; image < images_; ++image) {
                const std::size_t size = tuples_[tuple].size();
                std::uint32_t number = 0;
                for (std::size_t cell = 0; cell < size; ++cell, ++source)
                    number |= spread(std::min<std::uint32_t>(ranks[*source], nibbles::cap), size) << (size - 1 - cell);
                visit(place++, offsets_[tuple] + number);
            }
    }

  private:
    // The bits of a rank, so far from each other.
    static std::uint32_t spread(std::uint32_t rank, std::size_t far) {
        return (rank & 1) | (rank >> 1 & 1) << far | (rank >> 2 & 1) << 2 * far | (rank >> 3) << 3 * far;
    }

    std::size_t rows_, columns_, images_;
    std::vector<Tuple> tuples_;
    std::size_t size_ = 0;
    std::vector<planes::Board> masks_;
    std::vector<std::uint32_t> offsets_;
    std::vector<std::uint8_t> sources_;  // by tuple, image and place: the cell
};

}  // namespace asobiba::twenty48
