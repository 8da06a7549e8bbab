// Which placement to choose: alone for the longest chain, against another for the fight as well.
//
// In a fight both know the next pairs, so what the other could send in this turn and in the next can be counted, and
// what could answer it. A chain is fired when it buries the other or hurts him more than he can offset. Ojama that wait
// are offset because the fields under them are judged. Who could be struck keeps an answer ready.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/dice.hpp"
#include "puyo/beam.hpp"
#include "puyo/position.hpp"

namespace asobiba::puyo::search {

// A first placement and what it brings at once.
struct Opening {
    int number;
    Node node;  // after ojama have fallen
    Chain chain;
    std::int64_t sent = 0;     // ojama, after offsetting
    std::int64_t waiting = 0;  // for oneself, after this turn
};

// By placement, in points. What cannot be reached has no value.
struct Judgement {
    std::array<double, placements> values{};
    std::array<double, placements> links{};  // of the chain that is expected

    Judgement() { values.fill(-std::numeric_limits<double>::infinity()); }

    double& of(const Opening& opening) { return values[static_cast<std::size_t>(opening.number)]; }
};

// What makes it fight. Found by play against itself.
struct Temper {
    int patience = 850;    // as in Plan, when another builds too
    int hit = 200;         // percent of its points that a strike is worth which the other cannot answer
    int trade = 30;        // and one that he can
    int exposed = 300;     // percent of the points of ojama that could come and that nothing would offset
    int deadly = 200'000;  // points for a strike that buries him
};

// Rows until column 3 is full.
inline std::int64_t room_of(const Field& field) { return in_sight - height_of(field.occupied(), spawn); }

// Numbers of a position are as large as they like; beyond this many nothing gets worse.
inline std::int64_t counted(std::uint64_t number) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(number, 1'000'000));
}

// The points of the best chain within so many pairs.
inline std::int64_t best_points(const Node& node, std::span<const Pair> pairs, const Rules& rules) {
    std::int64_t best = 0;
    if (pairs.empty()) return best;
    for (std::uint32_t left = distinct_placements(node, pairs[0]); left != 0; left &= left - 1) {
        Node child = node;
        const Chain chain = put(child, pairs[0], std::countr_zero(left), rules);
        best = std::max<std::int64_t>(best, chain.score);
        if (chain.links == 0 && !child.buried()) best = std::max(best, best_points(child, pairs.subspan(1), rules));
    }
    return best;
}

class Battle {
  public:
    Battle(const Rules& rules, const Weights& weights, const Temper& temper)
        : rules_(rules), weights_(weights), temper_(temper) {}

    // For the seat to move, which is a seat. Nothing of the queue is used but the pairs in sight.
    Judgement judge(const State& state, Plan plan, Dice& dice) const {
        const auto seat = static_cast<std::size_t>(state.to_play(rules_));
        const std::vector<Pair> pairs = pairs_seen(state);
        const std::int64_t left = counted(rules_.max_turns - state.turn);
        if (left <= plan.depth) {
            plan.depth = static_cast<int>(left);
            plan.goes_on = false;
        }
        if (rules_.versus) plan.patience = temper_.patience;
        const std::vector<Opening> openings = opened(state, seat, pairs[0], dice);
        const Promises promises = promised(openings, std::span(pairs).subspan(1), plan, dice);

        Judgement judgement;
        for (const Opening& opening : openings) {
            const auto at = static_cast<std::size_t>(opening.number);
            judgement.values[at] = static_cast<double>(promises[at].points) / plan.queues;
            judgement.links[at] = static_cast<double>(promises[at].links) / plan.queues;
        }
        if (rules_.versus) fight(state, seat, openings, pairs, judgement);
        for (const Opening& opening : openings)
            if (opening.node.buried()) judgement.of(opening) = opening.chain.score - 10.0 * temper_.deadly;
        if (pairs[0].axis == pairs[0].child) copy_to_twins(state.players[seat].reachable(), judgement);
        return judgement;
    }

  private:
    std::uint64_t price_now(const State& state) const {
        return price_of(rules_.target_points, rules_.margin_seconds, state.clock);
    }

    static std::vector<Pair> pairs_seen(const State& state) {
        std::vector<Pair> pairs;
        for (std::uint64_t ahead = 0; ahead < pairs_in_sight; ++ahead)
            pairs.push_back(state.queue.pair((state.turn % state.pairs + ahead) % state.pairs));
        return pairs;
    }

    std::vector<Opening> opened(const State& state, std::size_t seat, Pair pair, Dice& dice) const {
        const Player& player = state.players[seat];
        const Node root{Field::from(player.field), 0, 0, 0, player.row14};
        std::vector<Opening> openings;
        for (std::uint32_t left = distinct_placements(root, pair); left != 0; left &= left - 1) {
            Opening opening{std::countr_zero(left), root, {}};
            opening.node.firsts = 1u << opening.number;
            opening.chain = put(opening.node, pair, opening.number, rules_);
            opening.node.way = cost(root, opening.number, opening.chain, weights_);
            if (rules_.versus) exchange(opening, player, price_now(state), dice);
            openings.push_back(opening);
        }
        return openings;
    }

    // Buys ojama, offsets those that wait, and lets fall what is left of these; loose ones by lot.
    void exchange(Opening& opening, const Player& player, std::uint64_t price, Dice& dice) const {
        std::uint64_t bought = 0;
        if (opening.chain.links != 0) {
            const std::uint64_t bonus = player.all_clear * all_clear_ojama * rules_.target_points;
            bought = (player.carry + static_cast<std::uint64_t>(opening.chain.score) + bonus) / price;
        }
        const std::uint64_t waiting = offset(player.ojama, bought);
        const std::uint64_t falling = std::min(waiting, rules_.ojama_per_turn);
        fall(opening.node.field, falling / width, all_columns);
        const std::size_t loose = falling % width;
        fall(opening.node.field, 1, column_sets.sets[loose][dice.below(column_sets.count[loose])]);
        opening.sent = counted(offset(bought, player.ojama));
        opening.waiting = counted(waiting - falling);
    }

    Promises promised(const std::vector<Opening>& openings, std::span<const Pair> next, const Plan& plan,
                      Dice& dice) const {
        std::vector<Node> nodes;
        Promises found{};
        for (const Opening& opening : openings) {
            const auto at = static_cast<std::size_t>(opening.number);
            if (!rules_.versus) found[at] = {opening.chain.score, opening.chain.links};
            if (!opening.node.buried() && opening.chain.links < big_chain) nodes.push_back(opening.node);
        }
        return Beam(rules_, weights_, plan).search(nodes, found, next, dice);
    }

    void fight(const State& state, std::size_t seat, const std::vector<Opening>& openings, std::span<const Pair> pairs,
               Judgement& judgement) const {
        const Player& other = state.players[1 - seat];
        const Node facing{Field::from(other.field), 0, 0, 0, other.row14};
        const auto price = counted(price_now(state));
        const std::int64_t now = ojama_for(other, best_points(facing, pairs.first(1), rules_), price);
        const std::int64_t soon = ojama_for(other, best_points(facing, pairs.first(2), rules_), price);
        for (const Opening& opening : openings) {
            double& value = judgement.of(opening);
            value += static_cast<double>(struck(opening, other, facing.field, soon, price));
            const std::int64_t answer_now = best_points(opening.node, pairs.subspan(1, 1), rules_) / price;
            const std::int64_t answer_soon = best_points(opening.node, pairs.subspan(1, 2), rules_) / price;
            const std::int64_t open = std::max({now - opening.sent - answer_now, soon - opening.sent - answer_soon,
                                                opening.waiting - answer_now, std::int64_t{0}});
            value -= static_cast<double>(danger(open, opening.node.field, price));
        }
    }

    std::int64_t ojama_for(const Player& player, std::int64_t points, std::int64_t price) const {
        if (points == 0) return 0;
        const std::uint64_t bonus = player.all_clear * all_clear_ojama * rules_.target_points + player.carry;
        return (points + counted(bonus)) / price;
    }

    std::int64_t struck(const Opening& opening, const Player& other, const Field& field, std::int64_t answer,
                        std::int64_t price) const {
        if (opening.sent == 0) return 0;
        const std::int64_t net = opening.sent + counted(other.ojama) - answer;
        if (net >= width * room_of(field)) return temper_.deadly + net;
        if (net <= 0) return opening.sent * price * temper_.trade / 100;
        return net * price * temper_.hit / 100;
    }

    std::int64_t danger(std::int64_t open, const Field& field, std::int64_t price) const {
        const std::int64_t worth = open * price * temper_.exposed / 100;
        return open >= width * room_of(field) ? 3 * worth : worth;
    }

    static void copy_to_twins(std::uint32_t reachable, Judgement& judgement) {
        for (; reachable != 0; reachable &= reachable - 1) {
            const int number = std::countr_zero(reachable);
            const auto at = static_cast<std::size_t>(number);
            const auto twin = static_cast<std::size_t>(twin_of(number));
            judgement.values[at] = judgement.values[twin];
            judgement.links[at] = judgement.links[twin];
        }
    }

    const Rules& rules_;
    const Weights& weights_;
    const Temper& temper_;
};

}  // namespace asobiba::puyo::search
