// Many games that a network plays against itself, side by side: each searches until it needs the network, and all that
// need it are judged together. Written once for every game.
//
// What a game is depends on the seed, its number and the network alone: it has dice of its own, from which everything
// is drawn, and no game knows of the others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "common/guided.hpp"
#include "common/perft.hpp"
#include "common/position.hpp"

namespace asobiba {

struct Practice {
    Guidance guidance{};
    std::size_t simulations = 32;
    std::size_t cheap_simulations = 8;
    double full_share = 1.0;            // of the moves: searched in full, with noise; the others teach no policy
    std::size_t temperature_plies = 0;  // so many moves are drawn by the improved policy
    double opening_share = 0.0;         // of the games: begin at random
    std::size_t opening_plies = 0;      // with 1 to so many moves
    std::size_t max_plies = 5'000;      // a game that lasts longer is broken off
    std::size_t horizon = 0;            // in a game for points: of so many moves they count; 0: to the end
};

// What a move teaches. Values are by seat, counted from the one that moved.
template <Position P>
struct Lessons {
    std::vector<P> positions;
    std::vector<std::int8_t> seats;
    std::vector<float> policies;  // [n, actions]
    std::vector<float> weights;
    std::vector<float> results;      // [n, seats]
    std::vector<float> root_values;  // [n, seats]
    std::vector<std::int64_t> games;
    std::vector<std::int32_t> plies;

    std::size_t size() const { return positions.size(); }

    void clear() {
        positions.clear();
        seats.clear();
        policies.clear();
        weights.clear();
        results.clear();
        root_values.clear();
        games.clear();
        plies.clear();
    }

    // The first so many, whose results are known.
    void shorten(std::size_t count, std::size_t actions, std::size_t players) {
        positions.resize(count);
        seats.resize(count);
        policies.resize(count * actions);
        weights.resize(count);
        root_values.resize(count * players);
        games.resize(count);
        plies.resize(count);
    }

    void append(const Lessons& other) {
        const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        add(positions, other.positions);
        add(seats, other.seats);
        add(policies, other.policies);
        add(weights, other.weights);
        add(results, other.results);
        add(root_values, other.root_values);
        add(games, other.games);
        add(plies, other.plies);
    }
};

// One game after the other, with a search for every move.
template <Position P>
class Lane {
  public:
    using Rules = typename P::Rules;

    Lane(const Rules& rules, const Practice& practice, std::size_t capacity)
        : rules_(rules), practice_(practice), search_(rules, capacity, practice.guidance), position_(P::start(rules)) {}

    bool is_idle() const { return game_ < 0; }
    void rest() { game_ = -1; }
    Guided<P>& search() { return search_; }
    Dice& dice() { return dice_; }
    const Lessons<P>& lessons() const { return lessons_; }

    void begin(std::int64_t game, std::uint64_t seed) {
        game_ = game;
        dice_ = dice_of(seed, static_cast<std::uint64_t>(game));
        lessons_.clear();
        settled_.clear();
        ply_ = 0;
        searching_ = false;
        position_ = opened();
    }

    // Goes on until the network is needed; false when the game is over, and its lessons are complete.
    bool wants() {
        for (;;) {
            if (searching_) {
                if (search_.wants(dice_)) return true;
                move();
            }
            const int seat = position_.to_play(rules_);
            if (seat == over || ply_ >= practice_.max_plies) {
                finish(seat == over);
                rest();
                return false;
            }
            if (seat == chance) position_.apply(rules_, position_.luck(rules_, dice_));
            else consider(seat);
        }
    }

  private:
    // The first position, or one after a few moves at random.
    P opened() {
        P position = P::start(rules_);
        if (practice_.opening_plies == 0 || share(dice_) >= practice_.opening_share) return position;
        const std::size_t moves = 1 + dice_.below(static_cast<std::uint32_t>(practice_.opening_plies));
        for (std::size_t made = 0; made < moves;) {
            const int seat = position.to_play(rules_);
            if (seat == over) return ply_ = 0, P::start(rules_);
            if (seat == chance) {
                position.apply(rules_, position.luck(rules_, dice_));
            } else {
                position.apply(rules_, position.any_legal(rules_, dice_));
                ++ply_;
                ++made;
            }
        }
        return position;
    }

    // A move that is the only one needs no search and teaches no policy.
    void consider(int seat) {
        const bool forced = choices(position_, rules_) == 1;
        full_ = !forced && (practice_.full_share >= 1.0 || share(dice_) < practice_.full_share);
        if (forced) {
            int action = 0;
            position_.legal(rules_, [&](int only) { action = only; });
            note(seat, 0.0f);
            lessons_.policies[lessons_.policies.size() - actions() + static_cast<std::size_t>(action)] = 1.0f;
            for (std::size_t i = 0; i < seats(); ++i) lessons_.root_values.push_back(unknown);
            play(action);
            return;
        }
        const std::size_t simulations = full_ ? practice_.simulations : practice_.cheap_simulations;
        search_.place(position_, simulations, full_);
        searching_ = true;
    }

    void note(int seat, float weight) {
        lessons_.positions.push_back(position_);
        lessons_.seats.push_back(static_cast<std::int8_t>(seat));
        lessons_.weights.push_back(weight);
        lessons_.games.push_back(game_);
        lessons_.plies.push_back(static_cast<std::int32_t>(ply_));
        settled_.push_back(false);
        lessons_.policies.resize(lessons_.policies.size() + actions(), 0.0f);
    }

    void move() {
        const int seat = position_.to_play(rules_);
        const Slot chooser = search_.chooser();
        const Node& node = search_.tree()[chooser];
        search_.improved(policy_);
        note(seat, full_ ? 1.0f : 0.0f);
        settled_.back() = search_.tree()[Tree::root].is_proven();
        float* const target = lessons_.policies.data() + lessons_.policies.size() - actions();
        for (std::uint32_t i = 0; i < node.count; ++i)
            target[search_.tree()[node.first + i].action] = static_cast<float>(policy_[i]);
        for (std::size_t i = 0; i < seats(); ++i)
            lessons_.root_values.push_back(static_cast<float>(search_.tree().value(Tree::root, absolute(seat, i))));
        const bool drawn = ply_ < practice_.temperature_plies && !settled_.back();
        play(search_.tree()[drawn ? node.first + drawn_move() : search_.choice()].action);
    }

    std::uint32_t drawn_move() {
        double left = share(dice_);
        for (std::uint32_t i = 0; i + 1 < policy_.size(); ++i)
            if ((left -= policy_[i]) < 0) return i;
        return static_cast<std::uint32_t>(policy_.size() - 1);
    }

    void play(int action) {
        position_.apply(rules_, action);
        ++ply_;
        searching_ = false;
    }

    // Results are known now: what each seat scores in the end, or within the horizon, as the network learns it. Where
    // the search has proven what that should be, a later mistake teaches nothing. A game that was broken off teaches
    // the moves whose horizon it has reached.
    void finish(bool is_over) {
        const std::size_t played = lessons_.size(), reach = horizon();
        const std::size_t known = is_over ? played : played - std::min(reach - 1, played);
        lessons_.results.resize(known * seats());
        for (std::size_t i = 0; i < known; ++i) {
            const P& end = reach < played - i ? lessons_.positions[i + reach] : position_;
            for (std::size_t ahead = 0; ahead < seats(); ++ahead) {
                const int seat = static_cast<int>(absolute(lessons_.seats[i], ahead));
                const double so_far = lessons_.positions[i].score(rules_, seat);
                float& result = lessons_.results[i * seats() + ahead];
                float& valued = lessons_.root_values[i * seats() + ahead];
                result = told(end.score(rules_, seat), so_far);
                valued = valued == unknown ? result : told(valued, so_far);
                if (settled_[i]) result = valued;
            }
        }
        lessons_.shorten(known, actions(), seats());
    }

    std::size_t horizon() const {
        const bool counts = practice_.horizon != 0 && !practice_.guidance.is_narrow();
        return counts ? practice_.horizon : std::numeric_limits<std::size_t>::max();
    }

    float told(double score, double so_far) const { return static_cast<float>(practice_.guidance.told(score, so_far)); }

    std::size_t seats() const { return static_cast<std::size_t>(rules_.seats()); }
    std::size_t actions() const { return static_cast<std::size_t>(rules_.actions()); }
    std::size_t absolute(int from, std::size_t ahead) const {
        return (static_cast<std::size_t>(from) + ahead) % seats();
    }

    static constexpr float unknown = -3.0e38f;

    const Rules& rules_;
    const Practice& practice_;
    Guided<P> search_;
    P position_;
    Dice dice_{};
    Lessons<P> lessons_;
    std::vector<bool> settled_;  // of each lesson, whether its root was proven
    std::vector<double> policy_;
    std::int64_t game_ = -1;
    std::size_t ply_ = 0;
    bool searching_ = false;
    bool full_ = false;
};

template <Position P>
class SelfPlay {
  public:
    using Rules = typename P::Rules;
    using Element = typename P::Element;

    SelfPlay(const Rules& rules, std::size_t lanes, std::uint64_t seed, const Practice& practice)
        : rules_(rules), practice_(practice), seed_(seed) {
        const std::size_t simulations = std::max(practice.simulations, practice.cheap_simulations);
        const auto actions = static_cast<std::size_t>(rules.actions());
        const std::size_t capacity = (simulations + 2) * (actions + 2) * static_cast<std::size_t>(rules.seats());
        for (std::size_t i = 0; i < lanes; ++i)
            lanes_.push_back(std::make_unique<Lane<P>>(rules_, practice_, capacity));
    }

    SelfPlay(const SelfPlay&) = delete;
    SelfPlay& operator=(const SelfPlay&) = delete;

    const Rules& rules() const { return rules_; }
    std::size_t lanes() const { return lanes_.size(); }
    std::size_t asked() const { return asking_.size(); }

    void begin(std::int64_t first, std::int64_t count) {
        next_ = first;
        end_ = first + count;
        finished_.clear();
        asking_.clear();
        for (auto& lane : lanes_) {
            lane->rest();
            if (next_ < end_) lane->begin(next_++, seed_);
        }
    }

    // Every game goes on until it needs the network. So many positions are written; 0: all games are over.
    std::size_t gather(Element* seen, std::int8_t* masks, std::int8_t* seats) {
        asking_.clear();
        for (std::size_t i = 0; i < lanes_.size(); ++i) {
            Lane<P>& lane = *lanes_[i];
            while (!lane.is_idle() && !lane.wants()) {
                collect(lane);
                if (next_ < end_) lane.begin(next_++, seed_);
            }
            if (lane.is_idle()) continue;
            const std::size_t row = asking_.size();
            const Guided<P>& search = lane.search();
            const int seat = search.asked_seat();
            search.asked().observe(rules_, seat, seen + row * rules_.observation());
            search.write_mask(masks + row * static_cast<std::size_t>(rules_.actions()));
            seats[row] = static_cast<std::int8_t>(seat);
            asking_.push_back(i);
        }
        return asking_.size();
    }

    void give(const float* logits, const float* values) {
        for (std::size_t row = 0; row < asking_.size(); ++row) {
            Lane<P>& lane = *lanes_[asking_[row]];
            lane.search().give(logits + row * static_cast<std::size_t>(rules_.actions()),
                               values + row * static_cast<std::size_t>(rules_.seats()), lane.dice());
        }
        asking_.clear();
    }

    // The lessons of the games that are over since the last harvest, in the order of games and moves.
    void harvest(Lessons<P>& all) {
        std::ranges::sort(finished_, {}, [](const auto& lessons) { return lessons.games.front(); });
        all.clear();
        for (const auto& lessons : finished_) all.append(lessons);
        finished_.clear();
    }

  private:
    void collect(const Lane<P>& lane) {
        if (lane.lessons().size() != 0) finished_.push_back(lane.lessons());
    }

    Rules rules_;
    Practice practice_;
    std::uint64_t seed_;
    std::vector<std::unique_ptr<Lane<P>>> lanes_;
    std::vector<std::size_t> asking_;  // the lanes that wait for the network, in the order of their rows
    std::vector<Lessons<P>> finished_;
    std::int64_t next_ = 0;
    std::int64_t end_ = 0;
};

}  // namespace asobiba
