// Puyo as an array: the planes of asobiba/games/puyo/encode.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "puyo/field.hpp"
#include "puyo/pairs.hpp"

namespace asobiba::puyo {

inline constexpr std::size_t plane_size = width * height;
inline constexpr std::uint64_t clock_unit = 120;  // frames, two seconds
inline constexpr std::uint64_t most = 127;        // larger numbers are written as this

// How many hundredths of `whole` a part is; more than twice the whole is more than can be written.
inline std::uint64_t hundredths(std::uint64_t part, std::uint64_t whole) {
    return part / whole > 1 ? most : 100 * part / whole;
}

// All columns on top of one another.
inline unsigned in_one_column(Cells cells) {
    std::uint64_t columns = halves(cells)[0] | halves(cells)[1];
    columns |= columns >> 32;
    columns |= columns >> 16;
    return static_cast<unsigned>(columns & whole_column);
}

// The lowest cell, and of those the leftmost.
inline Cells first_read(Cells cells) {
    const int row = std::countr_zero(in_one_column(cells));
    return one_of(cells & in_every_column(static_cast<std::uint16_t>(1 << row)));
}

// The colours in the order in which an observer meets them.
class Order {
  public:
    explicit Order(int colors) : colors_(static_cast<unsigned>(colors)) {}

    void meet(unsigned code) {
        const unsigned fresh = ~met_ >> code & 1;
        codes_[count_] = code;  // overwritten by the next one unless it is fresh
        number_[code] = fresh != 0 ? count_ : number_[code];
        count_ += fresh;
        met_ |= 1u << code;
    }

    // From the bottom left, row by row.
    void meet_all(const Field& field) {
        if (count_ == colors_) return;
        Cells unmet = field.coloured();
        for (unsigned code = 1; code <= colors_; ++code)
            if ((met_ >> code & 1) != 0) unmet &= ~field.of(code);
        while (any(unmet)) {
            const unsigned code = field.at(first_read(unmet));
            meet(code);
            unmet &= ~field.of(code);
        }
    }

    // Those that are nowhere to be seen come last.
    void meet_rest() {
        for (unsigned code = 1; code <= colors_; ++code) meet(code);
    }

    unsigned code(std::size_t number) const { return codes_[number]; }
    std::size_t number(unsigned code) const { return number_[code]; }

  private:
    unsigned colors_;
    unsigned count_ = 0;
    unsigned met_ = 0;
    std::array<unsigned, most_colors + 1> codes_{};
    std::array<unsigned, most_colors + 1> number_{};
};

// A number for each column, a byte wide.
using Narrow = std::int8_t __attribute__((vector_size(8)));

// Writes planes one after the other into an array of zeros.
class Planes {
  public:
    explicit Planes(std::int8_t* out) : next_(out) {}

    // A plane for each colour, then ojama.
    void field(const Field& field, const Order& order, std::size_t colors) {
        std::array<Cells, most_colors + 1> columns;
        for (std::size_t i = 0; i < colors; ++i) columns[i] = field.of(order.code(i));
        columns[colors] = field.ojama();
        const auto write_row = [&](int row, std::size_t cells) {
            std::int8_t* out = next_ + width * (height - row);
            for (std::size_t i = 0; i <= colors; ++i, out += plane_size) {
                const Narrow line = __builtin_convertvector((columns[i] >> (row - 1)) & 1, Narrow);
                std::memcpy(out, &line, cells);
            }
        };
        // From the top down, so that a row may write two zeros too many, which is faster.
        for (int row = static_cast<int>(std::bit_width(in_one_column(field.occupied()))); row > 1; --row)
            write_row(row, width + 2);
        write_row(1, width);
        skip(colors + 1);
    }

    void fill(std::uint64_t value) {
        if (value != 0) std::memset(next_, static_cast<int>(std::min(value, most)), plane_size);
        skip(1);
    }

    // Of so many planes one is filled with ones.
    void choose(std::size_t number, std::size_t planes) {
        std::memset(next_ + number * plane_size, 1, plane_size);
        skip(planes);
    }

    void skip(std::size_t planes) { next_ += planes * plane_size; }

    // Ones in the columns of a set.
    void columns(unsigned set) {
        if (set != 0)
            for (std::size_t at = 0; at < plane_size; ++at) next_[at] = static_cast<std::int8_t>(set >> at % width & 1);
        skip(1);
    }

  private:
    std::int8_t* next_;
};

}  // namespace asobiba::puyo
