// Expectimax below one slide: every new tile and every slide after it, to a horizon, and a judgement of the afterstates
// there. An afterstate is a board that waits for its new tile.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "twenty48/evaluation.hpp"
#include "twenty48/nibbles.hpp"
#include "twenty48/remembered.hpp"

namespace asobiba::twenty48 {

struct Horizon {
    int moves = 3;           // of the player
    float least_chance = 0;  // ways less likely than this are judged where they are
    int stop = ranks;        // the rank of the tile that ends a game; larger than any if none does

    bool operator==(const Horizon&) const = default;
};

inline constexpr int most_moves = 60;
inline constexpr float chance_of_two = 0.9f, chance_of_four = 0.1f;

// The search below one slide of the root, with a memory of its own: what it finds depends on nothing else.
template <class B, Evaluation E>
class Branch {
  public:
    // Forgets all but judgements, and remembers with 2^bits lines from now on.
    void begin(int bits) {
        remembered_.begin(bits);
        if constexpr (E::is_dear) judgements_.begin(bits + 2);
    }

    // `heed` is called every now and then and may throw.
    template <class Heed>
    float search(const E& evaluation, const B& after, const Horizon& horizon, Heed heed) {
        nodes_ = unheeded_ = 0;
        return Run<Heed>{*this, evaluation, horizon, heed, nibbles::slid_rows()}.after_slide(after, horizon.moves - 1,
                                                                                             1.0f);
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr std::uint64_t between_heeds = E::is_dear ? 1 << 6 : 1 << 12;  // about a hundredth of a millisecond
    using Sum = std::conditional_t<E::in_points, double, float>;  // points are many, and moves differ by few

    template <class Heed>
    struct Run {
        Branch& branch;
        const E& evaluation;
        const Horizon& horizon;
        Heed heed;
        const nibbles::Row* table;

        // What an afterstate is worth, with so many moves after it.
        float after_slide(const B& after, int moves, float chance) {
            ++branch.nodes_;
            if (horizon.stop < ranks && after.has(horizon.stop)) [[unlikely]]
                return evaluation.won();
            if (moves == 0 || chance < horizon.least_chance) return judged(after);
            return awaited(after, moves, chance);
        }

        float judged(const B& after) {
            if constexpr (!E::is_dear) return after.judged(evaluation);
            else return branch.judgements_.of(after.key(), [&] { return after.judged(evaluation); });
        }

        float awaited(const B& after, int moves, float chance) {
            const auto key = after.key();
            const std::uint16_t likely =
                horizon.least_chance > 0 ? shortened(chance / horizon.least_chance) : std::uint16_t{0};
            if (const float* known = branch.remembered_.find(key, moves, likely)) return *known;
            if (branch.nodes_ - branch.unheeded_ > between_heeds) {
                branch.unheeded_ = branch.nodes_;
                heed();
            }
            const float each = chance / static_cast<float>(std::popcount(after.empties()));
            Sum twos = 0, fours = 0;
            const int empty = after.each_spawn([&](const B& two, const B& four) {
                twos += best(two, moves, each * chance_of_two);
                fours += best(four, moves, each * chance_of_four);
            });
            const auto value =
                static_cast<float>((chance_of_two * twos + chance_of_four * fours) / static_cast<Sum>(empty));
            branch.remembered_.put(key, moves, likely, value);
            return value;
        }

        // Of a board with the player to move; 0 if it is over.
        float best(const B& board, int moves, float chance) {
            ++branch.nodes_;
            constexpr float nothing_slides = std::numeric_limits<float>::lowest();
            float most = nothing_slides;
            board.each_slide(table, [&](int, const B& after, std::uint32_t reward) {
                float value = after_slide(after, moves - 1, chance);
                if constexpr (E::in_points) value += static_cast<float>(reward);
                most = std::max(most, value);
            });
            return most == nothing_slides ? 0.0f : most;
        }
    };

    Remembered<typename B::Key> remembered_;
    Judgements<typename B::Key> judgements_;
    std::uint64_t nodes_ = 0;
    std::uint64_t unheeded_ = 0;
};

}  // namespace asobiba::twenty48
