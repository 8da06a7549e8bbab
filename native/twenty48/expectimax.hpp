// Expectimax on a 4x4 board: what each slide is worth, to a number of moves or by the clock.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/halt.hpp"
#include "common/workers.hpp"
#include "twenty48/branch.hpp"
#include "twenty48/familiar.hpp"
#include "twenty48/packed.hpp"
#include "twenty48/wide.hpp"

namespace asobiba::twenty48 {

struct Found {
    static constexpr double illegal = std::numeric_limits<double>::quiet_NaN();

    std::array<double, 4> values{illegal, illegal, illegal, illegal};  // after up, right, down, left
    int moves = 0;                                                     // how far it looked
    std::uint64_t nodes = 0;                                           // afterstates, and boards with a new tile

    std::ptrdiff_t count() const {
        return std::count_if(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
    }

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
    using Milliseconds = std::optional<double>;

    Expectimax(E evaluation, int threads) : evaluation_(std::move(evaluation)), workers_(threads) {}

    // To the horizon, or as far as it comes in that time. `pause` may throw to end the search.
    template <class Pause>
    Found search(const Ranks& ranks, const Horizon& horizon, Milliseconds milliseconds, Pause pause) {
        stopped_ = false;
        const Ranks seen =
            horizon.stop < twenty48::ranks ? ranks : downgraded(ranks, evaluation_.familiar(), horizon.moves);
        return milliseconds ? by_the_clock(seen, horizon, *milliseconds, pause) : to_the_end(seen, horizon, pause);
    }

    // From any thread: the search that is running ends at once.
    void stop() { stopped_ = true; }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr int shallow = 3, most_bits = 16, bits_of_a_millisecond = 11;
    static constexpr float first_chance = 0.1f, thinner = 0.6f, faintest = 1e-7f;

    template <class Pause>
    Found to_the_end(const Ranks& ranks, const Horizon& horizon, Pause pause) {
        deadline_ = Clock::time_point::max();
        Found found;
        for (int moves = 1; moves <= horizon.moves; moves = deeper(moves, horizon.moves)) {
            Horizon nearer = horizon;
            nearer.moves = moves;
            begin(std::clamp(3 * moves - 1, 4, most_bits));
            if (!look(ranks, nearer, pause, found) || found.best() < 0) break;
        }
        return found;
    }

    // One search that is nearly as deep is enough for whoever stops the last one.
    static int deeper(int moves, int last) {
        if (moves >= last) return moves + 1;
        return last > shallow && moves < last - 1 ? last - 1 : last;
    }

    template <class Pause>
    Found by_the_clock(const Ranks& ranks, const Horizon& horizon, double milliseconds, Pause pause) {
        begin(std::clamp(bits_of_a_millisecond + std::ilogb(milliseconds), bits_of_a_millisecond, most_bits));
        deadline_ = Clock::now() + std::chrono::microseconds(std::llround(1000 * milliseconds));
        Found found;
        for (int step = 0;; ++step) {
            const Horizon nearer = at_step(step, horizon);
            if (!look(ranks, nearer, pause, found) || found.count() < 2 || nearer == horizon) break;
        }
        return found;
    }

    // Each step looks a move further, and follows ways less likely than the one before.
    static Horizon at_step(int step, const Horizon& last) {
        const float chance = first_chance * std::pow(thinner, static_cast<float>(step));
        return {std::min(1 + step, last.moves),
                chance > faintest ? std::max(chance, last.least_chance) : last.least_chance, last.stop};
    }

    void begin(int bits) {
        for (auto& branch : packed_) branch.begin(bits);
        wide_bits_ = bits;
    }

    template <class Pause>
    bool look(const Ranks& ranks, const Horizon& horizon, Pause pause, Found& found) {
        if (Packed::holds(ranks, horizon.moves)) return look_at(Packed::of(ranks), packed_, horizon, pause, found);
        for (auto& branch : wide_) branch.begin(wide_bits_);
        return look_at(Wide::of(ranks), wide_, horizon, pause, found);
    }

    template <class B>
    struct Slide {
        std::size_t direction;
        B after;
        double reward;
        bool done = false;
    };

    // False: it was stopped. The slide that was best before is looked at first: if there is an answer for that, those
    // that are without one are taken to be as much worse as they were.
    template <class B, class Pause>
    bool look_at(const B& root, std::array<Branch<B, E>, 4>& branches, const Horizon& horizon, Pause pause,
                 Found& found) {
        std::vector<Slide<B>> slides = slides_of(root, found);
        Found next{.moves = horizon.moves, .nodes = found.nodes};
        workers_.share_long(slides.size(), pause, [&](std::size_t first, std::size_t last, auto heed) {
            for (std::size_t i = first; i < last; ++i) {
                Slide<B>& slide = slides[i];
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
        for (const Slide<B>& slide : slides) next.nodes += slide.done ? branches[slide.direction].nodes() : 0;
        const bool is_whole = std::all_of(slides.begin(), slides.end(), [](const auto& slide) { return slide.done; });
        if (!is_whole) {
            found.nodes = next.nodes;
            if (!slides.front().done) return false;
            const std::size_t best = slides.front().direction;
            const double gained = next.values[best] - found.values[best];
            for (const Slide<B>& slide : slides)
                if (!slide.done) next.values[slide.direction] = found.values[slide.direction] + gained;
            next.moves = found.moves;
        }
        found = next;
        return is_whole;
    }

    // The best that is known first.
    template <class B>
    std::vector<Slide<B>> slides_of(const B& root, const Found& found) const {
        std::vector<Slide<B>> slides;
        root.each_slide(nibbles::slid_rows(), [&](int direction, const B& after, std::uint32_t reward) {
            slides.push_back({static_cast<std::size_t>(direction), after, E::in_points ? reward : 0.0});
        });
        if (found.moves > 0)
            std::stable_sort(slides.begin(), slides.end(), [&](const auto& one, const auto& other) {
                return found.values[one.direction] > found.values[other.direction];
            });
        return slides;
    }

    E evaluation_;
    Workers workers_;
    std::array<Branch<Packed, E>, 4> packed_;
    std::array<Branch<Wide, E>, 4> wide_;
    int wide_bits_ = 0;  // it is rare, so its memory is made when it is needed
    std::atomic<bool> stopped_ = false;
    Clock::time_point deadline_;
};

}  // namespace asobiba::twenty48
