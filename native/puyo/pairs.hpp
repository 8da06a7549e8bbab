// The queue: pairs that both players get in the same order, again from the front when it is used up.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "puyo/field.hpp"

namespace asobiba::puyo {

inline constexpr int seeds = 1 << 16;
inline constexpr std::size_t most_puyos = 256;
inline constexpr int pairs_in_sight = 3;

struct Pair {
    unsigned axis;  // its colour's code
    unsigned child;
};

// Axis and child in turn as bit planes of their codes: bit 2t is the axis of turn t. What is not used is zero.
struct Queue {
    std::array<std::array<std::uint64_t, most_puyos / 64>, code_bits> bits{};

    Pair pair(std::size_t number) const {
        Pair pair{0, 0};
        for (std::size_t i = 0; i < code_bits; ++i) {
            const auto both = static_cast<unsigned>(bits[i][number / 32] >> (2 * number % 64));
            pair.axis |= (both & 1) << i;
            pair.child |= (both >> 1 & 1) << i;
        }
        return pair;
    }

    void put(std::size_t number, Pair pair) {
        for (std::size_t i = 0; i < code_bits; ++i) {
            const std::uint64_t both = (pair.axis >> i & 1) | (pair.child >> i & 1) << 1;
            std::uint64_t& word = bits[i][number / 32];
            word = (word & ~(std::uint64_t{3} << (2 * number % 64))) | both << (2 * number % 64);
        }
    }

    bool operator==(const Queue&) const = default;
};

// The generator of the shuffles: x -> x * factor + term, of which the upper bits are used.
struct Step {
    std::uint32_t factor = 1;
    std::uint32_t term = 0;

    constexpr std::uint32_t operator()(std::uint32_t number) const { return number * factor + term; }
    constexpr Step then(Step next) const { return {factor * next.factor, next(term)}; }
};

inline constexpr Step one_step = {0x5D588B65, 0x269EC3};
inline constexpr std::size_t thrown_away = 5;
inline constexpr std::size_t stride = 32;  // numbers that do not wait for one another
inline constexpr Step whole_stride = [] {
    Step steps;
    for (std::size_t i = 0; i < stride; ++i) steps = steps.then(one_step);
    return steps;
}();

inline constexpr std::size_t swaps_of_a_pool = 15 * 8 + 7 * 16 + 3 * 32;
inline constexpr std::size_t fewest_colors = 3;
inline constexpr std::size_t most_numbers = thrown_away + 2 * swaps_of_a_pool * (most_colors - fewest_colors + 1);

// The numbers of a seed, one after the other.
inline std::array<std::uint32_t, most_numbers> numbers_of(std::uint32_t seed, std::size_t wanted) {
    std::array<std::uint32_t, most_numbers> numbers;
    for (std::size_t i = 0; i < stride; ++i) numbers[i] = seed = one_step(seed);
    for (std::size_t i = stride; i < wanted; ++i) numbers[i] = whole_stride(numbers[i - stride]);
    return numbers;
}

using Pool = std::array<std::uint8_t, most_puyos>;

// The pools of 3 to 5 colours before they are shuffled: colours in turn.
inline constexpr std::array<Pool, most_colors + 1> in_turn = [] {
    std::array<Pool, most_colors + 1> pools{};
    for (std::size_t colors = fewest_colors; colors <= most_colors; ++colors)
        for (std::size_t at = 0; at < most_puyos; ++at) pools[colors][at] = static_cast<std::uint8_t>(1 + at % colors);
    return pools;
}();

// Puyos of neighbouring blocks change places, and the blocks get twice as wide, twice.
inline Pool shuffled(std::size_t colors, const std::uint32_t* numbers) {
    Pool pool = in_turn[colors];
    for (const int bits : {4, 5, 6}) {
        const std::size_t block_width = std::size_t{1} << bits;
        for (std::size_t block = 0; block < most_puyos - block_width; block += block_width)
            for (std::size_t swaps = 0; swaps < block_width / 2; ++swaps) {
                const std::size_t one = block + (*numbers++ >> (32 - bits));
                const std::size_t other = block + block_width + (*numbers++ >> (32 - bits));
                std::swap(pool[one], pool[other]);
            }
    }
    return pool;
}

// The queue of a seed. The pools of three, four and five colours are shuffled one after the other; the first four puyos
// always come from the pool of three.
inline Queue queue_of(int seed, int colors) {
    const auto pools = static_cast<std::size_t>(colors) - fewest_colors + 1;
    const auto numbers = numbers_of(static_cast<std::uint32_t>(seed), thrown_away + 2 * swaps_of_a_pool * pools);
    Pool pool = shuffled(fewest_colors, &numbers[thrown_away]);
    if (pools > 1) {
        std::array<std::uint8_t, 4> first{};
        std::memcpy(first.data(), pool.data(), first.size());
        pool = shuffled(fewest_colors + pools - 1, &numbers[thrown_away + 2 * swaps_of_a_pool * (pools - 1)]);
        std::memcpy(pool.data(), first.data(), first.size());
    }

    Queue queue;
    for (std::size_t at = 0; at < most_puyos; at += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, pool.data() + at, sizeof eight);
        for (std::size_t i = 0; i < code_bits; ++i) {
            // The multiplication brings the lowest bits of eight bytes together.
            const std::uint64_t together = (((eight >> i) & 0x0101010101010101) * 0x0102040810204080) >> 56;
            queue.bits[i][at / 64] |= together << (at % 64);
        }
    }
    return queue;
}

}  // namespace asobiba::puyo
