// What a search has found of boards, in lines of four. It holds the whole board, so nothing is mistaken for another.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace asobiba::twenty48 {

inline std::uint64_t hash_of(std::uint64_t key) { return key * 0x9e3779b97f4a7c15ULL; }
inline std::uint64_t hash_of(const std::array<std::uint64_t, 2>& key) {
    return hash_of(key[0] ^ hash_of(std::rotl(key[1], 32)));
}

// Half of a float is enough to say how likely something was.
inline std::uint16_t shortened(float chance) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(chance) >> 16);
}

template <class Key>
class Remembered {
  public:
    // Forgets everything. 2^bits lines are used: few are quicker, because they stay near the processor.
    void begin(int bits) {
        if (bits > bits_) {
            bits_ = bits;
            lines_ = std::make_unique<Line[]>(std::size_t{1} << bits);
            age_ = 0;
        }
        shift_ = 64 - bits;
        if (++age_ != 0) return;
        for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i) lines_[i] = {};
        age_ = 1;
    }

    // What a search of so many moves found that followed at least as unlikely ways as one that begins with this chance.
    const float* find(const Key& key, int moves, std::uint16_t chance) const {
        for (const Entry& entry : line_of(key).entries)
            if (entry.key == key && entry.moves == moves && entry.age == age_ && entry.chance >= chance)
                return &entry.value;
        return nullptr;
    }

    // In the place of the same, of a forgotten one, or of the one that was least work.
    void put(const Key& key, int moves, std::uint16_t chance, float value) {
        Line& line = line_of(key);
        Entry* chosen = &line.entries[0];
        for (Entry& entry : line.entries) {
            if (entry.age != age_ || (entry.key == key && entry.moves == moves)) {
                chosen = &entry;
                break;
            }
            if (entry.moves < chosen->moves) chosen = &entry;
        }
        *chosen = {key, value, chance, static_cast<std::uint8_t>(moves), age_};
    }

  private:
    struct Entry {
        Key key{};
        float value = 0;
        std::uint16_t chance = 0;
        std::uint8_t moves = 0;
        std::uint8_t age = 0;
    };

    struct alignas(64) Line {
        std::array<Entry, 4> entries;
    };

    Line& line_of(const Key& key) const { return lines_[hash_of(key) >> shift_]; }

    int bits_ = 0;
    int shift_ = 64;
    std::uint8_t age_ = 0;
    std::unique_ptr<Line[]> lines_;
};

// What boards were judged, which is true for ever: each in one place, where the next of that place overwrites it.
template <class Key>
class Judgements {
  public:
    // 2^bits places at least.
    void begin(int bits) {
        if (bits <= bits_) return;
        bits_ = bits;
        places_ = std::make_unique<Place[]>(std::size_t{1} << bits);
    }

    // What `judge()` says of the board.
    template <class Judge>
    float of(const Key& key, Judge judge) {
        Place& place = places_[hash_of(key) >> (64 - bits_)];
        if (place.key != key) place = {key, judge()};
        return place.value;
    }

  private:
    struct Place {
        Key key{};  // of no board at first: none is empty
        float value = 0;
    };

    int bits_ = 0;
    std::unique_ptr<Place[]> places_;
};

}  // namespace asobiba::twenty48
