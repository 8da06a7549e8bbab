// The discs that a move turns, from what lies on the eight rays of its square; and how many the last move turns.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "othello/position.hpp"

namespace asobiba::othello {

// Whether the compiler makes one instruction of an operation on four axes.
#if defined(__AVX2__)
inline constexpr bool four_at_once = true;
#else
inline constexpr bool four_at_once = false;
#endif

inline constexpr std::size_t axis_count = 4;

// By axis, the squares that lie beyond a square: towards higher numbers, then towards lower ones.
struct alignas(64) Rays {
    std::array<Squares, axis_count> up{};
    std::array<Squares, axis_count> down{};
};

inline constexpr std::array<Rays, 64> rays = [] {
    constexpr std::array<int, axis_count> files{1, 0, -1, 1}, ranks{0, 1, 1, 1};
    std::array<Rays, 64> table{};
    const auto ray = [](int square, int file_step, int rank_step) {
        Squares found = 0;
        int file = square % 8 + file_step, rank = square / 8 + rank_step;
        for (; 0 <= file && file < 8 && 0 <= rank && rank < 8; file += file_step, rank += rank_step)
            found |= Squares{1} << (8 * rank + file);
        return found;
    };
    for (int square = 0; square < 64; ++square)
        for (std::size_t axis = 0; axis < axis_count; ++axis) {
            table[static_cast<std::size_t>(square)].up[axis] = ray(square, files[axis], ranks[axis]);
            table[static_cast<std::size_t>(square)].down[axis] = ray(square, -files[axis], -ranks[axis]);
        }
    return table;
}();

inline Axes load(const std::array<Squares, axis_count>& squares) {
    Axes axes;
    std::memcpy(&axes, squares.data(), sizeof axes);
    return axes;
}

// Upwards the first square that is not theirs is the lowest one, downwards it is the highest: nothing lies above it.
inline Squares turned_on_axes(const Rays& from, Squares mine, Squares theirs) {
    constexpr Axes one = {1, 1, 1, 1};
    constexpr Axes four_steps = {4, 32, 28, 36};
    const Axes own = on_all(mine), open = on_all(~theirs);
    const Axes up = load(from.up), down = load(from.down);
    Axes end_up = up & open;
    end_up &= -end_up & own;
    const Axes between_up = (end_up + reinterpret_cast<Axes>(end_up != Axes{})) & up;
    const Axes open_down = down & open;
    Axes below = open_down >> step;
    below |= below >> step;
    below |= below >> two_steps;
    below |= below >> four_steps;
    const Axes end_down = open_down & ~below & own;
    const Axes between_down = (-end_down << one) & down;
    return any_of(between_up | between_down);
}

inline Squares turned_ray_by_ray(const Rays& from, Squares mine, Squares theirs) {
    Squares found = 0;
    for (std::size_t axis = 0; axis < axis_count; ++axis) {
        const Squares open_up = from.up[axis] & ~theirs;
        const Squares end_up = open_up & (0 - open_up) & mine;
        found |= (end_up - static_cast<Squares>(end_up != 0)) & from.up[axis];
        const Squares end_down = std::bit_floor(from.down[axis] & ~theirs) & mine;
        found |= ((0 - end_down) << 1) & from.down[axis];
    }
    return found;
}

// The same as `turned`, quicker.
inline Squares turned_from(int square, Squares mine, Squares theirs) {
    const Rays& from = rays[static_cast<std::size_t>(square)];
    return four_at_once ? turned_on_axes(from, mine, theirs) : turned_ray_by_ray(from, mine, theirs);
}

// By place and line: how many discs turn when one is placed there, all the other squares of the line being taken.
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> turned_in_line = [] {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (std::size_t place = 0; place < 8; ++place)
        for (std::size_t mine = 0; mine < 256; ++mine) {
            std::size_t above = place + 1, below = place;
            while (above < 8 && (mine >> above & 1) == 0) ++above;
            while (below > 0 && (mine >> (below - 1) & 1) == 0) --below;
            const std::size_t turned_above = above < 8 ? above - place - 1 : 0;
            const std::size_t turned_below = below > 0 ? place - below : 0;
            table[place][mine] = static_cast<std::uint8_t>(turned_above + turned_below);
        }
    return table;
}();

inline constexpr Squares file_a = 0x0101010101010101ULL;

// The files of the squares of a diagonal, as eight bits.
inline std::size_t files_of(Squares diagonal) { return diagonal * file_a >> 56; }

// The ranks of the squares of a file, as eight bits.
inline std::size_t ranks_of(Squares board, std::size_t file) {
    return ((board >> file) & file_a) * 0x0102040810204080ULL >> 56;
}

// How many discs turn on the last empty square.
inline int turned_last(int square, Squares mine) {
    const auto at = static_cast<std::size_t>(square);
    const std::size_t file = at % 8, rank = at / 8;
    const Rays& from = rays[at];
    const std::size_t row = mine >> (8 * rank) & 255;
    return turned_in_line[file][row] + turned_in_line[rank][ranks_of(mine, file)] +
           turned_in_line[file][files_of(mine & (from.up[2] | from.down[2]))] +
           turned_in_line[file][files_of(mine & (from.up[3] | from.down[3]))];
}

}  // namespace asobiba::othello
