// Rewards for every move: the twin of asobiba/games/puyo/rewards.py, whose words are used here.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "puyo/position.hpp"
#include "puyo/quiet.hpp"

namespace asobiba::puyo::learning {

enum class Kind : std::uint8_t { dense, potential, sparse };

// RewardConfig. The numbers in the order of `weight_names`.
struct Weights {
    double gamma, win, loss, survival;
    double tempo_height, tempo_setup, tempo_clip;
    double quality_clustering, quality_balance, quality_potential, quality_danger, quality_clip;
    double setup_potential, setup_triggers, setup_clip;
    double defense_danger, defense_cancelled, defense_clip;
    double threat, threat_clip;
    double chain_base, chain_growth, chain_shortest, chain_most;
    double damage_dealt, damage_received;
    double phi_potential, phi_danger, phi_pending;
};

inline constexpr std::array weight_names = {
    "gamma",
    "win",
    "loss",
    "survival",
    "tempo_height",
    "tempo_setup",
    "tempo_clip",
    "quality_clustering",
    "quality_balance",
    "quality_potential",
    "quality_danger",
    "quality_clip",
    "setup_potential",
    "setup_triggers",
    "setup_clip",
    "defense_danger",
    "defense_cancelled",
    "defense_clip",
    "threat",
    "threat_clip",
    "chain_base",
    "chain_growth",
    "chain_shortest",
    "chain_most",
    "damage_dealt",
    "damage_received",
    "phi_potential",
    "phi_danger",
    "phi_pending",
};
static_assert(sizeof(Weights) == sizeof(double) * weight_names.size());

struct RewardRules {
    Kind kind;
    bool all_empty;  // triggers are looked for in every empty cell
    Weights weights;
};

// In the order of the Python dataclass.
enum Component : std::size_t {
    survival_reward,
    tempo_reward,
    position_quality,
    chain_setup_reward,
    defense_reward,
    threat_mitigation,
    chain_execution_reward,
    damage_dealt,
    damage_received,
    win_reward,
    loss_penalty,
};
inline constexpr std::size_t components = 11;
using Rewards = std::array<double, components>;

inline double clipped(double value, double most) { return std::max(-most, std::min(most, value)); }

// What heights alone tell of a board.
struct Skyline {
    double average = 0;
    double danger = 0;  // 0 to 1: column 3 above row 6, the mean above row 8
    double balance = 1;

    static Skyline of(Cells occupied) {
        int sum = 0;
        int squares = 0;
        const auto heights = heights_of(occupied);
        for (const int each : heights) {
            sum += each;
            squares += each * each;
        }
        const double mean = sum / double{width};
        const double high = std::clamp((heights[spawn] - 6) / 6.0, 0.0, 1.0);
        const double full = std::clamp((mean - 8) / 4, 0.0, 1.0);
        // The sums are whole numbers, so equal heights give exactly 0.
        const double deviation = std::sqrt((width * squares - sum * sum) / double{width * width});
        return {mean, 0.7 * high + 0.3 * full, 1 - std::min(1.0, deviation / 4)};
    }
};

// The longest chain that 1 to 3 puyos would start, and in how many columns one puyo starts any.
struct Prospect {
    int links = 0;
    int triggers = 0;
};

// Of a field at rest.
inline Prospect prospect_of(const Field& field, int colors) {
    Prospect found;
    Columns by_one = 0;
    for_each_trigger(field, colors, all_columns, false, [&](int column, unsigned, int puyos, Field& grown) {
        by_one |= static_cast<Columns>(puyos == 1) << column;
        found.links = std::max(found.links, links_of(grown));
    });
    found.triggers = std::popcount(by_one);
    return found;
}

// Empty cells in sight where a puyo of some colour makes four, whether it could land there or not.
inline int empty_triggers(const Field& field, int colors) {
    constexpr std::uint16_t all = column_in_sight;
    constexpr Cells in_view = {all, all, all, all, all, all, 0, 0};
    Cells found = {};
    for (unsigned colour = 1; colour <= static_cast<unsigned>(colors); ++colour) {
        const Cells same = field.of(colour) & in_view;
        const Cells beside = above(same) | below(same) | left_of(same) | right_of(same);
        for (Cells left = beside & in_view & ~field.occupied() & ~found; any(left);) {
            const Cells cell = one_of(left);
            left &= ~cell;
            if (has_four(same | cell)) found |= cell;
        }
    }
    return count(found);
}

// The best score of a chain with this pair, over all placements within reach.
inline int best_score(const Field& field, Pair pair, Columns row14) {
    std::uint32_t left = distinct(reachable(field.occupied(), row14), pair.axis, pair.child);
    int best = 0;
    for (; left != 0; left &= left - 1) {
        Field landed = field;
        place(landed, pair.axis, pair.child, placement_of[static_cast<std::size_t>(std::countr_zero(left))]);
        best = std::max(best, resolve(landed).score);
    }
    return best;
}

// Ojama that a chain of this score would send to the other, in hundreds.
inline double threat_of(const Player& player, int score, std::uint64_t price, const Rules& rules) {
    if (score == 0) return 0;
    const std::uint64_t points =
        static_cast<std::uint64_t>(score) + player.all_clear * all_clear_ojama * rules.target_points;
    return static_cast<double>(offset((player.carry + points) / price, player.ojama)) / 100;
}

// The mean over the puyos placed of how many of the eight cells around have the same colour, in eighths.
inline double clustering_of(const Field& landed, Cells placed) {
    int same = 0;
    int puyos = 0;
    for (; any(placed); ++puyos) {
        const Cells cell = one_of(placed);
        placed &= ~cell;
        const Cells column = cell | above(cell) | below(cell);
        const Cells around = (column | left_of(column) | right_of(column)) & ~cell;
        same += count(around & landed.of(landed.at(cell)));
    }
    return puyos == 0 ? 0 : same / 8.0 / puyos;
}

// What is known of a player before a move, kept from the move before.
struct Outlook {
    Skyline skyline;
    Prospect prospect;
    double threat = 0;
    double waiting = 0;  // ojama, 1 for 30 or more
};

// What one player's move was.
struct Move {
    Skyline landed;
    int landed_links;  // of potential, right after landing
    double clustering;
    int chain;
    std::uint64_t sent;
    std::uint64_t cancelled;
};

enum class Ending : std::uint8_t { none, won, lost, drawn };

// Both sides of a transition, from one seat's point of view. `them` and the like are null in single play.
struct Transition {
    const Outlook& before;
    const Outlook& after;
    const Outlook* their_before;
    const Outlook* their_after;
    const Move& move;
    const Move* their_move;
    Ending ending;
};

inline double setup_progress(const Outlook& outlook) { return std::min(1.0, outlook.prospect.links / 10.0); }

inline double tempo(const Transition& t, const Weights& w) {
    const double height = (t.their_after->skyline.average - t.after.skyline.average) / 12;
    const double setup = setup_progress(t.after) - setup_progress(*t.their_after);
    return clipped(w.tempo_height * height + w.tempo_setup * setup, w.tempo_clip);
}

// Of the board right after the pair has landed, when nothing has popped yet.
inline double quality(const Transition& t, const Weights& w) {
    const double links = std::clamp(t.move.landed_links - t.before.prospect.links, -3, 3) / 3.0;
    const double value = w.quality_clustering * t.move.clustering + w.quality_balance * t.move.landed.balance +
                         w.quality_potential * links +
                         w.quality_danger * (t.before.skyline.danger - t.move.landed.danger);
    return clipped(value, w.quality_clip);
}

inline double chain_setup(const Transition& t, const Weights& w) {
    const int links = t.after.prospect.links - t.before.prospect.links;
    const int triggers = t.after.prospect.triggers - t.before.prospect.triggers;
    return clipped(w.setup_potential * links + w.setup_triggers * triggers, w.setup_clip);
}

inline double defence(const Transition& t, const Weights& w) {
    const double danger = t.before.skyline.danger - t.after.skyline.danger;
    const auto cancelled = static_cast<double>(t.move.cancelled);
    return clipped(w.defense_danger * danger + w.defense_cancelled * cancelled, w.defense_clip);
}

inline double mitigation(const Transition& t, const Weights& w) {
    return clipped(w.threat * (t.their_before->threat - t.their_after->threat), w.threat_clip);
}

inline double execution(const Transition& t, const Weights& w) {
    if (t.move.chain < w.chain_shortest) return 0;
    return std::min(w.chain_most, w.chain_base * std::pow(w.chain_growth, t.move.chain - 1));
}

// The parts of phi: potential chain, danger, waiting ojama; this player's minus the other's.
inline std::array<double, 3> phi(const Outlook& mine, const Outlook* theirs, const Weights& w) {
    std::array<double, 3> parts = {setup_progress(mine), mine.skyline.danger, mine.waiting};
    if (theirs != nullptr) {
        parts[0] -= setup_progress(*theirs);
        parts[1] -= theirs->skyline.danger;
        parts[2] -= theirs->waiting;
    }
    return {w.phi_potential * parts[0], w.phi_danger * parts[1], w.phi_pending * parts[2]};
}

inline void shape(const Transition& t, const Weights& w, Rewards& rewards) {
    const auto before = phi(t.before, t.their_before, w);
    const auto after = t.ending == Ending::none ? phi(t.after, t.their_after, w) : std::array<double, 3>{};
    rewards[chain_setup_reward] = w.gamma * after[0] - before[0];
    rewards[defense_reward] = w.gamma * after[1] - before[1];
    rewards[threat_mitigation] = w.gamma * after[2] - before[2];
}

// All components of one seat's move.
inline Rewards rewards_of(const Transition& t, const RewardRules& rules) {
    const Weights& w = rules.weights;
    Rewards rewards{};
    if (t.ending == Ending::won) rewards[win_reward] = w.win;
    if (t.ending == Ending::lost) rewards[loss_penalty] = w.loss;
    if (rules.kind == Kind::potential) shape(t, w, rewards);
    if (rules.kind != Kind::dense) return rewards;
    if (t.ending == Ending::none) rewards[survival_reward] = w.survival;
    rewards[position_quality] = quality(t, w);
    rewards[chain_setup_reward] = chain_setup(t, w);
    rewards[chain_execution_reward] = execution(t, w);
    if (t.their_after == nullptr) return rewards;
    rewards[tempo_reward] = tempo(t, w);
    rewards[defense_reward] = defence(t, w);
    rewards[threat_mitigation] = mitigation(t, w);
    rewards[damage_dealt] = w.damage_dealt * static_cast<double>(t.move.sent);
    rewards[damage_received] = w.damage_received * static_cast<double>(t.their_move->sent);
    return rewards;
}

}  // namespace asobiba::puyo::learning
