// The sixteen cells of a 2048 board as one vector, a byte each: what can slide, and how a board is turned.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace asobiba::twenty48 {

// A cell holds a rank: 0 is empty, k a tile 2^k. Cell a1 is the first, then b1, c1, d1, a2, ...
using Cells = std::uint8_t __attribute__((vector_size(16)));
// The same sixteen bytes as pairs of cells, as rows, and as the upper and the lower half of the board.
using Pairs = std::uint16_t __attribute__((vector_size(16)));
using Rows = std::uint32_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));
// The cell in column a is the lowest byte of its row.
static_assert(std::endian::native == std::endian::little);

inline constexpr int ranks = 18;
inline constexpr std::uint8_t largest = ranks - 1;  // two of these do not merge

enum Direction : int { up, right, down, left };

inline Cells all(std::uint8_t rank) { return Cells{} + rank; }

// Comparisons give 255 where they hold and 0 elsewhere.
inline Cells equal(Cells a, Cells b) { return reinterpret_cast<Cells>(a == b); }

inline bool any(Cells cells) {
    const auto halves = reinterpret_cast<Halves>(cells);
    return (halves[0] | halves[1]) != 0;
}

// Every row backwards: its pairs of cells change places, then the cells of each pair.
inline Cells mirrored(Cells cells) {
    Pairs pairs = reinterpret_cast<Pairs>(cells);
    pairs = __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2, 5, 4, 7, 6);
    return reinterpret_cast<Cells>(pairs << 8 | pairs >> 8);
}

// The lower two rows dealt into the upper two like cards: a1 a3 b1 b3 c1 c3 d1 d3 a2 a4 ...
inline Cells dealt(Cells cells) {
    const auto halves = reinterpret_cast<Halves>(cells);
    const auto lower = reinterpret_cast<Cells>(__builtin_shufflevector(halves, halves, 1, 1));
    return __builtin_shufflevector(cells, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// Rows become columns.
inline Cells transposed(Cells cells) { return dealt(dealt(cells)); }

// The board turned so that its tiles slide to the left. All four are made and one is taken: the processor would guess
// wrong too often which of them is wanted.
inline Cells turned(Cells cells, int direction) {
    const Cells columns = transposed(cells);
    const std::array<Cells, 4> boards = {columns, mirrored(cells), mirrored(columns), cells};
    return boards[static_cast<std::size_t>(direction)];
}

// And back.
inline Cells turned_back(Cells cells, int direction) {
    const std::array<Cells, 4> boards = {transposed(cells), mirrored(cells), transposed(mirrored(cells)), cells};
    return boards[static_cast<std::size_t>(direction)];
}

// A bit for every direction in which a tile slides or merges. A board changes if and only if a tile has an empty cell
// ahead of it, or an equal tile that may still grow beside it.
inline unsigned slides(Cells cells) {
    const Cells nothing = {};
    const Cells to_the_right = reinterpret_cast<Cells>(reinterpret_cast<Rows>(cells) >> 8);
    const Cells to_the_left = reinterpret_cast<Cells>(reinterpret_cast<Rows>(cells) << 8);
    const Cells below =
        __builtin_shufflevector(cells, nothing, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    const Cells above = __builtin_shufflevector(cells, nothing, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    const Cells empty = equal(cells, nothing);
    const Cells growing = cells & ~equal(cells, all(largest));
    const Cells merging_in_rows = growing & equal(cells, to_the_right);
    const Cells merging_in_columns = growing & equal(cells, below);
    return unsigned{any((empty & below) | merging_in_columns)} << up |
           unsigned{any((empty & to_the_left) | merging_in_rows)} << right |
           unsigned{any((empty & above) | merging_in_columns)} << down |
           unsigned{any((empty & to_the_right) | merging_in_rows)} << left;
}

// A bit for every empty cell. 0x80 - rank has its highest bit set if and only if the rank is 0; the multiplication
// gathers the bits of eight cells.
inline unsigned empties(Cells cells) {
    const auto found = reinterpret_cast<Halves>((all(0x80) - cells) >> 7);
    constexpr std::uint64_t gather = 0x0102040810204080ULL;
    return static_cast<unsigned>(found[0] * gather >> 56 | found[1] * gather >> 56 << 8);
}

// Of a byte: how many bits are set, and the place of each, lowest first. A table, because finding the n-th bit in a
// loop would take a different number of rounds each time.
struct Bits {
    std::uint8_t count;
    std::array<std::uint8_t, 8> place;
};

inline constexpr std::array<Bits, 256> bits_of = [] {
    std::array<Bits, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (std::uint8_t place = 0; place < 8; ++place)
            if (byte >> place & 1) table[byte].place[table[byte].count++] = place;
    return table;
}();

inline unsigned count_of(unsigned cells) { return bits_of[cells & 255].count + bits_of[cells >> 8].count; }

// One of the cells whose bits are set, after so many others.
inline int place_of(unsigned cells, unsigned skipped) {
    const unsigned above = bits_of[cells & 255].count;
    const unsigned half = skipped >= above;  // 0 the upper half of the board, 1 the lower
    return static_cast<int>(8 * half) + bits_of[cells >> (8 * half) & 255].place[skipped - half * above];
}

}  // namespace asobiba::twenty48
