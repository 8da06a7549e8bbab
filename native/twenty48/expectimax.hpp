// Expectimax on a 4x4 board: every slide and every new tile, some moves deep, and a judgement of the afterstates at the
// end. An afterstate is a board that waits for its new tile.
//
// An Evaluation judges afterstates:
//
//   evaluation(rows, columns) -> float   the board, four bits a cell with a1 lowest, and the same board transposed
//   evaluation.won() -> float            of a game that stops because its target is reached
//   Evaluation::in_points -> bool        true: points that are still to come, so rewards on the way are added;
//                                        false: any scale on which 0 is bad, the worth of a game that is over
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/halt.hpp"
#include "common/workers.hpp"
#include "twenty48/packed.hpp"
#include "twenty48/remembered.hpp"
#include "twenty48/wide.hpp"

namespace asobiba::twenty48 {

template <class E>
concept Evaluation = requires(const E& evaluation, std::uint64_t board) {
    { evaluation(board, board) } -> std::same_as<float>;
    { evaluation.won() } -> std::same_as<float>;
    { E::in_points } -> std::convertible_to<bool>;
};

struct Horizon {
    int moves = 3;           // of the player
    float least_chance = 0;  // ways less likely than this are judged where they are
    int stop = ranks;        // the rank of the tile that ends a game; larger than any if none does
};

inline constexpr int most_moves = 60;
inline constexpr float chance_of_two = 0.9f, chance_of_four = 0.1f;

// The search below one slide of the root, with a memory of its own: what it finds depends on nothing else.
template <class B, Evaluation E>
class Branch {
  public:
    // `heed` is called every now and then and may throw.
    template <class Heed>
    float search(const E& evaluation, const B& after, const Horizon& horizon, Heed heed) {
        remembered_.begin(std::clamp(3 * horizon.moves - 1, 4, most_bits));
        nodes_ = unheeded_ = 0;
        return Run<Heed>{*this, evaluation, horizon, heed, nibbles::slid_rows()}.after_slide(after, horizon.moves - 1,
                                                                                             1.0f);
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr int most_bits = 16;
    static constexpr std::uint64_t between_heeds = 1 << 14;

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
            if (moves == 0 || chance < horizon.least_chance) return after.judged(evaluation);
            return awaited(after, moves, chance);
        }

        float awaited(const B& after, int moves, float chance) {
            const auto key = after.key();
            const std::uint16_t likely = horizon.least_chance > 0 ? shortened(chance) : std::uint16_t{0};
            if (const float* known = branch.remembered_.find(key, moves, likely)) return *known;
            if (branch.nodes_ - branch.unheeded_ > between_heeds) {
                branch.unheeded_ = branch.nodes_;
                heed();
            }
            const float each = chance / static_cast<float>(std::popcount(after.empties()));
            float twos = 0, fours = 0;
            const int empty = after.each_spawn([&](const B& two, const B& four) {
                twos += best(two, moves, each * chance_of_two);
                fours += best(four, moves, each * chance_of_four);
            });
            const float value = (chance_of_two * twos + chance_of_four * fours) / static_cast<float>(empty);
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
    std::uint64_t nodes_ = 0;
    std::uint64_t unheeded_ = 0;
};

struct Found {
    static constexpr double illegal = std::numeric_limits<double>::quiet_NaN();

    std::array<double, 4> values{illegal, illegal, illegal, illegal};  // after up, right, down, left
    int moves = 0;                                                     // how far it looked
    std::uint64_t nodes = 0;                                           // afterstates, and boards with a new tile

    // The first of the best; -1 if nothing slides.
    int best() const {
        int found = -1;
        for (int direction = 0; direction < 4; ++direction)
            if (const double value = values[static_cast<std::size_t>(direction)];
                !std::isnan(value) && (found < 0 || value > values[static_cast<std::size_t>(found)]))
                found = direction;
        return found;
    }
};

// One thread uses it at a time, but for stop(). For a number of moves the same is found whatever was searched before,
// and by however many threads.
template <Evaluation E>
class Expectimax {
  public:
    using Milliseconds = std::optional<std::uint64_t>;

    Expectimax(E evaluation, int threads) : evaluation_(std::move(evaluation)), workers_(threads) {}

    // To the horizon, or as far as it comes in that time. `pause` may throw to end the search.
    template <class Pause>
    Found search(const Ranks& ranks, const Horizon& horizon, Milliseconds milliseconds, Pause pause) {
        stopped_ = false;
        deadline_ = milliseconds ? Clock::now() + std::chrono::milliseconds(*milliseconds) : Clock::time_point::max();
        Found found;
        for (int moves = 1; moves <= horizon.moves; moves = deeper(moves, horizon.moves, milliseconds.has_value())) {
            Horizon nearer = horizon;
            nearer.moves = moves;
            if (!look(ranks, nearer, pause, found) || found.best() < 0) break;
        }
        return found;
    }

    // From any thread: the search that is running ends at once.
    void stop() { stopped_ = true; }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr int shallow = 3;

    // By the clock move by move. Otherwise one search that is nearly as deep is enough for whoever stops the last one.
    static int deeper(int moves, int last, bool by_the_clock) {
        if (by_the_clock || moves >= last) return moves + 1;
        return last > shallow && moves < last - 1 ? last - 1 : last;
    }

    template <class Pause>
    bool look(const Ranks& ranks, const Horizon& horizon, Pause pause, Found& found) {
        return Packed::holds(ranks, horizon.moves) ? look_at(Packed::of(ranks), packed_, horizon, pause, found)
                                                   : look_at(Wide::of(ranks), wide_, horizon, pause, found);
    }

    // False: it was stopped, and `found` is as it was.
    template <class B, class Pause>
    bool look_at(const B& root, std::array<Branch<B, E>, 4>& branches, const Horizon& horizon, Pause pause,
                 Found& found) {
        struct Slide {
            std::size_t direction;
            B after;
            double reward;
            bool done = false;
        };
        std::vector<Slide> slides;
        root.each_slide(nibbles::slid_rows(), [&](int direction, const B& after, std::uint32_t reward) {
            slides.push_back({static_cast<std::size_t>(direction), after, E::in_points ? reward : 0.0});
        });
        Found next{.moves = horizon.moves, .nodes = found.nodes};
        workers_.share_long(slides.size(), pause, [&](std::size_t first, std::size_t last, auto heed) {
            for (std::size_t i = first; i < last; ++i) {
                Slide& slide = slides[i];
                const auto stop_or_heed = [&] {
                    heed();
                    if (horizon.moves > 1 && (stopped_ || Clock::now() >= deadline_)) throw Halted{};
                };
                if (horizon.moves > 1) stop_or_heed();
                next.values[slide.direction] =
                    slide.reward + branches[slide.direction].search(evaluation_, slide.after, horizon, stop_or_heed);
                slide.done = true;
            }
        });
        for (const Slide& slide : slides) {
            if (!slide.done) return false;
            next.nodes += branches[slide.direction].nodes();
        }
        found = next;
        return true;
    }

    E evaluation_;
    Workers workers_;
    std::array<Branch<Packed, E>, 4> packed_;
    std::array<Branch<Wide, E>, 4> wide_;
    std::atomic<bool> stopped_ = false;
    Clock::time_point deadline_;
};

}  // namespace asobiba::twenty48
