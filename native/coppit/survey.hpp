// What a look at the board tells: who may strike where with which die, how far it is home, and what each seat has.
// The twin of asobiba/games/coppit/survey.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "coppit/position.hpp"

namespace asobiba::coppit {

// What counts for a seat, and how much each of it counts.
struct Traits {
    double home = 0;                 // own hats in the own BOX
    double banked = 0;               // hats of others that it has banked
    double free = 0;                 // own hats in its stacks on the board
    double prisoners = 0;            // hats of others in its stacks
    double free_in_danger = 0;       // how many of the free ones are captured before it moves again
    double prisoners_in_danger = 0;  // the same of the prisoners
    double free_away = 0;            // tens of steps from home, of all free ones together
    double prisoners_away = 0;       // the same of the prisoners
    double captive = 0;              // own hats in the stacks of others
    double hunt = 0;                 // how likely the next die lets a stack capture, of all its stacks together
    double stacks = 0;               // on the board
    double late_lead = 0;            // its share of the win if the game were over, the more the nearer the end is

    using List = std::array<double, 12>;

    List list() const { return std::bit_cast<List>(*this); }
};

inline double weighed(const Traits& weights, const Traits& traits) {
    const auto one = weights.list();
    const auto other = traits.list();
    return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

using Chances = std::array<double, most_seats>;

class Survey {
  public:
    explicit Survey(const Rules& rules) : rules_(rules) {
        for (int seat = 0; seat < rules.seats(); ++seat) {
            note_strikes(seat);
            note_ways(seat);
        }
    }

    const Rules& rules() const { return rules_; }

    int next(int seat) const { return seat + 1 == rules_.seats() ? 0 : seat + 1; }

    // Tens of steps to the own BOX.
    double way(int seat, int node) const { return ways_[at(seat)][at(node)]; }

    // How likely a stack on this node is captured by the seats that move from `first` on until its own turn comes.
    double danger(const Position& position, int seat, int node, int first) const {
        if (node >= rules_.squares || (rules_.safe[at(seat)] >> node & 1) != 0) return 0.0;
        double survives = 1.0;
        for (int other = first; other != seat; other = next(other)) survives *= 1.0 - strike(position, other, node);
        return 1.0 - survives;
    }

    // Where stacks stand that a move of the seat may capture.
    Word prey(const Position& position, int seat) const {
        Word nodes = 0;
        for (int other = 0; other < rules_.seats(); ++other)
            if (other != seat) nodes |= position.hats.stacks[at(other)].nodes & ~rules_.safe[at(other)];
        return nodes & below(rules_.squares);
    }

    // How likely the next die lets a stack on this node capture one of these.
    double hunt(int seat, int node, Word prey) const {
        int dice = 0;
        for (std::size_t die = 0; die < faces; ++die) dice += (targets_[at(seat)][die][at(node)] & prey) != 0;
        return dice / 6.0;
    }

    Traits traits(const Position& position, int seat) const {
        Traits own;
        own.home = position.hats.box_counts(rules_)[at(seat)];
        own.banked = static_cast<double>(position.hats.captured(seat));
        const Stacks& stacks = position.hats.stacks[at(seat)];
        const Word nodes = prey(position, seat);
        stacks.each([&](int node, Range range) {
            const double free = stacks.count(seat, range);
            const double prisoners = range.last - range.first - free;
            own.prisoners += prisoners;
            if (node == rules_.home[at(seat)]) return;
            const double risk = danger(position, seat, node, position.seat);
            own.free += free;
            own.free_in_danger += free * risk;
            own.prisoners_in_danger += prisoners * risk;
            own.free_away += free * way(seat, node);
            own.prisoners_away += prisoners * way(seat, node);
            own.hunt += hunt(seat, node, nodes);
            own.stacks += 1;
        });
        for (int other = 0; other < rules_.seats(); ++other)
            if (other != seat) own.captive += position.hats.stacks[at(other)].count(seat);
        own.late_lead = shares(position)[at(seat)] * lateness(position);
        return own;
    }

    // Each seat's chance to win: those of the winners, once the game is over. Weights are made for six hats each.
    Chances chances(const Position& position, const Traits& weights) const {
        if (position.finished != 0) return shares(position);
        Chances chances{};
        double all = 0;
        for (int seat = 0; seat < rules_.seats(); ++seat)
            all += chances[at(seat)] = std::exp(weighed(weights, traits(position, seat)) * 6.0 / rules_.hats);
        for (double& chance : chances) chance /= all;
        return chances;
    }

    // Who would win now: 1, or the same part for each of several.
    Chances shares(const Position& position) const {
        std::array<Position::Rank, most_seats> ranks{};
        const auto end = ranks.begin() + rules_.seats();
        for (int seat = 0; seat < rules_.seats(); ++seat) ranks[at(seat)] = position.rank(rules_, seat);
        const Position::Rank best = *std::max_element(ranks.begin(), end);
        const auto won = static_cast<double>(std::count(ranks.begin(), end, best));
        Chances shares{};
        for (int seat = 0; seat < rules_.seats(); ++seat) shares[at(seat)] = ranks[at(seat)] == best ? 1.0 / won : 0.0;
        return shares;
    }

    // Up to 1, where the next move may end the game.
    double lateness(const Position& position) const {
        const double late = 1.0 / std::max(rules_.ends_in_play ? hats_of_the_last(position) : crowd(position), 1);
        if (rules_.max_turns == 0) return late;
        const double rounds = static_cast<double>(rules_.max_turns - position.turn) / rules_.seats();
        return std::max(late, 1.0 / (1.0 + rounds));
    }

  private:
    // How likely the other seat's next turn brings it to this node. A six that does not is followed by a second roll.
    double strike(const Position& position, int other, int node) const {
        const Word home = position.hats.box[at(other)] != 0 ? bit(rules_.home[at(other)]) : 0;
        const Word sources = position.hats.stacks[at(other)].nodes | home;
        int dice = 0;
        bool six = false;
        for (std::size_t die = 0; die < faces; ++die) {
            six = (sources & strikers_[at(other)][die][at(node)]) != 0;
            dice += six;
        }
        return rules_.extra_roll_on_6 && !six ? dice / 6.0 + dice / 36.0 : dice / 6.0;
    }

    // The fewest free hats that a colour has which is not out yet.
    int hats_of_the_last(const Position& position) const {
        int fewest = most_hats;
        for (int seat = 0; seat < rules_.seats(); ++seat) {
            const int free = position.hats.box[at(seat)] + position.hats.stacks[at(seat)].count(seat);
            if (free != 0) fewest = std::min(fewest, free);
        }
        return fewest;
    }

    // Stacks on the board.
    int crowd(const Position& position) const {
        int count = 0;
        for (int seat = 0; seat < rules_.seats(); ++seat)
            count += std::popcount(position.hats.stacks[at(seat)].nodes & ~bit(rules_.home[at(seat)]));
        return count;
    }

    // From where to where each die leads.
    void note_strikes(int seat) {
        for (int die = 1; die <= faces; ++die) {
            auto& strikers = strikers_[at(seat)][at(die - 1)];
            auto& targets = targets_[at(seat)][at(die - 1)];
            const auto note = [&](int source, int node) {
                strikers[at(node)] |= bit(source);
                targets[at(source)] |= bit(node);
            };
            const auto note_all = [&](int source, std::span<const std::int32_t> actions) {
                for (const int action : actions) {
                    note(source, rules_.move(action).destination);
                    for (const int node : rules_.way(rules_.move(action))) note(source, node);
                }
            };
            for (int node = 0; node < rules_.nodes; ++node) note_all(node, rules_.reach(seat, die, node));
            note_all(rules_.home[at(seat)], rules_.deploys(seat, die));
        }
    }

    // The fewest pips that lead home. From where none do, it is as far as from anywhere.
    void note_ways(int seat) {
        std::array<int, most_nodes> pips;
        pips.fill(farthest);
        pips[at(rules_.home[at(seat)])] = 0;
        for (bool is_shorter = true; is_shorter;) {
            is_shorter = false;
            for (int node = 0; node < rules_.nodes; ++node)
                for (int die = 1; die <= faces; ++die)
                    for (const int action : rules_.reach(seat, die, node)) {
                        const int found = die + pips[rules_.move(action).destination];
                        if (found >= pips[at(node)]) continue;
                        pips[at(node)] = found;
                        is_shorter = true;
                    }
        }
        for (std::size_t node = 0; node < most_nodes; ++node) ways_[at(seat)][node] = pips[node] / 10.0;
    }

    static constexpr int farthest = 30;

    using Nodes = std::array<Word, most_nodes>;

    const Rules& rules_;
    std::array<std::array<Nodes, faces>, most_seats> strikers_{};  // by seat, die and node: from where it is reached
    std::array<std::array<Nodes, faces>, most_seats> targets_{};   // and what is reached from it
    std::array<std::array<double, most_nodes>, most_seats> ways_{};
};

}  // namespace asobiba::coppit
