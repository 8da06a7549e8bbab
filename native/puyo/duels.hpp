// Many games side by side in which both players move at once, with rewards for every move.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "common/workers.hpp"
#include "puyo/rewards.hpp"

namespace asobiba::puyo::learning {

// Where a step writes what it knows.
struct DuelSlate {
    std::int8_t* seen = nullptr;      // [n, seats, observation]
    std::int8_t* masks = nullptr;     // [n, seats, 22]
    float* totals = nullptr;          // [n, seats]
    float* parts = nullptr;           // [n, seats, 11]
    std::uint8_t* endings = nullptr;  // [n], 0 goes on, 1 terminated, 2 truncated
    std::int8_t* winners = nullptr;   // [n], -1 for none
    std::uint8_t* chains = nullptr;   // [n, seats]
    std::int32_t* sent = nullptr;     // [n, seats]
    std::int32_t* points = nullptr;   // [n, seats]
    std::int32_t* turns = nullptr;    // [n], that the game has lasted
};

class Duels {
  public:
    Duels(const Rules& rules, const RewardRules& rewards, std::size_t count, std::uint64_t seed, int threads)
        : rules_(rules), rewards_(rewards), games_(count), last_(count), workers_(threads) {
        for (std::size_t i = 0; i < count; ++i) {
            games_[i].dice = dice_of(seed, i);
            begin(games_[i]);
        }
    }

    std::size_t size() const { return games_.size(); }
    std::size_t seats() const { return static_cast<std::size_t>(rules_.seats()); }
    const Rules& rules() const { return rules_; }
    const State& position(std::size_t i) const { return games_[i].position; }
    const State& last(std::size_t i) const { return last_[i]; }
    std::uint64_t dice(std::size_t i) const { return games_[i].dice.state; }

    void place(std::size_t i, const State& position, std::uint64_t dice) {
        games_[i].position = position;
        games_[i].dice = {dice};
        look_around(games_[i]);
    }

    // The first game with an illegal action, or size().
    std::size_t first_illegal(const std::int32_t* actions) const {
        for (std::size_t i = 0; i < games_.size(); ++i)
            for (std::size_t seat = 0; seat < seats(); ++seat) {
                const std::int32_t action = actions[i * seats() + seat];
                const std::uint32_t within_reach = games_[i].position.players[seat].reachable();
                if (action < 0 || action >= placements || (within_reach >> action & 1) == 0) return i;
            }
        return games_.size();
    }

    // Every action must be legal. A game that ends begins anew; its last position is kept until the next step.
    void step(const std::int32_t* actions, const DuelSlate& slate) {
        workers_.share(games_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                step_one(i, actions + i * seats(), slate);
                look_one(i, slate);
            }
        });
    }

    void look(const DuelSlate& slate) const {
        for (std::size_t i = 0; i < games_.size(); ++i) look_one(i, slate);
    }

    // `body(first, last)` over parts of a range, on the threads of the games.
    template <class Body>
    void share(std::size_t count, Body body) {
        workers_.share(count, body);
    }

    void observe(const State& position, std::int8_t* seen, std::int8_t* masks) const {
        for (std::size_t seat = 0; seat < seats(); ++seat) {
            if (seen != nullptr) position.observe(rules_, static_cast<int>(seat), seen + seat * rules_.observation());
            if (masks == nullptr) continue;
            const std::uint32_t within_reach = position.players[seat].reachable();
            for (std::size_t action = 0; action < placements; ++action)
                masks[seat * placements + action] = static_cast<std::int8_t>(within_reach >> action & 1);
        }
    }

  private:
    struct Game {
        State position;
        Dice dice;
        std::array<Outlook, 2> outlooks;
    };

    void begin(Game& game) {
        game.position = State::start(rules_);
        settle(game);
        look_around(game);
    }

    void settle(Game& game) {
        while (game.position.to_play(rules_) == chance)
            game.position.apply(rules_, game.position.luck(rules_, game.dice));
    }

    // Of a position that no move has led to.
    void look_around(Game& game) {
        for (std::size_t seat = 0; seat < seats(); ++seat) {
            const Field field = Field::from(game.position.players[seat].field);
            game.outlooks[seat] = outlook_of(game.position, seat, field);
        }
    }

    std::uint64_t price(const State& position) const {
        return price_of(rules_.target_points, rules_.margin_seconds, position.clock);
    }

    // What the kind of reward asks for.
    Outlook outlook_of(const State& position, std::size_t seat, const Field& field) const {
        Outlook outlook;
        if (rewards_.kind == Kind::sparse) return outlook;
        const Player& player = position.players[seat];
        outlook.skyline = Skyline::of(field.occupied());
        outlook.waiting = static_cast<double>(std::min<std::uint64_t>(player.ojama, 30)) / 30;
        outlook.prospect = prospect_of(field, rules_.colors);
        if (rewards_.kind == Kind::potential) return outlook;
        if (rewards_.all_empty) outlook.prospect.triggers = empty_triggers(field, rules_.colors);
        if (rules_.versus && !player.buried()) {
            const Pair pair = position.queue.pair(position.turn % position.pairs);
            outlook.threat = threat_of(player, best_score(field, pair, player.row14), price(position), rules_);
        }
        return outlook;
    }

    void step_one(std::size_t i, const std::int32_t* actions, const DuelSlate& slate) {
        Game& game = games_[i];
        const State before = game.position;
        const std::array<Outlook, 2> outlooks = game.outlooks;
        for (std::size_t seat = 0; seat < seats(); ++seat) game.position.apply(rules_, actions[seat]);
        std::array<Move, 2> moves{};
        exchange(before, game.position, moves);
        settle(game);
        for (std::size_t seat = 0; seat < seats(); ++seat) follow(before, actions[seat], seat, game, moves[seat]);

        const std::array<Player, 2>& players = game.position.players;
        for (std::size_t seat = 0; seat < seats(); ++seat) {
            const std::size_t at = i * seats() + seat;
            write_rewards(at, rewards_of(transition(seat, outlooks, game, moves), rewards_), slate);
            slate.chains[at] = players[seat].chain;
            slate.sent[at] = narrow(moves[seat].sent);
            slate.points[at] = narrow(players[seat].score - before.players[seat].score);
        }
        const bool terminated = players[0].buried() || players[1].buried();
        const bool truncated = !terminated && game.position.to_play(rules_) == over;
        slate.endings[i] = static_cast<std::uint8_t>(terminated + 2 * truncated);
        slate.winners[i] = winner(players);
        slate.turns[i] = narrow(game.position.turn);
        if (!terminated && !truncated) return;
        last_[i] = game.position;
        begin(game);
    }

    static std::int32_t narrow(std::uint64_t number) {
        return static_cast<std::int32_t>(std::min<std::uint64_t>(number, 1 << 30));
    }

    std::int8_t winner(const std::array<Player, 2>& players) const {
        if (!rules_.versus || players[0].buried() == players[1].buried()) return -1;
        return players[0].buried() ? 1 : 0;
    }

    Ending ending(const std::array<Player, 2>& players, std::size_t seat) const {
        const bool mine = players[seat].buried();
        const bool theirs = rules_.versus && players[1 - seat].buried();
        if (mine && theirs) return Ending::drawn;
        return mine ? Ending::lost : theirs ? Ending::won : Ending::none;
    }

    Transition transition(std::size_t seat, const std::array<Outlook, 2>& before, const Game& game,
                          const std::array<Move, 2>& moves) const {
        const std::size_t other = 1 - seat;
        const Ending end = ending(game.position.players, seat);
        if (!rules_.versus) return {before[seat], game.outlooks[seat], nullptr, nullptr, moves[seat], nullptr, end};
        return {before[seat], game.outlooks[seat], &before[other], &game.outlooks[other], moves[seat], &moves[other],
                end};
    }

    static void write_rewards(std::size_t at, const Rewards& rewards, const DuelSlate& slate) {
        double total = 0;
        for (std::size_t part = 0; part < components; ++part) {
            total += rewards[part];
            slate.parts[at * components + part] = static_cast<float>(rewards[part]);
        }
        slate.totals[at] = static_cast<float>(total);
    }

    // Chains and what they sent and cancelled, from the positions around a turn.
    void exchange(const State& before, const State& after, std::array<Move, 2>& moves) const {
        std::array<std::uint64_t, 2> attacks{};
        const std::uint64_t cost = price(before);
        for (std::size_t seat = 0; seat < seats(); ++seat) {
            const Player& old = before.players[seat];
            const std::uint64_t points = after.players[seat].score - old.score;
            moves[seat].chain = after.players[seat].chain;
            const std::uint64_t bought = points == 0 ? 0 : (old.carry + points) / cost;
            attacks[seat] = offset(bought, old.ojama);
            moves[seat].cancelled = bought - attacks[seat];
        }
        if (!rules_.versus) return;
        for (std::size_t seat = 0; seat < 2; ++seat) {
            moves[seat].sent = offset(attacks[seat], attacks[1 - seat]);
            moves[seat].cancelled += attacks[seat] - moves[seat].sent;
        }
    }

    // A seat's outlook after its move. A board that nothing has changed since the landing is searched once.
    void follow(const State& before, int action, std::size_t seat, Game& game, Move& move) const {
        const Field field = Field::from(game.position.players[seat].field);
        Outlook& outlook = game.outlooks[seat];
        outlook = outlook_of(game.position, seat, field);
        if (rewards_.kind != Kind::dense) return;
        Field landed = Field::from(before.players[seat].field);
        const Cells standing = landed.occupied();
        const Pair pair = before.queue.pair(before.turn % before.pairs);
        puyo::place(landed, pair.axis, pair.child, placement_of[static_cast<std::size_t>(action)]);
        move.landed = Skyline::of(landed.occupied());
        move.clustering = clustering_of(landed, landed.occupied() & ~standing);
        if (move.chain != 0) move.landed_links = move.chain;
        else if (!any(landed.occupied() ^ field.occupied())) move.landed_links = outlook.prospect.links;
        else move.landed_links = prospect_of(landed, rules_.colors).links;
    }

    void look_one(std::size_t i, const DuelSlate& slate) const {
        observe(games_[i].position, slate.seen == nullptr ? nullptr : slate.seen + i * seats() * rules_.observation(),
                slate.masks == nullptr ? nullptr : slate.masks + i * seats() * placements);
    }

    Rules rules_;
    RewardRules rewards_;
    std::vector<Game> games_;
    std::vector<State> last_;  // where a game ended in the last step
    Workers workers_;
};

}  // namespace asobiba::puyo::learning
