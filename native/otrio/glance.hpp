// How good a position looks at a glance, and what somebody plays who looks no further than his own move.
// The twin of asobiba/games/otrio/evaluate.py.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "otrio/node.hpp"

namespace asobiba::otrio {

inline constexpr double looks_won = 1000;
inline constexpr double seems_won = 400;
inline constexpr double own_threat = 10;
inline constexpr double foreign_threat = 40;
inline constexpr int open_pair = 3;  // times an open line with one piece

// A set of lines, a bit each.
using Lines = std::uint64_t;

inline constexpr std::array<Lines, slot_count> lines_at = [] {
    std::array<Lines, slot_count> table{};
    for (std::size_t line = 0; line < lines.size(); ++line)
        for (std::size_t slot = 0; slot < slot_count; ++slot)
            if ((lines[line] >> slot & 1) != 0) table[slot] |= Lines{1} << line;
    return table;
}();

// A position without a line, and which lines hold pieces of whom.
struct Glance : Node {
    Glance(const Rules& rules, const Board& board)
        : Node(rules, board), closed(lines_meeting(every_slot & ~rules.slots)) {
        for (std::size_t color = 0; color < most_colors; ++color)
            for (Slots left = board.pieces[color]; left != 0; left &= left - 1)
                mark(color, static_cast<std::size_t>(std::countr_zero(left)));
    }

    int to_play(const Rules& rules) const { return rules.owner[turn]; }

    // Nobody can place anything.
    bool is_full(const Rules& rules) const { return empty == 0 || (rules.colors == 2 && pieces_left(rules) == 0); }

    // What the seat to move may do, unless it is full.
    Actions moves(const Rules& rules) const {
        const Actions found = of_those_due(rules, [&](std::size_t color) { return open_to(color); });
        return found != 0 ? found : Actions{1} << pass;
    }

    // The moves that win at once.
    Actions wins(const Rules& rules) const {
        return of_those_due(rules, [&](std::size_t color) { return threats(color); });
    }

    void play(const Rules& rules, int action) {
        if (action != pass) {
            const std::size_t color = turn + (action > pass ? 2u : 0u);
            put(color, slot_of(action));
            mark(color, slot_of(action));
        }
        turn = turn + 1 == rules.turns ? 0 : turn + 1;
    }

    // For a seat, whoever is to move.
    double looks(const Rules& rules, int seat) const {
        return is_full(rules) ? 0.0 : threats_of_all(rules, seat) + open_lines(rules, seat);
    }

  private:
    template <class Slotted>
    Actions of_those_due(const Rules& rules, Slotted slots) const {
        return slots(turn) | (rules.chooses ? Actions{slots(turn + 2)} << second_color : 0);
    }

    void mark(std::size_t color, std::size_t slot) {
        paired[color] |= held[color] & lines_at[slot];
        held[color] |= lines_at[slot];
    }

    // Of those whose turn comes, the first with more threats than can be stopped until then seems to win.
    double threats_of_all(const Rules& rules, int seat) const {
        double found = 0;
        bool somebody_seems_to_win = false;
        std::array<Slots, most_colors> threatened{};  // by seat
        std::array<int, most_colors> turns{};
        std::size_t at = turn;
        for (std::size_t ahead = 0; ahead < rules.turns; ++ahead, at = at + 1 == rules.turns ? 0 : at + 1) {
            const auto mover = static_cast<std::size_t>(rules.owner[at]);
            const bool mine = rules.owner[at] == seat;
            const Slots due = threats(at) | (rules.chooses ? threats(at + 2) : 0);
            const auto later = static_cast<double>(1 + ahead);
            threatened[mover] |= due;
            const int blocks = static_cast<int>(ahead) - turns[mover]++;
            if (!somebody_seems_to_win && std::popcount(threatened[mover]) > blocks) {
                found += (mine ? seems_won : -seems_won) / later;
                somebody_seems_to_win = true;
            }
            found += (mine ? own_threat : -foreign_threat) * std::popcount(due) / later;
        }
        return found;
    }

    // Own lines without a foreign piece against the average opponent's.
    double open_lines(const Rules& rules, int seat) const {
        int own = 0;
        int foreign = 0;
        for (std::size_t color = 0; color < rules.colors; ++color) {
            Lines open = held[color] & ~closed;
            for (std::size_t other = 0; other < rules.colors; ++other)
                if (other != color) open &= ~held[other];
            const int worth = std::popcount(open) + (open_pair - 1) * std::popcount(open & paired[color]);
            (rules.owner[color] == seat ? own : foreign) += worth;
        }
        return own - static_cast<double>(foreign) / (rules.players - 1);
    }

  public:
    std::array<Lines, most_colors> held{};    // lines with a piece of the colour
    std::array<Lines, most_colors> paired{};  // with two
    Lines closed;                             // through a slot that is off-limits
};

// Calls the visitor with each move of the seat to move, and how the position looks to it then.
template <class Visitor>
void each_look(const Rules& rules, const Glance& now, Visitor visit) {
    const Actions wins = now.wins(rules);
    for (Actions left = now.moves(rules); left != 0; left &= left - 1) {
        const int action = std::countr_zero(left);
        if ((wins >> action & 1) != 0) {
            visit(action, looks_won);
        } else {
            Glance after = now;
            after.play(rules, action);
            visit(action, after.looks(rules, now.to_play(rules)));
        }
    }
}

// The moves that look best.
inline Actions likely(const Rules& rules, const Glance& now) {
    if (const Actions wins = now.wins(rules); wins != 0) return wins;
    double best = std::numeric_limits<double>::lowest();
    Actions found = 0;
    each_look(rules, now, [&](int action, double looks) {
        if (looks < best) return;
        if (looks > best) found = 0;
        best = looks;
        found |= Actions{1} << action;
    });
    return found;
}

}  // namespace asobiba::otrio
