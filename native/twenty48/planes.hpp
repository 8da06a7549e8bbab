// A 4x4 board of 2048 bit by bit: the lowest bits of all sixteen ranks, then the second ones, and so on. What a tuple's
// cells hold makes a number in which the lowest bits lie lowest, too. So boards that follow each other in a game, whose
// tiles differ by little, have weights that lie beside each other, and memory brings them together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "twenty48/nibbles.hpp"

namespace asobiba::twenty48::planes {

using Board = std::uint64_t;  // the cell in column c of row r has bit 4 * r + c of each of the four planes

inline constexpr int count = 4, cells = 16;
inline constexpr Board every = 0x0001000100010001ULL;  // the first cell of all planes

// The bits of the board that the mask selects, side by side.
inline std::uint64_t selected(Board board, Board mask) {
#if defined(__BMI2__)
    return _pext_u64(board, mask);
#else
    std::uint64_t found = 0;
    for (int at = 0; mask != 0;) {  // run by run of neighbouring cells
        const int skipped = std::countr_zero(mask);
        board >>= skipped;
        mask >>= skipped;
        const int length = std::countr_one(mask);
        found |= (board & ((Board{1} << length) - 1)) << at;
        at += length;
        board >>= length;
        mask >>= length;
    }
    return found;
#endif
}

inline Board of(nibbles::Board board) {
    Board found = 0;
    for (int plane = 0; plane < count; ++plane) {
#if defined(__BMI2__)
        const Board bits = _pext_u64(board, nibbles::ones << plane);
#else
        Board bits = board >> plane & nibbles::ones;  // two, four, eight, sixteen of them move together
        bits = (bits | bits >> 3) & 0x0303030303030303ULL;
        bits = (bits | bits >> 6) & 0x000f000f000f000fULL;
        bits = (bits | bits >> 12) & 0x000000ff000000ffULL;
        bits = (bits | bits >> 24) & 0xffff;
#endif
        found |= bits << (cells * plane);
    }
    return found;
}

// Rows become columns.
inline Board transposed(Board board) {
    const Board near = (board ^ board >> 3) & 0x0a0a0a0a0a0a0a0aULL;
    board ^= near | near << 3;
    const Board far = (board ^ board >> 6) & 0x00cc00cc00cc00ccULL;
    return board ^ (far | far << 6);
}

// Every row backwards.
inline Board mirrored(Board board) {
    board = (board & 0x5555555555555555ULL) << 1 | (board >> 1 & 0x5555555555555555ULL);
    return (board & 0x3333333333333333ULL) << 2 | (board >> 2 & 0x3333333333333333ULL);
}

// The lowest row first.
inline Board upside_down(Board board) {
    board = (board & 0x0f0f0f0f0f0f0f0fULL) << 4 | (board >> 4 & 0x0f0f0f0f0f0f0f0fULL);
    return (board & 0x00ff00ff00ff00ffULL) << 8 | (board >> 8 & 0x00ff00ff00ff00ffULL);
}

// The board as all its symmetries show it, each with its last cell first: so a tuple's last cells lie lowest in a
// number, which on the boards that are played has neighbours more often.
inline std::array<Board, 8> backward_images_of(nibbles::Board given) {
    const Board board = of(given), mirror = mirrored(board), flip = upside_down(board), turn = upside_down(mirror);
    return {turn, flip, mirror, board, transposed(turn), transposed(flip), transposed(mirror), transposed(board)};
}

// Where that has a cell, in all planes.
inline Board backward(std::size_t cell) { return every << (cells - 1 - cell); }

}  // namespace asobiba::twenty48::planes
