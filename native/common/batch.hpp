// Many games side by side. Written once for every game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "common/position.hpp"
#include "common/workers.hpp"

namespace asobiba {

// Where a batch writes what it knows; any pointer may be null.
template <Position P>
struct Slate {
    float* rewards = nullptr;             // [n, seats]
    std::int8_t* to_play = nullptr;       // [n]
    std::int8_t* mask = nullptr;          // [n, actions], what the seat to move may play
    typename P::Element* seen = nullptr;  // [n, observation], from the point of view of the seat to move
};

inline constexpr std::size_t most_seats = 4;

// An action that leaves its game as it is, while others of the batch move on.
inline constexpr std::int32_t hold = -1;

template <Position P>
class Batch {
  public:
    using Rules = typename P::Rules;

    // With `own_luck`, chance is drawn here and a seat is always to move; otherwise the caller plays chance too.
    Batch(const Rules& rules, std::size_t count, std::uint64_t seed, bool own_luck, int threads)
        : rules_(rules), own_luck_(own_luck), games_(count), workers_(threads) {
        for (std::size_t i = 0; i < count; ++i) {
            games_[i].dice = dice_of(seed, i);
            begin(games_[i]);
        }
    }

    Batch(const Batch& other)
        : rules_(other.rules_), own_luck_(other.own_luck_), games_(other.games_), workers_(other.workers_.threads()) {}

    std::size_t size() const { return games_.size(); }
    const Rules& rules() const { return rules_; }
    const P& position(std::size_t i) const { return games_[i].position; }
    std::uint64_t dice(std::size_t i) const { return games_[i].dice.state; }
    int to_play(std::size_t i) const { return games_[i].seat; }

    void place(std::size_t i, const P& position, std::uint64_t dice, const Slate<P>& slate) {
        Game& game = games_[i];
        game.position = position;
        game.dice = {dice};
        settle(game);
        note_scores(game);
        write(game, i, slate);
    }

    void reseed(std::size_t i, std::uint64_t seed) { games_[i].dice = dice_of(seed, i); }

    // The first game whose action is illegal, or size(). Finished games take any action; `hold` is always allowed.
    std::size_t first_illegal(const std::int32_t* actions) const {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            const Game& game = games_[i];
            if (actions[i] != hold && game.seat != over && !game.position.allows(rules_, actions[i])) return i;
        }
        return games_.size();
    }

    // Every action must be legal. A finished game, or one that holds, stays as it is, and its rewards are zero.
    void step(const std::int32_t* actions, const Slate<P>& slate) {
        workers_.share(games_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) step_one(i, actions[i], slate);
        });
    }

    void step_one(std::size_t i, int action, const Slate<P>& slate) {
        Game& game = games_[i];
        const auto seats = static_cast<std::size_t>(rules_.seats());
        if (action == hold || game.seat == over) {
            if (slate.rewards) std::fill_n(slate.rewards + i * seats, seats, 0.0f);
        } else {
            game.position.apply(rules_, action);
            settle(game);
            for (std::size_t seat = 0; seat < seats; ++seat) {
                const auto score = static_cast<float>(game.position.score(rules_, static_cast<int>(seat)));
                if (slate.rewards) slate.rewards[i * seats + seat] = score - game.scores[seat];
                game.scores[seat] = score;
            }
        }
        write(game, i, slate);
    }

    // New games where `chosen` is not zero; a null `chosen` means all.
    void reset(const std::uint8_t* chosen, const Slate<P>& slate) {
        workers_.share(games_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (chosen != nullptr && chosen[i] == 0) continue;
                begin(games_[i]);
                write(games_[i], i, slate);
            }
        });
    }

    void look(const Slate<P>& slate) const {
        for (std::size_t i = 0; i < games_.size(); ++i) write(games_[i], i, slate);
    }

    // From the point of view of one seat, whoever is to move.
    void observe(int seat, typename P::Element* out) const {
        for (std::size_t i = 0; i < games_.size(); ++i)
            games_[i].position.observe(rules_, seat, out + i * rules_.observation());
    }

    void scores(float* out) const {
        for (std::size_t i = 0; i < games_.size(); ++i)
            for (int seat = 0; seat < rules_.seats(); ++seat)
                *out++ = static_cast<float>(games_[i].position.score(rules_, seat));
    }

    void hashes(std::uint64_t* out) const {
        for (std::size_t i = 0; i < games_.size(); ++i) out[i] = games_[i].position.hash(rules_);
    }

    // A random legal action of a running game, by its chances at chance; `hold` when it is over. From the game's dice.
    int random_action(std::size_t i) {
        Game& game = games_[i];
        if (game.seat >= 0) return game.position.any_legal(rules_, game.dice);
        return game.seat == chance ? game.position.luck(rules_, game.dice) : hold;
    }

    void random_actions(std::int32_t* out) {
        workers_.share(games_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) out[i] = random_action(i);
        });
    }

  private:
    struct Game {
        P position;
        Dice dice;
        std::array<float, most_seats> scores{};  // as they are now, so that a reward needs no second look
        int seat = over;                         // to play
    };

    void begin(Game& game) {
        game.position = P::start(rules_);
        settle(game);
        note_scores(game);
    }

    // After a change: luck is drawn, and who is to play is noted.
    void settle(Game& game) {
        while ((game.seat = game.position.to_play(rules_)) == chance && own_luck_)
            game.position.apply(rules_, game.position.luck(rules_, game.dice));
    }

    void note_scores(Game& game) {
        for (int seat = 0; seat < rules_.seats(); ++seat)
            game.scores[static_cast<std::size_t>(seat)] = static_cast<float>(game.position.score(rules_, seat));
    }

    void write(const Game& game, std::size_t i, const Slate<P>& slate) const {
        const P position = game.position;  // a copy of its own: what is written below cannot change it
        if (slate.to_play) slate.to_play[i] = static_cast<std::int8_t>(game.seat);
        if (slate.mask) {
            const auto actions = static_cast<std::size_t>(rules_.actions());
            std::int8_t* mask = slate.mask + i * actions;
            std::memset(mask, 0, actions);
            if (game.seat >= 0) position.legal(rules_, [&](int action) { mask[action] = 1; });
        }
        if (slate.seen) position.observe(rules_, game.seat >= 0 ? game.seat : 0, slate.seen + i * rules_.observation());
    }

  public:
    static constexpr std::size_t bytes_per_game = sizeof(Game);

  private:
    Rules rules_;
    bool own_luck_;
    std::vector<Game> games_;
    Workers workers_;
};

}  // namespace asobiba
