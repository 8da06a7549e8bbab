// What each placement leads to, in numbers small enough for a small network: the twin of
// asobiba/games/puyo/afterstates.py, whose words are used here.
//
// Only what the seat's observation shows is used, and as exactly as it is shown there: nothing else may be known.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "puyo/position.hpp"
#include "puyo/quiet.hpp"

namespace asobiba::puyo::afterstates {

inline constexpr int safe_height = 8;  // of column 3
inline constexpr std::size_t most_dropped = most_trigger_puyos;
inline constexpr std::size_t own_size = 35;  // numbers that differ from placement to placement
inline constexpr std::size_t size = 53;      // with those that are the same for all
inline constexpr std::size_t all_size = placements * size;

using Afterstate = std::array<std::uint8_t, size>;

inline std::uint8_t byte(std::int64_t value) {
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>(value, 0, 255));
}

// 0 -> 0, 40 -> 16, 120 -> 32, ..., 100,000 -> 181
inline std::uint8_t magnitude(std::int64_t points) {
    return byte(static_cast<std::int64_t>(std::lround(16 * std::log2(1 + static_cast<double>(points) / 40))));
}

// A number of an observation.
inline std::int64_t shown(std::uint64_t number) { return static_cast<std::int64_t>(std::min(number, most)); }

// The colours numbered as an observer meets them.
inline Field recoloured(const Field& field, const Order& order, int colors) {
    Field seen;
    for (unsigned code = 1; code <= static_cast<unsigned>(colors); ++code)
        seen.put(field.of(order.code(code - 1)), code);
    seen.put(field.ojama(), ojama_code);
    return seen;
}

// One of the two players, as the observation shows him.
struct Side {
    Field field{};
    std::int64_t ojama = 0;
    std::int64_t carry = 0;  // points, to a hundredth of the price
    std::int64_t all_clear = 0;
    Columns row14 = 0;
};

// What a seat may know.
struct Seen {
    Side me;
    Side other;
    std::array<Pair, pairs_in_sight> pairs{};
    std::int64_t target = 0;
    std::int64_t price = 0;
    std::int64_t clock = 0;

    Seen(const State& state, std::size_t seat, const Rules& rules) {
        const auto puyos = state.puyos_in_sight();
        const std::array<Field, 2> fields = {Field::from(state.players[seat].field),
                                             Field::from(state.players[1 - seat].field)};
        const Order order = state.order_for(rules, puyos, fields[0], fields[1]);
        const auto code = [&](unsigned puyo) { return puyo == 0 ? 0 : static_cast<unsigned>(order.number(puyo) + 1); };
        for (std::size_t i = 0; i < pairs_in_sight; ++i) pairs[i] = {code(puyos[2 * i]), code(puyos[2 * i + 1])};
        const std::uint64_t exact = state.price(rules);
        target = static_cast<std::int64_t>(std::min<std::uint64_t>(rules.target_points, 1 << 30));
        price = std::max<std::int64_t>((shown(hundredths(exact, rules.target_points)) * target + 99) / 100, 1);
        clock = shown(state.clock / clock_unit);
        const auto side_of = [&](const Player& player, const Field& field) -> Side {
            return {recoloured(field, order, rules.colors), shown(player.ojama),
                    shown(hundredths(player.carry, exact)) * price / 100, player.all_clear, player.row14};
        };
        me = side_of(state.players[seat], fields[0]);
        other = side_of(state.players[1 - seat], fields[1]);
    }
};

// The best that a few puyos would start: by how many at most, 1 to 3.
struct Potential {
    std::array<int, most_dropped> links{};
    std::array<int, most_dropped> score{};
    std::array<int, 2> columns{};  // in which one puyo, in which at most two start something
    int trigger_height = 0;        // the row in which the chain with the highest score starts
    int left = 0;                  // coloured puyos after that chain
};

inline Potential potential_of(const Field& field, int colors) {
    Potential found;
    int best = 0;
    std::array<Columns, most_dropped> columns{};
    for_each_trigger(field, colors, all_columns, true, [&](int column, unsigned, int puyos, Field grown) {
        const Chain chain = resolve(grown);
        const auto at = static_cast<std::size_t>(puyos - 1);
        columns[at] |= Columns{1} << column;
        found.links[at] = std::max(found.links[at], chain.links);
        found.score[at] = std::max(found.score[at], chain.score);
        if (chain.score <= best) return;
        best = chain.score;
        found.trigger_height = height_of(field.occupied(), column) + 1;
        found.left = count(grown.coloured());
    });
    found.columns = {std::popcount(columns[0]), std::popcount(columns[0] | columns[1])};
    return found;
}

// Cells in which one more puyo of this colour could complete four: beside two that touch, or between two.
inline Cells near(const Field& field, const Touches& touches, unsigned code, bool one_is_enough) {
    const Cells colour = field.of(code);
    const Cells touched = touches.up | above(touches.up) | touches.right | right_of(touches.right);
    const Cells beside = one_is_enough ? colour : colour & touched;
    const Cells any_side = above(beside) | below(beside) | right_of(beside) | left_of(beside);
    const Cells over = above(colour);
    const Cells under = below(colour);
    const Cells right = right_of(colour);
    const Cells left = left_of(colour);
    return any_side | (over & under) | (right & left) | ((over | under) & (right | left));
}

// The placements that could make something pop at once; others cannot.
inline std::uint32_t promising(const Field& field, Pair pair) {
    const Touches touches(field);
    const bool equal = pair.axis == pair.child;
    const Cells near_axis = near(field, touches, pair.axis, equal);
    const Cells near_child = equal ? near_axis : near(field, touches, pair.child, equal);
    const Cells lower = (field.occupied() + 1) & in_every_column(column_in_sight);
    const Cells upper = above(lower) & in_every_column(column_in_sight);
    const Columns axis = columns_of(lower & near_axis);
    const Columns child = columns_of(lower & near_child);
    const Columns upwards = axis | columns_of(upper & near_child);
    const Columns downwards = child | columns_of(upper & near_axis);
    const Columns rightwards = (axis | child >> 1) & 0x1F;
    const Columns leftwards = (axis >> 1 | child) & 0x1F;
    return upwards | downwards << 6 | rightwards << 12 | leftwards << 17;
}

// The best chain that a pair can start at once.
inline Chain best_with(const Field& field, Columns row14, Pair pair) {
    Chain best;
    std::uint32_t left = promising(field, pair) & distinct(reachable(field.occupied(), row14), pair.axis, pair.child);
    for (; left != 0; left &= left - 1) {
        Field after = field;
        place(after, pair.axis, pair.child, placement_of[static_cast<std::size_t>(std::countr_zero(left))]);
        const Chain chain = resolve(after);
        if (chain.score > best.score) best = chain;
    }
    return best;
}

inline constexpr std::array<double, most_dropped> ready_worth = {0.7, 0.6, 0.5};

// The static judgement of evaluate.py: points, the chain that stands ready, touching puyos, the height against them.
inline double judgement(const Field& field, const Potential& potential, int touching, std::int64_t points) {
    double ready = 0;
    for (std::size_t at = 0; at < most_dropped; ++at)
        ready = std::max(ready, ready_worth[at] * potential.score[at] / 70);
    const Cells occupied = field.occupied();
    const double spawned = (height_of(occupied, spawn) - 6) / 6.0;
    const double mean = (count(occupied) / 6.0 - 8) / 4.0;
    const double danger = 0.7 * std::clamp(spawned, 0.0, 1.0) + 0.3 * std::clamp(mean, 0.0, 1.0);
    const bool buried = height_of(occupied, spawn) >= in_sight;
    return static_cast<double>(points) / 70 + ready + touching - 120 * danger - 1000 * buried;
}

// How likely loose ojama, which luck spreads over the columns, bury a player whose column 3 is so high.
inline std::int64_t buried_in_sixths(int spawn_height, std::int64_t loose) {
    if (spawn_height >= in_sight) return width;
    return spawn_height == in_sight - 1 ? loose : 0;
}

// Writes numbers one after the other.
struct Notes {
    Afterstate& out;
    std::size_t next = 0;

    void add(std::uint8_t value) { out[next++] = value; }
    void number(std::int64_t value) { add(byte(value)); }
    void chain(const Chain& chain) {
        number(chain.links);
        add(magnitude(chain.score));
    }
    void potential(const Potential& found) {
        int links = 0;
        int score = 0;
        for (std::size_t at = 0; at < most_dropped; ++at) {
            links = std::max(links, found.links[at]);
            score = std::max(score, found.score[at]);
            number(links);
            add(magnitude(score));
        }
    }
};

// What is the same for every placement: the other's side, and what waits for me.
inline Afterstate common_part(const Seen& seen, int colors) {
    Afterstate shared{};
    Notes notes{shared, own_size};
    const Field& theirs = seen.other.field;
    const Cells occupied = theirs.occupied();
    notes.potential(potential_of(theirs, colors));
    notes.chain(best_with(theirs, seen.other.row14, seen.pairs[0]));
    notes.chain(best_with(theirs, seen.other.row14, seen.pairs[1]));
    notes.number(count(occupied));
    notes.number(height_of(occupied, spawn));
    notes.number(count(theirs.ojama()));
    notes.number(seen.other.ojama);
    notes.number(seen.other.all_clear);
    notes.number(seen.me.ojama);
    notes.number(seen.price);
    notes.number(seen.clock);
    return shared;
}

struct Judged {
    Afterstate afterstate;
    double worth;
};

inline Judged judged_placement(const Seen& seen, const Rules& rules, int number, const Afterstate& shared) {
    const Placement& placement = placement_of[static_cast<std::size_t>(number)];
    Field field = seen.me.field;
    const Cells before = field.occupied();
    place(field, seen.pairs[0].axis, seen.pairs[0].child, placement);
    const int landed = count(field.occupied());
    const Chain chain = resolve(field);
    const int vanished = landed - count(field.occupied());  // before any ojama fall
    const bool cleared = chain.links != 0 && !any(field.occupied());

    std::int64_t points = chain.score;
    if (chain.links != 0) points += seen.me.all_clear * static_cast<std::int64_t>(all_clear_ojama) * seen.target;
    const std::int64_t bought = points == 0 ? 0 : (seen.me.carry + points) / seen.price;
    const std::int64_t waiting = std::max<std::int64_t>(seen.me.ojama - bought, 0);
    const std::int64_t sent = std::max<std::int64_t>(bought - seen.me.ojama, 0);
    const auto at_once = static_cast<std::int64_t>(std::min<std::uint64_t>(rules.ojama_per_turn, most));
    const std::int64_t falling = std::min(waiting, at_once);
    if (falling >= width) fall(field, static_cast<std::uint64_t>(falling / width), all_columns);

    const Potential potential = potential_of(field, rules.colors);
    const Touches touches(field);
    const int touching = count(touches.up) + count(touches.right);
    const Cells occupied = field.occupied();
    const double worth = judgement(field, potential, touching, points);

    Judged judged{shared, worth};
    Notes notes{judged.afterstate};
    notes.number(chain.links);
    notes.add(magnitude(points));
    notes.number(sent);
    notes.number(waiting - falling);
    notes.number(falling);
    for (int column = 0; column < width; ++column) notes.number(height_of(occupied, column));
    notes.number(buried_in_sixths(height_of(occupied, spawn), falling % width));
    notes.potential(potential);
    notes.number(potential.columns[0]);
    notes.number(potential.columns[1]);
    notes.number(potential.trigger_height);
    notes.number(potential.left);
    notes.number(touching);
    notes.number(count(touches.twos()));
    notes.number(count(field.coloured()));
    notes.number(count(field.ojama()));
    notes.number(cleared || (chain.links == 0 && seen.me.all_clear != 0));
    notes.number(height_of(before, placement.axis) != height_of(before, placement.child));
    notes.chain(best_with(field, seen.me.row14, seen.pairs[1]));
    notes.chain(best_with(field, seen.me.row14, seen.pairs[2]));
    notes.number(static_cast<std::int64_t>(std::floor(worth)) + 64);
    notes.number(vanished);
    notes.number(height_of(occupied, spawn) - safe_height);
    return judged;
}

// All 22; those that cannot be reached are zeros, and their worth is very low.
inline void write_all(const Seen& seen, const Rules& rules, std::uint8_t* out, float* worth) {
    const Afterstate shared = common_part(seen, rules.colors);
    const std::uint32_t all = reachable(seen.me.field.occupied(), seen.me.row14);
    std::memset(out, 0, all_size);
    std::fill(worth, worth + placements, -1e9f);
    if (seen.pairs[0].axis == 0 || seen.pairs[0].child == 0) return;
    for (int number = 0; number < placements; ++number) {
        if ((all >> number & 1) == 0) continue;
        const int twin = seen.pairs[0].axis == seen.pairs[0].child ? twin_of(number) : number;
        std::uint8_t* row = out + static_cast<std::size_t>(number) * size;
        if (twin != number && (all >> twin & 1) != 0) {
            std::memcpy(row, out + static_cast<std::size_t>(twin) * size, size);
            worth[number] = worth[twin];
            continue;
        }
        const Judged judged = judged_placement(seen, rules, number, shared);
        std::memcpy(row, judged.afterstate.data(), size);
        worth[number] = static_cast<float>(judged.worth);
    }
}

}  // namespace asobiba::puyo::afterstates
