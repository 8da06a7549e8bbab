#include "common/bindings.hpp"
#include "puyo/battle.hpp"
#include "puyo/duels.hpp"
#include "puyo/plan.hpp"

namespace asobiba {

namespace learning = puyo::learning;

namespace {

// Games together with the arrays that they write, which belong to Python and are kept alive here.
class AttachedDuels {
  public:
    AttachedDuels(const puyo::Rules& rules, const learning::RewardRules& rewards, std::size_t count, std::uint64_t seed,
                  int threads)
        : duels_(rules, rewards, count, seed, threads) {}

    std::size_t size() const { return duels_.size(); }

    learning::Duels& duels() {
        if (busy_) throw std::runtime_error("the games are being used by another thread");
        return duels_;
    }

    template <class Body>
    auto unlocked(Body body) {
        duels();
        struct Use {
            bool& busy;
            ~Use() { busy = false; }
        } use{busy_ = true};
        nb::gil_scoped_release released;
        return body();
    }

    std::size_t checked(std::size_t i) const {
        if (i >= size()) throw nb::index_error("no such game among these");
        return i;
    }

    void attach(const nb::object& seen, const nb::object& masks, const nb::object& totals, const nb::object& parts,
                const nb::object& endings, const nb::object& winners, const nb::object& chains, const nb::object& sent,
                const nb::object& points, const nb::object& turns) {
        const std::size_t seats = duels().seats();
        const std::size_t both = size() * seats;
        Arrays arrays{
            array_or_none<std::int8_t>(seen, both * duels_.rules().observation(), "observations"),
            array_or_none<std::int8_t>(masks, both * puyo::placements, "masks"),
            array_of<float>(totals, both, "rewards"),
            array_of<float>(parts, both * learning::components, "components"),
            array_of<std::uint8_t>(endings, size(), "endings"),
            array_of<std::int8_t>(winners, size(), "winners"),
            array_of<std::uint8_t>(chains, both, "chains"),
            array_of<std::int32_t>(sent, both, "sent"),
            array_of<std::int32_t>(points, both, "points"),
            array_of<std::int32_t>(turns, size(), "turns"),
        };
        arrays_ = std::move(arrays);
    }

    // The first game with an illegal action, and nothing was played; or size().
    std::size_t step(const nb::object& actions) {
        const std::size_t wanted = size() * duels().seats();
        const auto given = array_of<const std::int32_t>(actions, wanted, "actions");
        require(arrays_.totals.data() != nullptr, "no arrays are attached");
        return unlocked([&] {
            actions_.assign(given.data(), given.data() + wanted);
            const std::size_t illegal = duels_.first_illegal(actions_.data());
            if (illegal == size()) duels_.step(actions_.data(), slate());
            return illegal;
        });
    }

    void look() {
        unlocked([&] { duels_.look(slate()); });
    }

    // The last positions of games that ended in the last step, as their players saw them.
    void look_back(const nb::object& games, const nb::object& seen, const nb::object& masks) {
        const auto chosen = array_of<const std::int64_t>(games, nb::len(games), "games");
        const std::size_t seats = duels().seats();
        const std::size_t observation = seats * duels_.rules().observation();
        const auto out = array_of<std::int8_t>(seen, chosen.size() * observation, "observations");
        const auto legal = array_of<std::int8_t>(masks, chosen.size() * seats * puyo::placements, "masks");
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            const std::int64_t game = chosen.data()[i];
            require(game >= 0, "games are counted from 0");
            duels_.observe(duels_.last(checked(static_cast<std::size_t>(game))), out.data() + i * observation,
                           legal.data() + i * seats * puyo::placements);
        }
    }

    // What the beam search would place in these seats of these games.
    void search(const nb::object& games, const nb::object& seats, int width, int depth, int queues, std::uint64_t seed,
                const nb::object& chosen) {
        const puyo::search::Plan plan = checked_plan(width, depth, queues);
        const std::size_t wanted = nb::len(games);
        // Copies: who holds the arrays may change them while the search runs.
        const auto which = copied(array_of<const std::int64_t>(games, wanted, "games"));
        const auto whose = copied(array_of<const std::int64_t>(seats, wanted, "seats"));
        const auto out = array_of<std::int32_t>(chosen, wanted, "actions");
        for (std::size_t i = 0; i < wanted; ++i) {
            require(which[i] >= 0, "games are counted from 0");
            checked(static_cast<std::size_t>(which[i]));
            require(0 <= whose[i] && whose[i] < static_cast<std::int64_t>(duels().seats()), "there is no such seat");
        }
        unlocked([&] {
            duels_.share(wanted, [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i) {
                    Dice dice{seed + i};
                    out.data()[i] = best_of(static_cast<std::size_t>(which[i]), whose[i], plan, dice);
                }
            });
        });
    }

  private:
    static std::vector<std::int64_t> copied(const Array<const std::int64_t>& array) {
        return {array.data(), array.data() + array.size()};
    }

    std::int32_t best_of(std::size_t game, std::int64_t seat, const puyo::search::Plan& plan, Dice& dice) const {
        const puyo::Rules& rules = duels_.rules();
        puyo::State state = duels_.position(game);
        // Whatever the first player commits to, the second does not see it.
        if (seat == 1) state.apply(rules, std::countr_zero(state.players[0].reachable()));
        const auto values = puyo::search::Battle(rules, {}, {}).judge(state, plan, dice).values;
        return static_cast<std::int32_t>(std::max_element(values.begin(), values.end()) - values.begin());
    }

    struct Arrays {
        Array<std::int8_t> seen, masks;
        Array<float> totals, parts;
        Array<std::uint8_t> endings;
        Array<std::int8_t> winners;
        Array<std::uint8_t> chains;
        Array<std::int32_t> sent, points, turns;
    };

    learning::DuelSlate slate() const {
        const Arrays& a = arrays_;
        return {a.seen.data(),    a.masks.data(),  a.totals.data(), a.parts.data(),  a.endings.data(),
                a.winners.data(), a.chains.data(), a.sent.data(),   a.points.data(), a.turns.data()};
    }

    learning::Duels duels_;
    Arrays arrays_;
    std::vector<std::int32_t> actions_;
    bool busy_ = false;  // read and written under the interpreter's lock only
};

void bind_rewards(nb::module_& module) {
    nb::class_<learning::RewardRules>(module, "PuyoRewards")
        .def(
            "__init__",
            [](learning::RewardRules* rules, int kind, bool all_empty, const std::vector<double>& weights) {
                require(0 <= kind && kind <= 2, "kind is 0, 1 or 2");
                require(weights.size() == learning::weight_names.size(), "another number of weights was expected");
                for (const double weight : weights) require(!std::isnan(weight), "a weight is a number");
                learning::RewardRules made{static_cast<learning::Kind>(kind), all_empty, {}};
                std::memcpy(&made.weights, weights.data(), sizeof made.weights);
                new (rules) learning::RewardRules(made);
            },
            "kind"_a, "all_empty"_a, "weights"_a)
        .def_static("names", [] {
            return std::vector<std::string>(learning::weight_names.begin(), learning::weight_names.end());
        });
}

void bind(nb::module_& module) {
    bind_rewards(module);
    using D = AttachedDuels;
    nb::class_<D>(module, "PuyoDuels")
        .def(
            "__init__",
            [](D* self, const puyo::Rules& rules, const learning::RewardRules& rewards, std::size_t count,
               std::uint64_t seed, int threads) {
                require(1 <= count && count <= most_games, "count is a number from 1 to 16777216");
                require(1 <= threads && threads <= most_threads, "threads is a number from 1 to 256");
                new (self) D(rules, rewards, count, seed, threads);
            },
            "rules"_a, "rewards"_a, "count"_a, "seed"_a, "threads"_a)
        .def("__len__", &D::size)
        .def("attach", &D::attach, "observations"_a.none(), "masks"_a.none(), "rewards"_a, "components"_a, "endings"_a,
             "winners"_a, "chains"_a, "sent"_a, "points"_a, "turns"_a)
        .def("step", &D::step)
        .def("look", &D::look)
        .def("look_back", &D::look_back)
        .def("search", &D::search, "games"_a, "seats"_a, "width"_a, "depth"_a, "queues"_a, "seed"_a, "actions"_a)
        .def("position", [](D& self, std::size_t i) { return bytes_of(self.duels().position(self.checked(i))); })
        .def("last", [](D& self, std::size_t i) { return bytes_of(self.duels().last(self.checked(i))); })
        .def("dice", [](D& self, std::size_t i) { return self.duels().dice(self.checked(i)); })
        .def("place", [](D& self, std::size_t i, const nb::bytes& raw, std::uint64_t dice) {
            const auto position = position_from<puyo::State>(self.duels().rules(), raw);
            require(position.to_play(self.duels().rules()) == position.first && position.first == 0,
                    "the players are not about to place a pair here");
            self.duels().place(self.checked(i), position, dice);
        });
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
