// A field of puyos as bit planes, and what happens in it: pops, gravity, chains.
//
// Groups of four are found without flood fill, in all colours at once: a set of cells is a vector with a lane of 16
// bits for each column, so that neighbours above are a shift of bits apart and neighbours aside a shift of lanes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace asobiba::puyo {

inline constexpr int width = 6;
inline constexpr int height = 13;
inline constexpr int in_sight = 12;

// A set of cells: column 1 is lane 0, row 1 its bit 0. The last two lanes stay empty.
using Cells = std::uint16_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));

inline constexpr std::uint16_t whole_column = (1 << height) - 1;
inline constexpr std::uint16_t column_in_sight = (1 << in_sight) - 1;

inline Halves halves(Cells cells) { return reinterpret_cast<Halves>(cells); }
inline Cells cells_of(std::uint64_t columns_1_to_4, std::uint64_t columns_5_and_6) {
    return reinterpret_cast<Cells>(Halves{columns_1_to_4, columns_5_and_6});
}
inline bool any(Cells cells) { return (halves(cells)[0] | halves(cells)[1]) != 0; }
inline int count(Cells cells) { return std::popcount(halves(cells)[0]) + std::popcount(halves(cells)[1]); }

inline Cells in_every_column(std::uint16_t column) {
    return Cells{column, column, column, column, column, column, column, column};
}

// Every cell for 1, no cell for 0.
inline Cells all_or_none(unsigned bit) { return -in_every_column(static_cast<std::uint16_t>(bit)); }

// The cells next to these, in one direction.
inline Cells above(Cells cells) { return cells << 1; }
inline Cells below(Cells cells) { return cells >> 1; }
inline Cells right_of(Cells cells) { return __builtin_shufflevector(cells, Cells{}, 8, 0, 1, 2, 3, 4, 5, 6); }
inline Cells left_of(Cells cells) { return __builtin_shufflevector(cells, Cells{}, 1, 2, 3, 4, 5, 6, 7, 8); }

// What stands in a cell: 0 nothing, 1 to 5 the colours, 6 ojama.
inline constexpr int most_colors = 5;
inline constexpr unsigned ojama_code = 6;
inline constexpr std::size_t code_bits = 3;

// A field as it is kept: the columns of its bit planes.
using Stored = std::array<std::array<std::uint16_t, width>, code_bits>;

struct Field {
    std::array<Cells, code_bits> bits{};  // bit i of every cell's code

    static Field from(const Stored& stored) {
        Field field;
        for (std::size_t i = 0; i < code_bits; ++i) {
            std::uint64_t first = 0;
            std::uint32_t last = 0;
            std::memcpy(&first, stored[i].data(), sizeof first);
            std::memcpy(&last, stored[i].data() + 4, sizeof last);
            field.bits[i] = cells_of(first, last);
        }
        return field;
    }

    void store(Stored& stored) const {
        for (std::size_t i = 0; i < code_bits; ++i) {
            const std::uint64_t first = halves(bits[i])[0];
            const auto last = static_cast<std::uint32_t>(halves(bits[i])[1]);
            std::memcpy(stored[i].data(), &first, sizeof first);
            std::memcpy(stored[i].data() + 4, &last, sizeof last);
        }
    }

    Cells occupied() const { return bits[0] | bits[1] | bits[2]; }
    Cells ojama() const { return bits[1] & bits[2]; }
    Cells coloured() const { return occupied() & ~ojama(); }

    // The code of a cell.
    unsigned at(Cells cell) const {
        unsigned code = 0;
        for (std::size_t i = 0; i < code_bits; ++i) code |= static_cast<unsigned>(any(cell & bits[i])) << i;
        return code;
    }

    // The cells with this code, which is not 0.
    Cells of(unsigned code) const {
        Cells others = {};
        for (std::size_t i = 0; i < code_bits; ++i) others |= bits[i] ^ all_or_none(code >> i & 1);
        return ~others;
    }

    // Empty cells get this code.
    void put(Cells cells, unsigned code) {
        for (std::size_t i = 0; i < code_bits; ++i) bits[i] |= cells & all_or_none(code >> i & 1);
    }
};

// Cells of rows 1 to 12 that touch one of their colour: the one above, the one to the right.
struct Touches {
    Cells up;
    Cells right;

    explicit Touches(const Field& field) {
        Cells other_above = {};
        Cells other_right = {};
        for (const Cells bit : field.bits) {
            other_above |= bit ^ below(bit);
            other_right |= bit ^ left_of(bit);
        }
        const Cells coloured = field.coloured();
        up = coloured & ~other_above & below(in_every_column(column_in_sight));
        right = coloured & ~other_right & in_every_column(column_in_sight);
    }

    // These cells and those of their colour that touch them.
    Cells with_neighbours(Cells cells) const {
        return cells | above(cells & up) | (below(cells) & up) | right_of(cells & right) | (left_of(cells) & right);
    }

    // Cells that touch two others or more: the middles of groups of three where there is no larger one.
    Cells twos() const {
        const Cells down = above(up);
        const Cells left = right_of(right);
        return (up & down) | (right & left) | ((up | down) & (right | left));
    }

    // The groups of four or more. In such a group a cell that touches two others either touches three or touches one
    // that touches two itself, which is so in no smaller group; and every other cell touches one of these.
    Cells groups_of_four() const {
        const Cells down = above(up);
        const Cells left = right_of(right);
        const Cells upright = up | down;
        const Cells flat = right | left;
        const Cells column = up & down;
        const Cells row = right & left;
        const Cells twos = column | row | (upright & flat);
        const Cells upright_pairs = twos & up & below(twos);
        const Cells flat_pairs = twos & right & left_of(twos);
        const Cells inner = (column & flat) | (row & upright) | upright_pairs | above(upright_pairs) | flat_pairs |
                            right_of(flat_pairs);
        return with_neighbours(inner);
    }
};

// The lowest cell of the first column that has one.
inline Cells one_of(Cells cells) {
    const std::uint64_t first = halves(cells)[0];
    const std::uint64_t last = halves(cells)[1];
    return first != 0 ? cells_of(first & (~first + 1), 0) : cells_of(0, last & (~last + 1));
}

inline constexpr std::array<int, 6> colour_bonus = {0, 0, 3, 6, 12, 24};                   // by how many colours pop
inline constexpr std::array<int, 12> group_bonus = {0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10};  // by size; the last for more
inline constexpr int most_bonus = 999;

// Of the links 1 to 19: 0, 8, 16, 32, 64, 96, ..., 512.
inline constexpr int chain_power(int link) { return link < 4 ? 8 * (link - 1) : 32 * (link - 3); }

// The bonus for the sizes and the colours of the groups that pop.
inline int bonus_of_groups(const Field& field, const Touches& touches, Cells popped, int size) {
    // Fewer than eight are one group.
    if (size < 8) return group_bonus[static_cast<std::size_t>(size)];
    int bonus = 0;
    unsigned colours = 0;
    while (any(popped)) {
        Cells group = one_of(popped);
        colours |= 1u << field.at(group);
        for (Cells grown = touches.with_neighbours(group); any(grown ^ group); grown = touches.with_neighbours(group))
            group = grown;
        bonus += group_bonus[std::min(static_cast<std::size_t>(count(group)), group_bonus.size() - 1)];
        popped &= ~group;
    }
    return bonus + colour_bonus[static_cast<std::size_t>(std::popcount(colours))];
}

// Empties cells and lets the rest fall. Returns how many rows the longest fall was.
inline int remove(Field& field, Cells gone) {
    for (Cells& bit : field.bits) bit &= ~gone;
    // In every column at once, what is above the lowest hole falls one row, until nothing is above a hole.
    for (int fallen = 0;; ++fallen) {
        const Cells hole = gone & -gone;
        const Cells over_hole = -hole;  // the hole and all above it; nothing where there is no hole
        if (!any(field.occupied() & over_hole)) return fallen;
        for (Cells& bit : field.bits) bit = (bit & ~over_hole) | below(bit & over_hole);
        gone = below(gone ^ hole);
    }
}

inline constexpr int vanish_frames = 50;
inline constexpr int land_frames = 20;
inline constexpr int fall_frames = 2;

struct Chain {
    int links = 0;
    int score = 0;
    int frames = 0;
};

// Links until nothing pops.
inline Chain resolve(Field& field) {
    Chain chain;
    for (;;) {
        const Touches touches(field);
        const Cells popped = touches.groups_of_four();
        if (!any(popped)) return chain;
        ++chain.links;
        const int size = count(popped);
        const int bonus = chain_power(chain.links) + bonus_of_groups(field, touches, popped, size);
        chain.score += 10 * size * std::clamp(bonus, 1, most_bonus);
        const Cells beside = above(popped) | below(popped) | right_of(popped) | left_of(popped);
        const Cells swept = beside & field.ojama() & in_every_column(column_in_sight);
        chain.frames += vanish_frames + fall_frames * remove(field, popped | swept) + land_frames;
    }
}

}  // namespace asobiba::puyo
