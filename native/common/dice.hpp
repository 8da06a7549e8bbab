// Luck, and agents that play at random. One generator a game, so that no result depends on the number of threads.
#pragma once

#include <cstdint>

namespace asobiba {

// The generator splitmix64: eight bytes of state, and any seed is a good one.
struct Dice {
    std::uint64_t state = 0;

    std::uint64_t next() {
        state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t mixed = state;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31);
    }

    // 0 .. count-1. The bias of the multiplication is below count / 2^32.
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32); }
};

// The dice of game `index` among many with one seed.
inline Dice dice_of(std::uint64_t seed, std::uint64_t index) {
    Dice dice{seed};
    dice.state = dice.next() ^ (index * 0xd1342543de82ef95ULL);
    dice.next();
    return dice;
}

// A good hash of a few words: the mixing step of the generator.
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) { return Dice{hash ^ word}.next(); }

}  // namespace asobiba
