// Otrio's board as numbers: 27 slots, and the 49 lines that win. The twin of asobiba.games.otrio.board.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace asobiba::otrio {

// A set of slots. Slot 9 * size + cell is a bit; cells are numbered along the rows.
using Slots = std::uint32_t;

inline constexpr std::size_t slot_count = 27;
inline constexpr std::size_t cell_count = 9;
inline constexpr std::size_t size_count = 3;
inline constexpr Slots every_slot = (Slots{1} << slot_count) - 1;
inline constexpr Slots every_cell = (Slots{1} << cell_count) - 1;
inline constexpr Slots center_medium = Slots{1} << 13;

// Something for every set of cells of one size.
template <class T>
using ByCells = std::array<T, every_cell + 1>;

// The cells of one size, a number below 512.
constexpr Slots of_size(Slots held, std::size_t size) { return held >> (cell_count * size) & every_cell; }

// Three in a row of the cube size x row x column, as in the rulebook. Of a line's two directions, the one that counts
// its slots upwards.
inline constexpr std::array<Slots, 49> lines = [] {
    std::array<Slots, 49> found{};
    std::size_t count = 0;
    const auto ends_inside = [](int start, int step) { return 0 <= start + 2 * step && start + 2 * step < 3; };
    for (int start = 0; start < static_cast<int>(slot_count); ++start)
        for (int larger = -1; larger <= 1; ++larger)
            for (int down = -1; down <= 1; ++down)
                for (int right = -1; right <= 1; ++right) {
                    const int step = 9 * larger + 3 * down + right;
                    if (step > 0 && ends_inside(start / 9, larger) && ends_inside(start / 3 % 3, down) &&
                        ends_inside(start % 3, right))
                        found.at(count++) = (1u | 1u << step | 1u << 2 * step) << start;
                }
    return found;
}();

// By size and the cells that a colour holds of it: the lines, a bit each, that lack no slot of this size. A line that
// lacks none of any size is filled. Three look-ups are faster than comparing the lines through one slot.
inline constexpr std::array<ByCells<std::uint64_t>, size_count> lacking_none = [] {
    std::array<ByCells<std::uint64_t>, size_count> table{};
    for (std::size_t size = 0; size < size_count; ++size)
        for (std::size_t line = 0; line < lines.size(); ++line) {
            const Slots needed = of_size(lines[line], size);
            for (Slots held = needed; held <= every_cell; held = (held + 1) | needed)
                table[size][held] |= std::uint64_t{1} << line;
        }
    return table;
}();

// By size and cells of it: the lines, a bit each, with a slot among these.
inline constexpr std::array<ByCells<std::uint64_t>, size_count> meeting = [] {
    std::array<ByCells<std::uint64_t>, size_count> table{};
    for (std::size_t size = 0; size < size_count; ++size)
        for (std::size_t line = 0; line < lines.size(); ++line)
            for (Slots held = 0; held <= every_cell; ++held)
                if ((of_size(lines[line], size) & held) != 0) table[size][held] |= std::uint64_t{1} << line;
    return table;
}();

inline constexpr std::uint64_t every_line = (std::uint64_t{1} << lines.size()) - 1;

// The lines with a slot among these.
inline std::uint64_t lines_meeting(Slots held) {
    return meeting[0][of_size(held, 0)] | meeting[1][of_size(held, 1)] | meeting[2][of_size(held, 2)];
}

inline bool has_line(Slots mine) {
    return (lacking_none[0][of_size(mine, 0)] & lacking_none[1][of_size(mine, 1)] &
            lacking_none[2][of_size(mine, 2)]) != 0;
}

// By the step from a slot of a line to its next, 1 to 13: where lines begin.
inline constexpr std::array<Slots, 14> line_starts = [] {
    std::array<Slots, 14> starts{};
    for (const Slots line : lines) {
        const int start = std::countr_zero(line);
        starts.at(static_cast<std::size_t>(std::countr_zero(line & (line - 1)) - start)) |= Slots{1} << start;
    }
    return starts;
}();

// The slots that would fill a line, of which these are the other two; among them may be some that are taken.
inline Slots completions(Slots mine) {
    Slots found = 0;
    for (std::size_t step = 1; step < line_starts.size(); ++step) {
        const Slots next = mine >> step;
        const Slots last = next >> step;
        const Slots starts = line_starts[step];
        found |= (next & last & starts) | (mine & last & starts) << step | (mine & next & starts) << 2 * step;
    }
    return found;
}

}  // namespace asobiba::otrio
