// Othello on two 64-bit boards. Square a1 is bit 0, b1 bit 1, ..., h8 bit 63; action 64 is the forced pass.
#pragma once

#include <bit>
#include <cstdint>

#include "position.hpp"

namespace asobiba::othello {

using Squares = std::uint64_t;

inline constexpr int pass = 64;
inline constexpr Squares inner_files = 0x7e7e7e7e7e7e7e7eULL;  // a horizontal run cannot continue through a or h

template <int step>
constexpr Squares moved(Squares squares) {
    if constexpr (step > 0) return squares << step;
    else return squares >> -step;
}

// Discs of `them` in an unbroken run from `from` in one direction; a run is at most six discs long.
template <int step>
constexpr Squares run(Squares from, Squares them) {
    Squares reached = moved<step>(from) & them;
    for (int i = 0; i < 5; ++i) reached |= moved<step>(reached) & them;
    return reached;
}

template <int step>
constexpr Squares brackets_along(Squares mine, Squares theirs, Squares empty) {
    constexpr bool vertical = step == 8 || step == -8;
    const Squares passable = vertical ? theirs : theirs & inner_files;
    return moved<step>(run<step>(mine, passable)) & empty;
}

constexpr Squares moves(Squares mine, Squares theirs) {
    const Squares empty = ~(mine | theirs);
    return brackets_along<1>(mine, theirs, empty) | brackets_along<-1>(mine, theirs, empty) |
           brackets_along<7>(mine, theirs, empty) | brackets_along<-7>(mine, theirs, empty) |
           brackets_along<8>(mine, theirs, empty) | brackets_along<-8>(mine, theirs, empty) |
           brackets_along<9>(mine, theirs, empty) | brackets_along<-9>(mine, theirs, empty);
}

template <int step>
constexpr Squares turned_along(Squares disc, Squares mine, Squares theirs) {
    constexpr bool vertical = step == 8 || step == -8;
    const Squares between = run<step>(disc, vertical ? theirs : theirs & inner_files);
    return (moved<step>(between | disc) & mine & ~disc) ? between : 0;
}

// The discs that turn when `disc` is placed.
constexpr Squares turned(Squares disc, Squares mine, Squares theirs) {
    return turned_along<1>(disc, mine, theirs) | turned_along<-1>(disc, mine, theirs) |
           turned_along<7>(disc, mine, theirs) | turned_along<-7>(disc, mine, theirs) |
           turned_along<8>(disc, mine, theirs) | turned_along<-8>(disc, mine, theirs) |
           turned_along<9>(disc, mine, theirs) | turned_along<-9>(disc, mine, theirs);
}

struct Board {
    Squares mine = 0;    // discs of the side to move
    Squares theirs = 0;  // discs of the other side
    int seat = 0;        // the side to move: 0 black, 1 white

    int to_play() const {
        return moves(mine, theirs) == 0 && moves(theirs, mine) == 0 ? over : seat;
    }

    bool must_pass() const { return moves(mine, theirs) == 0; }

    template <class Visitor>
    void for_each_legal(Visitor visit) const {
        Squares left = moves(mine, theirs);
        if (left == 0) visit(pass);
        for (; left != 0; left &= left - 1) visit(std::countr_zero(left));
    }

    Board after(int action) const {
        if (action == pass) return {theirs, mine, 1 - seat};
        const Squares disc = Squares{1} << action;
        const Squares flipped = turned(disc, mine, theirs);
        return {theirs & ~flipped, mine | flipped | disc, 1 - seat};
    }
};

static_assert(Position<Board>);

}  // namespace asobiba::othello
