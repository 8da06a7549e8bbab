// What a search remembers of positions. Threads share it without a lock: an entry that two of them wrote at once is not
// recognised by anybody.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "othello/position.hpp"

namespace asobiba::othello {

inline constexpr std::uint8_t no_move = 255;
inline constexpr int whole_care = 5;  // of a search that leaves nothing out

// What was found of a position by a search of so many plies.
struct Known {
    std::int16_t lower = -32000;
    std::int16_t upper = 32000;
    std::uint8_t depth = 0;
    std::uint8_t care_and_age = 0;
    std::uint8_t move = no_move;
    std::uint8_t second = no_move;  // the best move before that one

    int care() const { return care_and_age & 7; }  // how little the search left out
    int age() const { return care_and_age >> 3; }
};

struct Key {
    std::uint64_t check;
    std::uint64_t place;
};

inline Key key_of(Squares mine, Squares theirs) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(mine ^ 0x9e3779b97f4a7c15ULL) * (theirs ^ 0xd1b54a32d192ed03ULL);
    const auto high = static_cast<std::uint64_t>(product >> 64), low = static_cast<std::uint64_t>(product);
    return {high ^ low, (low + std::rotl(high, 32)) * 0xff51afd7ed558ccdULL};  // its upper bits depend on every square
}

class Table {
  public:
    // 2^bits lines of 64 bytes, four positions each.
    explicit Table(int bits) : shift_(64 - bits), size_(std::size_t{1} << bits), lines_(new Line[size_]) {}

    // Searches that are over count less than the one that begins.
    void grow_older() { age_ = (age_ + 1) & 31; }

    void forget() {
        for (std::size_t i = 0; i < size_; ++i)
            for (Entry& entry : lines_[i].entries) {
                entry.check.store(0, std::memory_order_relaxed);
                entry.data.store(0, std::memory_order_relaxed);
            }
        age_ = 0;
    }

    void prefetch(const Key& key) const { __builtin_prefetch(&line_of(key)); }

    // False: nothing is known.
    bool find(const Key& key, Known& known) const {
        for (const Entry& entry : line_of(key).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == key.check && data != 0) {
                known = std::bit_cast<Known>(data);
                return true;
            }
        }
        return false;
    }

    // What a search with this window has found.
    void store(const Key& key, int depth, int care, int alpha, int beta, int value, int move) {
        Entry* chosen = nullptr;
        int least = 1 << 20;
        Known known;
        for (Entry& entry : line_of(key).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const Known there = std::bit_cast<Known>(data);
            if (data != 0 && (entry.check.load(std::memory_order_relaxed) ^ data) == key.check) {
                chosen = &entry;
                known = there;
                break;
            }
            const int worth = data == 0 ? -1 : (there.age() == age_ ? 1024 : 0) + 8 * there.depth + there.care();
            if (worth < least) {
                least = worth;
                chosen = &entry;
            }
        }
        if (known.depth != depth || known.care() != care) known.lower = -32000, known.upper = 32000;
        if (value < beta && value < known.upper) known.upper = static_cast<std::int16_t>(value);
        if (value > alpha && value > known.lower) known.lower = static_cast<std::int16_t>(value);
        if (known.lower > known.upper) {  // two searches that leave out unlike moves may disagree
            known.lower = value > alpha ? static_cast<std::int16_t>(value) : std::int16_t{-32000};
            known.upper = value < beta ? static_cast<std::int16_t>(value) : std::int16_t{32000};
        }
        known.depth = static_cast<std::uint8_t>(depth);
        known.care_and_age = static_cast<std::uint8_t>(care | age_ << 3);
        if ((value > alpha || known.move == no_move) && known.move != move) {
            known.second = known.move;
            known.move = static_cast<std::uint8_t>(move);
        }
        const auto data = std::bit_cast<std::uint64_t>(known);
        chosen->check.store(key.check ^ data, std::memory_order_relaxed);
        chosen->data.store(data, std::memory_order_relaxed);
    }

  private:
    struct Entry {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };

    struct alignas(64) Line {
        std::array<Entry, 4> entries;
    };

    Line& line_of(const Key& key) const { return lines_[key.place >> shift_]; }

    int shift_;
    std::size_t size_;
    std::unique_ptr<Line[]> lines_;
    int age_ = 0;
};

}  // namespace asobiba::othello
