#include "coppit/rollouts.hpp"

#include <nanobind/stl/array.h>

#include "common/bindings.hpp"
#include "coppit/expectimax.hpp"
#include "coppit/practice.hpp"

namespace asobiba {

namespace {

using coppit::Traits;

constexpr std::uint32_t most_games_of_a_move = 10'000'000;
constexpr std::uint32_t most_turns = 10'000;
constexpr int most_plies = 4;

Traits traits_from(const Traits::List& numbers) {
    for (const double number : numbers) require(std::isfinite(number), "a weight is a number");
    return std::bit_cast<Traits>(numbers);
}

// The rules, and all that is known about them.
class Mind {
  public:
    Mind(const coppit::Rules& rules, const Traits& instinct, const Traits& judgement)
        : rules_(rules), survey_(rules_), instinct_(instinct), judgement_(judgement) {}

    Mind(const Mind&) = delete;
    Mind& operator=(const Mind&) = delete;

    std::vector<Traits::List> traits(const nb::bytes& raw) const {
        return traits_of(position_from<coppit::Position>(rules_, raw));
    }

    std::vector<double> chances(const nb::bytes& raw) const {
        const auto found = survey_.chances(position_from<coppit::Position>(rules_, raw), judgement_);
        return {found.begin(), found.begin() + rules_.seats()};
    }

    std::vector<std::tuple<int, double>> gains(const nb::bytes& raw) const {
        std::vector<std::tuple<int, double>> found;
        coppit::Instinct(survey_, instinct_).each_gain(rolled(raw), [&](int action, double gain) {
            found.emplace_back(action, gain);
        });
        return found;
    }

    std::vector<std::tuple<int, double, std::uint32_t>> search(const nb::bytes& raw, std::uint32_t games,
                                                               std::uint32_t turns, std::uint64_t seed) const {
        require(1 <= games && games <= most_games_of_a_move, "games is a number from 1 to 10,000,000");
        require(turns <= most_turns, "turns is a number up to 10,000");
        const auto position = rolled(raw);
        nb::gil_scoped_release unlocked;
        std::vector<std::tuple<int, double, std::uint32_t>> found;
        const coppit::Rollouts rollouts(survey_, instinct_, judgement_);
        for (const auto& each : rollouts.search(position, {games, turns}, seed, heed_signals))
            found.emplace_back(each.action, each.chance, each.games);
        return found;
    }

    std::vector<std::tuple<int, double>> expect(const nb::bytes& raw, int plies) const {
        require(1 <= plies && plies <= most_plies, "plies is a number from 1 to 4");
        const auto position = rolled(raw);
        nb::gil_scoped_release unlocked;
        std::vector<std::tuple<int, double>> found;
        for (const auto& [action, chance] :
             coppit::Expectimax(survey_, judgement_, heed_signals).search(position, plies))
            found.emplace_back(action, chance);
        return found;
    }

    double rival(const Traits::List& own, std::uint32_t games, std::uint32_t turns, std::uint64_t seed) const {
        const coppit::Course course = course_of(games, turns, 0);
        const Traits weights = traits_from(own);
        nb::gil_scoped_release unlocked;
        const coppit::Practice practice(survey_, weights, instinct_);
        double won = 0;
        for (std::uint32_t game = 0; game < games; ++game) {
            heed_signals();
            const auto shares = practice.play(game, course, seed, [](const auto&, auto&) {});
            won += shares[coppit::at(practice.seat_of(game))];
        }
        return won / games;
    }

    std::vector<std::tuple<std::vector<Traits::List>, std::vector<double>>> lessons(std::uint32_t games,
                                                                                    std::uint32_t turns,
                                                                                    std::uint32_t whims,
                                                                                    std::uint64_t seed) const {
        constexpr std::uint32_t between_lessons = 8;  // positions, on average: the next one is much like the last
        const coppit::Course course = course_of(games, turns, whims);
        nb::gil_scoped_release unlocked;
        const coppit::Practice practice(survey_, instinct_, instinct_);
        std::vector<std::tuple<std::vector<Traits::List>, std::vector<double>>> found;
        for (std::uint32_t game = 0; game < games; ++game) {
            heed_signals();
            std::vector<std::vector<Traits::List>> seen;
            const auto shares = practice.play(game, course, seed, [&](const coppit::Position& position, Dice& dice) {
                if (dice.below(between_lessons) == 0) seen.push_back(traits_of(position));
            });
            if (shares == coppit::Chances{}) continue;
            for (auto& traits : seen)
                found.emplace_back(std::move(traits), std::vector(shares.begin(), shares.begin() + rules_.seats()));
        }
        return found;
    }

  private:
    static coppit::Course course_of(std::uint32_t games, std::uint32_t turns, std::uint32_t whims) {
        require(1 <= games && games <= most_games_of_a_move, "games is a number from 1 to 10,000,000");
        require(1 <= turns && turns <= most_turns, "turns is a number from 1 to 10,000");
        require(whims <= 100, "whims is a number up to 100");
        return {games, turns, whims};
    }

    std::vector<Traits::List> traits_of(const coppit::Position& position) const {
        std::vector<Traits::List> found;
        for (int seat = 0; seat < rules_.seats(); ++seat) found.push_back(survey_.traits(position, seat).list());
        return found;
    }

    coppit::Position rolled(const nb::bytes& raw) const {
        const auto position = position_from<coppit::Position>(rules_, raw);
        require(position.to_play(rules_) >= 0, "nobody is to move in this position");
        return position;
    }

    const coppit::Rules rules_;
    const coppit::Survey survey_;
    const Traits instinct_;
    const Traits judgement_;
};

void bind(nb::module_& module) {
    nb::class_<Mind>(module, "CoppitMind")
        .def(
            "__init__",
            [](Mind* mind, const coppit::Rules& rules, const Traits::List& instinct, const Traits::List& judgement) {
                new (mind) Mind(rules, traits_from(instinct), traits_from(judgement));
            },
            "rules"_a, "instinct"_a, "judgement"_a)
        .def("traits", &Mind::traits, "position"_a, "What counts for each seat, in the order of survey.Traits.")
        .def("chances", &Mind::chances, "position"_a, "Each seat's chance to win, by judgement.")
        .def("gains", &Mind::gains, "position"_a, "(action, what instinct expects of it) of each legal move.")
        .def("search", &Mind::search, "position"_a, "games"_a, "turns"_a, "seed"_a,
             "(action, chance to win, games) of each legal move, the best one first.")
        .def("expect", &Mind::expect, "position"_a, "plies"_a,
             "(action, chance to win) of each legal move, every die and every answer looked at.")
        .def("rival", &Mind::rival, "own"_a, "games"_a, "turns"_a, "seed"_a,
             "The share of the games that one seat, each in turn, wins by an instinct of its own.")
        .def("lessons", &Mind::lessons, "games"_a, "turns"_a, "whims"_a, "seed"_a,
             "(traits of each seat, its share of the win in the end) of positions of whole games.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
