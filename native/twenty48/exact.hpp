// What 2048 is worth on small boards: the score that best play expects, exactly, by search to the end of every game. A
// position is remembered once for all its mirror images; a move only ever adds to the sum of the tiles, so the search
// ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "twenty48/shape.hpp"

namespace asobiba::twenty48 {

inline constexpr std::size_t most_cells = 9;
inline constexpr std::size_t most_images = 8;
inline constexpr int rank_bits = 5;
inline constexpr double two = 0.9, four = 0.1;  // the chances of a new tile

using Tiles = std::array<std::uint8_t, most_cells>;  // ranks, along the rows
using Key = std::uint64_t;                           // the same, five bits a cell

// Values by position, in a table that grows: at an address that is free, or at the next ones.
class Memory {
  public:
    struct Full {};

    explicit Memory(std::size_t most) : most_(most), keys_(1 << 12, nothing), values_(1 << 12) {}

    // Where it is, or would be.
    std::size_t place(Key key) const {
        std::size_t at = key * 0x9e3779b97f4a7c15u >> (64 - bits_);
        while (keys_[at] != key && keys_[at] != nothing) at = (at + 1) & (keys_.size() - 1);
        return at;
    }

    bool holds(std::size_t at) const { return keys_[at] != nothing; }
    double value(std::size_t at) const { return values_[at]; }
    std::size_t size() const { return count_; }

    void put(Key key, double value) {
        if (count_ == most_) throw Full();
        if (4 * ++count_ > 3 * keys_.size()) grow();
        const std::size_t at = place(key);
        keys_[at] = key;
        values_[at] = value;
    }

  private:
    static constexpr Key nothing = ~Key{0};

    void grow() {
        const std::vector<Key> keys = std::move(keys_);
        const std::vector<double> values = std::move(values_);
        ++bits_;
        keys_.assign(2 * keys.size(), nothing);
        values_.assign(2 * keys.size(), 0.0);
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (keys[i] != nothing) {
                const std::size_t at = place(keys[i]);
                keys_[at] = keys[i];
                values_[at] = values[i];
            }
    }

    std::size_t most_, count_ = 0;
    int bits_ = 12;
    std::vector<Key> keys_;
    std::vector<double> values_;
};

// `pause` is called every now and then and may throw to end the search; what was found until then stays.
template <class Pause>
class Exact {
  public:
    // `stop` is the rank of the tile that ends a game; larger than any if none does.
    Exact(std::size_t rows, std::size_t columns, int stop, std::size_t most_positions, Pause pause)
        : shape_{rows, columns}, stop_(stop), memory_(most_positions), pause_(pause) {
        for (std::size_t image = 0; image < most_images; ++image) {
            if ((image & 4) != 0 && rows != columns) break;
            for (std::size_t cell = 0; cell < shape_.cells(); ++cell) shifts_[images_][cell] = shift_of(cell, image);
            ++images_;
        }
    }

    static constexpr double illegal = std::numeric_limits<double>::quiet_NaN();

    // The score that is still to come after up, right, down, left.
    std::array<double, 4> moves(const Tiles& tiles) {
        std::array<double, 4> found{illegal, illegal, illegal, illegal};
        for (int direction = 0; direction < 4; ++direction) {
            Tiles after = tiles;
            const std::uint32_t reward = shape_.slide(after, direction);
            if (after != tiles) found[static_cast<std::size_t>(direction)] = reward + awaited(after);
        }
        return found;
    }

    std::size_t positions() const { return memory_.size(); }

  private:
    static constexpr std::size_t between_pauses = 1 << 14;

    // Where a mirror image has a cell: bit 0 mirrors the columns, 1 the rows, 2 the diagonal of a square.
    int shift_of(std::size_t cell, std::size_t image) const {
        const auto [rows, columns] = shape_;
        const std::size_t row = (image & 2) != 0 ? rows - 1 - cell / columns : cell / columns;
        const std::size_t column = (image & 1) != 0 ? columns - 1 - cell % columns : cell % columns;
        return rank_bits * static_cast<int>((image & 4) != 0 ? columns * column + row : columns * row + column);
    }

    // What best play still scores, the player to move.
    double best(Key key, Tiles tiles) {
        const std::size_t at = memory_.place(key);
        if (memory_.holds(at)) return memory_.value(at);
        double most = 0.0;
        for (const double value : moves(tiles)) most = std::max(most, value);  // a NaN is never the larger one
        memory_.put(key, most);
        if (memory_.size() % between_pauses == 0) pause_();
        return most;
    }

    // The same before luck places a tile.
    double awaited(Tiles& tiles) {
        if (stop_ <= *std::max_element(tiles.begin(), tiles.end())) return 0.0;
        std::array<Key, most_images> keys{};
        for (std::size_t cell = 0; cell < shape_.cells(); ++cell)
            for (std::size_t image = 0; image < images_; ++image)
                keys[image] += Key{tiles[cell]} << shifts_[image][cell];
        double sum = 0.0;
        int empties = 0;
        for (std::size_t cell = 0; cell < shape_.cells(); ++cell) {
            if (tiles[cell] != 0) continue;
            ++empties;
            sum += two * best_with(tiles, keys, cell, 1) + four * best_with(tiles, keys, cell, 2);
        }
        return sum / empties;
    }

    double best_with(Tiles& tiles, const std::array<Key, most_images>& keys, std::size_t cell, std::uint8_t rank) {
        Key least = ~Key{0};
        for (std::size_t image = 0; image < images_; ++image)
            least = std::min(least, keys[image] + (Key{rank} << shifts_[image][cell]));
        tiles[cell] = rank;
        const double found = best(least, tiles);
        tiles[cell] = 0;
        return found;
    }

    Shape shape_;
    int stop_;
    std::size_t images_ = 0;
    std::array<std::array<int, most_cells>, most_images> shifts_{};
    Memory memory_;
    Pause pause_;
};

}  // namespace asobiba::twenty48
