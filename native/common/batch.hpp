// Many games side by side. Written once for every game.
//
// In most batches the seat to move plays one action a step, and a reward is the change of a score. Where a game has
// hidden commits all seats can also choose at once, and a game can bring rewards of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "common/pause.hpp"
#include "common/position.hpp"
#include "common/rewards.hpp"
#include "common/workers.hpp"

namespace asobiba {

// Who acts in one step.
enum class Moves { in_turn, at_once };

// An action that leaves its game as it is, while others of the batch move on. Only where moves are made in turn.
inline constexpr std::int32_t hold = -1;

// Where a batch writes what it knows; any pointer may be null. Of the seat to move, or where all move at once, of each.
template <Position P, RewardsOf<P> R = ScoreChange<P>>
struct Slate {
    typename R::Slate rewards{};
    std::int8_t* to_play = nullptr;       // [n]
    std::int8_t* mask = nullptr;          // [n, actions] or [n, seats, actions], what may be played
    typename P::Element* seen = nullptr;  // [n, observation] or [n, seats, observation], from the seat's point of view
};

// So many games, less than a tenth of a second's work, are gone through between two pauses. A smaller batch never
// pauses.
inline constexpr std::size_t between_pauses = 1 << 12;

// `body(first, last)` over parts of a range, and `pause()` between them, which may throw to end the loop.
template <class Pause, class Body>
void in_rounds(std::size_t count, Pause pause, Body body, std::size_t round = between_pauses) {
    for (std::size_t first = 0; first < count; first += round) {
        if (first != 0) pause();
        body(first, std::min(first + round, count));
    }
}

// How a batch is played.
struct Course {
    bool own_luck = true;  // chance is drawn here and a seat is always to move; otherwise the caller plays chance too
    bool renews = false;   // a game that ends begins anew at once
};

template <Position P, RewardsOf<P> R = ScoreChange<P>, Moves moves = Moves::in_turn>
    requires(moves == Moves::in_turn || Commits<P>)
class Batch {
  public:
    using Played = P;
    using Rules = typename P::Rules;
    using Slate = asobiba::Slate<P, R>;
    static constexpr bool at_once = moves == Moves::at_once;

    template <class Pause = NoPause>
    Batch(const Rules& rules, std::size_t count, std::uint64_t seed, int threads, Course course, const R& rewards = {},
          Pause pause = {})
        : rules_(rules), course_(course), rewards_(rewards), workers_(threads) {
        games_.reserve(count);
        last_.reserve(course.renews ? count : 0);
        in_rounds(count, pause, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                Game& game = games_.emplace_back();
                game.dice = dice_of(seed, i);
                begin(game);
                if (course.renews) last_.push_back(P::start(rules));
            }
        });
    }

    template <class Pause>
    Batch(const Batch& other, Pause pause)
        : rules_(other.rules_), course_(other.course_), rewards_(other.rewards_), workers_(other.workers_.threads()) {
        copy(other.games_, games_, pause);
        copy(other.last_, last_, pause);
    }

    Batch(const Batch& other) : Batch(other, NoPause{}) {}

    std::size_t size() const { return games_.size(); }
    std::size_t seats() const { return static_cast<std::size_t>(rules_.seats()); }
    int threads() const { return workers_.threads(); }
    // Seats of a game that act in one step.
    std::size_t acting() const { return at_once ? seats() : 1; }
    const Rules& rules() const { return rules_; }
    const P& position(std::size_t i) const { return games_[i].position; }
    // Where the game before the one that is running ended, in a batch that renews.
    const P& last(std::size_t i) const { return last_[i]; }
    std::uint64_t dice(std::size_t i) const { return games_[i].dice.state; }
    int to_play(std::size_t i) const { return games_[i].seat; }

    void place(std::size_t i, const P& position, std::uint64_t dice, const Slate& slate) {
        Game& game = games_[i];
        game.position = position;
        game.dice = {dice};
        settle(game);
        rewards_.begin(rules_, game.position, game.known);
        write(game, i, slate);
    }

    void reseed(std::size_t i, std::uint64_t seed) { games_[i].dice = dice_of(seed, i); }

    // The first game with an illegal action, or size(). Finished games take any action; `hold` is always allowed.
    template <class Pause = NoPause>
    std::size_t first_illegal(const std::int32_t* actions, Pause pause = {}) const {
        for (std::size_t first = 0; first < games_.size(); first += between_pauses) {
            if (first != 0) pause();
            const std::size_t last = std::min(first + between_pauses, games_.size());
            for (std::size_t i = first; i < last; ++i)
                if (games_[i].seat != over && !allows(games_[i].position, actions + i * acting())) return i;
        }
        return games_.size();
    }

    // Every action must be legal: [n], or where all move at once [n, seats]. A finished game, or one that holds, stays
    // as it is, and its rewards are zero. A pause that throws leaves some games before the step and some after it.
    template <class Pause = NoPause>
    void step(const std::int32_t* actions, const Slate& slate, Pause pause = {}) {
        share(games_.size(), pause,
              [&](std::size_t first, std::size_t last) { step_some(first, last, actions, slate); });
    }

    // All of it in one function: so it is as fast as a loop that never pauses, and faster than one in a lambda.
    [[gnu::flatten]] void step_some(std::size_t first, std::size_t last, const std::int32_t* actions,
                                    const Slate& slate) {
        for (std::size_t i = first; i < last; ++i) step_one(i, actions + i * acting(), slate);
    }

    void step_one(std::size_t i, const std::int32_t* actions, const Slate& slate) {
        Game& game = games_[i];
        if (game.seat == over || (!at_once && *actions == hold)) {
            rewards_.nothing(rules_, i, slate.rewards);
        } else {
            const auto before = rewards_.before(game.position);
            play(game.position, actions);
            settle(game);
            rewards_.write(rules_, before, actions, game.position, game.known, i, slate.rewards);
            if (game.seat == over && course_.renews) {
                last_[i] = game.position;
                begin(game);
            }
        }
        write(game, i, slate);
    }

    // New games where `chosen` is not zero; a null `chosen` means all.
    template <class Pause = NoPause>
    void reset(const std::uint8_t* chosen, const Slate& slate, Pause pause = {}) {
        share(games_.size(), pause, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (chosen != nullptr && chosen[i] == 0) continue;
                begin(games_[i]);
                write(games_[i], i, slate);
            }
        });
    }

    template <class Pause = NoPause>
    void look(const Slate& slate, Pause pause = {}) const {
        in_rounds(games_.size(), pause, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) write(games_[i], i, slate);
        });
    }

    // Of a position, what every seat may choose and what it sees; either pointer may be null.
    void look_at(const P& position, std::int8_t* mask, typename P::Element* seen) const
        requires at_once
    {
        for (int seat = 0; seat < rules_.seats(); ++seat) {
            const auto at = static_cast<std::size_t>(seat);
            if (mask) position.choices(rules_, seat, mask + at * static_cast<std::size_t>(rules_.actions()));
            if (seen) position.observe(rules_, seat, seen + at * rules_.observation());
        }
    }

    // Of the games from `first` to `last`, in an array of all: from the point of view of one seat, whoever is to move.
    void observe(std::size_t first, std::size_t last, int seat, typename P::Element* out) const {
        for (std::size_t i = first; i < last; ++i)
            games_[i].position.observe(rules_, seat, out + i * rules_.observation());
    }

    void scores(std::size_t first, std::size_t last, float* out) const {
        out += first * seats();
        for (std::size_t i = first; i < last; ++i)
            for (int seat = 0; seat < rules_.seats(); ++seat)
                *out++ = static_cast<float>(games_[i].position.score(rules_, seat));
    }

    void hashes(std::size_t first, std::size_t last, std::uint64_t* out) const {
        for (std::size_t i = first; i < last; ++i) out[i] = games_[i].position.hash(rules_);
    }

    // A random legal action of a running game, by its chances at chance; `hold` when it is over. From the game's dice.
    int random_action(std::size_t i) {
        Game& game = games_[i];
        if (game.seat >= 0) return game.position.any_legal(rules_, game.dice);
        return game.seat == chance ? game.position.luck(rules_, game.dice) : hold;
    }

    template <class Pause = NoPause>
    void random_actions(std::int32_t* out, Pause pause = {}) {
        share(games_.size(), pause, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) out[i] = random_action(i);
        });
    }

    // `body(first, last)` over parts of a range, on the threads of the games; `pause` on the caller's own.
    template <class Pause, class Body>
    void share(std::size_t count, Pause pause, Body body) {
        const auto part = [&](std::size_t first, std::size_t last) {
            workers_.share(last - first, [&](std::size_t from, std::size_t to) { body(first + from, first + to); });
        };
        in_rounds(count, pause, part, between_pauses * static_cast<std::size_t>(threads()));
    }

    // The same where the body takes long, and calls `heed()` in its midst: `body(first, last, heed)`.
    template <class Pause, class Body>
    void share_long(std::size_t count, Pause pause, Body body) {
        workers_.share_long(count, pause, body);
    }

  private:
    struct Game {
        P position;
        Dice dice;
        typename R::Known known;  // of the position as it is now, so that a reward needs no second look
        int seat = over;          // to play
    };

    template <class T, class Pause>
    static void copy(const std::vector<T>& from, std::vector<T>& to, Pause pause) {
        to.reserve(from.size());
        in_rounds(from.size(), pause, [&](std::size_t first, std::size_t last) {
            to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(first),
                      from.begin() + static_cast<std::ptrdiff_t>(last));
        });
    }

    void begin(Game& game) {
        game.position = P::start(rules_);
        settle(game);
        rewards_.begin(rules_, game.position, game.known);
    }

    // After a change: luck is drawn, and who is to play is noted.
    void settle(Game& game) {
        while ((game.seat = game.position.to_play(rules_)) == chance && course_.own_luck)
            game.position.apply(rules_, game.position.luck(rules_, game.dice));
    }

    bool allows(const P& position, const std::int32_t* actions) const {
        if constexpr (!at_once) {
            return *actions == hold || position.allows(rules_, *actions);
        } else {
            for (int seat = 0; seat < rules_.seats(); ++seat)
                if (!position.may_choose(rules_, seat, actions[seat])) return false;
            return true;
        }
    }

    // Where all move at once their commits follow one another, from whoever is the first.
    void play(P& position, const std::int32_t* actions) const {
        for (std::size_t left = acting(); left != 0; --left)
            position.apply(rules_, !at_once ? *actions : actions[position.to_play(rules_)]);
    }

    void write(const Game& game, std::size_t i, const Slate& slate) const {
        const P position = game.position;  // a copy of its own: what is written below cannot change it
        if (slate.to_play) slate.to_play[i] = static_cast<std::int8_t>(game.seat);
        const std::size_t at = i * acting();
        std::int8_t* mask = slate.mask ? slate.mask + at * static_cast<std::size_t>(rules_.actions()) : nullptr;
        typename P::Element* seen = slate.seen ? slate.seen + at * rules_.observation() : nullptr;
        if constexpr (at_once) {
            look_at(position, mask, seen);
        } else {
            if (mask) {
                std::memset(mask, 0, static_cast<std::size_t>(rules_.actions()));
                if (game.seat >= 0) position.legal(rules_, [&](int action) { mask[action] = 1; });
            }
            if (seen) position.observe(rules_, game.seat >= 0 ? game.seat : 0, seen);
        }
    }

  public:
    static constexpr std::size_t bytes_per_game = sizeof(Game);

  private:
    Rules rules_;
    Course course_;
    R rewards_;
    std::vector<Game> games_;
    std::vector<P> last_;
    Workers workers_;
};

}  // namespace asobiba
