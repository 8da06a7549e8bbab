// Wins at hand: moves that end the game with the highest score there is. A guided search sees them before it asks its
// network, and where they leave a seat a single move, it asks nobody and goes on. Written once for every game.
#pragma once

#include <cstddef>
#include <optional>

#include "common/growth.hpp"
#include "common/guidance.hpp"
#include "common/hidden.hpp"
#include "common/proofs.hpp"
#include "common/tree.hpp"

namespace asobiba {

template <Position P>
class Wins {
  public:
    using Rules = typename P::Rules;

    struct Win {
        int action;
        Payoffs payoffs;
    };

    Wins(Tree& tree, const Rules& rules, const Guidance& guidance, const Growth<P>& growth, Prover& prover)
        : tree_(tree), rules_(rules), guidance_(guidance), growth_(growth), prover_(prover) {}

    // The seat's first move that wins at once, which needs no judgement.
    std::optional<Win> at_hand(const P& position, int seat) const {
        std::optional<Win> win;
        if constexpr (Hides<P>) return win;
        if (!guidance_.is_narrow()) return win;
        if constexpr (SeesWins<P>) {
            const int action = position.winning(rules_);
            if (action < 0) return win;
            P after = position;
            after.apply(rules_, action);
            return Win{action, growth_.scores(after)};
        }
        position.legal(rules_, [&](int action) {
            if (win) return;
            P after = position;
            after.apply(rules_, action);
            if (after.to_play(rules_) != over || after.score(rules_, seat) < guidance_.high) return;
            win = Win{action, growth_.scores(after)};
        });
        return win;
    }

    // The seat's only move that does not let the next seat win at once; nothing where there are more, or none.
    std::optional<int> only_move(const P& position, int seat) const {
        std::optional<int> only;
        bool more = false;
        position.legal(rules_, [&](int action) {
            if (more) return;
            P after = position;
            after.apply(rules_, action);
            const int next = after.to_play(rules_);
            if (next >= 0 && next != seat && at_hand(after, next)) return;
            more = only.has_value();
            only = action;
        });
        return more ? std::nullopt : only;
    }

    // What it comes to when the next seat cannot help it: whatever it does, the one after it wins at once. Nothing
    // where it has an answer.
    std::optional<Payoffs> unanswered(const P& position) const {
        std::optional<Payoffs> found;
        bool has_answer = false;
        position.legal(rules_, [&](int reply) {
            if (has_answer) return;
            P after = position;
            after.apply(rules_, reply);
            const int next = after.to_play(rules_);
            const auto win = next >= 0 ? at_hand(after, next) : std::nullopt;
            has_answer = !win || (found && *found != win->payoffs);
            if (win) found = win->payoffs;
        });
        return has_answer ? std::nullopt : found;
    }

    // The moves of a new node that end the game, let the next seat win at once, or leave it without an answer: they are
    // as if they had been tried.
    void look_ahead(Slot leaf, const P& position) {
        const int seat = position.to_play(rules_);
        if (!guidance_.is_narrow()) return;
        tree_.each_child(leaf, [&](Slot child) {
            P after = position;
            after.apply(rules_, tree_[child].action);
            const int next = after.to_play(rules_);
            if (next == over) {
                settle(child, 0, growth_.scores(after), seat);
            } else if (next != chance) {
                if (const auto win = at_hand(after, next)) settle(child, 1, win->payoffs, seat);
                else if (const auto end = unanswered(after)) settle(child, 2, *end, seat);
            }
        });
        prover_.proves(leaf, static_cast<std::size_t>(seat));
    }

    // At the root, where the seat chooses, the move itself is wanted: it is as if it had been tried.
    void settle_root(const P& position, int seat) {
        if (tree_[Tree::root].is_proven()) return;
        const auto win = at_hand(position, seat);
        if (!win) return;
        tree_.each_child(Tree::root, [&](Slot child) {
            if (tree_[child].action == win->action) settle(child, 0, win->payoffs, seat);
        });
        tree_.prove(Tree::root, Proof::certain, 1, {win->payoffs.data(), tree_.seats()});
    }

  private:
    void settle(Slot child, std::size_t plies, const Payoffs& payoffs, int chooser) {
        if (plies == 0) tree_[child].kind = Kind::end;
        tree_.prove(child, Proof::certain, plies, {payoffs.data(), tree_.seats()});
        tree_.count_visit(child, {payoffs.data(), tree_.seats()});
        tree_.mean(child) = tree_.value(child, static_cast<std::size_t>(chooser));
    }

    Tree& tree_;
    const Rules& rules_;
    const Guidance& guidance_;
    const Growth<P>& growth_;
    Prover& prover_;
};

}  // namespace asobiba
