// What the solver of Otrio remembers: positions as exact numbers, the least of sixteen, and what was found of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <utility>
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

inline std::size_t pieces_in(std::uint64_t key) {
    std::size_t count = 0;
    for (; key != 0; key /= 5) count += key % 5 != 0;
    return count;
}

// What is known of a position: by side, the fewest plies in which it is known to force a line, and the most in which it
// is known not to.
struct Bounds {
    std::array<std::uint8_t, 2> forced{255, 255};
    std::array<std::uint8_t, 2> not_forced{};

    std::optional<bool> forces(std::size_t side, int plies) const {
        if (plies >= forced[side]) return true;
        if (plies <= not_forced[side]) return false;
        return std::nullopt;
    }
};

// What long searches have found of positions with few pieces, ascending by their keys. The colour that is due follows
// from the pieces: nobody has passed.
class Book {
  public:
    Book(std::vector<std::uint64_t> keys, std::vector<Bounds> bounds)
        : keys_(std::move(keys)), bounds_(std::move(bounds)) {
        for (const std::uint64_t key : keys_) most_pieces_ = std::max(most_pieces_, pieces_in(key));
    }

    std::size_t most_pieces() const { return most_pieces_; }

    const Bounds* find(std::uint64_t key) const {
        const auto at = std::lower_bound(keys_.begin(), keys_.end(), key);
        return at == keys_.end() || *at != key ? nullptr : &bounds_[static_cast<std::size_t>(at - keys_.begin())];
    }

  private:
    std::vector<std::uint64_t> keys_;
    std::vector<Bounds> bounds_;
    std::size_t most_pieces_ = 0;
};

// Every place holds two positions: the one that cost most, and the last one.
class Table {
  public:
    // Of a search of so many nodes; at most 2^most_bits places of 32 bytes. Memory is taken as it is used: most
    // searches are over long before the table is full.
    Table(std::uint64_t nodes, int most_bits)
        : bits_(std::clamp(static_cast<int>(std::bit_width(nodes)) - 1, 8, most_bits)),
          pairs_(static_cast<Pair*>(std::calloc(std::size_t{1} << bits_, sizeof(Pair)))) {
        if (pairs_ == nullptr) throw std::bad_alloc();
    }

    // Whether that side forces a line within so many plies, if it was found out.
    std::optional<bool> known(std::uint64_t key, std::uint32_t turn, std::size_t side, int plies) const {
        for (const Entry& entry : at(key, turn))
            if (entry.holds(key, turn)) {
                const std::optional<bool> found = entry.bounds.forces(side, plies);
                if (found) return found;
            }
        return std::nullopt;
    }

    void store(std::uint64_t key, std::uint32_t turn, std::size_t side, int plies, bool forced) {
        Pair& pair = at(key, turn);
        Entry& entry = pair[0].holds(key, turn) || plies >= pair[0].plies ? pair[0] : pair[1];
        if (!entry.holds(key, turn)) entry = {key + 1, static_cast<std::uint8_t>(turn), Bounds{}, 0};
        const auto within = static_cast<std::uint8_t>(plies);
        Bounds& bounds = entry.bounds;
        entry.plies = std::max(entry.plies, within);
        if (forced) bounds.forced[side] = std::min(bounds.forced[side], within);
        else bounds.not_forced[side] = std::max(bounds.not_forced[side], within);
    }

    // Calls visit(key, turn, bounds) of everything that is remembered, some of it twice.
    template <class Visitor>
    void each(Visitor visit) const {
        for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i)
            for (const Entry& entry : pairs_[i])
                if (entry.name != 0) visit(entry.name - 1, entry.turn, entry.bounds);
    }

  private:
    struct Entry {
        std::uint64_t name;  // the key + 1: zeros are no position
        std::uint8_t turn;
        Bounds bounds;
        std::uint8_t plies;  // the longest search that it has the result of

        bool holds(std::uint64_t key, std::uint32_t due) const { return name == key + 1 && turn == due; }
    };

    using Pair = std::array<Entry, 2>;

    struct Free {
        void operator()(Pair* pairs) const { std::free(pairs); }
    };

    Pair& at(std::uint64_t key, std::uint32_t turn) const {
        return pairs_[static_cast<std::size_t>((key + turn) * 0x9e3779b97f4a7c15u >> (64 - bits_))];
    }

    int bits_;
    std::unique_ptr<Pair[], Free> pairs_;
};

}  // namespace asobiba::otrio
