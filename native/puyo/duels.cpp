#include "puyo/duels.hpp"

#include <cmath>

#include "common/bindings.hpp"
#include "puyo/afterstates.hpp"
#include "puyo/arguments.hpp"
#include "puyo/battle.hpp"

namespace asobiba {

namespace {

namespace learning = puyo::learning;
using learning::Duels;
using learning::RewardRules;
using D = Attached<Duels>;

void attach(D& self, const Given<std::int8_t>& seen, const Given<std::int8_t>& masks, const Given<float>& totals,
            const Given<float>& parts, const Given<std::uint8_t>& endings, const Given<std::int8_t>& winners,
            const Given<std::uint8_t>& chains, const Given<std::int32_t>& sent, const Given<std::int32_t>& points,
            const Given<std::int32_t>& turns) {
    Held held;
    const learning::TurnRewards::Slate rewards{
        held.array(totals, self.scores(), "rewards"),
        held.array(parts, self.scores() * learning::components, "components"),
        held.array(endings, self.size(), "endings"),
        held.array(winners, self.size(), "winners"),
        held.array(chains, self.scores(), "chains"),
        held.array(sent, self.scores(), "sent"),
        held.array(points, self.scores(), "points"),
        held.array(turns, self.size(), "turns"),
    };
    const Duels::Slate slate{rewards, nullptr, held.array_or_none(masks, self.masks(), "masks"),
                             held.array_or_none(seen, self.elements(), "observations")};
    self.attach(slate, std::move(held));
}

// Numbers from 0 up to a limit, copied: who holds the array may change it while it is used.
std::vector<std::size_t> numbers_below(std::size_t limit, const Given<const std::int64_t>& given, std::size_t size,
                                       const char* name) {
    const auto array = array_of(given, size, name);
    std::vector<std::size_t> numbers;
    numbers.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t number = array.data()[i];
        if (number < 0 || number >= static_cast<std::int64_t>(limit))
            throw nb::index_error((std::string(name) + ": there is no " + std::to_string(number)).c_str());
        numbers.push_back(static_cast<std::size_t>(number));
    }
    return numbers;
}

// Seats of games, one after the other.
struct Chosen {
    std::vector<std::size_t> games, seats;

    Chosen(D& self, const Given<const std::int64_t>& which, const Given<const std::int64_t>& whose)
        : games(numbers_below(self.size(), which, nb::len(which.object), "games")),
          seats(numbers_below(self.batch().seats(), whose, games.size(), "seats")) {}

    std::size_t size() const { return games.size(); }
};

// The last positions of games that ended in the last step, as their players saw them.
void look_back(D& self, const Given<const std::int64_t>& games, const Given<std::int8_t>& seen,
               const Given<std::int8_t>& masks) {
    const auto chosen = numbers_below(self.size(), games, nb::len(games.object), "games");
    const std::size_t observation = self.batch().seats() * self.rules().observation();
    const std::size_t mask = self.batch().seats() * puyo::placements;
    const auto look = [&](std::size_t first, std::size_t last) {
        const Duels& duels = self.batch();
        const auto out = array_of(seen, chosen.size() * observation, "observations");
        const auto legal = array_of(masks, chosen.size() * mask, "masks");
        for (std::size_t i = first; i < last; ++i)
            duels.look_at(duels.last(chosen[i]), legal.data() + i * mask, out.data() + i * observation);
    };
    look(0, 0);  // also where no game is asked for, the arrays are those for it
    in_rounds(chosen.size(), heed_signals, look);
}

std::int32_t best_of(const puyo::Rules& rules, puyo::State state, std::size_t seat, const puyo::search::Plan& plan,
                     Dice dice) {
    // Whatever the first player commits to, the second does not see it.
    if (seat != state.first) state.apply(rules, std::countr_zero(state.players[state.first].reachable()));
    const auto values = puyo::search::Battle(rules, {}, {}).judge(state, plan, dice).values;
    return static_cast<std::int32_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

// What the beam search would place in these seats of these games.
void search(D& self, const Given<const std::int64_t>& games, const Given<const std::int64_t>& seats, int width,
            int depth, int queues, std::uint64_t seed, const Given<std::int32_t>& actions) {
    const puyo::search::Plan plan = checked_plan(width, depth, queues);
    const Chosen chosen(self, games, seats);
    const auto out = array_of(actions, chosen.size(), "actions");
    std::vector<std::int32_t> best(chosen.size());
    self.unlocked([&](Duels& duels) {
        duels.share_long(chosen.size(), heed_signals, [&](std::size_t first, std::size_t last, auto heed) {
            puyo::search::Plan heeding = plan;
            heeding.pause = heed;
            for (std::size_t i = first; i < last; ++i)
                best[i] =
                    best_of(duels.rules(), duels.position(chosen.games[i]), chosen.seats[i], heeding, Dice{seed + i});
        });
    });
    std::copy(best.begin(), best.end(), out.data());
}

// What each placement of these seats of these games leads to, or of the games that ended in the last step.
void afterstates(D& self, const Given<const std::int64_t>& games, const Given<const std::int64_t>& seats, bool ended,
                 const Given<std::uint8_t>& numbers, const Given<float>& worth) {
    const Chosen chosen(self, games, seats);
    Held held;
    std::uint8_t* out = held.array(numbers, chosen.size() * puyo::afterstates::all_size, "afterstates");
    float* judged = held.array(worth, chosen.size() * puyo::placements, "worth");
    self.unlocked([&](Duels& duels) {
        duels.share(chosen.size(), heed_signals, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const std::size_t game = chosen.games[i];
                const puyo::State& position = ended ? duels.last(game) : duels.position(game);
                puyo::afterstates::write_all({position, chosen.seats[i], duels.rules()}, duels.rules(),
                                             out + i * puyo::afterstates::all_size, judged + i * puyo::placements);
            }
        });
    });
}

void bind_rewards(nb::module_& module) {
    nb::class_<RewardRules>(module, "PuyoRewards")
        .def(
            "__init__",
            [](RewardRules* rules, int kind, bool all_empty, const std::vector<double>& weights) {
                require(0 <= kind && kind <= 2, "kind is 0, 1 or 2");
                require(weights.size() == learning::weight_names.size(), "another number of weights was expected");
                for (const double weight : weights) require(!std::isnan(weight), "a weight is a number");
                RewardRules made{static_cast<learning::Kind>(kind), all_empty, {}};
                std::memcpy(&made.weights, weights.data(), sizeof made.weights);
                new (rules) RewardRules(made);
            },
            "kind"_a, "all_empty"_a, "weights"_a)
        .def_static("names", [] {
            return std::vector<std::string>(learning::weight_names.begin(), learning::weight_names.end());
        });
}

void bind(nb::module_& module) {
    bind_rewards(module);
    bind_batch<Duels>(module, "PuyoDuels")
        .def(
            "__init__",
            [](D* self, const puyo::Rules& rules, const RewardRules& rewards, std::size_t count, std::uint64_t seed,
               int threads) {
                require_size(count, threads);
                new (self) D(rules, count, seed, threads, Course{.renews = true}, learning::TurnRewards(rewards),
                             heed_signals);
            },
            "rules"_a, "rewards"_a, "count"_a, "seed"_a, "threads"_a)
        .def("attach", &attach, "observations"_a.none(), "masks"_a.none(), "rewards"_a, "components"_a, "endings"_a,
             "winners"_a, "chains"_a, "sent"_a, "points"_a, "turns"_a)
        .def("look_back", &look_back)
        .def("search", &search, "games"_a, "seats"_a, "width"_a, "depth"_a, "queues"_a, "seed"_a, "actions"_a)
        .def("afterstates", &afterstates, "games"_a, "seats"_a, "ended"_a, "numbers"_a, "worth"_a)
        .def("last", [](D& self, std::size_t i) { return bytes_of(self.batch().last(self.checked(i))); });
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
