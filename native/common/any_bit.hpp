// A member of a set of up to 64, drawn with the dice. Written once for every game.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "common/dice.hpp"

namespace asobiba {

// By n and a byte: which of its bits is the n-th that is set.
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> nth_of_byte = [] {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t left = byte;
        for (std::size_t n = 0; left != 0; ++n, left &= left - 1)
            table[n][byte] = static_cast<std::uint8_t>(std::countr_zero(left));
    }
    return table;
}();

// The number of a bit that is set, each equally likely; at least one must be. Without a loop, whose length nobody could
// predict: all bytes are counted side by side.
inline int any_bit(std::uint64_t set, Dice& dice) {
    constexpr std::uint64_t each = 0x0101010101010101ULL;
    constexpr std::uint64_t top = 0x80 * each;
    // 1. The bits of every byte, then those up to and including every byte.
    std::uint64_t counts = set - (set >> 1 & 0x55 * each);
    counts = (counts & 0x33 * each) + (counts >> 2 & 0x33 * each);
    counts = (counts + (counts >> 4)) & 0x0f * each;
    counts *= each;
    // 2. The n-th bit is wanted: bytes whose count does not exceed n lie before it.
    const std::uint64_t n = dice.below(static_cast<std::uint32_t>(counts >> 56));
    const std::uint64_t passed = ((n * each | top) - counts) & top;
    const std::uint64_t start = 8 * ((passed >> 7) * each >> 56);
    // 3. Within its byte it is the n-th but for those before.
    const std::uint64_t before = counts << 8 >> start & 0xff;
    return static_cast<int>(start + nth_of_byte[n - before][set >> start & 0xff]);
}

}  // namespace asobiba
