// What one thread remembers of positions near the end: small enough to stay in a processor's own cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "othello/last.hpp"
#include "othello/table.hpp"

namespace asobiba::othello {

class Nearby {
  public:
    // What is known of a position to the end of the game; it is true for ever, so that nothing has to be forgotten.
    struct Entry {
        std::uint64_t check = 0;
        std::int8_t lower = -most;
        std::int8_t upper = most;
        std::uint8_t move = no_move;

        void store(std::uint64_t position, int alpha, int beta, int value, int best) {
            if (check != position) *this = Entry{position};
            if (value < beta && value < upper) upper = static_cast<std::int8_t>(value);
            if (value > alpha && value > lower) lower = static_cast<std::int8_t>(value);
            if (value > alpha || move == no_move) move = static_cast<std::uint8_t>(best);
        }
    };

    explicit Nearby(int bits) : shift_(64 - bits), entries_(std::size_t{1} << bits) {}

    Entry& operator[](const Key& key) { return entries_[key.place >> shift_]; }
    const Entry& operator[](const Key& key) const { return entries_[key.place >> shift_]; }

  private:
    int shift_;
    std::vector<Entry> entries_;
};

}  // namespace asobiba::othello
