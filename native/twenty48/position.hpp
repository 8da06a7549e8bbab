// 2048 on tables of rows. Actions are up, right, down, left; outcome 2 * cell of luck is a 2 on that cell, 2 * cell + 1
// a 4.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "common/position.hpp"
#include "twenty48/cells.hpp"
#include "twenty48/rows.hpp"

namespace asobiba::twenty48 {

inline constexpr int player = 0;
inline constexpr int cell_count = 16;
inline constexpr std::uint32_t start_tiles = 2;
inline constexpr std::uint32_t highest_score = 3'932'164;  // one tile of each kind, all grown from twos but the 4

struct Rules {
    int target = 11;              // the rank of the tile that wins
    bool stop_at_target = false;  // whether the game is over once it is won
    const Slid* slid = slid_rows();

    int seats() const { return 1; }
    int actions() const { return 4; }
    std::size_t observation() const { return ranks * cell_count; }
};

struct Board {
    using Rules = twenty48::Rules;
    using Element = std::int8_t;

    std::array<std::uint8_t, cell_count> tiles{};  // ranks; read and written as a whole, see cells() and put()
    std::uint32_t points = 0;                      // the score
    std::uint32_t due = 0;  // tiles that luck must place before the player moves: two at the start, one after a move

    static Board start(const Rules&) { return {.due = start_tiles}; }

    Cells cells() const {
        Cells cells;
        std::memcpy(&cells, tiles.data(), sizeof cells);
        return cells;
    }

    void put(Cells cells) { std::memcpy(tiles.data(), &cells, sizeof cells); }

    bool stopped(const Rules& rules) const {
        return rules.stop_at_target &&
               any(reinterpret_cast<Cells>(cells() >= all(static_cast<std::uint8_t>(rules.target))));
    }

    int to_play(const Rules& rules) const {
        if (stopped(rules)) return over;
        if (due != 0) return chance;
        return slides(cells()) != 0 ? player : over;
    }

    bool must_pass(const Rules&) const { return false; }

    template <class Visitor>
    void legal(const Rules& rules, Visitor visit) const {
        if (stopped(rules)) return;
        if (due != 0) {
            for (unsigned rest = empties(cells()); rest != 0; rest &= rest - 1) {
                visit(2 * std::countr_zero(rest));
                visit(2 * std::countr_zero(rest) + 1);
            }
        } else {
            for (unsigned rest = slides(cells()); rest != 0; rest &= rest - 1) visit(std::countr_zero(rest));
        }
    }

    bool allows(const Rules& rules, int action) const {
        if (stopped(rules)) return false;
        if (due != 0) return 0 <= action && action < 2 * cell_count && (empties(cells()) >> (action / 2) & 1) != 0;
        return 0 <= action && action < rules.actions() && (slides(cells()) >> action & 1) != 0;
    }

    void apply(const Rules& rules, int action) {
        if (due != 0) {
            place(action);
        } else {
            slide(rules, action);
        }
    }

    void slide(const Rules& rules, int direction) {
        const Rows rows = row_numbers(turned(cells(), direction));
        const Slid& first = rules.slid[rows[0]];
        const Slid& second = rules.slid[rows[1]];
        const Slid& third = rules.slid[rows[2]];
        const Slid& fourth = rules.slid[rows[3]];
        put(turned_back(reinterpret_cast<Cells>(Rows{first.row, second.row, third.row, fourth.row}), direction));
        points += (first.reward + second.reward) + (third.reward + fourth.reward);
        due = 1;
    }

    void place(int outcome) {
        constexpr Cells numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        const Cells here = equal(numbers, all(static_cast<std::uint8_t>(outcome / 2)));
        put(cells() | (here & all(static_cast<std::uint8_t>(1 + outcome % 2))));
        --due;
    }

    double score(const Rules&, int) const { return points; }

    // One throw of 64 bits: the upper half chooses among the empty cells, the lower one is below a tenth of 2^32 for a
    // 4. So each cell's chance, and that of a 4, is right to within 2^-32.
    int luck(const Rules&, Dice& dice) const {
        const unsigned empty = empties(cells());
        const std::uint64_t thrown = dice.next();
        const auto skipped = static_cast<unsigned>((thrown >> 32) * count_of(empty) >> 32);
        constexpr std::uint32_t tenth = 429'496'730;  // of 2^32, rounded
        const bool four = static_cast<std::uint32_t>(thrown) < tenth;
        return 2 * place_of(empty, skipped) + four;
    }

    double likelihood(const Rules&, int outcome) const {
        return (outcome % 2 != 0 ? 0.1 : 0.9) / count_of(empties(cells()));
    }

    int any_legal(const Rules&, Dice& dice) const {
        const Bits& directions = bits_of[slides(cells())];
        return directions.place[dice.below(directions.count)];
    }

    // One plane for each rank, 1 where a cell has it.
    void observe(const Rules&, int, Element* out) const {
        const Cells now = cells();
        for (std::uint8_t rank = 0; rank < ranks; ++rank) {
            const Cells plane = equal(now, all(rank)) & 1;
            std::memcpy(out + rank * cell_count, &plane, sizeof plane);
        }
    }

    std::uint64_t hash(const Rules&) const {
        const auto halves = reinterpret_cast<Halves>(cells());
        return mixed(mixed(mixed(0, halves[0]), halves[1]), std::uint64_t{points} << 32 | due);
    }

    // The positions that the notation reads.
    bool valid(const Rules&) const {
        for (const int rank : tiles)
            if (rank > largest) return false;
        const auto room = static_cast<std::uint32_t>(std::popcount(empties(cells())));
        return points % 4 == 0 && points <= highest_score && due <= start_tiles && due <= room &&
               (due != 0 || room < cell_count);
    }
};

static_assert(Position<Board>);

}  // namespace asobiba::twenty48
