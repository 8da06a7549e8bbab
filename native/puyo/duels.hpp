// Games in which both players move at once, with rewards for every move: what training runs on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "common/batch.hpp"
#include "puyo/position.hpp"
#include "puyo/rewards.hpp"

namespace asobiba::puyo::learning {

// What a turn brought both players.
class TurnRewards {
  public:
    using Known = std::array<Outlook, 2>;

    struct Slate {
        float* totals = nullptr;          // [n, seats]
        float* parts = nullptr;           // [n, seats, 11]
        std::uint8_t* endings = nullptr;  // [n], 0 goes on, 1 terminated, 2 truncated
        std::int8_t* winners = nullptr;   // [n], -1 for none
        std::uint8_t* chains = nullptr;   // [n, seats]
        std::int32_t* sent = nullptr;     // [n, seats]
        std::int32_t* points = nullptr;   // [n, seats]
        std::int32_t* turns = nullptr;    // [n], that the game has lasted

        bool is_ready() const { return totals != nullptr; }  // all are attached together
    };

    explicit TurnRewards(const RewardRules& rewards) : rewards_(rewards) {}

    void begin(const Rules& rules, const State& position, Known& outlooks) const {
        for (std::size_t seat = 0; seat < seats(rules); ++seat)
            outlooks[seat] = outlook_of(rules, position, seat, Field::from(position.players[seat].field));
    }

    State before(const State& position) const { return position; }

    void write(const Rules& rules, const State& before, const std::int32_t* actions, const State& after,
               Known& outlooks, std::size_t i, const Slate& slate) const {
        const Known earlier = outlooks;
        std::array<Move, 2> moves{};
        exchange(rules, before, after, moves);
        for (std::size_t seat = 0; seat < seats(rules); ++seat)
            follow(rules, before, actions[seat], after, seat, outlooks[seat], moves[seat]);

        for (std::size_t seat = 0; seat < seats(rules); ++seat) {
            const std::size_t at = i * seats(rules) + seat;
            const Ending end = ending(rules, after.players, seat);
            write_rewards(at, rewards_of(transition(rules, seat, earlier, outlooks, moves, end), rewards_), slate);
            slate.chains[at] = after.players[seat].chain;
            slate.sent[at] = narrow(moves[seat].sent);
            slate.points[at] = narrow(after.players[seat].score - before.players[seat].score);
        }
        const bool terminated = after.players[0].buried() || after.players[1].buried();
        const bool truncated = !terminated && after.to_play(rules) == over;
        slate.endings[i] = static_cast<std::uint8_t>(terminated + 2 * truncated);
        slate.winners[i] = winner(rules, after.players);
        slate.turns[i] = narrow(after.turn);
    }

    // Games begin anew where they end, and nobody holds.
    void nothing(const Rules&, std::size_t, const Slate&) const {}

  private:
    static std::size_t seats(const Rules& rules) { return static_cast<std::size_t>(rules.seats()); }

    static std::uint64_t price(const Rules& rules, const State& position) {
        return price_of(rules.target_points, rules.margin_seconds, position.clock);
    }

    // What the kind of reward asks for.
    Outlook outlook_of(const Rules& rules, const State& position, std::size_t seat, const Field& field) const {
        Outlook outlook;
        if (rewards_.kind == Kind::sparse) return outlook;
        const Player& player = position.players[seat];
        outlook.skyline = Skyline::of(field.occupied());
        outlook.waiting = static_cast<double>(std::min<std::uint64_t>(player.ojama, 30)) / 30;
        outlook.prospect = prospect_of(field, rules.colors);
        if (rewards_.kind == Kind::potential) return outlook;
        if (rewards_.all_empty) outlook.prospect.triggers = empty_triggers(field, rules.colors);
        if (rules.versus && !player.buried()) {
            const Pair pair = position.queue.pair(position.turn % position.pairs);
            const int best = best_score(field, pair, player.row14);
            outlook.threat = threat_of(player, best, price(rules, position), rules);
        }
        return outlook;
    }

    static std::int32_t narrow(std::uint64_t number) {
        return static_cast<std::int32_t>(std::min<std::uint64_t>(number, 1 << 30));
    }

    static std::int8_t winner(const Rules& rules, const std::array<Player, 2>& players) {
        if (!rules.versus || players[0].buried() == players[1].buried()) return -1;
        return players[0].buried() ? 1 : 0;
    }

    static Ending ending(const Rules& rules, const std::array<Player, 2>& players, std::size_t seat) {
        const bool mine = players[seat].buried();
        const bool theirs = rules.versus && players[1 - seat].buried();
        if (mine && theirs) return Ending::drawn;
        return mine ? Ending::lost : theirs ? Ending::won : Ending::none;
    }

    static Transition transition(const Rules& rules, std::size_t seat, const Known& before, const Known& after,
                                 const std::array<Move, 2>& moves, Ending end) {
        const std::size_t other = 1 - seat;
        if (!rules.versus) return {before[seat], after[seat], nullptr, nullptr, moves[seat], nullptr, end};
        return {before[seat], after[seat], &before[other], &after[other], moves[seat], &moves[other], end};
    }

    static void write_rewards(std::size_t at, const Rewards& rewards, const Slate& slate) {
        double total = 0;
        for (std::size_t part = 0; part < components; ++part) {
            total += rewards[part];
            slate.parts[at * components + part] = static_cast<float>(rewards[part]);
        }
        slate.totals[at] = static_cast<float>(total);
    }

    // Chains and what they sent and cancelled, from the positions around a turn.
    static void exchange(const Rules& rules, const State& before, const State& after, std::array<Move, 2>& moves) {
        std::array<std::uint64_t, 2> attacks{};
        const std::uint64_t cost = price(rules, before);
        for (std::size_t seat = 0; seat < seats(rules); ++seat) {
            const Player& old = before.players[seat];
            const std::uint64_t points = after.players[seat].score - old.score;
            moves[seat].chain = after.players[seat].chain;
            const std::uint64_t bought = points == 0 ? 0 : (old.carry + points) / cost;
            attacks[seat] = offset(bought, old.ojama);
            moves[seat].cancelled = bought - attacks[seat];
        }
        if (!rules.versus) return;
        for (std::size_t seat = 0; seat < 2; ++seat) {
            moves[seat].sent = offset(attacks[seat], attacks[1 - seat]);
            moves[seat].cancelled += attacks[seat] - moves[seat].sent;
        }
    }

    // A seat's outlook after its move. A board that nothing has changed since the landing is searched once.
    void follow(const Rules& rules, const State& before, int action, const State& after, std::size_t seat,
                Outlook& outlook, Move& move) const {
        const Field field = Field::from(after.players[seat].field);
        outlook = outlook_of(rules, after, seat, field);
        if (rewards_.kind != Kind::dense) return;
        Field landed = Field::from(before.players[seat].field);
        const Cells standing = landed.occupied();
        const Pair pair = before.queue.pair(before.turn % before.pairs);
        puyo::place(landed, pair.axis, pair.child, placement_of[static_cast<std::size_t>(action)]);
        move.landed = Skyline::of(landed.occupied());
        move.clustering = clustering_of(landed, landed.occupied() & ~standing);
        if (move.chain != 0) move.landed_links = move.chain;
        else if (!any(landed.occupied() ^ field.occupied())) move.landed_links = outlook.prospect.links;
        else move.landed_links = prospect_of(landed, rules.colors).links;
    }

    RewardRules rewards_;
};

using Duels = Batch<State, TurnRewards, Moves::at_once>;

}  // namespace asobiba::puyo::learning
