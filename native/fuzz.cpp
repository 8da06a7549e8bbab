// Every kernel without Python, for the sanitizers: games at random, and raw bytes taken for positions.
//
//   fuzz [GAME|all] [POSITIONS] [SEED]
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/batch.hpp"
#include "common/perft.hpp"
#include "common/selfplay.hpp"
#include "common/uct.hpp"
#include "coppit/fuzz.hpp"
#include "othello/position.hpp"
#include "otrio/position.hpp"
#include "puyo/position.hpp"
#include "twenty48/position.hpp"

namespace asobiba {
namespace {

inline constexpr int longest_game = 1'000'000;  // plies, luck included
inline constexpr int raw_plies = 1'000;
inline constexpr std::size_t most_tried = 64;     // legal actions of one position that are played
inline constexpr std::size_t some_numbers = 200;  // that may be illegal

void require(bool holds, const char* broken) {
    if (!holds) throw std::logic_error(broken);
}

template <Position P>
class Fuzz {
  public:
    using Rules = typename P::Rules;
    using Element = typename P::Element;
    using Bytes = std::array<std::uint8_t, sizeof(P)>;

    Fuzz(const Rules& rules, std::uint64_t seed)
        : rules_(rules), dice_(dice_of(seed, 0)), known_(256, P::start(rules)) {}

    std::uint64_t checked() const { return checked_; }
    std::uint64_t accepted() const { return accepted_; }

    // Half of the positions come from whole games, half from raw bytes.
    void run(std::uint64_t positions) {
        while (checked_ < positions) {
            const std::uint64_t before = checked_;
            play(P::start(rules_));
            const std::uint64_t until = checked_ + std::min(checked_ - before, positions);
            for (int tries = 0; tries < 100'000 && checked_ < until; ++tries) play_raw();
            compare_batches();
            search();
            practise();
        }
    }

    // The position at which something broke, in hexadecimal digits.
    std::string where() const {
        std::string digits;
        for (const unsigned byte : std::bit_cast<Bytes>(now_)) {
            digits += "0123456789abcdef"[byte / 16];
            digits += "0123456789abcdef"[byte % 16];
        }
        return digits;
    }

  private:
    void play(P position) {
        reachable_ = true;
        for (int ply = 0;; ++ply) {
            check(position);
            remember(position);
            if (position.to_play(rules_) == over) return;
            require(ply < longest_game, "a game has no end");
            position.apply(rules_, any_action(position));
        }
    }

    void play_raw() {
        P position = raw();
        now_ = position;
        if (!position.valid(rules_)) return;
        ++accepted_;
        reachable_ = false;
        check(position);
        remember(position);
        for (int ply = 0; ply < raw_plies && position.to_play(rules_) != over; ++ply) {
            position.apply(rules_, any_action(position));
            if (dice_.below(8) == 0) check(position);
        }
    }

    int any_action(const P& position) {
        return position.to_play(rules_) == chance ? position.luck(rules_, dice_) : position.any_legal(rules_, dice_);
    }

    void remember(const P& position) {
        if (dice_.below(16) == 0) known_[dice_.below(static_cast<std::uint32_t>(known_.size()))] = position;
    }

    const P& known() { return known_[dice_.below(static_cast<std::uint32_t>(known_.size()))]; }

    // Bytes of all kinds: any, few bits, a known position with a few bits or bytes changed, or two of them mixed.
    P raw() {
        auto bytes = std::bit_cast<Bytes>(known());
        const auto other = std::bit_cast<Bytes>(known());
        const auto anywhere = [&]() -> std::uint8_t& { return bytes[dice_.below(sizeof(P))]; };
        const auto times = 1 + dice_.below(4);
        switch (dice_.below(5)) {
            case 0:
                for (auto& byte : bytes) byte = static_cast<std::uint8_t>(dice_.next());
                break;
            case 1:
                for (auto& byte : bytes) byte = static_cast<std::uint8_t>(dice_.next() & dice_.next() & dice_.next());
                break;
            case 2:
                for (auto i = times; i != 0; --i) anywhere() ^= static_cast<std::uint8_t>(1u << dice_.below(8));
                break;
            case 3:
                for (auto i = times; i != 0; --i)
                    anywhere() =
                        static_cast<std::uint8_t>(dice_.next() >> 8 * dice_.below(8) & (255u >> dice_.below(8)));
                break;
            default: std::copy_n(other.begin(), dice_.below(sizeof(P)), bytes.begin());
        }
        return std::bit_cast<P>(bytes);
    }

    // All that the concept promises of one position.
    void check(const P& position) {
        now_ = position;
        ++checked_;
        require(position.valid(rules_) || !reachable_, "a position is not valid");
        const int seat = position.to_play(rules_);
        require(over <= seat && seat < rules_.seats(), "to_play is no seat");
        check_legal(position, seat);
        check_others(position);
        check_after(position);
        if constexpr (SeesWins<P>) check_winning(position, seat);
        check_observations(position);
        require(position.hash(rules_) == std::bit_cast<P>(std::bit_cast<Bytes>(position)).hash(rules_),
                "equal positions have different hashes");
        for (int who = 0; who < rules_.seats(); ++who)
            require(std::isfinite(static_cast<double>(position.score(rules_, who))), "a score is not finite");
    }

    void check_legal(const P& position, int seat) {
        legal_.clear();
        position.legal(rules_, [&](int action) { legal_.push_back(action); });
        require(legal_.empty() == (seat == over), "only a game that is over has no legal action");
        require(choices(position, rules_) == legal_.size(), "the legal actions are counted wrongly");
        int last = -1;
        for (const int action : legal_) {
            require(last < action, "the legal actions do not ascend from 0");
            require(position.allows(rules_, action), "a legal action is not allowed");
            last = action;
        }
        require(seat < 0 || last < rules_.actions(), "a legal action is out of range");
        require(!position.must_pass(rules_) || legal_.size() == 1, "a forced pass is not the only action");
        if (seat != over) require(is_legal(any_action(position)), "an action at random is not legal");
    }

    void check_others(const P& position) {
        using Limits = std::numeric_limits<int>;
        for (const int number :
             {Limits::min(), Limits::min() + 1, -2, -1, rules_.actions(), Limits::max() - 1, Limits::max()})
            check_allowed(position, number);
        const auto range = static_cast<std::uint32_t>(rules_.actions()) + 70;
        for (std::size_t i = 0; i < some_numbers; i += 2) {
            check_allowed(position, static_cast<int>(dice_.below(range)) - 3);
            check_allowed(position, static_cast<int>(dice_.next() >> 32) >> dice_.below(32));
        }
    }

    void check_allowed(const P& position, int number) const {
        require(position.allows(rules_, number) == is_legal(number), "an illegal action is allowed");
    }

    bool is_legal(int action) const { return std::binary_search(legal_.begin(), legal_.end(), action); }

    // Every action, or some of very many.
    void check_after(const P& position) {
        const std::size_t step = 1 + legal_.size() / most_tried;
        for (std::size_t i = dice_.below(static_cast<std::uint32_t>(step)); i < legal_.size(); i += step) {
            P after = position;
            after.apply(rules_, legal_[i]);
            require(after.valid(rules_) || !reachable_, "an action leads to a position that is not valid");
        }
    }

    void check_winning(const P& position, int seat) const {
        const auto wins = [&](int action) {
            P after = position;
            after.apply(rules_, action);
            return after.to_play(rules_) == over && after.score(rules_, seat) > 0;
        };
        const auto first = std::ranges::find_if(legal_, wins);
        require(position.winning(rules_) == (first == legal_.end() ? -1 : *first), "a win at hand is not seen");
    }

    // Exactly the observation is written: all of it, whatever was there, and nothing around it.
    void check_observations(const P& position) {
        constexpr std::size_t margin = 64;
        const std::size_t size = rules_.observation();
        for (int who = 0; who < rules_.seats(); ++who) {
            for (const int filling : {3, 7}) {
                auto& seen = filling == 3 ? seen_ : seen_again_;
                seen.assign(size + 2 * margin, static_cast<Element>(filling));
                position.observe(rules_, who, seen.data() + margin);
                const auto is_filling = [&](Element element) { return element == static_cast<Element>(filling); };
                require(std::all_of(seen.begin(), seen.begin() + margin, is_filling) &&
                            std::all_of(seen.end() - margin, seen.end(), is_filling),
                        "something is written beside the observation");
            }
            require(std::equal(seen_.begin() + margin, seen_.end() - margin, seen_again_.begin() + margin),
                    "a part of the observation is not written");
        }
    }

    // A batch and the arrays that it writes, each as large as it must be.
    struct Table {
        Batch<P> batch;
        std::vector<float> rewards;
        std::vector<std::int8_t> to_play, mask;
        std::vector<Element> seen;
        std::vector<std::uint64_t> hashes;
        std::vector<std::int32_t> actions;

        Table(const Rules& rules, std::size_t count, std::uint64_t seed, int threads)
            : batch(rules, count, seed, threads, {}),
              rewards(count * static_cast<std::size_t>(rules.seats())),
              to_play(count),
              mask(count * static_cast<std::size_t>(rules.actions())),
              seen(count * rules.observation()),
              hashes(count),
              actions(count) {
            batch.look(slate());
        }

        Slate<P> slate() { return {{rewards.data()}, to_play.data(), mask.data(), seen.data()}; }

        void step() {
            batch.random_actions(actions.data());
            require(batch.first_illegal(actions.data()) == batch.size(), "an action at random is not legal");
            batch.step(actions.data(), slate());
            batch.hashes(0, batch.size(), hashes.data());
        }

        bool operator==(const Table& other) const {
            return hashes == other.hashes && rewards == other.rewards && to_play == other.to_play &&
                   mask == other.mask && seen == other.seen;
        }
    };

    // The same games on one thread and on three.
    void compare_batches() {
        constexpr std::size_t count = 7;
        const std::uint64_t seed = dice_.next();
        Table alone(rules_, count, seed, 1);
        Table together(rules_, count, seed, 3);
        for (std::size_t i = 0; i < count; ++i) {
            const P position = known();
            alone.batch.place(i, position, seed, alone.slate());
            together.batch.place(i, position, seed, together.slate());
        }
        for (int steps = 0; steps < 20; ++steps) {
            alone.step();
            together.step();
            require(alone == together, "a batch depends on its threads");
        }
        alone.batch.reset(nullptr, alone.slate());
    }

    // Small trees from any positions, one after the other: full ones, known ones, games that are over.
    void search() {
        Uct<P> tree(rules_, 1 + dice_.below(3'000), {.playout_plies = 20}, dice_.next());
        for (int times = 0; times < 20; ++times) {
            P position = known();
            now_ = position;
            for (int moves = 0; moves < 3; ++moves) {
                const auto kept = tree.place(position);
                const auto made = tree.run({.simulations = 100});
                require(tree.tree().size() <= tree.tree().capacity(), "a tree outgrows its memory");
                require(tree.tree()[Tree::root].visits == kept + made, "a simulation is not counted");
                if (position.to_play(rules_) == over) break;
                position.apply(rules_, any_action(position));
            }
        }
    }

    // A few games with a network that says anything, in arrays that are just as large as they must be.
    void practise() {
        constexpr std::size_t lanes = 3;
        Practice practice{.simulations = 1 + dice_.below(20), .cheap_simulations = 1, .full_share = 0.5};
        practice.guidance.puct = dice_.below(2) != 0;
        practice.opening_share = 0.5;
        practice.opening_plies = 40;
        practice.max_plies = 60;
        practice.horizon = dice_.below(12);
        SelfPlay<P> games(rules_, lanes, dice_.next(), practice);
        std::vector<Element> seen(lanes * rules_.observation());
        std::vector<std::int8_t> masks(lanes * static_cast<std::size_t>(rules_.actions())), seats(lanes);
        games.begin(0, 5);
        while (const std::size_t rows = games.gather(seen.data(), masks.data(), seats.data())) {
            std::vector<float> logits(rows * static_cast<std::size_t>(rules_.actions()));
            std::vector<float> values(rows * static_cast<std::size_t>(rules_.seats()));
            for (float& each : logits) each = static_cast<float>(dice_.below(200)) - 100;
            for (float& each : values) each = static_cast<float>(dice_.below(3)) - 1;
            games.give(logits.data(), values.data());
        }
        Lessons<P> lessons;
        games.harvest(lessons);
        const std::size_t rows = lessons.size();
        require(lessons.policies.size() == rows * static_cast<std::size_t>(rules_.actions()) &&
                    lessons.results.size() == rows * static_cast<std::size_t>(rules_.seats()) &&
                    lessons.root_values.size() == lessons.results.size(),
                "samples are not complete");
    }

    const Rules& rules_;
    Dice dice_;
    std::vector<P> known_;   // to be changed into raw positions
    P now_{};                // the last that was looked at
    bool reachable_ = true;  // whether it is of a game from the start; from others a score may pass its limit
    std::uint64_t checked_ = 0;
    std::uint64_t accepted_ = 0;
    std::vector<int> legal_;
    std::vector<Element> seen_, seen_again_;
};

struct Game {
    std::string name;
    std::function<void(std::uint64_t positions, std::uint64_t seed)> fuzz;
};

template <Position P>
Game game(const std::string& name, const std::vector<typename P::Rules>& variants) {
    return {name, [name, variants](std::uint64_t positions, std::uint64_t seed) {
                std::uint64_t checked = 0;
                std::uint64_t accepted = 0;
                for (std::size_t variant = 0; variant < variants.size(); ++variant) {
                    Fuzz<P> fuzz(variants[variant], seed + variant);
                    try {
                        fuzz.run(positions / variants.size());
                    } catch (const std::exception& error) {
                        throw std::runtime_error(name + ", variant " + std::to_string(variant) + ", position " +
                                                 fuzz.where() + ": " + error.what());
                    }
                    checked += fuzz.checked();
                    accepted += fuzz.accepted();
                }
                std::printf("%s: %llu positions, %llu raw accepted\n", name.c_str(),
                            static_cast<unsigned long long>(checked), static_cast<unsigned long long>(accepted));
                std::fflush(stdout);
            }};
}

// A new kernel is one more line.
std::vector<Game> games() {
    using othello::Score;
    return {
        game<othello::Board>("othello", {{Score::result}, {Score::discs}, {Score::count}}),
        game<twenty48::Board>("twenty48", {{}, {11, true}, {3, true}, {17, true}}),
        game<otrio::Board>("otrio", {{4, true, false, 0, true},
                                     {3, true, true, 2, true},
                                     {2, true, false, 1, false},
                                     {2, false, false, 0, true},
                                     {2, false, true, 1, true},
                                     {2, true, true, 1, true, true}}),
        game<coppit::Position>("coppit", coppit::Tables("build/coppit.tables").all()),
        game<puyo::State>(
            "puyo", {{},
                     {.versus = false},
                     {.colors = 5, .row14_once = true},
                     {.colors = 3, .target_points = 1, .margin_seconds = 0, .ojama_per_turn = 1, .max_turns = 50}}),
    };
}

}  // namespace
}  // namespace asobiba

int main(int count, char** arguments) {
    try {
        const std::string wanted = count > 1 ? arguments[1] : "all";
        const std::uint64_t positions = count > 2 ? std::stoull(arguments[2]) : 100'000;
        const std::uint64_t seed = count > 3 ? std::stoull(arguments[3]) : 0;
        bool found = false;
        for (const auto& game : asobiba::games()) {
            if (wanted != "all" && wanted != game.name) continue;
            found = true;
            game.fuzz(positions, seed);
        }
        if (!found) throw std::runtime_error("no kernel has the name " + wanted);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
