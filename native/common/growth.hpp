// How a tree grows along the positions of a game. Written once for every search and every game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/hidden.hpp"
#include "common/perft.hpp"
#include "common/proofs.hpp"
#include "common/tree.hpp"

namespace asobiba {

inline constexpr std::size_t most_drawn = 256;  // children of luck that are kept apart

template <Position P>
class Growth {
  public:
    using Rules = typename P::Rules;

    Growth(Tree& tree, const Rules& rules) : tree_(tree), rules_(rules) {}

    // What a seat scores now.
    Payoffs scores(const P& position) const {
        Payoffs payoffs{};
        for (int seat = 0; seat < rules_.seats(); ++seat)
            payoffs[static_cast<std::size_t>(seat)] = static_cast<double>(position.score(rules_, seat));
        return payoffs;
    }

    // A leaf gets the children of its position, and is then of another kind. False if there is no room for them.
    bool expand(Slot leaf, const P& position) {
        const int seat = position.to_play(rules_);
        if (seat == over) {
            finish(leaf, position);
            return true;
        }
        if (seat == chance) {
            Node& node = tree_[leaf];
            node.kind = Kind::drawn;
            node.tried = static_cast<std::uint16_t>(
                std::min<std::uint64_t>(choices(position, rules_), std::numeric_limits<std::uint16_t>::max()));
            return true;
        }
        if constexpr (Commits<P>)
            if (rules_.seats() > 1 && position.all_choose(rules_)) return expand_commits(leaf, position);
        actions_.clear();
        position.legal(rules_, [&](int action) { actions_.push_back(action); });
        return add_choices(leaf);
    }

    // The game is over.
    void finish(Slot leaf, const P& position) {
        tree_[leaf].kind = Kind::end;
        const Payoffs payoffs = scores(position);
        tree_.prove(leaf, Proof::certain, 0, {payoffs.data(), tree_.seats()});
    }

    // The child that an outcome of luck leads to, made if there is room; otherwise nowhere.
    Slot drawn(Slot above, const P& position, int outcome) {
        const Slot known = tree_.drawn(above, outcome);
        if (known != nowhere || tree_[above].count >= most_drawn) return known;
        const Slot made = tree_.add_drawn(above, outcome);
        if constexpr (Likely<P>)
            if (made != nowhere) tree_.mean(made) = position.likelihood(rules_, outcome);
        return made;
    }

    // The child of a joint commit: what one seat chose, then what the next did.
    Slot answered(Slot above, int commit) {
        const Slot known = tree_.drawn(above, commit);
        if (known != nowhere) return known;
        tree_[above].kind = Kind::drawn;
        return tree_.add_drawn(above, commit);
    }

  private:
    bool add_choices(Slot above) {
        const Slot first = tree_.add(actions_.size());
        if (first == nowhere) return false;
        for (std::size_t i = 0; i < actions_.size(); ++i) tree_[static_cast<Slot>(first + i)].action = actions_[i];
        Node& node = tree_[above];
        node.kind = Kind::choice;
        node.first = first;
        node.count = static_cast<std::uint16_t>(actions_.size());
        return true;
    }

    // A child for each seat.
    bool expand_commits(Slot leaf, const P& position)
        requires Commits<P>
    {
        const auto seats = static_cast<std::size_t>(rules_.seats());
        if (tree_.size() + seats * (1 + static_cast<std::size_t>(rules_.actions())) > tree_.capacity()) return false;
        const Slot first = tree_.add(seats);
        for (std::size_t seat = 0; seat < seats; ++seat) {
            actions_.clear();
            for (int action = 0; action < rules_.actions(); ++action)
                if (position.may_choose(rules_, static_cast<int>(seat), action)) actions_.push_back(action);
            add_choices(static_cast<Slot>(first + seat));
        }
        Node& node = tree_[leaf];
        node.kind = Kind::commits;
        node.first = first;
        node.count = static_cast<std::uint16_t>(seats);
        return true;
    }

    Tree& tree_;
    const Rules& rules_;
    std::vector<std::int32_t> actions_;
};

}  // namespace asobiba
