// Othello on two 64-bit boards. Square a1 is bit 0, b1 bit 1, ..., h8 bit 63; action 64 is the forced pass.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "common/position.hpp"

namespace asobiba::othello {

using Squares = std::uint64_t;

// One number for each axis: along a row, a column and the two diagonals. The compiler makes one AVX2 instruction of
// an operation on all four, or four plain ones.
using Axes = std::uint64_t __attribute__((vector_size(32)));

inline constexpr int pass = 64;
inline constexpr Squares inner_files = 0x7e7e7e7e7e7e7e7eULL;  // a run cannot continue through the files a and h
inline constexpr Axes step = {1, 8, 7, 9};
inline constexpr Axes two_steps = {2, 16, 14, 18};
inline constexpr Axes passable = {inner_files, ~0ULL, inner_files, inner_files};

inline Axes on_all(Squares squares) { return Axes{squares, squares, squares, squares}; }

inline Squares any_of(Axes axes) {
    const auto pairs = __builtin_shufflevector(axes, axes, 0, 1) | __builtin_shufflevector(axes, axes, 2, 3);
    return pairs[0] | pairs[1];
}

// Runs of `theirs` that start next to `from`, towards higher and towards lower squares. A run has at most six discs:
// one step, then one more, then two and two at once.
inline Axes runs_up(Axes from, Axes theirs) {
    Axes run = theirs & (from << step);
    run |= theirs & (run << step);
    const Axes pairs = theirs & (theirs << step);
    run |= pairs & (run << two_steps);
    return run | (pairs & (run << two_steps));
}

inline Axes runs_down(Axes from, Axes theirs) {
    Axes run = theirs & (from >> step);
    run |= theirs & (run >> step);
    const Axes pairs = theirs & (theirs >> step);
    run |= pairs & (run >> two_steps);
    return run | (pairs & (run >> two_steps));
}

// Where a disc of mine would turn at least one of theirs.
inline Squares brackets(Squares mine, Squares theirs) {
    const Axes from = on_all(mine);
    const Axes between = on_all(theirs) & passable;
    const Axes ends = (runs_up(from, between) << step) | (runs_down(from, between) >> step);
    return any_of(ends) & ~(mine | theirs);
}

// The discs that turn when `disc` is placed: the runs that end at a disc of mine.
inline Squares turned(Squares disc, Squares mine, Squares theirs) {
    const Axes from = on_all(disc);
    const Axes own = on_all(mine);
    const Axes between = on_all(theirs) & passable;
    const Axes up = runs_up(from, between);
    const Axes down = runs_down(from, between);
    const Axes nothing = {};
    const Axes closed_up = reinterpret_cast<Axes>(((up << step) & own) != nothing);
    const Axes closed_down = reinterpret_cast<Axes>(((down >> step) & own) != nothing);
    return any_of((up & closed_up) | (down & closed_down));
}

enum class Score : int { result, discs, count };

struct Rules {
    Score scoring = Score::result;

    int seats() const { return 2; }
    int actions() const { return 65; }
    std::size_t observation() const { return 3 * 64; }
};

// Eight squares of a row as eight bytes, zero or one.
inline constexpr std::array<std::uint64_t, 256> row_bytes = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::uint64_t row = 0; row < 256; ++row)
        for (std::uint64_t file = 0; file < 8; ++file) table[row] |= (row >> file & 1) << (8 * file);
    return table;
}();

struct Board {
    using Rules = othello::Rules;
    using Element = std::int8_t;

    Squares mine = 0;        // discs of the side to move
    Squares theirs = 0;      // discs of the other side
    std::uint64_t side = 0;  // the side to move: 0 black, 1 white; kept when the game is over

    static Board start(const Rules&) { return {0x0000000810000000ULL, 0x0000001008000000ULL, 0}; }

    Squares placements() const { return brackets(mine, theirs); }

    int to_play(const Rules&) const {
        return placements() != 0 || brackets(theirs, mine) != 0 ? static_cast<int>(side) : over;
    }

    bool must_pass(const Rules&) const { return placements() == 0 && brackets(theirs, mine) != 0; }

    int count_legal(const Rules& rules) const {
        const int count = std::popcount(placements());
        return count != 0 ? count : must_pass(rules);
    }

    template <class Visitor>
    void legal(const Rules& rules, Visitor visit) const {
        Squares left = placements();
        if (left == 0 && must_pass(rules)) visit(pass);
        for (; left != 0; left &= left - 1) visit(std::countr_zero(left));
    }

    bool allows(const Rules& rules, int action) const {
        if (action == pass) return must_pass(rules);
        return 0 <= action && action < pass && (placements() >> action & 1) != 0;
    }

    void apply(const Rules&, int action) {
        Squares own = mine;
        Squares other = theirs;
        if (action != pass) {
            const Squares disc = Squares{1} << action;
            const Squares flipped = turned(disc, mine, theirs);
            own |= flipped | disc;
            other &= ~flipped;
        }
        mine = other;
        theirs = own;
        side ^= 1;
    }

    double score(const Rules& rules, int seat) const {
        if (to_play(rules) != over) return 0;
        const int own = std::popcount(static_cast<std::uint64_t>(seat) == side ? mine : theirs);
        const int other = std::popcount(mine | theirs) - own;
        const int winner = (own > other) - (own < other);
        switch (rules.scoring) {
            case Score::result: return winner;
            case Score::discs: return own - other + winner * (64 - own - other);
            case Score::count: return own - other;
        }
        return 0;
    }

    int luck(const Rules&, Dice&) const { return 0; }

    int any_legal(const Rules&, Dice& dice) const {
        Squares left = placements();
        if (left == 0) return pass;
        for (auto skip = dice.below(static_cast<std::uint32_t>(std::popcount(left))); skip != 0; --skip)
            left &= left - 1;
        return std::countr_zero(left);
    }

    void observe(const Rules&, int seat, Element* out) const {
        const bool moving = static_cast<std::uint64_t>(seat) == side;
        write_plane(moving ? mine : theirs, out);
        write_plane(moving ? theirs : mine, out + 64);
        write_plane(placements(), out + 128);
    }

    static void write_plane(Squares squares, Element* out) {
        for (int row = 0; row < 8; ++row) std::memcpy(out + 8 * row, &row_bytes[squares >> (8 * row) & 255], 8);
    }

    std::uint64_t hash(const Rules&) const { return mixed(mixed(mixed(0, mine), theirs), side); }

    bool valid(const Rules&) const { return (mine & theirs) == 0 && side <= 1; }
};

static_assert(Position<Board>);

}  // namespace asobiba::othello
