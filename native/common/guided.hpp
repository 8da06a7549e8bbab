// Tree search with a network: whoever drives it is asked for the value and the policy of one position after the other.
// Written once for every game.
//
//   place            thinks about a position
//   wants            goes on until a position must be judged; false when the search is at its end
//   give             what the network says of that position
//
// Two ways to search. Gumbel: of a few moves at the root those that are worse are left out, half of them each time;
// below the root the visits follow the improved policy; 2 to 64 simulations. PUCT: the classic rule, for many.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/growth.hpp"
#include "common/guidance.hpp"
#include "common/gumbel.hpp"
#include "common/hidden.hpp"
#include "common/proofs.hpp"
#include "common/report.hpp"
#include "common/reuse.hpp"
#include "common/tree.hpp"
#include "common/wins.hpp"

namespace asobiba {

template <Position P>
class Guided {
  public:
    using Rules = typename P::Rules;

    Guided(const Rules& rules, std::size_t capacity, const Guidance& guidance)
        : rules_(rules),
          guidance_(guidance),
          tree_(static_cast<std::size_t>(rules.seats()), capacity),
          growth_(tree_, rules_),
          prover_(tree_, guidance.high),
          wins_(tree_, rules_, guidance_, growth_, prover_),
          position_(P::start(rules)),
          leaf_position_(position_) {}

    Guided(const Guided&) = delete;
    Guided& operator=(const Guided&) = delete;

    const Tree& tree() const { return tree_; }
    const Rules& rules() const { return rules_; }
    const P& position() const { return position_; }
    std::size_t depth() const { return deepest_; }
    std::size_t made() const { return made_; }

    // Thinks about this position next, in which a seat is to move. PUCT keeps what the tree knows of it; how many
    // visits that were is returned.
    std::uint32_t place(const P& position, std::size_t simulations, bool noisy) {
        Slot known = nowhere;
        if constexpr (!Hides<P>)
            if (guidance_.puct) known = reached(tree_, rules_, position_, position);
        if (known != nowhere && tree_[known].kind == Kind::leaf) known = nowhere;  // proven perhaps, but without moves
        if (known == nowhere) {
            tree_.clear();
            raw_.clear();
            lowest_ = std::numeric_limits<double>::max();
            highest_ = std::numeric_limits<double>::lowest();
        } else if (known != Tree::root) {
            tree_.keep(known);
        }
        position_ = position;
        seat_ = position.to_play(rules_);
        simulations_ = simulations;
        noisy_ = noisy;
        made_ = 0;
        deepest_ = 0;
        asked_ = 0;
        return tree_[Tree::root].visits;
    }

    // The dice are the driver's: a game has one stream of luck.
    bool wants(Dice& dice) {
        dice_ = &dice;
        if (asked_ != 0) return true;  // another seat is to say what it thinks of the same position
        while (!is_done()) {
            path_.clear();
            forced_.clear();
            path_.push_back({Tree::root, chance});
            leaf_position_ = imagined();
            if (goes_down()) return true;
        }
        return false;
    }

    bool is_done() const { return tree_[Tree::root].is_proven() || made_ >= simulations_; }

    // The position to judge, and the seat whose eyes are asked.
    const P& asked() const { return leaf_position_; }

    int asked_seat() const {
        const int seat = leaf_position_.to_play(rules_);
        return static_cast<int>((static_cast<std::size_t>(seat) + asked_) % tree_.seats());
    }

    // What the asked seat may choose.
    void write_mask(std::int8_t* mask) const {
        std::fill_n(mask, rules_.actions(), std::int8_t{0});
        if constexpr (Commits<P>) {
            if (tree_.seats() > 1 && leaf_position_.all_choose(rules_)) {
                leaf_position_.choices(rules_, asked_seat(), mask);
                return;
            }
        }
        leaf_position_.legal(rules_, [&](int action) { mask[action] = 1; });
    }

    // Logits of all actions; values of all seats, counted from the one that was asked: within -1 and 1, or in a game
    // for points those that are still to come.
    void give(const float* logits, const float* values, Dice& dice) {
        dice_ = &dice;
        const Payoffs told = payoffs_of(values, asked_seat());
        if (asked_ == 0) payoffs_ = told;
        else
            for (std::size_t seat = 0; seat < tree_.seats(); ++seat) payoffs_[seat] += told[seat];
        const Slot leaf = path_.back().slot;
        if (asked_ == 0) grows_ = !below_tree_ && may_grow(leaf_position_) && growth_.expand(leaf, leaf_position_);
        if (grows_) set_priors(leaf, logits, told);
        if constexpr (EndsSuddenly<P> && !Commits<P>)
            if (grows_) wins_.look_ahead(leaf, leaf_position_);
        if (grows_ && tree_[leaf].kind == Kind::commits && ++asked_ < tree_.seats()) return;
        if (asked_ > 1)
            for (std::size_t seat = 0; seat < tree_.seats(); ++seat) payoffs_[seat] /= static_cast<double>(asked_);
        asked_ = 0;
        const bool of_root = leaf == Tree::root && path_.size() == 1;
        if (of_root) begin_root(&dice);
        back_up(of_root ? 0 : 1);
        if (of_root && chooser() == Tree::root) wins_.settle_root(position_, seat_);
    }

    // Of the one who thinks: the node whose children are his moves; nowhere before the first judgement.
    Slot chooser() const {
        const Node& root = tree_[Tree::root];
        if (root.kind == Kind::choice) return Tree::root;
        return root.kind == Kind::commits ? root.first + static_cast<Slot>(seat_) : nowhere;
    }

    // The move to play: Gumbel's choice, or the most visited; what is proven to be best before all.
    Slot choice() const {
        const Slot at = chooser();
        if (guidance_.puct || tree_[Tree::root].is_proven()) return best_child(tree_, at);
        const Completed completed = complete(at, Tree::root, seat_);
        return considered(at, completed, completed.most_visits());
    }

    // The improved policy over the children of the chooser, which is what the network learns; of PUCT, their visits.
    // Where the result is proven, only moves that are proven to lead there are left.
    void improved(std::vector<double>& policy) const {
        const Slot at = chooser();
        const Node& node = tree_[at];
        if (guidance_.puct) return by_visits(node, policy);
        const Completed completed = complete(at, Tree::root, seat_);
        policy.resize(node.count);
        double highest = std::numeric_limits<double>::lowest();
        for (std::uint32_t i = 0; i < node.count; ++i) {
            policy[i] = std::log(tree_.spreads(node.first)[i]) + weight(node.first + i, completed);
            if (at == Tree::root && falls_short(node.first + i)) policy[i] = std::numeric_limits<double>::lowest();
            highest = std::max(highest, policy[i]);
        }
        double sum = 0;
        for (double& each : policy) sum += each = std::exp(each - highest);
        for (double& each : policy) each /= sum;
    }

  private:
    // Of a move at a root that is proven: whether it is not known to be as good.
    bool falls_short(Slot child) const {
        if (!tree_[Tree::root].is_proven()) return false;
        const auto seat = static_cast<std::size_t>(seat_);
        return !tree_[child].is_proven() || tree_.totals(child)[seat] < tree_.totals(Tree::root)[seat];
    }

    struct Step {
        Slot slot;
        int chooser;
    };

    static constexpr double least_prior = 1e-30;

    P imagined() {
        if constexpr (Hides<P>) return position_.imagined(rules_, seat_, *dice_);
        else return position_;
    }

    bool may_grow(const P& position) const {
        if constexpr (Hides<P>) return position.is_foreseen(rules_, position_);
        else return true;
    }

    // Down to a position that must be judged. False where the end of the way is known, and has been backed up.
    bool goes_down() {
        P& position = leaf_position_;
        below_tree_ = false;
        for (;;) {
            const Slot at = path_.back().slot;
            const int seat = position.to_play(rules_);
            if (!below_tree_ && tree_[at].is_proven()) {
                std::copy_n(tree_.totals(at), tree_.seats(), payoffs_.begin());
                break;
            }
            if (seat == over) {
                payoffs_ = growth_.scores(position);
                if (!below_tree_) growth_.finish(at, position);
                break;
            }
            if (seat == chance) {
                if (!below_tree_ && tree_[at].kind == Kind::leaf) growth_.expand(at, position);
                draw(at);
            } else if (below_tree_ || tree_[at].kind == Kind::leaf) {
                if (below_tree_ || at == Tree::root) return true;
                if (const auto win = wins_.at_hand(position, seat)) {
                    payoffs_ = win->payoffs;
                    tree_.prove(at, Proof::certain, 1, {payoffs_.data(), tree_.seats()});
                    break;
                }
                if (!follows_only_move(at, seat)) return true;
            } else if (tree_[at].kind == Kind::commits) {
                commit(at);
            } else {
                const Slot child = select(at, at, seat);
                path_.push_back({child, seat});
                position.apply(rules_, tree_[child].action);
            }
        }
        back_up(1);
        return false;
    }

    // Where all moves but one let the next seat win at once, nobody has to be asked which to look at.
    bool follows_only_move(Slot at, int seat) {
        if constexpr (!EndsSuddenly<P> || Commits<P> || Hides<P>) return false;
        const auto only = wins_.only_move(leaf_position_, seat);
        if (!only || !growth_.expand(at, leaf_position_)) return false;
        tree_[at].tried = tree_[at].count;
        Slot followed = nowhere;
        tree_.each_child(at, [&](Slot child) {
            const bool is_it = tree_[child].action == *only;
            tree_.spread(child) = is_it ? 1.0 : least_prior;
            if (is_it) followed = child;
        });
        wins_.look_ahead(at, leaf_position_);
        forced_.push_back(at);
        if (tree_[at].is_proven()) return true;
        path_.push_back({followed, seat});
        leaf_position_.apply(rules_, *only);
        return true;
    }

    void draw(Slot at) {
        const int outcome = leaf_position_.luck(rules_, *dice_);
        const Slot child = below_tree_ ? nowhere : growth_.drawn(at, leaf_position_, outcome);
        leaf_position_.apply(rules_, outcome);
        follow(child);
    }

    void commit(Slot at) {
        const Slot choosers = tree_[at].first;
        Slot joint = nowhere;
        for (int left = rules_.seats(); left != 0; --left) {
            const int seat = leaf_position_.to_play(rules_);
            const Slot child = select(choosers + static_cast<Slot>(seat), at, seat);
            const int action = tree_[child].action;
            if (left == rules_.seats()) joint = child;
            else if (joint != nowhere) joint = growth_.answered(joint, action);
            leaf_position_.apply(rules_, action);
            path_.push_back({child, seat});
        }
        follow(joint);
    }

    // Where there is no room for a child, the way goes on below the tree.
    void follow(Slot child) {
        if (child == nowhere) below_tree_ = true;
        else path_.push_back({child, chance});
    }

    // The children of `at`, chosen by a seat at the node `above`.
    Slot select(Slot at, Slot above, int seat) const {
        if (guidance_.puct) return by_puct(at, above, seat);
        if (above == Tree::root && seat == seat_) {
            const Completed completed = complete(at, above, seat);
            return considered(at, completed, schedule_[std::min(made_, schedule_.size() - 1)]);
        }
        return by_policy(at, above, seat);
    }

    Completed complete(Slot at, Slot above, int seat) const {
        const double raw = raw_[above * tree_.seats() + static_cast<std::size_t>(seat)];
        return Completed(tree_, at, raw, guidance_.sigma, [this](double mean) { return normal(mean); });
    }

    double weight(Slot child, const Completed& completed) const {
        if (tree_[child].visits == 0) return completed.unvisited();
        return guidance_.sigma(completed.most_visits(), normal(tree_.mean(child)));
    }

    // Of the moves with so many visits, the one with the highest sum of noise, prior and value.
    Slot considered(Slot at, const Completed& completed, std::uint32_t visits) const {
        const Node& node = tree_[at];
        Slot best = nowhere;
        double highest = 0;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const Slot child = node.first + i;
            if (tree_[child].visits != visits) continue;
            const double sum = favour_[i] + weight(child, completed);
            if (best == nowhere || sum > highest) {
                best = child;
                highest = sum;
            }
        }
        return best == nowhere ? best_child(tree_, at) : best;
    }

    // The move that has the fewest visits for what the improved policy says. Moves that were never visited have one
    // value, so that their priors say enough.
    Slot by_policy(Slot at, Slot above, int seat) const {
        const Node& node = tree_[at];
        const Completed completed = complete(at, above, seat);
        const double* const priors = tree_.spreads(node.first);
        double highest = completed.unvisited();
        if (completed.visits() != 0)
            for (std::uint32_t i = 0; i < node.count; ++i)
                highest = std::max(highest, weight(node.first + i, completed));
        const double unvisited = std::exp(completed.unvisited() - highest);
        grown_.resize(node.count);
        double sum = 0;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const bool visited = tree_[node.first + i].visits != 0;
            const double factor = visited ? std::exp(weight(node.first + i, completed) - highest) : unvisited;
            sum += grown_[i] = priors[i] * factor;
        }
        const double all = 1.0 + completed.visits();
        Slot best = node.first;
        double most = std::numeric_limits<double>::lowest();
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const double wanted = grown_[i] / sum - tree_[node.first + i].visits / all;
            if (wanted > most) {
                most = wanted;
                best = node.first + i;
            }
        }
        return best;
    }

    Slot by_puct(Slot at, Slot above, int seat) const {
        const Node& node = tree_[at];
        const double visits = tree_[above].visits;
        const double reach = guidance_.exploration * std::sqrt(visits);
        const double* const priors = tree_.spreads(node.first);
        double seen = 0;
        for (std::uint32_t i = 0; i < node.count; ++i)
            if (tree_[node.first + i].visits != 0) seen += priors[i];
        const double here = normal(tree_.value(above, static_cast<std::size_t>(seat)));
        const double unvisited = here - guidance_.first_play / 2 * std::sqrt(seen);
        Slot best = node.first;
        double highest = std::numeric_limits<double>::lowest();
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const Node& child = tree_[node.first + i];
            const double value = child.visits == 0 ? unvisited : normal(tree_.mean(node.first + i));
            const double bound = child.is_proven() ? value : value + reach / 2 * priors[i] / (1.0 + child.visits);
            if (bound > highest) {
                highest = bound;
                best = node.first + i;
            }
        }
        return best;
    }

    void by_visits(const Node& node, std::vector<double>& policy) const {
        double all = 0;
        policy.resize(node.count);
        for (std::uint32_t i = 0; i < node.count; ++i) all += policy[i] = tree_[node.first + i].visits;
        for (double& each : policy) each = all > 0 ? each / all : 1.0 / node.count;
    }

    // Within 0 and 1: by the game's bounds, or by what the tree has seen.
    double normal(double value) const {
        if (guidance_.is_narrow()) return (value - guidance_.low) / (guidance_.high - guidance_.low);
        return highest_ > lowest_ ? std::clamp((value - lowest_) / (highest_ - lowest_), 0.0, 1.0) : 0.5;
    }

    Payoffs payoffs_of(const float* values, int from) const {
        Payoffs payoffs{};
        const std::size_t seats = tree_.seats();
        for (std::size_t i = 0; i < seats; ++i) {
            const std::size_t seat = (static_cast<std::size_t>(from) + i) % seats;
            const bool counts = !guidance_.is_narrow();
            const double so_far = counts ? leaf_position_.score(rules_, static_cast<int>(seat)) : 0.0;
            payoffs[seat] = guidance_.score(values[i], so_far);
        }
        return payoffs;
    }

    // The softmax of the legal moves' logits.
    void set_priors(Slot leaf, const float* logits, const Payoffs& told) {
        const auto seat = static_cast<std::size_t>(asked_seat());
        const Slot at = tree_[leaf].kind == Kind::commits ? tree_[leaf].first + static_cast<Slot>(seat) : leaf;
        Node& node = tree_[at];
        node.tried = node.count;
        float highest = std::numeric_limits<float>::lowest();
        for (std::uint32_t i = 0; i < node.count; ++i)
            highest = std::max(highest, logits[tree_[node.first + i].action]);
        double sum = 0;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const double logit = logits[tree_[node.first + i].action];
            sum += tree_.spread(node.first + i) = std::max(std::exp(logit - highest), least_prior);
        }
        for (std::uint32_t i = 0; i < node.count; ++i) tree_.spread(node.first + i) /= sum;
        keep_raw(leaf, seat, told);
    }

    void keep_raw(Slot slot, std::size_t seat, const Payoffs& told) {
        if (guidance_.puct) return;
        if (raw_.size() < tree_.size() * tree_.seats()) raw_.resize(tree_.size() * tree_.seats());
        raw_[slot * tree_.seats() + seat] = told[seat];
    }

    // Once the root has children: which are considered, and their noise.
    void begin_root(Dice* dice) {
        const Slot at = chooser();
        if (guidance_.puct || at == nowhere) return;
        const std::size_t count = tree_[at].count;
        halving_schedule(std::min(guidance_.considered, count), simulations_, schedule_);
        favour_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            favour_[i] = std::log(tree_.spreads(tree_[at].first)[i]);
            if (noisy_ && guidance_.gumbel_scale > 0) favour_[i] += guidance_.gumbel_scale * gumbel(*dice);
        }
    }

    void back_up(std::size_t simulations) {
        made_ += simulations;
        deepest_ = std::max(deepest_, path_.size() - 1);
        for (const Slot slot : forced_)  // of which no network has said anything: what was found below it
            for (std::size_t seat = 0; seat < tree_.seats(); ++seat) keep_raw(slot, seat, payoffs_);
        for (const Step& step : path_) {
            tree_.count_visit(step.slot, {payoffs_.data(), tree_.seats()});
            judge(step);
        }
        prove();
        if (guidance_.is_narrow()) return;
        for (const Step& step : path_)
            for (std::size_t seat = 0; seat < tree_.seats(); ++seat) {
                lowest_ = std::min(lowest_, tree_.value(step.slot, seat));
                highest_ = std::max(highest_, tree_.value(step.slot, seat));
            }
    }

    void prove() {
        if (below_tree_ || !tree_[path_.back().slot].is_proven()) return;
        for (std::size_t below = path_.size() - 1; below != 0; --below) {
            const Step& above = path_[below - 1];
            if (!prover_.proves(above.slot, static_cast<std::size_t>(std::max(path_[below].chooser, 0)))) return;
            judge(above);
        }
    }

    // The spread is the prior here, and stays.
    void judge(const Step& step) {
        if (step.chooser >= 0) tree_.mean(step.slot) = tree_.value(step.slot, static_cast<std::size_t>(step.chooser));
    }

    Rules rules_;
    Guidance guidance_;
    Tree tree_;
    Growth<P> growth_;
    Prover prover_;
    Wins<P> wins_;
    P position_;
    P leaf_position_;  // the way down so far
    std::vector<Step> path_;
    std::vector<Slot> forced_;  // nodes on the path that grew in this simulation because they have a single move
    mutable std::vector<double> grown_;  // priors of a node's children, times what their values say
    std::vector<double> raw_;     // [nodes, seats]: what the network said of a node to the seat that chooses there
    std::vector<double> favour_;  // of the moves at the root: noise and the logarithm of the prior
    std::vector<std::uint32_t> schedule_;
    Payoffs payoffs_{};
    Dice* dice_ = nullptr;
    int seat_ = 0;
    std::size_t simulations_ = 0;
    std::size_t made_ = 0;
    std::size_t asked_ = 0;  // seats that have judged the leaf, where several must
    std::size_t deepest_ = 0;
    double lowest_ = std::numeric_limits<double>::max();
    double highest_ = std::numeric_limits<double>::lowest();
    bool noisy_ = true;
    bool below_tree_ = false;
    bool grows_ = false;
};

}  // namespace asobiba
