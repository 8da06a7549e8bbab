// Where all the hats are, and what a move does to them: the twin of asobiba/games/coppit/stacks.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

#include "coppit/rules.hpp"
#include "coppit/stacks.hpp"

namespace asobiba::coppit {

struct Hats {
    using Counts = std::array<std::uint16_t, most_seats>;

    std::array<Stacks, most_seats> stacks{};
    std::array<std::array<std::uint32_t, most_seats>, most_seats> banked{};  // by captor and owner
    Counts box{};                                                            // single hats in their own BOX

    // A move of a seat's hats

    void carry_out(const Rules& rules, int seat, const Move& move) {
        const int home = rules.home[at(seat)];
        Stack mover = lift(rules, seat, move);
        for (const int node : rules.way(move))
            mover = node == home ? come_home(rules, seat, mover) : joined(capture(rules, seat, node), mover);
        const int end = move.destination;
        if (end != home) {
            settle(seat, end, end < rules.squares ? capture(rules, seat, end) : Stack{}, mover);
        } else if (move.holds) {
            capture_guests(rules, seat);
            settle(seat, end, Stack{}, mover);
        } else {
            add_to_box(seat, come_home(rules, seat, mover).size);
        }
    }

    // A single hat out of the own BOX, or the own stack from anywhere.
    Stack lift(const Rules& rules, int seat, const Move& move) {
        if (move.source != rules.home[at(seat)] || move.held) return stacks[at(seat)].take(move.source);
        --box[at(seat)];
        return Stack::of(seat, 1);
    }

    // Whether a move of the seat would capture the other's stack here.
    bool is_prey(const Rules& rules, int seat, int other, int node) const {
        return other != seat && stacks[at(other)].stand_on(node) && (rules.safe[at(other)] >> node & 1) == 0;
    }

    // Every unsafe enemy stack there, picked up as one. On a square there is one at most.
    Stack capture(const Rules& rules, int seat, int node) {
        Stack captured;
        for (int other = 0; other < rules.seats(); ++other)
            if (is_prey(rules, seat, other, node)) captured = joined(captured, stacks[at(other)].take(node));
        if (!rules.free_on_capture) return captured;
        add_to_box(seat, captured.count(seat));
        return captured.without(seat);
    }

    // From bottom to top: captured, own residents, mover.
    void settle(int seat, int node, const Stack& captured, const Stack& mover) {
        Stacks& own = stacks[at(seat)];
        const Stack resident = own.stand_on(node) ? own.take(node) : Stack{};
        own.put(node, joined(joined(captured, resident), mover));
    }

    // The own hats of a stack that enters the own BOX; its prisoners are banked.
    Stack come_home(const Rules& rules, int seat, const Stack& mover) {
        capture_guests(rules, seat);
        return bank(rules, seat, mover);
    }

    // Guests in the own BOX are banked at once; own hats among them are free again.
    void capture_guests(const Rules& rules, int seat) {
        if (!rules.allow_box_invasion) return;
        const Stack guests = capture(rules, seat, rules.home[at(seat)]);
        add_to_box(seat, bank(rules, seat, guests).size);
    }

    // Removes the prisoners from the game and returns the own hats.
    Stack bank(const Rules& rules, int seat, const Stack& stack) {
        for (int other = 0; other < rules.seats(); ++other) {
            if (other == seat) continue;
            const int taken = stack.count(other);
            banked[at(seat)][at(other)] += static_cast<std::uint32_t>(taken);
            if (rules.allow_respawn) add_to_box(other, taken);
        }
        return Stack::of(seat, stack.count(seat));
    }

    void add_to_box(int seat, int count) { box[at(seat)] = static_cast<std::uint16_t>(box[at(seat)] + count); }

    // Counting

    bool has_free(int seat) const { return box[at(seat)] != 0 || stacks[at(seat)].nodes != 0; }

    // Whether two colours or more have a free hat.
    bool are_colours_in_play() const {
        int count = 0;
        for (int seat = 0; seat < most_seats; ++seat) count += has_free(seat);
        return count > 1;
    }

    bool has_held(const Rules& rules, int seat) const { return stacks[at(seat)].stand_on(rules.home[at(seat)]); }
    Range held(const Rules& rules, int seat) const { return stacks[at(seat)].range(rules.home[at(seat)]); }

    // Which hats in a seat's stacks are on the board: all but those of the held stack. A guest is on the board.
    Word on_board(const Rules& rules, int seat) const {
        const Word all = below(stacks[at(seat)].hats());
        return has_held(rules, seat) ? all & ~held(rules, seat).mask() : all;
    }

    // Whether hats of two colours or more are on the board, prisoners counted.
    bool are_colours_on_board(const Rules& rules) const {
        bool found = false;
        for (int seat = 0; seat < rules.seats(); ++seat) {
            const Word hats = on_board(rules, seat);
            if (hats == 0) continue;
            if (found || (hats & ~stacks[at(seat)].hats_of(seat)) != 0) return true;
            found = true;
        }
        return false;
    }

    // Each seat's own hats in its own BOX, those of a held stack included.
    Counts box_counts(const Rules& rules) const {
        Counts counts = box;
        for (int seat = 0; seat < rules.seats(); ++seat) {
            if (!has_held(rules, seat)) continue;
            const int own = stacks[at(seat)].count(seat, held(rules, seat));
            counts[at(seat)] = static_cast<std::uint16_t>(counts[at(seat)] + own);
        }
        return counts;
    }

    // A seat's own hats in its own stacks on the board.
    int free_on_board(const Rules& rules, int seat) const {
        return std::popcount(stacks[at(seat)].hats_of(seat) & on_board(rules, seat));
    }

    std::int64_t captured(int seat) const {
        return std::accumulate(banked[at(seat)].begin(), banked[at(seat)].end(), std::int64_t{0});
    }

    // How many stacks stand on a node.
    int crowd(int node) const {
        int count = 0;
        for (const Stacks& each : stacks) count += each.stand_on(node);
        return count;
    }

    // What play can lead to, as the notation has it

    bool valid(const Rules& rules) const {
        for (int seat = 0; seat < most_seats; ++seat)
            if (!stacks[at(seat)].are_sound(seat)) return false;
        for (int seat = 0; seat < most_seats; ++seat) {
            const bool plays = seat < rules.seats();
            if (!(plays ? has_all(rules, seat) && stand_well(rules, seat) : is_absent(seat))) return false;
        }
        for (int node = 0; node < rules.squares; ++node)
            if (!is_valid_crowd(rules, node)) return false;
        return true;
    }

    // Every hat of the colour is in its BOX, in a stack or banked.
    bool has_all(const Rules& rules, int seat) const {
        if (banked[at(seat)][at(seat)] != 0) return false;
        std::uint64_t hats = box[at(seat)];
        for (int other = 0; other < most_seats; ++other) {
            if (banked[at(other)][at(seat)] > highest_number) return false;
            hats += static_cast<std::uint64_t>(stacks[at(other)].count(seat));
            if (!rules.allow_respawn) hats += banked[at(other)][at(seat)];
        }
        return hats == static_cast<std::uint64_t>(rules.hats);
    }

    // The seat's stacks are on the board's nodes; guests and held stacks are where the options allow them.
    bool stand_well(const Rules& rules, int seat) const {
        const Stacks& own = stacks[at(seat)];
        const Word guests = rules.allow_box_invasion ? rules.homes : 0;
        const Word allowed = below(rules.squares) | guests | bit(rules.home[at(seat)]);
        if ((own.nodes & ~allowed) != 0) return false;
        if (!has_held(rules, seat)) return true;
        return !rules.auto_bank_on_return && own.has_prisoners(seat, held(rules, seat));
    }

    // Nothing of a seat that does not play is anywhere. Sound stacks on no node have no hats.
    bool is_absent(int seat) const {
        bool found = box[at(seat)] != 0 || stacks[at(seat)].nodes != 0;
        for (int other = 0; other < most_seats; ++other) {
            found |= banked[at(seat)][at(other)] != 0 || banked[at(other)][at(seat)] != 0;
            found |= stacks[at(other)].count(seat) != 0;
        }
        return !found;
    }

    // One stack at most that is not safe, and no more on a grey square than it holds.
    bool is_valid_crowd(const Rules& rules, int node) const {
        int unsafe = 0;
        for (int seat = 0; seat < most_seats; ++seat)
            unsafe += stacks[at(seat)].stand_on(node) && (rules.safe[at(seat)] >> node & 1) == 0;
        return unsafe <= 1 && ((rules.gray >> node & 1) == 0 || crowd(node) <= rules.gray_capacity);
    }
};

}  // namespace asobiba::coppit
