// What a 2048 board is worth after a slide, before the new tile: the points that are still to come, as a sum of
// weights, one for each tuple and symmetry.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "twenty48/tuples.hpp"

namespace asobiba::twenty48 {

// Tables are read here and there: with large pages the processor finds them without walking through its own tables.
inline void wish_for_large_pages([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = 4096;
    const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
    if (first < last) static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#endif
}

// Several threads read and move the same weights without locks: a step that another overwrites is lost, no number is
// ever torn.
inline float read_weight(const float& weight) {
    return std::atomic_ref<float>(const_cast<float&>(weight)).load(std::memory_order_relaxed);
}
inline void write_weight(float& weight, float value) {
    std::atomic_ref<float>(weight).store(value, std::memory_order_relaxed);
}

// The sum of weights, in four parts that do not wait for each other.
inline float sum_of(const float* weights, const std::uint32_t* numbers, std::size_t count) {
    float first = 0, second = 0, third = 0, fourth = 0;
    for (std::size_t i = 0; i < count; i += 4) {  // a board has four images or eight
        first += read_weight(weights[numbers[i]]);
        second += read_weight(weights[numbers[i + 1]]);
        third += read_weight(weights[numbers[i + 2]]);
        fourth += read_weight(weights[numbers[i + 3]]);
    }
    return (first + second) + (third + fourth);
}

// Weights of one stage or more: a board belongs to the stage of as many ranks as its largest tile has reached.
struct Stages {
    std::vector<unsigned> ranks;  // ascending

    std::size_t count() const { return ranks.size() + 1; }

    std::uint32_t of(unsigned largest) const {
        std::uint32_t stage = 0;
        while (stage < ranks.size() && ranks[stage] <= largest) ++stage;
        return stage;
    }
};

// For play: a weight is a whole number of 16 bits times the scale of its table, which needs half the memory.
class NTuple {
  public:
    NTuple(Tuples tuples, Stages stages, const std::int16_t* weights, const float* scales)
        : tuples_(std::move(tuples)),
          stages_(std::move(stages)),
          scales_(scales, scales + tuples_.tuples().size()),
          weights_(tuples_.size() * stages_.count()) {
        wish_for_large_pages(weights_.data(), weights_.size() * sizeof(std::int16_t));
        std::copy(weights, weights + weights_.size(), weights_.begin());
    }

    const Tuples& tuples() const { return tuples_; }

    // Of a 4x4 board.
    float value(nibbles::Board afterstate) const {
        const std::int16_t* const weights =
            of_stage(stages_.ranks.empty() ? 0 : stages_.of(nibbles::largest_rank(afterstate)));
        const auto images = planes::backward_images_of(afterstate);
        float value = 0;
        const float* scale = scales_.data();
        tuples_.each_table([&](planes::Board mask, std::uint32_t offset) {
            std::int32_t sum = 0;
            for (const planes::Board image : images) sum += weights[offset + planes::selected(image, mask)];
            value += static_cast<float>(sum) * *scale++;
        });
        return value;
    }

    // Of a board of the shape that the tuples are for, given as ranks along the rows.
    float value(const std::uint8_t* ranks) const {
        const std::int16_t* const weights =
            of_stage(stages_.of(*std::max_element(ranks, ranks + tuples_.rows() * tuples_.columns())));
        std::array<std::int32_t, Tuples::most_tuples> sums{};
        tuples_.each(
            ranks, [&](std::size_t place, std::uint32_t number) { sums[place / tuples_.images()] += weights[number]; });
        float value = 0;
        for (std::size_t tuple = 0; tuple < scales_.size(); ++tuple)
            value += static_cast<float>(sums[tuple]) * scales_[tuple];
        return value;
    }

  private:
    const std::int16_t* of_stage(std::size_t stage) const { return weights_.data() + stage * tuples_.size(); }

    Tuples tuples_;
    Stages stages_;
    std::vector<float> scales_;
    std::vector<std::int16_t> weights_;
};

}  // namespace asobiba::twenty48
