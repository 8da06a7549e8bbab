// UCT: a tree that grows towards the moves that look best, and random playouts at its leaves. For every game.
//
// Seats get what the games score, each its own: no seat is taken for another's enemy. A result that is proven goes up
// the tree as far as it can. What is hidden from the seat that thinks is drawn anew in every simulation, and where all
// seats choose at once each has statistics that know nothing of the others' choice.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "common/growth.hpp"
#include "common/hidden.hpp"
#include "common/pause.hpp"
#include "common/proofs.hpp"
#include "common/reuse.hpp"
#include "common/tree.hpp"

namespace asobiba {

// How a search weighs what it knows. Scores that lie within a small range are weighed by it; others, such as points,
// by the range of what the search has seen.
struct Weighing {
    double low = -1.0;
    double high = 1.0;
    double exploration = 0.7;  // times half the range
    double urgency = 1.0;      // of a move that was never tried: above what the position brought so far, in half ranges
    int playout_plies = -1;    // after so many a playout is cut short; 0 never, -1 as the game has it
};

inline constexpr double widest_range = 256;

struct Budget {
    std::uint64_t simulations = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t milliseconds = std::numeric_limits<std::uint64_t>::max();
    bool until_full = false;  // ends when the tree has no room for more
};

template <Position P>
class Uct {
  public:
    using Rules = typename P::Rules;

    Uct(const Rules& rules, std::size_t capacity, const Weighing& weighing, std::uint64_t seed)
        : rules_(rules),
          weighing_(weighing),
          tree_(static_cast<std::size_t>(rules.seats()), capacity),
          growth_(tree_, rules_),
          prover_(tree_, weighing.high),
          dice_(dice_of(seed, 0)),
          position_(P::start(rules)) {
        if constexpr (CutShort<P>)
            if (weighing_.playout_plies < 0) weighing_.playout_plies = P::playout_plies;
    }

    Uct(const Uct&) = delete;
    Uct& operator=(const Uct&) = delete;

    const Tree& tree() const { return tree_; }
    const Rules& rules() const { return rules_; }
    const P& position() const { return position_; }
    std::size_t depth() const { return deepest_; }
    bool is_full() const { return full_; }

    void reseed(std::uint64_t seed) { dice_ = dice_of(seed, 0); }

    // Thinks about this position next. What the tree knows of it is kept; how many visits that were is returned. Where
    // something is hidden nothing is kept, since it was drawn for another position.
    std::uint32_t place(const P& position) {
        Slot known = nowhere;
        if constexpr (!Hides<P>) known = reached(tree_, rules_, position_, position);
        if (known == nowhere) {
            tree_.clear();
            lowest_ = std::numeric_limits<double>::max();
            highest_ = std::numeric_limits<double>::lowest();
        } else if (known != Tree::root) {
            tree_.keep(known);
        }
        position_ = position;
        deepest_ = 0;
        full_ = false;
        return tree_[Tree::root].visits;
    }

    // From any thread: the search that is running ends at once.
    void stop() { stopped_ = true; }

    // Simulations made. `pause` is called every now and then and may throw.
    template <class Pause = NoPause>
    std::uint64_t run(const Budget& budget, Pause pause = {}) {
        using Clock = std::chrono::steady_clock;
        constexpr std::uint64_t between_looks = 8;
        const bool timed = budget.milliseconds != std::numeric_limits<std::uint64_t>::max();
        const auto end = Clock::now() + std::chrono::milliseconds(timed ? budget.milliseconds : 0);
        stopped_ = false;
        full_ = false;
        std::uint64_t made = 0;
        while (made < budget.simulations && !tree_[Tree::root].is_proven()) {
            if (stopped_.load(std::memory_order_relaxed) || (budget.until_full && full_)) break;
            if (made % between_looks == 0) {
                if (timed && Clock::now() >= end) break;
                if (made % (8 * between_looks) == 0) pause();
            }
            simulate();
            ++made;
        }
        return made;
    }

  private:
    struct Step {
        Slot slot;
        int chooser;  // the seat that chose it, or chance
    };

    // 1. Down the tree, as far as it is known; 2. a playout; 3. up again with what it brought.
    void simulate() {
        P position = imagined();
        path_.clear();
        path_.push_back({Tree::root, chance});
        Payoffs payoffs{};
        while (goes_down(position, payoffs)) {
        }
        deepest_ = std::max(deepest_, path_.size() - 1);
        for (const Step& step : path_) {
            tree_.count_visit(step.slot, {payoffs.data(), tree_.seats()});
            if (step.chooser >= 0) judge(step.slot, static_cast<std::size_t>(step.chooser));
        }
        prove();
    }

    P imagined() {
        if constexpr (Hides<P>) return position_.imagined(rules_, std::max(position_.to_play(rules_), 0), dice_);
        else return position_;
    }

    // One step down. False at the end of the way, whose payoffs are then known.
    bool goes_down(P& position, Payoffs& payoffs) {
        const Slot at = path_.back().slot;
        const Node& node = tree_[at];
        if (node.is_proven()) {
            std::copy_n(tree_.totals(at), tree_.seats(), payoffs.begin());
            return false;
        }
        switch (node.kind) {
            case Kind::choice: {
                const int seat = position.to_play(rules_);
                const Slot child = select(at, static_cast<std::size_t>(seat));
                position.apply(rules_, tree_[child].action);
                path_.push_back({child, seat});
                return true;
            }
            case Kind::drawn: {
                const int outcome = position.luck(rules_, dice_);
                const Slot child = growth_.drawn(at, position, outcome);
                position.apply(rules_, outcome);
                return follows(child, position, payoffs);
            }
            case Kind::commits: return commits(at, position, payoffs);
            default: return grows(at, position, payoffs);
        }
    }

    // At a leaf: a playout where it is new, otherwise its children are made.
    bool grows(Slot leaf, const P& position, Payoffs& payoffs) {
        if (position.to_play(rules_) == over) {
            growth_.finish(leaf, position);
            return true;
        }
        if ((tree_[leaf].visits != 0 || leaf == Tree::root) && may_grow(position)) {
            if (growth_.expand(leaf, position)) return true;
            full_ = true;
        }
        payoffs = playout(position);
        return false;
    }

    bool may_grow(const P& position) const {
        if constexpr (Hides<P>) return position.is_foreseen(rules_, position_);
        else return true;
    }

    bool follows(Slot child, const P& position, Payoffs& payoffs) {
        if (child != nowhere) {
            path_.push_back({child, chance});
            return true;
        }
        full_ |= tree_.size() == tree_.capacity();
        payoffs = playout(position);
        return false;
    }

    // Every seat chooses by what it knows. The joint commit leads on: from what the first chose, by what the others
    // did.
    bool commits(Slot at, P& position, Payoffs& payoffs) {
        const Slot choosers = tree_[at].first;
        Slot joint = nowhere;
        for (int left = rules_.seats(); left != 0; --left) {
            const int seat = position.to_play(rules_);
            const Slot chooser = choosers + static_cast<Slot>(seat);
            const Slot child = select(chooser, static_cast<std::size_t>(seat), at);
            const int action = tree_[child].action;
            if (left == rules_.seats()) joint = child;
            else if (joint != nowhere) joint = growth_.answered(joint, action);
            position.apply(rules_, action);
            path_.push_back({child, seat});
        }
        return follows(joint, position, payoffs);
    }

    Slot select(Slot at, std::size_t seat) { return select(at, seat, at); }

    // The child with the best upper bound for the seat; one that was never tried has the urgency of a first visit. The
    // visits and payoffs are those of `above`.
    Slot select(Slot at, std::size_t seat, Slot above) {
        const Node& node = tree_[at];
        const auto visits = tree_[above].visits;
        const double bonus = weighing_.exploration * half_range() * spread_of(visits);
        const double* const means = tree_.means(node.first);
        const double* const spreads = tree_.spreads(node.first);
        double best = std::numeric_limits<double>::lowest();
        std::uint32_t chosen = 0;
        for (std::uint32_t i = 0; i < node.tried; ++i) {
            const double bound = means[i] + bonus * spreads[i];
            if (bound > best) {
                best = bound;
                chosen = i;
            }
        }
        if (node.tried == node.count) return node.first + chosen;
        const double first_visit = tree_.value(above, seat) + weighing_.urgency * half_range();
        return node.tried == 0 || first_visit >= best ? untried(at) : node.first + chosen;
    }

    // Any of those, which changes places with the first of them.
    Slot untried(Slot at) {
        Node& node = tree_[at];
        const Slot next = node.first + node.tried;
        const Slot any = next + dice_.below(static_cast<std::uint32_t>(node.count - node.tried));
        std::swap(tree_[next].action, tree_[any].action);
        ++node.tried;
        return next;
    }

    // sqrt(log(visits)), from a table while they are few.
    static double spread_of(std::uint32_t visits) {
        static const auto table = [] {
            std::array<double, 1 << 12> numbers{};
            for (std::size_t n = 1; n < numbers.size(); ++n) numbers[n] = std::sqrt(std::log(static_cast<double>(n)));
            return numbers;
        }();
        return visits < table.size() ? table[visits] : std::sqrt(std::log(static_cast<double>(visits)));
    }

    bool is_narrow() const { return weighing_.high - weighing_.low <= widest_range; }

    double half_range() const {
        if (is_narrow()) return (weighing_.high - weighing_.low) / 2;
        return highest_ > lowest_ ? (highest_ - lowest_) / 2 : 1.0;
    }

    void judge(Slot slot, std::size_t seat) {
        tree_.judge(slot, seat);
        if (is_narrow()) return;
        lowest_ = std::min(lowest_, tree_.mean(slot));
        highest_ = std::max(highest_, tree_.mean(slot));
    }

    // Up the way as long as something new is proven.
    void prove() {
        if (!tree_[path_.back().slot].is_proven()) return;
        for (std::size_t below = path_.size() - 1; below != 0; --below) {
            const Slot above = path_[below - 1].slot;
            if (!prover_.proves(above, static_cast<std::size_t>(std::max(path_[below].chooser, 0)))) return;
            if (path_[below - 1].chooser >= 0) judge(above, static_cast<std::size_t>(path_[below - 1].chooser));
        }
    }

    Payoffs playout(P position) {
        int left = weighing_.playout_plies > 0 ? weighing_.playout_plies : std::numeric_limits<int>::max();
        for (int seat; (seat = position.to_play(rules_)) != over;) {
            if (seat == chance) {
                position.apply(rules_, position.luck(rules_, dice_));
            } else {
                if constexpr (CutShort<P>)
                    if (left-- == 0) return outlooks(position);
                position.apply(rules_, position.any_legal(rules_, dice_));
            }
        }
        return growth_.scores(position);
    }

    Payoffs outlooks(const P& position) const
        requires CutShort<P>
    {
        Payoffs payoffs{};
        for (int seat = 0; seat < rules_.seats(); ++seat)
            payoffs[static_cast<std::size_t>(seat)] = position.outlook(rules_, seat);
        return payoffs;
    }

    Rules rules_;
    Weighing weighing_;
    Tree tree_;
    Growth<P> growth_;
    Prover prover_;
    Dice dice_;
    P position_;
    std::vector<Step> path_;
    double lowest_ = std::numeric_limits<double>::max();  // of the means that were seen, in games for points
    double highest_ = std::numeric_limits<double>::lowest();
    std::size_t deepest_ = 0;
    bool full_ = false;
    std::atomic<bool> stopped_{false};
};

}  // namespace asobiba
