// Puyo by the rules of Tsu: the twin of asobiba/games/puyo/rules.py, whose words are used here.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "common/position.hpp"
#include "puyo/encode.hpp"
#include "puyo/field.hpp"
#include "puyo/ojama.hpp"
#include "puyo/pairs.hpp"
#include "puyo/placements.hpp"

namespace asobiba::puyo {

inline constexpr int place_frames = 40;
inline constexpr int tear_frames = 20;

struct Rules {
    bool versus = true;
    int colors = 4;
    std::uint64_t target_points = 70;
    std::uint64_t margin_seconds = 96;  // or never
    std::uint64_t ojama_per_turn = 30;
    bool row14_once = false;
    std::uint64_t max_turns = never;

    int seats() const { return versus ? 2 : 1; }
    int actions() const { return placements; }
    std::size_t observation() const { return (8 * static_cast<std::size_t>(colors) + 13) * plane_size; }
};

struct Player {
    Stored field{};
    std::uint8_t loose = 0;      // ojama that fall now, whose columns luck has yet to choose
    std::uint8_t all_clear = 0;  // 1: the next chain brings 30 more ojama
    std::uint8_t chain = 0;      // links of the last placement
    std::uint8_t row14 = 0;      // the columns whose row 14 has been used
    std::uint64_t score = 0;
    std::uint64_t carry = 0;  // points that have not bought ojama yet
    std::uint64_t ojama = 0;  // waiting to fall on this player

    // The puyos of a column: a number one below a power of two.
    unsigned column(int number) const {
        const auto at = static_cast<std::size_t>(number);
        return static_cast<unsigned>(field[0][at] | field[1][at] | field[2][at]);
    }

    bool buried() const { return (column(spawn) >> (in_sight - 1) & 1) != 0; }

    std::uint32_t reachable() const { return puyo::reachable(Field::from(field).occupied(), row14); }

    bool operator==(const Player&) const = default;

    bool valid(const Rules& rules) const {
        for (int number = 0; number < width; ++number) {
            const unsigned whole = column(number);
            if (whole > whole_column || (whole & (whole + 1)) != 0) return false;
        }
        const Field cells = Field::from(field);
        for (unsigned code = 1; code < 8; ++code)
            if (code != ojama_code && code > static_cast<unsigned>(rules.colors) && any(cells.of(code))) return false;
        return loose < width && all_clear <= 1 && chain <= 19 && row14 <= all_columns;
    }
};

// What one player's placement brings, before the ojama.
struct Landing {
    std::uint64_t points;
    std::uint64_t frames;
};

// The pair lands and its chain runs. The points of an earlier all clear come with the first chain after it.
inline Landing land(Player& player, int number, Pair pair, const Rules& rules) {
    const Placement& placement = placement_of[static_cast<std::size_t>(number)];
    const unsigned axis_column = player.column(placement.axis);
    const bool torn = axis_column != player.column(placement.child);
    if (rules.row14_once && placement.side == 'u' && axis_column == column_in_sight)
        player.row14 = static_cast<std::uint8_t>(player.row14 | 1 << placement.axis);

    Field field = Field::from(player.field);
    place(field, pair.axis, pair.child, placement);
    const Chain chain = resolve(field);
    field.store(player.field);

    std::uint64_t points = 0;
    if (chain.links != 0) {
        points = static_cast<std::uint64_t>(chain.score) + player.all_clear * all_clear_ojama * rules.target_points;
        player.all_clear = !any(field.occupied());
    }
    player.score += points;
    player.chain = static_cast<std::uint8_t>(chain.links);
    return {points, static_cast<std::uint64_t>(place_frames + tear_frames * torn + chain.frames)};
}

struct State {
    using Rules = puyo::Rules;
    using InSight = std::array<unsigned, 2 * pairs_in_sight>;
    using Element = std::int8_t;

    std::array<Player, 2> players{};  // in single play the second stays as it is here
    Queue queue{};
    std::uint64_t turn = 0;
    std::uint64_t clock = 0;  // frames
    std::int32_t seed = -1;   // of the queue, or -1 where none made it
    std::uint16_t pairs = 0;  // in the queue; 0 until luck has drawn it
    std::int8_t commit = -1;  // what `first` has placed in this turn, or -1
    std::uint8_t first = 0;   // who commits first

    static State start(const Rules&) { return {}; }

    bool loose() const { return (players[0].loose | players[1].loose) != 0; }

    // The player on whom loose ojama are about to fall; only when there are any.
    const Player& unlucky() const { return players[players[0].loose != 0 ? 0 : 1]; }

    int to_play(const Rules& rules) const {
        if (loose()) return chance;
        if (turn >= rules.max_turns || players[0].buried() || players[1].buried()) return over;
        if (pairs == 0) return chance;
        return commit < 0 ? first : 1 - first;
    }

    template <class Visitor>
    void legal(const Rules& rules, Visitor visit) const {
        const int seat = to_play(rules);
        if (seat >= 0) {
            for (std::uint32_t left = players[static_cast<std::size_t>(seat)].reachable(); left != 0; left &= left - 1)
                visit(std::countr_zero(left));
        } else if (loose()) {
            const std::size_t size = unlucky().loose;
            for (std::size_t i = 0; i < column_sets.count[size]; ++i) visit(int{column_sets.sets[size][i]});
        } else if (seat == chance) {
            for (int drawn = 0; drawn < seeds; ++drawn) visit(drawn);
        }
    }

    bool allows(const Rules& rules, int action) const {
        const int seat = to_play(rules);
        if (action < 0 || seat == over) return false;
        if (seat >= 0) return may_choose(rules, seat, action);
        if (!loose()) return action < seeds;
        const auto columns = static_cast<Columns>(action);
        return columns <= all_columns && std::popcount(columns) == unlucky().loose;
    }

    void apply(const Rules& rules, int action) {
        if (loose()) {
            drop_loose(static_cast<Columns>(action));
        } else if (pairs == 0) {
            seed = action;
            pairs = most_puyos / 2;
            queue = queue_of(seed, rules.colors);
        } else if (rules.versus && commit < 0) {
            commit = static_cast<std::int8_t>(action);
        } else {
            finish_turn(rules, action);
        }
    }

    double score(const Rules& rules, int seat) const {
        if (!rules.versus) return static_cast<double>(players[0].score);
        if (to_play(rules) != over) return 0;
        return players[static_cast<std::size_t>(1 - seat)].buried() - players[static_cast<std::size_t>(seat)].buried();
    }

    int luck(const Rules&, Dice& dice) const {
        if (!loose()) return static_cast<int>(dice.below(seeds));
        const std::size_t size = unlucky().loose;
        return column_sets.sets[size][dice.below(column_sets.count[size])];
    }

    double likelihood(const Rules&, int) const { return 1.0 / (loose() ? column_sets.count[unlucky().loose] : seeds); }

    // Of the queue a seat knows the pairs in sight; the rest comes from a seed that anybody might have drawn. The
    // other's commit it does not know: both are about to choose.
    State imagined(const Rules& rules, int seat, Dice& dice) const {
        State guess = *this;
        guess.seed = -1;
        if (pairs != 0) {
            guess.queue = queue_of(static_cast<int>(dice.below(seeds)), rules.colors);
            guess.pairs = most_puyos / 2;
            for (std::size_t ahead = 0; ahead < pairs_in_sight; ++ahead)
                guess.queue.put((turn + ahead) % guess.pairs, queue.pair((turn + ahead) % pairs));
        }
        if (rules.versus && first != seat) {
            guess.first = static_cast<std::uint8_t>(seat);
            guess.commit = -1;
        }
        return guess;
    }

    bool is_foreseen(const Rules&, const State& root) const { return turn - root.turn < pairs_in_sight; }

    int any_legal(const Rules& rules, Dice& dice) const {
        std::uint32_t left = players[static_cast<std::size_t>(to_play(rules))].reachable();
        auto skip = dice.below(static_cast<std::uint32_t>(std::popcount(left)));
        for (; skip != 0; --skip) left &= left - 1;
        return std::countr_zero(left);
    }

    bool must_pass(const Rules&) const { return false; }

    void observe(const Rules& rules, int seat, Element* out) const {
        const Player& me = players[static_cast<std::size_t>(seat)];
        const Player& other = players[static_cast<std::size_t>(1 - seat)];
        const Field mine = Field::from(me.field);
        const Field theirs = Field::from(other.field);
        const auto colors = static_cast<std::size_t>(rules.colors);

        const auto puyos = puyos_in_sight();
        const Order order = order_for(rules, puyos, mine, theirs);
        std::memset(out, 0, rules.observation() * sizeof(Element));
        Planes planes(out);
        planes.field(mine, order, colors);
        planes.field(theirs, order, colors);
        if (pairs == 0) planes.skip(puyos.size() * colors);
        else
            for (const unsigned code : puyos) planes.choose(order.number(code), colors);

        const auto now = static_cast<std::uint64_t>(price(rules));
        planes.fill(me.ojama);
        planes.fill(other.ojama);
        planes.fill(hundredths(me.carry, now));
        planes.fill(hundredths(other.carry, now));
        planes.fill(me.all_clear);
        planes.fill(other.all_clear);
        planes.columns(me.row14);
        planes.columns(other.row14);
        planes.fill(me.loose);
        planes.fill(hundredths(now, rules.target_points));
        planes.fill(clock / clock_unit);
    }

    std::uint64_t hash(const Rules&) const {
        std::array<std::uint64_t, sizeof(State) / 8> words;
        std::memcpy(words.data(), this, sizeof(State));
        constexpr std::size_t before = sizeof players / 8;
        constexpr std::size_t after = before + sizeof queue / 8;  // where the queue ends, for which the seed stands
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < words.size(); ++i)
            if (i < before || i >= after || seed < 0) hash = mixed(hash, words[i]);
        return hash;
    }

    bool valid(const Rules& rules) const {
        if (!players[0].valid(rules) || !players[1].valid(rules)) return false;
        if (!rules.versus && (first != 0 || commit >= 0 || players[1] != Player{})) return false;
        return first <= 1 && -1 <= commit && commit < placements && valid_queue(rules);
    }

    // The codes of the pairs in sight, axis and child in turn; zeros before the queue is drawn.
    InSight puyos_in_sight() const {
        InSight puyos{};
        if (pairs == 0) return puyos;
        std::size_t number = turn % pairs;
        for (std::size_t ahead = 0; ahead < pairs_in_sight; ++ahead) {
            const Pair pair = queue.pair(number);
            puyos[2 * ahead] = pair.axis;
            puyos[2 * ahead + 1] = pair.child;
            number = number + 1 == pairs ? 0 : number + 1;
        }
        return puyos;
    }

    std::uint64_t price(const Rules& rules) const { return price_of(rules.target_points, rules.margin_seconds, clock); }

    // The colours as a seat meets them: in the pairs in sight, in its own field, in the other's.
    Order order_for(const Rules& rules, const InSight& puyos, const Field& mine, const Field& theirs) const {
        Order order(rules.colors);
        if (pairs != 0)
            for (const unsigned code : puyos) order.meet(code);
        order.meet_all(mine);
        order.meet_all(theirs);
        order.meet_rest();
        return order;
    }

    // What a seat may place, whoever is to move.
    void choices(const Rules&, int seat, std::int8_t* mask) const {
        const std::uint32_t within_reach = players[static_cast<std::size_t>(seat)].reachable();
        for (std::size_t action = 0; action < placements; ++action)
            mask[action] = static_cast<std::int8_t>(within_reach >> action & 1);
    }

    bool may_choose(const Rules&, int seat, int action) const {
        if (action < 0 || action >= placements) return false;
        return (players[static_cast<std::size_t>(seat)].reachable() >> action & 1) != 0;
    }

    bool all_choose(const Rules& rules) const { return to_play(rules) == first; }

  private:
    void drop_loose(Columns columns) {
        Player& player = players[players[0].loose != 0 ? 0 : 1];
        Field field = Field::from(player.field);
        fall(field, 1, columns);
        field.store(player.field);
        player.loose = 0;
    }

    void finish_turn(const Rules& rules, int action) {
        const Pair pair = queue.pair(turn % pairs);
        if (!rules.versus) {
            clock += land(players[0], action, pair, rules).frames;
        } else {
            std::array<int, 2> chosen = {commit, action};
            if (first != 0) std::swap(chosen[0], chosen[1]);
            const Landing left = land(players[0], chosen[0], pair, rules);
            const Landing right = land(players[1], chosen[1], pair, rules);
            if ((left.points | right.points | players[0].ojama | players[1].ojama) != 0)
                exchange(left.points, right.points, rules);
            clock += std::max(left.frames, right.frames);
        }
        ++turn;
        commit = -1;
    }

    // The ojama of a turn: buy, offset what waits for oneself, then one another; what waited falls, the rest waits.
    void exchange(std::uint64_t left_points, std::uint64_t right_points, const Rules& rules) {
        const std::uint64_t cost = price(rules);
        const std::uint64_t left = attack(players[0], left_points, cost, rules);
        const std::uint64_t right = attack(players[1], right_points, cost, rules);
        players[0].ojama += offset(right, left);
        players[1].ojama += offset(left, right);
    }

    // Buys ojama, offsets those that wait, and lets fall what is left of these. Returns what goes to the other.
    static std::uint64_t attack(Player& player, std::uint64_t points, std::uint64_t cost, const Rules& rules) {
        std::uint64_t bought = 0;
        if (points != 0) {
            bought = (player.carry + points) / cost;
            player.carry = (player.carry + points) % cost;
        }
        const std::uint64_t waiting = offset(player.ojama, bought);
        const std::uint64_t sent = offset(bought, player.ojama);
        const std::uint64_t falling = std::min(waiting, rules.ojama_per_turn);
        if (falling >= width) {
            Field field = Field::from(player.field);
            fall(field, falling / width, all_columns);
            field.store(player.field);
        }
        player.ojama = waiting - falling;
        player.loose = static_cast<std::uint8_t>(falling % width);
        return sent;
    }

    // Colours of the game up to the end of the queue and nothing after it; a seed must have made it.
    bool valid_queue(const Rules& rules) const {
        if (pairs > most_puyos / 2 || seed < -1 || seed >= seeds) return false;
        if (seed >= 0) return pairs == most_puyos / 2 && queue == queue_of(seed, rules.colors);
        for (std::size_t number = 0; number < most_puyos / 2; ++number) {
            const Pair pair = queue.pair(number);
            for (const unsigned code : {pair.axis, pair.child})
                if ((code != 0) != (number < pairs) || code > static_cast<unsigned>(rules.colors)) return false;
        }
        return true;
    }
};

static_assert(Position<State> && Commits<State>);

}  // namespace asobiba::puyo
