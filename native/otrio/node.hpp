// A position of Otrio as a search sees it: what would make a line is kept up to date.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "otrio/position.hpp"

namespace asobiba::otrio {

// The slot that makes a line with two others, as a set; empty if they are not in a line.
inline constexpr std::array<std::array<Slots, slot_count>, slot_count> third = [] {
    std::array<std::array<Slots, slot_count>, slot_count> table{};
    for (const Slots line : lines)
        for (std::size_t a = 0; a < slot_count; ++a)
            for (std::size_t b = 0; b < slot_count; ++b)
                if (a != b && (line >> a & 1) != 0 && (line >> b & 1) != 0)
                    table[a][b] = line & ~(Slots{1} << a | Slots{1} << b);
    return table;
}();

inline constexpr std::array<int, slot_count> lines_through = [] {
    std::array<int, slot_count> table{};
    for (const Slots line : lines)
        for (std::size_t slot = 0; slot < slot_count; ++slot) table[slot] += line >> slot & 1;
    return table;
}();

// The slots that make a line of `slot` and one of `mine`.
inline Slots completing(Slots mine, std::size_t slot) {
    Slots found = 0;
    for (; mine != 0; mine &= mine - 1) found |= third[slot][static_cast<std::size_t>(std::countr_zero(mine))];
    return found;
}

// Where an action places a piece, whichever colour it has.
inline std::size_t slot_of(int action) { return static_cast<std::size_t>(action % second_color); }

inline bool is_at_most_one(Slots set) { return (set & (set - 1)) == 0; }

// A position without a line, with what the search wants to know of it kept up to date.
struct Node {
    Node(const Rules& rules, const Board& board) : empty(board.empty(rules)), turn(board.turn) {
        for (std::size_t color = 0; color < most_colors; ++color)
            for (Slots left = board.pieces[color]; left != 0; left &= left - 1)
                put(color, static_cast<std::size_t>(std::countr_zero(left)));
    }

    void put(std::size_t color, std::size_t slot) {
        lacking[color] |= completing(pieces[color], slot);
        pieces[color] |= Slots{1} << slot;
        empty &= ~(Slots{1} << slot);
        const std::size_t size = slot / cell_count;
        if (open_cells[of_size(pieces[color], size)] == 0) spent[color] |= every_cell << (cell_count * size);
    }

    Slots open_to(std::size_t color) const { return empty & ~spent[color]; }

    int pieces_left(const Rules& rules) const {
        int left = whole_stock * static_cast<int>(rules.colors);
        for (const Slots held : pieces) left -= std::popcount(held);
        return left;
    }

    // Where the next piece of a colour would win.
    Slots threats(std::size_t color) const { return lacking[color] & open_to(color); }

    std::array<Slots, most_colors> pieces{};
    std::array<Slots, most_colors> lacking{};  // what would make a line with two pieces, whether it is empty or not
    std::array<Slots, most_colors> spent{};    // all slots of the sizes of which nothing is left
    Slots empty;
    std::uint32_t turn;
};

}  // namespace asobiba::otrio
