// Foresight: own moves are searched, those of the others are foreseen.
//
// The others are taken to play what looks best to them at a glance, any of it; now and then that is in doubt, and then
// they play what this search has found to be best for them. Who can win at once always does. Where the tree ends, all
// go on at a glance.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "common/any_bit.hpp"
#include "common/proofs.hpp"
#include "common/tree.hpp"
#include "otrio/glance.hpp"

namespace asobiba::otrio {

struct Tried {
    int action;
    double score;  // that it brought, to the seat that moves
    std::uint32_t visits;
};

// One search, about one position in which somebody is to move.
class Foresight {
  public:
    Foresight(const Rules& rules, std::uint32_t doubt, const Board& board, std::uint64_t seed)
        : rules_(rules),
          doubt_(doubt),
          tree_(static_cast<std::size_t>(rules.players), most_nodes),
          dice_(dice_of(seed, 0)),
          start_(rules, board),
          seat_(start_.to_play(rules)) {
        expand(Tree::root, start_);
    }

    // `goes_on` is asked every now and then; it may throw, too.
    template <class GoesOn>
    void run(std::uint64_t simulations, GoesOn goes_on) {
        constexpr std::uint64_t between_questions = 64;
        for (std::uint64_t made = 0; made < simulations; ++made) {
            if (made % between_questions == 0 && !goes_on()) return;
            simulate(start_);
        }
    }

    // Every legal move, in the order in which they look at a glance.
    std::vector<Tried> found() const {
        std::vector<Tried> moves;
        const auto seat = static_cast<std::size_t>(seat_);
        tree_.each_child(Tree::root, [&](Slot child) {
            moves.push_back({tree_[child].action, tree_.value(child, seat), tree_[child].visits});
        });
        return moves;
    }

  private:
    static constexpr std::size_t most_nodes = 4'000'000;
    static constexpr double exploration = 0.5;
    static constexpr double urgency = 0.5;  // of a move that was never tried: above what the position brought so far

    struct Step {
        Slot slot;
        int chooser;
    };

    // 1. Down the tree, as far as it is known; 2. on at a glance; 3. up again with what it brought.
    void simulate(Glance now) {
        path_.assign(1, {Tree::root, chance});
        while (goes_down(now)) {
        }
        const Slot last = path_.back().slot;
        Payoffs payoffs{};
        if (tree_[last].kind == Kind::end) std::copy_n(tree_.totals(last), tree_.seats(), payoffs.begin());
        else payoffs = played_out(now);
        for (const Step& step : path_) {
            tree_.count_visit(step.slot, {payoffs.data(), tree_.seats()});
            if (step.chooser >= 0) tree_.judge(step.slot, static_cast<std::size_t>(step.chooser));
        }
    }

    bool goes_down(Glance& now) {
        const Slot at = path_.back().slot;
        if (tree_[at].kind == Kind::end || now.is_full(rules_)) return false;
        if (tree_[at].kind == Kind::leaf && (tree_[at].visits == 0 || !expand(at, now))) return false;
        const int seat = now.to_play(rules_);
        const Slot child = chosen(at, seat);
        now.play(rules_, tree_[child].action);
        path_.push_back({child, seat});
        return true;
    }

    // The children, in the order in which they look; `tried` counts those that look best. False: there is no room.
    bool expand(Slot at, const Glance& now) {
        std::array<std::pair<double, int>, 2 * slot_count> moves;
        std::size_t count = 0;
        each_look(rules_, now, [&](int action, double looks) { moves[count++] = {looks, action}; });
        const auto end = moves.begin() + static_cast<std::ptrdiff_t>(count);
        std::stable_sort(moves.begin(), end, [](auto& one, auto& other) { return one.first > other.first; });
        const Slot first = tree_.add(count);
        if (first == nowhere) return false;
        for (std::size_t i = 0; i < count; ++i) {
            const auto child = static_cast<Slot>(first + i);
            tree_[child].action = moves[i].second;
            if (moves[i].first == looks_won) win(child, now.to_play(rules_));
        }
        asobiba::Node& node = tree_[at];
        node.kind = Kind::choice;
        node.first = first;
        node.count = static_cast<std::uint16_t>(count);
        node.tried = static_cast<std::uint16_t>(
            std::count_if(moves.begin(), end, [&](auto& each) { return each.first == moves[0].first; }));
        return true;
    }

    void win(Slot child, int seat) {
        const Payoffs payoffs = scores_of_win(seat);
        tree_.prove(child, Proof::certain, 1, {payoffs.data(), tree_.seats()});
        tree_[child].kind = Kind::end;
    }

    Slot chosen(Slot at, int seat) {
        const asobiba::Node& node = tree_[at];
        if (tree_[node.first].kind == Kind::end) return node.first;
        if (seat == seat_ || dice_.below(100) < doubt_) return most_promising(at, static_cast<std::size_t>(seat));
        return node.first + dice_.below(node.tried);
    }

    // The child with the best upper bound for the seat; of those that were never tried, the one that looks best.
    Slot most_promising(Slot at, std::size_t seat) const {
        const asobiba::Node& node = tree_[at];
        const double untried = tree_.value(at, seat) + urgency;
        const double bonus = exploration * std::sqrt(std::log(std::max(node.visits, 1u)));
        double best = std::numeric_limits<double>::lowest();
        Slot found = node.first;
        for (Slot child = node.first; child < node.first + node.count; ++child) {
            const bool known = tree_[child].visits != 0;
            const double bound = known ? tree_.mean(child) + bonus * tree_.spreads(child)[0] : untried;
            if (bound <= best) continue;
            best = bound;
            found = child;
        }
        return found;
    }

    Payoffs played_out(Glance now) {
        while (!now.is_full(rules_)) {
            if (now.wins(rules_) != 0) return scores_of_win(now.to_play(rules_));
            now.play(rules_, any_bit(likely(rules_, now), dice_));
        }
        return {};
    }

    Payoffs scores_of_win(int winner) const {
        Payoffs payoffs{};
        for (int seat = 0; seat < rules_.players; ++seat)
            payoffs[static_cast<std::size_t>(seat)] = seat == winner ? 1.0 : rules_.loss;
        return payoffs;
    }

    const Rules& rules_;
    const std::uint32_t doubt_;  // of a hundred moves
    Tree tree_;
    Dice dice_;
    const Glance start_;
    const int seat_;
    std::vector<Step> path_;
};

}  // namespace asobiba::otrio
