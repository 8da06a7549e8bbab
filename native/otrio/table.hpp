// What the solver of Otrio remembers: positions as exact numbers, the least of sixteen, and what was found of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "otrio/lines.hpp"

namespace asobiba::otrio {

inline constexpr std::size_t symmetry_count = 16;

// Where a symmetry takes a slot: bit 0 mirrors the columns, 1 the rows, 2 the diagonal, 3 exchanges small and large.
constexpr std::size_t moved(std::size_t slot, std::size_t symmetry) {
    const std::size_t size = slot / cell_count, cell = slot % cell_count;
    const std::size_t row = (symmetry & 2) != 0 ? 2 - cell / 3 : cell / 3;
    const std::size_t column = (symmetry & 1) != 0 ? 2 - cell % 3 : cell % 3;
    const std::size_t to = (symmetry & 4) != 0 ? 3 * column + row : 3 * row + column;
    return cell_count * ((symmetry & 8) != 0 ? 2 - size : size) + to;
}

// A position is a number of 27 digits to the base of five, one a slot: 0 empty, otherwise 1 + colour. It is below 2^63,
// so that two positions never share one. By colour and slot: what a piece adds, under each symmetry.
inline constexpr auto key_parts = [] {
    std::array<std::array<std::array<std::uint64_t, symmetry_count>, slot_count>, 4> table{};
    std::array<std::uint64_t, slot_count> place{1};
    for (std::size_t slot = 1; slot < slot_count; ++slot) place[slot] = 5 * place[slot - 1];
    for (std::size_t color = 0; color < 4; ++color)
        for (std::size_t slot = 0; slot < slot_count; ++slot)
            for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry)
                table[color][slot][symmetry] = (1 + color) * place[moved(slot, symmetry)];
    return table;
}();

// Equal for positions that are the same but for a symmetry, whoever is to move.
inline std::uint64_t key_of(const std::array<Slots, 4>& pieces) {
    std::array<std::uint64_t, symmetry_count> keys{};
    for (std::size_t color = 0; color < 4; ++color)
        for (Slots left = pieces[color]; left != 0; left &= left - 1) {
            const auto& parts = key_parts[color][static_cast<std::size_t>(std::countr_zero(left))];
            for (std::size_t i = 0; i < symmetry_count; ++i) keys[i] += parts[i];
        }
    return *std::min_element(keys.begin(), keys.end());
}

// Every place holds two positions: the one that cost most, and the last one.
class Table {
  public:
    // Of a search of so many nodes; 32 MiB at most.
    explicit Table(std::uint64_t nodes)
        : bits_(std::clamp(static_cast<int>(std::bit_width(nodes)) - 1, 8, 20)), pairs_(std::size_t{1} << bits_) {}

    // Whether that seat forces a line within so many plies, if it was found out.
    std::optional<bool> known(std::uint64_t key, std::uint32_t turn, std::size_t attacker, int plies) const {
        for (const Entry& entry : pairs_[place(key, turn)])
            if (entry.holds(key, turn)) {
                if (plies >= entry.forced[attacker]) return true;
                if (plies <= entry.not_forced[attacker]) return false;
            }
        return std::nullopt;
    }

    void store(std::uint64_t key, std::uint32_t turn, std::size_t attacker, int plies, bool forced) {
        auto& pair = pairs_[place(key, turn)];
        Entry& entry = pair[0].holds(key, turn) || plies >= pair[0].plies ? pair[0] : pair[1];
        if (!entry.holds(key, turn)) entry = {key, static_cast<std::uint8_t>(turn)};
        const auto within = static_cast<std::uint8_t>(plies);
        entry.plies = std::max(entry.plies, within);
        if (forced) entry.forced[attacker] = std::min(entry.forced[attacker], within);
        else entry.not_forced[attacker] = std::max(entry.not_forced[attacker], within);
    }

  private:
    struct Entry {
        std::uint64_t key = ~std::uint64_t{0};
        std::uint8_t turn = 0;
        std::array<std::uint8_t, 2> forced{255, 255};  // by seat: the fewest plies in which it is known to win
        std::array<std::uint8_t, 2> not_forced{};      // and the most in which it is known not to
        std::uint8_t plies = 0;                        // the longest search that it has the result of

        bool holds(std::uint64_t other, std::uint32_t at) const { return key == other && turn == at; }
    };

    std::size_t place(std::uint64_t key, std::uint32_t turn) const {
        return static_cast<std::size_t>((key + turn) * 0x9e3779b97f4a7c15u >> (64 - bits_));
    }

    int bits_;
    std::vector<std::array<Entry, 2>> pairs_;
};

}  // namespace asobiba::otrio
