// Which moves other threads are searching right now: whoever comes later tries others first.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "othello/table.hpp"

namespace asobiba::othello {

class Marks {
  public:
    static std::uint64_t name_of(const Key& key, int square, int depth) {
        return (key.check + static_cast<std::uint64_t>(square * 64 + depth)) * 0x9e3779b97f4a7c15ULL | 1;
    }

    bool has(std::uint64_t name) const { return place(name).load(std::memory_order_relaxed) == name; }

    // A mark that another one overwrites costs nothing but time.
    void set(std::uint64_t name) { place(name).store(name, std::memory_order_relaxed); }

    void lift(std::uint64_t name) {
        std::atomic<std::uint64_t>& at = place(name);
        if (at.load(std::memory_order_relaxed) == name) at.store(0, std::memory_order_relaxed);
    }

    void lift_all() {
        for (auto& each : places_) each.store(0, std::memory_order_relaxed);
    }

  private:
    static constexpr int bits = 12;

    const std::atomic<std::uint64_t>& place(std::uint64_t name) const { return places_[name >> (64 - bits)]; }
    std::atomic<std::uint64_t>& place(std::uint64_t name) { return places_[name >> (64 - bits)]; }

    std::array<std::atomic<std::uint64_t>, std::size_t{1} << bits> places_{};
};

}  // namespace asobiba::othello
