// The shapes whose discs the evaluation looks at: corners, edges, lines, diagonals. A shape lies on the board in up to
// eight ways; what its squares hold is one number, with a digit of base three for each square: 0 empty, 1 own, 2 other.
#pragma once

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "othello/position.hpp"

namespace asobiba::othello {

// Exchanges the ranks 1 and 8, 2 and 7, ...
constexpr Squares upside_down(Squares board) {
    board = (board >> 8 & 0x00ff00ff00ff00ffULL) | (board & 0x00ff00ff00ff00ffULL) << 8;
    board = (board >> 16 & 0x0000ffff0000ffffULL) | (board & 0x0000ffff0000ffffULL) << 16;
    return board >> 32 | board << 32;
}

// Exchanges the files a and h, b and g, ...
constexpr Squares mirrored(Squares board) {
    board = (board >> 1 & 0x5555555555555555ULL) | (board & 0x5555555555555555ULL) << 1;
    board = (board >> 2 & 0x3333333333333333ULL) | (board & 0x3333333333333333ULL) << 2;
    return (board >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (board & 0x0f0f0f0f0f0f0f0fULL) << 4;
}

// Exchanges ranks and files: b1 and a2, ...
constexpr Squares transposed(Squares board) {
    Squares change = (board ^ board >> 7) & 0x00aa00aa00aa00aaULL;
    board ^= change ^ change << 7;
    change = (board ^ board >> 14) & 0x0000cccc0000ccccULL;
    board ^= change ^ change << 14;
    change = (board ^ board >> 28) & 0x00000000f0f0f0f0ULL;
    return board ^ change ^ change << 28;
}

// The board as it looks from all sides; the even ones, each followed by itself upside down.
using Views = std::array<Squares, 8>;

constexpr Views views_of(Squares board) {
    const Squares mirror = mirrored(board);
    const Squares turn = transposed(board);
    const Squares both = mirrored(turn);
    return {board, upside_down(board), mirror, upside_down(mirror), turn, upside_down(turn), both, upside_down(both)};
}

struct Shape {
    Squares squares;
    std::array<std::uint8_t, 8> views;  // from which the shape is found in all its places, once each
    std::size_t places;

    constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(squares)); }
};

// As seen from the first view:
inline constexpr std::array<Shape, 11> shapes = {{
    {0x0000000000070707ULL, {0, 1, 2, 3}, 4},              // the corner a1-c3
    {0x0000000000001f1fULL, {0, 1, 2, 3, 4, 5, 6, 7}, 8},  // the corner a1-e2
    {0x00000000000042ffULL, {0, 1, 4, 5}, 4},              // the edge a1-h1 with b2 and g2
    {0x000000000000ff00ULL, {0, 1, 4, 5}, 4},              // the lines a2-h2, a3-h3, a4-h4
    {0x0000000000ff0000ULL, {0, 1, 4, 5}, 4},
    {0x00000000ff000000ULL, {0, 1, 4, 5}, 4},
    {0x8040201008040201ULL, {0, 1}, 2},  // the diagonals a1-h8, b1-h7, c1-h6, d1-h5, e1-h4
    {0x0080402010080402ULL, {0, 1, 2, 4}, 4},
    {0x0000804020100804ULL, {0, 1, 2, 4}, 4},
    {0x0000008040201008ULL, {0, 1, 2, 4}, 4},
    {0x0000000080402010ULL, {0, 1, 2, 4}, 4},
}};

constexpr std::size_t power_of_three(std::size_t digits) {
    std::size_t power = 1;
    for (; digits != 0; --digits) power *= 3;
    return power;
}

// Where the numbers of each shape begin in a table of all; the last is the size of it.
inline constexpr std::array<std::uint32_t, shapes.size() + 1> shape_starts = [] {
    std::array<std::uint32_t, shapes.size() + 1> starts{};
    for (std::size_t shape = 0; shape < shapes.size(); ++shape)
        starts[shape + 1] = starts[shape] + static_cast<std::uint32_t>(power_of_three(shapes[shape].size()));
    return starts;
}();

inline constexpr std::size_t shape_places = [] {
    std::size_t places = 0;
    for (const Shape& shape : shapes) places += shape.places;
    return places;
}();

// A set of up to ten squares as a number of base three with a digit 1 for each.
inline constexpr std::array<std::uint16_t, 1024> ternary = [] {
    std::array<std::uint16_t, 1024> table{};
    for (std::size_t set = 1; set < table.size(); ++set)
        table[set] = static_cast<std::uint16_t>(3 * table[set >> 1] + (set & 1));
    return table;
}();

// The squares of a shape side by side, the lowest first: run by run, or with one multiplication where each is in
// the file next to the one before.
template <Squares shape>
constexpr std::uint32_t gathered_plainly(Squares board) {
    constexpr Squares every_rank = 0x0101010101010101ULL;
    constexpr int low = std::countr_zero(shape);
    constexpr int length = std::countr_one(shape >> low);
    constexpr Squares run = (Squares{1} << length) - 1;
    constexpr Squares files = shape * every_rank >> 56;
    if constexpr (shape == run << low) {
        return static_cast<std::uint32_t>(board >> low & run);
    } else if constexpr (std::countr_one(files >> std::countr_zero(files)) == std::popcount(shape)) {
        return static_cast<std::uint32_t>((board & shape) * every_rank >> 56 >> std::countr_zero(files));
    } else {
        return static_cast<std::uint32_t>(board >> low & run) | gathered_plainly<shape & ~(run << low)>(board)
                                                                    << length;
    }
}

template <Squares shape>
std::uint32_t gathered(Squares board) {
#if defined(__BMI2__)
    return static_cast<std::uint32_t>(_pext_u64(board, shape));
#else
    return gathered_plainly<shape>(board);
#endif
}

// Calls `visit(number)` for every place of every shape; numbers of different shapes are different.
template <class Visitor>
void each_number(Squares own, Squares other, Visitor visit) {
    const Views owns = views_of(own);
    const Views others = views_of(other);
    const auto of_shape = [&]<std::size_t shape>(std::integral_constant<std::size_t, shape>) {
        constexpr Shape looked = shapes[shape];
        for (std::size_t place = 0; place < looked.places; ++place) {
            const std::size_t view = looked.views[place];
            visit(shape_starts[shape] + ternary[gathered<looked.squares>(owns[view])] +
                  2U * ternary[gathered<looked.squares>(others[view])]);
        }
    };
    [&]<std::size_t... all>(std::index_sequence<all...>) {
        (of_shape(std::integral_constant<std::size_t, all>{}), ...);
    }(std::make_index_sequence<shapes.size()>{});
}

// For every number the lowest of those that are the same for symmetry: an edge read from its other end, a corner read
// along its other side.
inline std::vector<std::uint32_t> lowest_of_same() {
    std::vector<std::uint32_t> lowest(shape_starts.back());
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        const Squares squares = shapes[shape].squares;
        const std::size_t size = shapes[shape].size();
        // 1. The squares by their places in the number, and how each symmetry of the shape moves them.
        std::vector<std::vector<std::size_t>> moves;
        for (std::size_t view = 0; view < 8; ++view) {
            if (views_of(squares)[view] != squares) continue;
            std::vector<std::size_t> moved;
            for (Squares left = squares; left != 0; left &= left - 1) {
                const Squares image = views_of(left & (~left + 1))[view];
                moved.push_back(static_cast<std::size_t>(std::popcount(squares & (image - 1))));
            }
            moves.push_back(moved);
        }
        // 2. Every number with its digits moved so.
        for (std::uint32_t number = 0; number < power_of_three(size); ++number) {
            std::uint32_t least = number;
            for (const auto& moved : moves) {
                std::uint32_t same = 0;
                std::uint32_t left = number;
                for (std::size_t digit = 0; digit < size; ++digit, left /= 3)
                    same += left % 3 * static_cast<std::uint32_t>(power_of_three(moved[digit]));
                least = std::min(least, same);
            }
            lowest[shape_starts[shape] + number] = shape_starts[shape] + least;
        }
    }
    return lowest;
}

}  // namespace asobiba::othello
