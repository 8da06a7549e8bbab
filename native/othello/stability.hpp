// Discs that nobody can turn any more, however the game goes on: enough of them to bound its result.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "othello/flips.hpp"

namespace asobiba::othello {

inline constexpr Squares file_h = file_a << 7;
inline constexpr Squares rank_1 = 0xffULL, rank_8 = rank_1 << 56;

// Of an edge of eight squares: which of mine stay, whoever places discs on it in whatever order.
class EdgeStability {
  public:
    EdgeStability() : stable_(256 * 256) {
        for (unsigned taken = 256; taken-- > 0;)  // fuller edges first: a move leads to one of them
            for (unsigned mine = taken;; mine = (mine - 1) & taken) {
                stable_[place(mine, taken & ~mine)] = found(mine, taken & ~mine);
                if (mine == 0) break;
            }
    }

    std::uint8_t operator()(std::size_t mine, std::size_t theirs) const { return stable_[place(mine, theirs)]; }

  private:
    static std::size_t place(std::size_t mine, std::size_t theirs) { return mine << 8 | theirs; }

    // The discs of `own` that turn towards one side of a disc; `along` is a shift by one square.
    static unsigned turned(unsigned disc, unsigned own, unsigned other, bool up) {
        unsigned run = 0;
        for (unsigned at = up ? disc << 1 : disc >> 1; (at & 255) != 0; at = up ? at << 1 : at >> 1) {
            if ((at & own) != 0) return run;
            if ((at & other) == 0) return 0;
            run |= at;
        }
        return 0;
    }

    std::uint8_t found(unsigned mine, unsigned theirs) const {
        unsigned stays = mine;
        for (unsigned disc = 1; disc < 256; disc <<= 1) {
            if (((mine | theirs) & disc) != 0) continue;
            const unsigned gained = turned(disc, mine, theirs, true) | turned(disc, mine, theirs, false);
            stays &= stable_[place(mine | disc | gained, theirs & ~gained)];
            const unsigned lost = turned(disc, theirs, mine, true) | turned(disc, theirs, mine, false);
            stays &= stable_[place(mine & ~lost, theirs | disc | lost)];
        }
        return static_cast<std::uint8_t>(stays);
    }

    std::vector<std::uint8_t> stable_;
};

inline const EdgeStability edge_stability;

// Eight bits as the squares of the a-file.
inline Squares on_file_a(std::uint64_t bits) {
    return ((bits & 0x7f) * 0x0002040810204081ULL & file_a) | (bits & 0x80) << 49;
}

inline Squares stable_edges(Squares mine, Squares theirs) {
    const auto file = [&](std::size_t at) {
        return on_file_a(edge_stability(ranks_of(mine, at), ranks_of(theirs, at))) << at;
    };
    return static_cast<Squares>(edge_stability(mine & 255, theirs & 255)) |
           static_cast<Squares>(edge_stability(mine >> 56, theirs >> 56)) << 56 | file(0) | file(7);
}

// The squares from which so many steps of an axis lead off the board.
inline constexpr auto near_border = [] {
    struct {
        std::array<std::array<Squares, 3>, axis_count> up{}, down{};
    } table;
    for (std::size_t axis = 0; axis < axis_count; ++axis)
        for (std::size_t power = 0; power < 3; ++power)
            for (std::size_t square = 0; square < 64; ++square) {
                const auto steps = 1 << power;
                if (std::popcount(rays[square].up[axis]) < steps) table.up[axis][power] |= Squares{1} << square;
                if (std::popcount(rays[square].down[axis]) < steps) table.down[axis][power] |= Squares{1} << square;
            }
    return table;
}();

// The squares of the lines of an axis that have no empty square.
template <std::size_t axis>
Squares full_lines(Squares taken) {
    constexpr int along = std::array{1, 8, 7, 9}[axis];
    Squares up = taken, down = taken;
    for (std::size_t power = 0; power < 3; ++power) {
        up &= up >> (along << power) | near_border.up[axis][power];
        down &= down << (along << power) | near_border.down[axis][power];
    }
    return up & down;
}

// Along each axis a stable disc has the border, a full line or a stable disc of its colour beside it.
inline Squares stable_discs(Squares mine, Squares theirs) {
    const Squares taken = mine | theirs;
    const std::array<Squares, axis_count> held{full_lines<0>(taken) | file_a | file_h,
                                               full_lines<1>(taken) | rank_1 | rank_8,
                                               full_lines<2>(taken) | file_a | file_h | rank_1 | rank_8,
                                               full_lines<3>(taken) | file_a | file_h | rank_1 | rank_8};
    const Squares inside = mine & ~(file_a | file_h | rank_1 | rank_8);
    Squares stable = stable_edges(mine, theirs) | (mine & held[0] & held[1] & held[2] & held[3] & inside);
    for (Squares before = ~stable; before != stable;) {
        before = stable;
        stable |= inside & (held[0] | stable << 1 | stable >> 1) & (held[1] | stable << 8 | stable >> 8) &
                  (held[2] | stable << 7 | stable >> 7) & (held[3] | stable << 9 | stable >> 9);
    }
    return stable;
}

}  // namespace asobiba::othello
