// A 4x4 board with tiles up to 131072, for the rare games that come so far: slower than packed.hpp, and the same.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "twenty48/packed.hpp"
#include "twenty48/position.hpp"

namespace asobiba::twenty48 {

struct Wide {
    using Key = std::array<std::uint64_t, 2>;

    Board board;

    static Wide of(const Ranks& ranks) { return {.board = {.tiles = ranks}}; }

    Key key() const { return std::bit_cast<Key>(board.tiles); }

    bool has(int rank) const {
        return any(reinterpret_cast<Cells>(board.cells() >= all(static_cast<std::uint8_t>(rank))));
    }

    template <class Visitor>
    void each_slide(const nibbles::Row*, Visitor visit) const {
        const Rules rules;
        for (unsigned rest = slides(board.cells()); rest != 0; rest &= rest - 1) {
            Board after = board;
            after.points = 0;
            after.slide(rules, std::countr_zero(rest));
            visit(std::countr_zero(rest), Wide{after}, after.points);
        }
    }

    std::uint64_t empties() const { return twenty48::empties(board.cells()); }

    template <class Visitor>
    int each_spawn(Visitor visit) const {
        const unsigned found = twenty48::empties(board.cells());
        for (unsigned rest = found; rest != 0; rest &= rest - 1) {
            Wide two = *this, four = *this;
            two.board.place(2 * std::countr_zero(rest));
            four.board.place(2 * std::countr_zero(rest) + 1);
            visit(two, four);
        }
        return std::popcount(found);
    }

    template <class Evaluation>
    float judged(const Evaluation& evaluation) const {
        const Packed like = lowered();
        return evaluation(like.rows, like.columns);
    }

    // A board on which the same tiles are equal, and the larger ones larger, without any beyond 32768: above a rank
    // that no tile has, all come down by one. There is such a rank as long as a cell is empty, as after every slide.
    Packed lowered() const {
        Ranks ranks = board.tiles;
        for (;;) {
            unsigned there = 1;
            for (const int rank : ranks) there |= 1u << rank;
            if (there >> (nibbles::cap + 1) == 0) return Packed::of(ranks);
            const int highest = std::bit_width(there) - 1;
            const int missing = std::bit_width(~there & ((1u << highest) - 1)) - 1;
            for (std::uint8_t& rank : ranks) rank = static_cast<std::uint8_t>(rank - (rank > missing));
        }
    }
};

}  // namespace asobiba::twenty48
