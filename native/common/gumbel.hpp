// How a search with few simulations chooses at its root, and what it learns of them: Gumbel's trick with sequential
// halving, and policies improved by completed values (Danihelka et al., 2022).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/dice.hpp"
#include "common/tree.hpp"

namespace asobiba {

// By simulation: how many visits the move must have that is looked at next. So `considered` moves are visited equally
// often, then the better half of them, and so on until two are left.
inline void halving_schedule(std::size_t considered, std::size_t simulations, std::vector<std::uint32_t>& schedule) {
    schedule.clear();
    if (considered <= 1) {
        for (std::size_t i = 0; i < simulations; ++i) schedule.push_back(static_cast<std::uint32_t>(i));
        return;
    }
    std::size_t rounds = 0;
    while ((std::size_t{1} << rounds) < considered) ++rounds;
    std::uint32_t visits = 0;
    for (std::size_t left = considered; schedule.size() < simulations; left = std::max<std::size_t>(2, left / 2)) {
        const std::size_t each = std::max<std::size_t>(1, simulations / (rounds * left));
        for (std::size_t i = 0; i < each && schedule.size() < simulations; ++i, ++visits)
            for (std::size_t move = 0; move < left && schedule.size() < simulations; ++move) schedule.push_back(visits);
    }
}

// A number between 0 and 1, neither of them.
inline double share(Dice& dice) { return (static_cast<double>(dice.next() >> 12) + 0.5) * 0x1p-52; }

inline double gumbel(Dice& dice) { return -std::log(-std::log(share(dice))); }

// How much a value weighs against a prior: the more, the more visits the best known move has.
struct Sigma {
    double visits = 50.0;
    double scale = 1.0;

    double operator()(std::uint32_t most_visits, double value) const {
        return (visits + static_cast<double>(most_visits)) * scale * value;
    }
};

// The moves of a node, completed: those that were never visited have the value that is expected of the position, mixed
// from what the network said of it and from the values of the visited moves, by their priors. Values lie within 0
// and 1.
class Completed {
  public:
    // `raw` is the network's value of the position; `normal` brings a mean within 0 and 1.
    template <class Normal>
    Completed(const Tree& tree, Slot chooser, double raw, const Sigma& sigma, Normal normal)
        : node_(tree[chooser]), priors_(tree.spreads(node_.first)) {
        double prior = 0;
        double weighted = 0;
        for (std::uint32_t i = 0; i < node_.count; ++i) {
            const Node& child = tree[node_.first + i];
            if (child.visits == 0) continue;
            visits_ += child.visits;
            most_ = std::max(most_, child.visits);
            prior += priors_[i];
            weighted += priors_[i] * normal(tree.mean(node_.first + i));
        }
        const double visits = static_cast<double>(visits_);
        mixed_ = visits_ == 0 ? normal(raw) : (normal(raw) + visits * (weighted / prior)) / (visits + 1.0);
        unvisited_ = sigma(most_, mixed_);
    }

    std::uint32_t visits() const { return visits_; }
    std::uint32_t most_visits() const { return most_; }
    double mixed() const { return mixed_; }
    double unvisited() const { return unvisited_; }

  private:
    const Node& node_;
    const double* priors_;
    std::uint32_t visits_ = 0;
    std::uint32_t most_ = 0;
    double mixed_ = 0;
    double unvisited_ = 0;
};

}  // namespace asobiba
