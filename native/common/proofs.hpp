// Proven results on their way up a tree. Written once for every game.
//
// The payoffs of a node are proven when a seat has a move that brings it the highest score there is, or when all moves
// are proven and it is clear which of them the seat takes: of two seats one's gain is the other's loss, of more seats
// two moves that are equally good for the one who chooses may be different for the others. Through luck, payoffs are
// proven when every outcome is; through hidden commits never.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "common/rewards.hpp"
#include "common/tree.hpp"

namespace asobiba {

using Payoffs = std::array<double, most_seats>;

class Prover {
  public:
    Prover(Tree& tree, double highest) : tree_(tree), highest_(highest) {}

    // Whether what is known of its children now proves a node of which nothing was proven.
    bool proves(Slot slot, std::size_t seat) {
        const Node& node = tree_[slot];
        if (node.is_proven()) return false;
        if (node.kind == Kind::choice) return proves_choice(slot, seat);
        return node.kind == Kind::drawn && proves_drawn(slot);
    }

  private:
    std::span<const double> payoffs(Slot slot) const { return {tree_.totals(slot), tree_.seats()}; }

    bool proves_choice(Slot slot, std::size_t seat) {
        Slot best = nowhere;
        bool all = tree_[slot].tried == tree_[slot].count;
        tree_.each_child(slot, [&](Slot child) {
            if (!tree_[child].is_proven()) all = false;
            else if (best == nowhere || prefers(child, best, seat)) best = child;
        });
        if (best == nowhere) return false;
        const bool wins = tree_.totals(best)[seat] >= highest_;
        if (!wins && (!all || !is_clear(slot, best, seat))) return false;
        tree_.prove(slot, tree_[best].proof, tree_[best].plies + 1u, payoffs(best));
        return true;
    }

    // The higher payoff; of equal ones the sooner win, or the later end.
    bool prefers(Slot child, Slot best, std::size_t seat) const {
        const double mine = tree_.totals(child)[seat];
        const double other = tree_.totals(best)[seat];
        if (mine != other) return mine > other;
        return mine > 0 ? tree_[child].plies < tree_[best].plies : tree_[child].plies > tree_[best].plies;
    }

    // Whether all children that are as good as the best for the one who chooses are the same for everybody.
    bool is_clear(Slot slot, Slot best, std::size_t seat) const {
        bool clear = true;
        tree_.each_child(slot, [&](Slot child) {
            const auto mine = payoffs(child);
            if (mine[seat] == payoffs(best)[seat] && !std::ranges::equal(mine, payoffs(best))) clear = false;
        });
        return clear;
    }

    bool proves_drawn(Slot slot) {
        if (tree_[slot].count != tree_[slot].tried) return false;
        const Slot any = tree_[slot].first;
        bool all = true;
        bool same = true;
        bool known = true;
        std::size_t plies = 0;
        Proof proof = Proof::certain;
        Payoffs average{};
        tree_.each_child(slot, [&](Slot child) {
            all &= tree_[child].is_proven();
            same &= std::ranges::equal(payoffs(child), payoffs(any));
            known &= tree_.mean(child) > 0;
            proof = std::min(proof, tree_[child].proof);
            plies = std::max<std::size_t>(plies, tree_[child].plies);
            for (std::size_t seat = 0; seat < tree_.seats(); ++seat)
                average[seat] += tree_.mean(child) * tree_.totals(child)[seat];
        });
        if (!all || (!same && !known)) return false;
        if (same) tree_.prove(slot, proof, plies, payoffs(any));
        else tree_.prove(slot, Proof::average, plies, {average.data(), tree_.seats()});
        return true;
    }

    Tree& tree_;
    double highest_;
};

}  // namespace asobiba
