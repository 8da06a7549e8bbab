// Instinct: a quick eye for one move. It asks what changes for the stacks that the move touches, and nothing else.
// The twin of asobiba/games/coppit/instinct.py.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "common/dice.hpp"
#include "coppit/survey.hpp"

namespace asobiba::coppit {

class Instinct {
  public:
    Instinct(const Survey& survey, const Traits& weights)
        : survey_(survey), rules_(survey.rules()), weights_(weights) {}

    // The move of the seat that has rolled; of equal ones any.
    int choose(const Position& position, Dice& dice) const {
        double best = std::numeric_limits<double>::lowest();
        int chosen = pass;
        std::uint32_t equals = 0;
        each_gain(position, [&](int action, double gain) {
            if (gain < best) return;
            equals = gain > best ? 1 : equals + 1;
            if (equals > 1 && dice.below(equals) != 0) return;
            best = gain;
            chosen = action;
        });
        return chosen;
    }

    // Calls the visitor with every move and what the seat gains by it.
    template <class Visitor>
    void each_gain(const Position& position, Visitor visit) const {
        Look look{position, survey_.prey(position, position.seat), 0, {}};
        const bool may_end = is_end_near(position);
        position.legal(rules_, [&](int action) {
            const double gain = action == pass ? 0.0 : gained(look, rules_.move(action));
            visit(action, may_end ? gain + decided * result(position, action) : gain);
        });
    }

  private:
    static constexpr double decided = 1e6;  // a result outweighs everything

    // A position, and what has been found out about its nodes.
    struct Look {
        const Position& position;
        Word prey;
        Word known;
        std::array<double, most_nodes> dangers;
    };

    struct Load {
        double free;
        double prisoners;
    };

    double gained(Look& look, const Move& move) const {
        const int seat = look.position.seat;
        const int home = rules_.home[at(seat)];
        const Stacks& own = look.position.hats.stacks[at(seat)];
        const bool single = move.source == home && !move.held;
        Load load = single ? Load{1, 0} : load_of(own, seat, move.source);
        double gain = single ? -weights_.home : -worth(look, move.source, load);
        for (const int node : rules_.way(move))
            gain += node == home ? unload(load) : captured(look.position, node, load);
        const int end = move.destination;
        if (end == home && !move.holds) return gain + unload(load) + load.free * weights_.home;
        if (end < rules_.squares) gain += captured(look.position, end, load);
        if (own.stand_on(end)) {
            const Load resident = load_of(own, seat, end);
            gain -= worth(look, end, resident);
            load = {load.free + resident.free, load.prisoners + resident.prisoners};
        }
        return gain + worth(look, end, load);
    }

    // What a stack of the seat to move is worth on a node.
    double worth(Look& look, int node, Load load) const {
        const int seat = look.position.seat;
        if (node == rules_.home[at(seat)]) return load.free * weights_.home + load.prisoners * weights_.prisoners;
        const double risk = danger(look, node);
        const double way = survey_.way(seat, node);
        const double free = weights_.free + risk * weights_.free_in_danger + way * weights_.free_away;
        const double prisoner =
            weights_.prisoners + risk * weights_.prisoners_in_danger + way * weights_.prisoners_away;
        return load.free * free + load.prisoners * prisoner + weights_.stacks +
               weights_.hunt * survey_.hunt(seat, node, look.prey);
    }

    // As the enemies stand before the move.
    double danger(Look& look, int node) const {
        if ((look.known >> node & 1) == 0) {
            const int seat = look.position.seat;
            look.known |= bit(node);
            look.dangers[at(node)] = survey_.danger(look.position, seat, node, survey_.next(seat));
        }
        return look.dangers[at(node)];
    }

    static Load load_of(const Stacks& stacks, int seat, int node) {
        const Range range = stacks.range(node);
        const double free = stacks.count(seat, range);
        return {free, range.last - range.first - free};
    }

    // The prisoners are banked.
    double unload(Load& load) const {
        const double worth = load.prisoners * weights_.banked;
        load.prisoners = 0;
        return worth;
    }

    // The prey joins the load. What its owner loses all the others share.
    double captured(const Position& position, int node, Load& load) const {
        const int seat = position.seat;
        double lost = 0;
        for (int other = 0; other < rules_.seats(); ++other) {
            if (!position.hats.is_prey(rules_, seat, other, node)) continue;
            const Stacks& stacks = position.hats.stacks[at(other)];
            const Load theirs = load_of(stacks, other, node);
            const double freed = stacks.count(seat, stacks.range(node));
            load = {load.free + freed, load.prisoners + theirs.free + theirs.prisoners - freed};
            lost += theirs.free * (weights_.free - weights_.captive) + theirs.prisoners * weights_.prisoners;
        }
        return lost / (rules_.seats() - 1);
    }

    // Whether a single move may end the game: otherwise nobody need ask of each whether it does.
    bool is_end_near(const Position& position) const {
        const auto seats = static_cast<std::uint32_t>(rules_.seats());
        if (rules_.max_turns != 0 && position.turn + seats > rules_.max_turns) return true;
        if (!position.is_armed(rules_)) return false;
        int left = 0;
        for (int seat = 0; seat < rules_.seats(); ++seat)
            left += rules_.ends_in_play ? position.hats.has_free(seat) : position.hats.stacks[at(seat)].nodes != 0;
        return left <= 2;
    }

    double result(const Position& position, int action) const {
        Position after = position;
        after.apply(rules_, action);
        return after.score(rules_, position.seat);
    }

    const Survey& survey_;
    const Rules& rules_;
    const Traits& weights_;
};

}  // namespace asobiba::coppit
