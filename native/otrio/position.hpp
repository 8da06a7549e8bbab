// Otrio on four 27-bit boards, one a colour. Action 9 * size + cell places a piece of the colour that is due, 27 is the
// forced pass, 28 + 9 * size + cell places the second colour of a player who may choose.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "common/any_bit.hpp"
#include "common/position.hpp"
#include "otrio/lines.hpp"

namespace asobiba::otrio {

// A set of actions, a bit each: the slots of the first colour, the pass, the slots of the second colour.
using Actions = std::uint64_t;

inline constexpr int pass = 27;
inline constexpr int second_color = 28;  // added to a slot, it places the second colour of a player who may choose
inline constexpr int stock = 3;          // pieces of each size that a colour begins with
inline constexpr int whole_stock = stock * static_cast<int>(size_count);
inline constexpr std::size_t most_colors = 4;
inline constexpr std::uint16_t nobody = 255;

// Colours are numbered in the order of play here, whatever they look like: colour c belongs to seat c % players.
struct Rules {
    Rules(int players, bool alternation, bool ban_center_medium, int start_seat, bool losers_share,
          bool one_color_each = false)
        : players(players),
          start_seat(start_seat),
          chooses(!alternation),
          slots(ban_center_medium ? every_slot & ~center_medium : every_slot),
          loss(losers_share ? -1.0 / (players - 1) : 0.0),
          colors(one_color_each ? static_cast<std::size_t>(players)
                 : players == 3 ? 3
                                : 4),
          turns(chooses ? 2 : colors),
          owner{0, 1 % players, 2 % players, 3 % players} {}

    int seats() const { return players; }
    int actions() const { return chooses ? second_color + static_cast<int>(slot_count) : pass + 1; }
    std::size_t observation() const { return 28 * cell_count; }

    int players;
    int start_seat;
    bool chooses;        // of two players, each takes either of his colours; otherwise they come up in turn
    Slots slots;         // those that may be used at all
    double loss;         // what a seat scores when another has won
    std::size_t colors;  // in play; of two players, two or four
    std::size_t turns;   // of a round
    std::array<int, most_colors> owner;
};

// Where a colour that holds these cells of a size may place the next: every cell while it has stock, otherwise none.
inline constexpr ByCells<std::uint16_t> open_cells = [] {
    ByCells<std::uint16_t> table{};
    for (Slots held = 0; held <= every_cell; ++held) table[held] = std::popcount(held) < stock ? every_cell : 0;
    return table;
}();

// The share of its stock that is left, as observed.
inline constexpr ByCells<float> stock_left = [] {
    ByCells<float> table{};
    for (Slots held = 0; held <= every_cell; ++held)
        table[held] = static_cast<float>(stock - std::popcount(held)) / static_cast<float>(stock);
    return table;
}();

// 1, 2, 4, ...: compared with these, slots become floats many at a time; plain SSE2 cannot shift by different amounts.
inline constexpr std::array<Slots, slot_count> slot_bits = [] {
    std::array<Slots, slot_count> table{};
    for (std::size_t slot = 0; slot < slot_count; ++slot) table[slot] = Slots{1} << slot;
    return table;
}();

struct Board {
    using Rules = otrio::Rules;
    using Element = float;
    static constexpr bool ends_suddenly = true;

    std::array<Slots, most_colors> pieces{};  // the slots that each colour holds
    std::uint16_t turn = 0;                   // counts through a round: the colour that is due, or the first of two
    std::uint16_t winner = nobody;            // the colour that has a line

    static Board start(const Rules& rules) {
        Board board;
        board.turn = static_cast<std::uint16_t>(rules.start_seat);
        return board;
    }

    Slots empty(const Rules& rules) const { return rules.slots & ~(pieces[0] | pieces[1] | pieces[2] | pieces[3]); }

    // Of three colours or more, at least nine pieces of a size are in play: somebody has one for any slot that is
    // empty. Two colours have six of a size, for which there is always a slot, until all are placed.
    bool goes_on(const Rules& rules) const {
        if (winner != nobody) return false;
        return rules.colors == 2 ? std::popcount(pieces[0] | pieces[1]) != 2 * whole_stock : empty(rules) != 0;
    }

    int to_play(const Rules& rules) const { return goes_on(rules) ? rules.owner[turn] : over; }

    // The other colour of a player who may choose.
    std::size_t second_due() const { return turn + 2u; }

    bool is_due(const Rules& rules, std::size_t color) const {
        return color == turn || (rules.chooses && color == second_due());
    }

    // The empty slots of the sizes that a colour still has.
    Slots open_to(const Rules& rules, std::size_t color) const {
        Slots open = 0;
        for (std::size_t size = 0; size < size_count; ++size)
            open |= Slots{open_cells[of_size(pieces[color], size)]} << (cell_count * size);
        return open & empty(rules);
    }

    // Where a piece can be placed, if the game goes on.
    Actions placements(const Rules& rules) const {
        const Actions first = open_to(rules, turn);
        return rules.chooses ? first | Actions{open_to(rules, second_due())} << second_color : first;
    }

    Actions moves(const Rules& rules) const {
        if (!goes_on(rules)) return 0;
        const Actions found = placements(rules);
        return found != 0 ? found : Actions{1} << pass;
    }

    bool must_pass(const Rules& rules) const { return moves(rules) == Actions{1} << pass; }

    int count_legal(const Rules& rules) const { return std::popcount(moves(rules)); }

    template <class Visitor>
    void legal(const Rules& rules, Visitor visit) const {
        for (Actions left = moves(rules); left != 0; left &= left - 1) visit(std::countr_zero(left));
    }

    bool allows(const Rules& rules, int action) const {
        return 0 <= action && action < rules.actions() && (moves(rules) >> action & 1) != 0;
    }

    void apply(const Rules& rules, int action) {
        if (action != pass) {
            const int second = action > pass;  // a number: at random play a branch would be a guess
            const std::size_t color = turn + 2u * static_cast<unsigned>(second);
            pieces[color] |= Slots{1} << (action - second * second_color);
            if (has_line(pieces[color])) winner = static_cast<std::uint16_t>(color);
        }
        turn = static_cast<std::uint16_t>(turn + 1u == rules.turns ? 0 : turn + 1u);
    }

    // The first action that fills a line; -1: there is none.
    int winning(const Rules& rules) const {
        if (!goes_on(rules)) return -1;
        Actions found = open_to(rules, turn) & completions(pieces[turn]);
        if (rules.chooses) {
            const std::size_t second = second_due();
            found |= Actions{open_to(rules, second) & completions(pieces[second])} << second_color;
        }
        return found != 0 ? std::countr_zero(found) : -1;
    }

    double score(const Rules& rules, int seat) const {
        if (winner == nobody) return 0;
        return rules.owner[winner] == seat ? 1 : rules.loss;
    }

    int luck(const Rules&, Dice&) const { return 0; }

    int any_legal(const Rules& rules, Dice& dice) const {
        const Actions found = placements(rules);
        return found != 0 ? any_bit(found, dice) : pass;
    }

    // Of this seat's colours the one that is due now or next; of one who chooses, his first.
    std::size_t next_due(const Rules& rules, int seat) const {
        std::size_t color = rules.chooses ? static_cast<std::size_t>(seat) : turn;
        while (rules.owner[color] != seat) color = color + 1 == rules.colors ? 0 : color + 1;
        return color;
    }

    // 12 planes of pieces, 4 that show what is due, 12 of stock; colours counted from the seat's next.
    void observe(const Rules& rules, int seat, Element* out) const {
        Element* held = out;
        Element* due = out + 12 * cell_count;
        Element* left = out + 16 * cell_count;
        const bool running = goes_on(rules);
        const std::size_t first = next_due(rules, seat);
        for (std::size_t i = 0; i < rules.colors; ++i) {
            const std::size_t counted = first + i;
            const std::size_t color = counted < rules.colors ? counted : counted - rules.colors;
            const Slots mine = pieces[color];
            for (const Slots slot : slot_bits) *held++ = (mine & slot) != 0 ? 1.0f : 0.0f;
            due = std::fill_n(due, cell_count, running && is_due(rules, color) ? 1.0f : 0.0f);
            for (std::size_t size = 0; size < size_count; ++size)
                left = std::fill_n(left, cell_count, stock_left[of_size(mine, size)]);
        }
        // A colour that is not in play has empty planes.
        std::fill(held, out + 12 * cell_count, 0.0f);
        std::fill(due, out + 16 * cell_count, 0.0f);
        std::fill(left, out + 28 * cell_count, 0.0f);
    }

    std::uint64_t hash(const Rules&) const {
        const auto pair = [](std::uint64_t low, std::uint64_t high) { return low | high << 32; };
        return mixed(mixed(mixed(0, pair(pieces[0], pieces[1])), pair(pieces[2], pieces[3])), pair(turn, winner));
    }

    // What the rulebook's notation reads: no slot is held twice or off-limits, no colour has more pieces of a size
    // than its stock, and the winner is the only one with a line.
    bool valid(const Rules& rules) const {
        Slots taken = ~rules.slots;
        std::uint16_t with_line = nobody;
        for (std::size_t color = 0; color < most_colors; ++color) {
            const Slots mine = pieces[color];
            if ((mine & taken) != 0 || (mine != 0 && color >= rules.colors)) return false;
            for (std::size_t size = 0; size < size_count; ++size)
                if (std::popcount(of_size(mine, size)) > stock) return false;
            if (has_line(mine)) {
                if (with_line != nobody) return false;
                with_line = static_cast<std::uint16_t>(color);
            }
            taken |= mine;
        }
        return turn < rules.turns && winner == with_line;
    }
};

static_assert(Position<Board>);

}  // namespace asobiba::otrio
