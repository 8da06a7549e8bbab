// How the weights of an n-tuple network are learned: games of a player who takes the best of reward and value, and
// steps of what was expected towards what came of it. Several games may take turns in a thread, so that memory has
// brought the weights of one by the time that the others have moved; one alone finds more of its weights nearby.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <vector>

#include "twenty48/grid.hpp"
#include "twenty48/ntuple.hpp"

namespace asobiba::twenty48 {

// How it is learned.
struct Course {
    float rate = 0;         // the share of an error that all weights of a board together take; 0: nothing is learned
    bool backward = false;  // when the game is over, from its end on; otherwise after each move
    float trace = 0;        // lambda: how far an error reaches back, 0 one move; only backward
    unsigned stop = 99;     // the rank of the tile that ends a game
    std::size_t lanes = 1;  // games that take turns
    bool rewinds = false;   // a game that is over goes on from its middle, then from the middle of that; only backward
};

struct Played {
    std::int32_t score, moves, largest;
};

// The weights, and for temporal coherence two sums beside each: of its errors, and of their sizes.
struct Lessons {
    const Tuples& tuples;
    const Stages& stages;
    const Course& course;
    float* weights;
    float* coherence;  // none: every weight learns at the same rate
};

template <class Field>
class Lane {
  public:
    using Board = typename Field::Board;
    using Numbers = std::array<std::uint32_t, Tuples::most_features>;

    Lane(const Lessons& lessons, const Field& field)
        : lessons_(lessons),
          field_(field),
          features_(lessons.tuples.features()),
          step_(lessons.course.rate / static_cast<float>(features_)) {}

    void begin(Dice dice) {
        dice_ = dice;
        board_ = {};
        played_ = {};
        path_.clear();
        has_moved_ = is_rewound_ = false;
        last_reward_ = 0;
        field_.place(board_, dice_);
        field_.place(board_, dice_);
        look();
    }

    // One move, or the way back after the last one. False: the game is over, and nothing was moved.
    bool move() {
        const Choice* best = nullptr;
        float most = -std::numeric_limits<float>::infinity();
        for (std::size_t i = 0; i < count_; ++i) {
            const float value = choices_[i].reward + value_of(choices_[i]);
            if (value > most) most = value, best = &choices_[i];
        }
        const bool learns_now = lessons_.course.rate > 0 && !lessons_.course.backward;
        if (learns_now && has_moved_) learn(numbers_, best == nullptr ? 0 : most);
        if (best == nullptr) {
            finish();
            return rewind();
        }
        take(*best);
        return true;
    }

    // The score and the largest tile are those of the game before it was rewound, the moves are all of them.
    const Played& played() const { return played_; }

  private:
    struct Choice {
        Board after;
        float reward;
        bool ends;
        Numbers numbers;
    };

    struct Past {
        Board after;
        float reward;
    };

    static constexpr std::size_t least_rewound = 10;  // moves
    static constexpr std::size_t ahead = 4;  // boards whose weights are on their way while a game is gone through

    float value_of(const Choice& choice) const {
        return choice.ends ? 0 : sum_of(lessons_.weights, choice.numbers.data(), features_);
    }

    // The weights are on their way when this returns.
    void find(const Board& board, Numbers& numbers) const {
        const auto stage = lessons_.stages.ranks.empty() ? 0 : lessons_.stages.of(field_.largest_of(board));
        const auto base = stage * static_cast<std::uint32_t>(lessons_.tuples.size());
        const float* const weights = lessons_.weights + base;
        lessons_.tuples.each(field_.seen(board), [&](std::size_t place, std::uint32_t number) {
            numbers[place] = base + number;
            __builtin_prefetch(weights + number);
        });
    }

    void fetch_coherence(const Numbers& numbers) const {
        if (lessons_.coherence == nullptr) return;
        for (std::size_t i = 0; i < features_; ++i)
            __builtin_prefetch(lessons_.coherence + 2 * std::size_t{numbers[i]});
    }

    // What can be moved, and the weights of it are asked for.
    void look() {
        count_ = 0;
        field_.each(board_, [&](int, const Board& after, std::uint32_t reward) {
            Choice& choice = choices_[count_++];
            choice.after = after;
            choice.reward = static_cast<float>(reward);
            choice.ends = lessons_.course.stop <= largest && lessons_.course.stop <= field_.largest_of(after);
            find(after, choice.numbers);
        });
    }

    void take(const Choice& choice) {
        if (!is_rewound_) played_.score += static_cast<std::int32_t>(choice.reward);
        ++played_.moves;
        if (choice.ends) {
            board_ = choice.after;
            count_ = 0;
            has_moved_ = false;
            last_reward_ = choice.reward;
            return;
        }
        if (lessons_.course.backward) {
            path_.push_back({choice.after, choice.reward});
        } else if (lessons_.course.rate > 0) {
            std::copy(choice.numbers.begin(), choice.numbers.begin() + static_cast<std::ptrdiff_t>(features_),
                      numbers_.begin());
            fetch_coherence(numbers_);
            has_moved_ = true;
        }
        board_ = choice.after;
        field_.place(board_, dice_);
        look();
    }

    void finish() {
        if (!is_rewound_) played_.largest = static_cast<std::int32_t>(field_.largest_of(board_));
        if (lessons_.course.backward && lessons_.course.rate > 0) learn_backwards();
    }

    // The second half of what was played begins anew, with other luck: so the end of games, where the tiles are large,
    // is met as often as their beginning.
    bool rewind() {
        if (!lessons_.course.rewinds || lessons_.course.rate == 0 || path_.size() < least_rewound) return false;
        is_rewound_ = true;
        board_ = path_[path_.size() / 2].after;
        path_.clear();
        last_reward_ = 0;
        field_.place(board_, dice_);
        look();
        return true;
    }

    // Moves what was expected towards what should have been; returns what is expected now.
    float learn(const Numbers& numbers, float wanted) {
        const float expected = sum_of(lessons_.weights, numbers.data(), features_);
        const float error = wanted - expected;
        return expected +
               (lessons_.coherence == nullptr ? move_equally(numbers, error) : move_coherently(numbers, error));
    }

    float move_equally(const Numbers& numbers, float error) {
        const float change = step_ * error;
        for (std::size_t i = 0; i < features_; ++i) {
            float& weight = lessons_.weights[numbers[i]];
            write_weight(weight, read_weight(weight) + change);
        }
        return change * static_cast<float>(features_);
    }

    // A weight whose errors cancel each other out moves little, one whose errors agree moves by all of the step.
    float move_coherently(const Numbers& numbers, float error) {
        const float full = step_ * error, size = std::abs(error);
        float moved = 0;
        for (std::size_t i = 0; i < features_; ++i) {
            float& weight = lessons_.weights[numbers[i]];
            float* const sums = lessons_.coherence + 2 * std::size_t{numbers[i]};
            const float errors = read_weight(sums[0]), sizes = read_weight(sums[1]);
            const float change = sizes > 0 ? full * std::abs(errors) / sizes : full;
            write_weight(weight, read_weight(weight) + change);
            write_weight(sums[0], errors + error);
            write_weight(sums[1], sizes + size);
            moved += change;
        }
        return moved;
    }

    // What the last board should have been worth is nothing; each one before, the reward after it and what that led to.
    void learn_backwards() {
        std::array<Numbers, ahead> ring;
        const std::size_t moves = path_.size();
        const auto prepare = [&](std::size_t past) {
            Numbers& numbers = ring[past % ahead];
            find(path_[past].after, numbers);
            fetch_coherence(numbers);
        };
        for (std::size_t i = 0; i < ahead && i < moves; ++i) prepare(moves - 1 - i);
        float wanted = last_reward_;
        for (std::size_t past = moves; past-- > 0;) {
            const float expected = learn(ring[past % ahead], wanted);
            wanted = path_[past].reward + (1 - lessons_.course.trace) * expected + lessons_.course.trace * wanted;
            if (past >= ahead) prepare(past - ahead);
        }
    }

    Lessons lessons_;
    Field field_;
    std::size_t features_;
    float step_;
    Dice dice_;
    Board board_{};
    Played played_{};
    std::array<Choice, 4> choices_;
    std::size_t count_ = 0;
    Numbers numbers_;  // of the board after the last move
    bool has_moved_ = false;
    bool is_rewound_ = false;
    std::vector<Past> path_;
    float last_reward_ = 0;  // of the move to the tile that ends a game
};

inline constexpr std::size_t between_heeds = 256;

// The games number first, first + 1, ... until `taken` has counted all of them. With one thread the same every time.
template <class Field, class Heed>
void play_games(const Lessons& lessons, const Field& field, std::uint64_t seed, std::uint64_t first,
                std::atomic<std::size_t>& taken, std::vector<Played>& games, Heed heed) {
    struct Seat {
        Seat(const Lessons& lessons, const Field& field) : lane(lessons, field) {}

        Lane<Field> lane;
        std::size_t game = 0;
    };
    std::list<Seat> seats;
    const auto begins = [&](Seat& seat) {
        seat.game = taken.fetch_add(1, std::memory_order_relaxed);
        if (seat.game >= games.size()) return false;
        seat.lane.begin(dice_of(seed, first + seat.game));
        return true;
    };
    while (seats.size() < lessons.course.lanes) {
        seats.emplace_back(lessons, field);
        if (!begins(seats.back())) {
            seats.pop_back();
            break;
        }
    }
    for (std::size_t round = 0; !seats.empty(); ++round) {
        if (round % between_heeds == 0) heed();
        for (auto seat = seats.begin(); seat != seats.end();) {
            if (seat->lane.move()) {
                ++seat;
                continue;
            }
            games[seat->game] = seat->lane.played();
            seat = begins(*seat) ? std::next(seat) : seats.erase(seat);
        }
    }
}

}  // namespace asobiba::twenty48
