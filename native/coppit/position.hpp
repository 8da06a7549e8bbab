// Coppit on packed stacks. The words are those of the rulebook: see asobiba/games/coppit/rules.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>

#include "common/position.hpp"
#include "coppit/hats.hpp"
#include "coppit/rules.hpp"

namespace asobiba::coppit {

struct Position {
    using Rules = coppit::Rules;
    using Element = std::int8_t;
    using Actions = std::span<const std::int32_t>;

    Hats hats;
    std::array<std::uint32_t, most_seats> since{};  // the turn in which each seat's BOX count changed last
    std::uint32_t turn = 1;
    std::uint32_t extra_rolls = 0;
    std::uint16_t seat = 0;
    std::uint16_t die = 0;  // 0 before the roll
    std::uint16_t mingled = 0;
    std::uint16_t finished = 0;

    static Position start(const Rules& rules) {
        Position first;
        for (int who = 0; who < rules.seats(); ++who) first.hats.add_to_box(who, rules.hats);
        return first;
    }

    int to_play(const Rules&) const { return finished != 0 ? over : die == 0 ? chance : seat; }

    // Legality

    template <class Visitor>
    void legal(const Rules& rules, Visitor visit) const {
        if (finished != 0) return;
        if (die == 0) {
            for (int outcome = 0; outcome < faces; ++outcome) visit(outcome);
            return;
        }
        bool can_move = false;
        each_list(rules, [&](Actions list) {
            for (const int action : list) {
                if (is_obstructed(rules, rules.move(action))) continue;
                can_move = true;
                visit(action);
            }
        });
        if (!can_move) visit(pass);
    }

    bool allows(const Rules& rules, int action) const {
        if (finished != 0) return false;
        if (die == 0) return 0 <= action && action < faces;
        if (action == pass) return must_pass(rules);
        if (action < 0 || action >= rules.actions()) return false;
        const Move& move = rules.move(action);
        const bool single = move.source == rules.home[seat] && !move.held;
        if (single ? hats.box[seat] == 0 : !hats.stacks[seat].stand_on(move.source)) return false;
        const Actions list = single ? rules.deploys(seat, die) : rules.reach(seat, die, move.source);
        return std::find(list.begin(), list.end(), action) != list.end() && !is_obstructed(rules, move);
    }

    bool must_pass(const Rules& rules) const {
        if (finished != 0 || die == 0) return false;
        bool can_move = false;
        legal(rules, [&](int action) { can_move |= action != pass; });
        return !can_move;
    }

    int luck(const Rules&, Dice& dice) const { return static_cast<int>(dice.below(faces)); }

    double likelihood(const Rules&, int) const { return 1.0 / faces; }

    // Without obstacles whole lists are counted and skipped, instead of single actions.
    int any_legal(const Rules& rules, Dice& dice) const {
        std::size_t count = 0;
        int chosen = pass;
        if (rules.has_obstacles) {
            legal(rules, [&](int action) { count += action != pass; });
            if (count == 0) return pass;
            std::size_t skip = dice.below(static_cast<std::uint32_t>(count));
            legal(rules, [&](int action) { chosen = skip-- == 0 ? action : chosen; });
            return chosen;
        }
        each_list(rules, [&](Actions list) { count += list.size(); });
        if (count == 0) return pass;
        std::size_t skip = dice.below(static_cast<std::uint32_t>(count));
        each_list(rules, [&](Actions list) {
            if (skip < list.size()) chosen = list[skip];
            skip -= list.size();  // wraps around once the action is found, and no list is as long as that
        });
        return chosen;
    }

    // The moves that the die allows: a list for each stack and one for the hats in the BOX. They ascend, as actions are
    // numbered by their source.
    template <class Visitor>
    void each_list(const Rules& rules, Visitor visit) const {
        const int home = rules.home[seat];
        const bool has_singles = hats.box[seat] != 0;
        const Word nodes = hats.stacks[seat].nodes;
        for (Word left = nodes | (has_singles ? bit(home) : 0); left != 0; left &= left - 1) {
            const int node = std::countr_zero(left);
            if (node == home && has_singles) visit(rules.deploys(seat, die));
            if ((nodes >> node & 1) != 0) visit(rules.reach(seat, die, node));
        }
    }

    // Whether a stack that could walk this path may not: a full grey square, nothing to hold, no prisoner for the BOX.
    bool is_obstructed(const Rules& rules, const Move& move) const {
        if (!rules.has_obstacles) return false;
        const int end = move.destination;
        if (rules.has_full_grays() && (rules.gray >> end & 1) != 0 && hats.crowd(end) >= rules.gray_capacity)
            return true;
        if (move.holds) return !brings_prisoners(rules, move);
        return !rules.allow_empty_return && reaches_home(rules, move) && !brings_prisoners(rules, move);
    }

    bool reaches_home(const Rules& rules, const Move& move) const {
        const auto way = rules.way(move);
        return move.destination == rules.home[seat] || std::find(way.begin(), way.end(), rules.home[seat]) != way.end();
    }

    // Whether the stack has a prisoner when it reaches its BOX.
    bool brings_prisoners(const Rules& rules, const Move& move) const {
        const Stacks& own = hats.stacks[seat];
        if (own.stand_on(move.source) && own.has_prisoners(seat, own.range(move.source))) return true;
        for (const int node : rules.way(move)) {
            if (node == rules.home[seat]) break;
            for (int other = 0; other < rules.seats(); ++other)
                if (hats.is_prey(rules, seat, other, node)) return true;
        }
        return false;
    }

    // Turns

    void apply(const Rules& rules, int action) {
        if (die == 0) {
            die = static_cast<std::uint16_t>(action + 1);
            return;
        }
        const auto before = hats.box_counts(rules);
        if (action != pass) hats.carry_out(rules, seat, rules.move(action));
        const auto after = hats.box_counts(rules);
        for (std::size_t who = 0; who < most_seats; ++who)
            if (before[who] != after[who]) since[who] = turn;
        resolve(rules);
    }

    // What follows a move or a pass at once: the end, another roll, or the next turn.
    void resolve(const Rules& rules) {
        const bool six = die == faces;
        die = 0;
        const bool together = hats.are_colours_on_board(rules);
        if (together) mingled = 1;
        if (is_armed(rules) && !(rules.ends_in_play ? hats.are_colours_in_play() : together)) {
            finished = 1;
        } else if (six && rules.extra_roll_on_6 && extra_rolls < rules.max_extra_rolls) {
            ++extra_rolls;
        } else {
            next_turn(rules);
        }
    }

    // The end cannot come before a full round was played and two colours were on the board together.
    bool is_armed(const Rules& rules) const { return mingled != 0 && turn > static_cast<std::uint32_t>(rules.seats()); }

    // The next seat that has a free hat. Those that have none are skipped, and each costs a turn. The seat that has
    // just moved has one, so that the search comes to an end.
    void next_turn(const Rules& rules) {
        extra_rolls = 0;
        do {
            if (turn == rules.max_turns) {
                finished = 1;
                return;
            }
            seat = static_cast<std::uint16_t>(seat + 1 == rules.seats() ? 0 : seat + 1);
            ++turn;
        } while (!hats.has_free(seat));
    }

    // Who has won

    // Winners share 1, the others share -1; if all win, it is 0 for all.
    double score(const Rules& rules, int who) const {
        if (finished == 0) return 0;
        std::array<Rank, most_seats> ranks{};
        const auto end = ranks.begin() + rules.seats();
        for (int other = 0; other < rules.seats(); ++other) ranks[at(other)] = rank(rules, other);
        const Rank best = *std::max_element(ranks.begin(), end);
        const auto won = static_cast<int>(std::count(ranks.begin(), end, best));
        if (won == rules.seats()) return 0;
        return ranks[at(who)] == best ? 1.0 / won : -1.0 / (rules.seats() - won);
    }

    // The best score; then more free hats on the board; then the BOX count that has stood longer.
    using Rank = std::array<std::int64_t, 3>;

    Rank rank(const Rules& rules, int who) const {
        return {points(rules, who), hats.free_on_board(rules, who), -std::int64_t{since[at(who)]}};
    }

    std::int64_t points(const Rules& rules, int who) const {
        const std::int64_t in_box = hats.box_counts(rules)[at(who)];
        switch (rules.win_mode) {
            case WinMode::box_count: return in_box;
            case WinMode::captured: return hats.captured(who);
            case WinMode::box_plus_captured: return in_box + hats.captured(who);
            case WinMode::last_survivor: return hats.has_free(who);
        }
        return 0;
    }

    // A playout is cut short and judged as it stands, since a random game has hundreds of moves

    static constexpr int playout_plies = 48;

    // By how much a seat has more than all have on average, in whole sets of hats.
    double outlook(const Rules& rules, int who) const {
        double all = 0;
        for (int seat = 0; seat < rules.seats(); ++seat) all += holdings(rules, seat);
        const double ahead = holdings(rules, who) - all / rules.seats();
        return std::clamp(ahead / rules.hats, -1.0, 1.0);
    }

    // What counts in the end, and a part of what may still become that: hats on the way home, prisoners on the way.
    double holdings(const Rules& rules, int who) const {
        const double in_box = hats.box_counts(rules)[at(who)];
        const double free = hats.free_on_board(rules, who);
        const double prisoners = hats.stacks[at(who)].hats() - hats.stacks[at(who)].count(who);
        const auto banked = static_cast<double>(hats.captured(who));
        switch (rules.win_mode) {
            case WinMode::box_count: return rules.ends_in_play ? in_box + free : in_box + 0.6 * free + 0.2 * prisoners;
            case WinMode::captured: return banked + 0.6 * prisoners + 0.1 * (in_box + free);
            case WinMode::box_plus_captured: return in_box + banked + 0.6 * (free + prisoners);
            case WinMode::last_survivor: return in_box + free;
        }
        return 0;
    }

    // What a seat sees: asobiba.games.coppit.encode

    void observe(const Rules& rules, int viewer, Element* out) const {
        const int nodes = rules.nodes;
        const int seats = rules.seats();
        const auto seen = rules.seen(viewer);  // a copy of its own: what is written below cannot change it
        const std::uint8_t* const back = rules.back(viewer);
        const auto fill = [out, nodes](int plane, std::int64_t number) {
            std::memset(out + plane * nodes, static_cast<int>(std::min<std::int64_t>(number, 127)), at(nodes));
        };
        std::memset(out, 0, rules.observation());
        std::memcpy(out + plane::safe * nodes, rules.safe_planes(viewer), at(most_seats * nodes));
        for (int who = 0; who < seats; ++who) {
            const Stacks own = hats.stacks[at(who)];
            const int colour = seen[at(who)];
            own.each([&](int node, Range range) {
                Element* const place = out + most_seats * colour * nodes + back[node];
                for (int hat = 0; hat < seats; ++hat)
                    place[seen[at(hat)] * nodes] = static_cast<Element>(own.count(hat, range));
            });
            if (hats.box[at(who)] != 0) fill(plane::box + colour, hats.box[at(who)]);
            if (const auto captured = hats.captured(who); captured != 0) fill(plane::banked + colour, captured);
        }
        if (die != 0) fill(plane::die + die - 1, 1);
        if (finished == 0) fill(plane::turn + seen[seat], 1);
        if (is_armed(rules)) fill(plane::armed, 1);
        if (rules.max_turns != 0) {
            const std::uint32_t left = rules.max_turns - turn;
            fill(plane::hundreds, left / 100);
            fill(plane::rest, left % 100);
        }
    }

    std::uint64_t hash(const Rules&) const {
        std::array<std::uint64_t, sizeof(Position) / 8> words;
        std::memcpy(words.data(), this, sizeof(Position));
        return std::accumulate(words.begin(), words.end(), std::uint64_t{0}, mixed);
    }

    // What the notation accepts.
    bool valid(const Rules& rules) const {
        const std::uint32_t last_turn = rules.max_turns != 0 ? rules.max_turns : highest_number;
        const std::uint32_t most_rolls = rules.extra_roll_on_6 ? rules.max_extra_rolls : 0;
        return seat < rules.seats() && die <= faces && mingled <= 1 && finished <= 1 && (finished == 0 || die == 0) &&
               1 <= turn && turn <= last_turn && extra_rolls <= most_rolls &&
               std::all_of(
                   since.begin(), since.begin() + rules.seats(), [this](auto when) { return when <= turn; }) &&
               std::all_of(
                   since.begin() + rules.seats(), since.end(), [](auto when) { return when == 0; }) &&
               hats.valid(rules) && (mingled != 0 || !hats.are_colours_on_board(rules)) &&
               (finished != 0 || hats.has_free(seat));
    }
};

static_assert(sizeof(Position) == 232);
static_assert(asobiba::Position<Position>);

}  // namespace asobiba::coppit
