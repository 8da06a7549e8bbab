// What the learning of the evaluation needs at speed: games to learn from, steps, matches.
#include "othello/lessons.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <tuple>
#include <vector>

#include "common/arrays.hpp"
#include "common/kernels.hpp"
#include "common/require.hpp"
#include "common/signals.hpp"
#include "common/workers.hpp"
#include "othello/duel.hpp"
#include "othello/fitting.hpp"

namespace asobiba {

namespace {

using othello::Course;
using othello::Lesson;
using othello::Patterns;
using othello::Squares;

constexpr std::size_t most_games_at_once = 1 << 20;

void check(std::size_t games, int threads) {
    require(games <= most_games_at_once, "games is a number up to 1048576");
    require(1 <= threads && threads <= 256, "threads is a number from 1 to 256");
}

Course course_of(int depth, int exact, int least_random, int most_random, double slips, double trust) {
    require(1 <= depth && depth <= 20, "depth is a number from 1 to 20");
    require(0 <= exact && exact <= 30, "exact is a number from 0 to 30");
    require(0 <= least_random && least_random <= most_random && most_random <= 50,
            "moves at random are 0 to 50, at least as many as at most");
    require(0 <= slips && slips <= 1, "slips is a number from 0 to 1");
    require(0 <= trust && trust <= 1, "trust is a number from 0 to 1");
    return {depth, exact, least_random, most_random, slips, trust};
}

template <class T>
nb::bytes column(const std::vector<Lesson>& lessons, T Lesson::* field) {
    std::vector<T> all;
    all.reserve(lessons.size());
    for (const Lesson& lesson : lessons) all.push_back(lesson.*field);
    return nb::bytes(all.data(), all.size() * sizeof(T));
}

// Each game has dice of its own, and the games stay in their order: no result depends on the threads.
std::tuple<nb::bytes, nb::bytes, nb::bytes> lessons(const Patterns& patterns, const Course& course, std::uint64_t seed,
                                                    std::uint64_t first, std::size_t games, int threads) {
    check(games, threads);
    std::vector<Lesson> all;
    {
        nb::gil_scoped_release unlocked;
        std::vector<std::vector<Lesson>> found(games);
        Workers(threads).share_long(games, heed_signals, [&](std::size_t from, std::size_t to, auto heed) {
            othello::Teacher teacher(patterns, course, heed);
            for (std::size_t game = from; game < to; ++game, heed())
                teacher.play(dice_of(seed, first + game), found[game]);
        });
        for (const auto& game : found) all.insert(all.end(), game.begin(), game.end());
    }
    return {column(all, &Lesson::own), column(all, &Lesson::other), column(all, &Lesson::discs)};
}

std::vector<int> duel(const Patterns& one, const Patterns& another, const Course& course, std::uint64_t seed,
                      std::size_t games, int threads) {
    check(games, threads);
    nb::gil_scoped_release unlocked;
    std::vector<int> discs(games);
    Workers(threads).share_long(games, heed_signals, [&](std::size_t from, std::size_t to, auto heed) {
        othello::Duel match(one, another, course, heed);
        for (std::size_t game = from; game < to; ++game, heed()) discs[game] = match.play(seed, game);
    });
    return discs;
}

// The mean error, in discs without their sign, before each step.
double fit(const Given<float>& weights, const Given<float>& slopes, const Given<const Squares>& own,
           const Given<const Squares>& other, const Given<const float>& discs, const Given<const std::int64_t>& picks,
           float rate) {
    require(std::isfinite(rate) && rate >= 0, "rate is a number from 0");
    const std::size_t count = nb::len(own.object);
    const std::size_t steps = nb::len(picks.object);
    const auto moved = array_of(weights, Patterns::size, "weights");
    const auto squared = array_of(slopes, Patterns::size, "slopes");
    const auto owns = array_of(own, count, "own");
    const auto others = array_of(other, count, "other");
    const auto wanted = array_of(discs, count, "discs");
    const auto picked = array_of(picks, steps, "picks");
    nb::gil_scoped_release unlocked;
    othello::Fitting fitting(moved.data(), squared.data());
    double missed = 0;
    for (std::size_t step = 0; step < steps; ++step) {
        if (step % 1024 == 0) heed_signals();
        const auto at = static_cast<std::size_t>(picked.data()[step]);
        require(at < count, "a pick is a lesson's number");
        const Squares mine = owns.data()[at], theirs = others.data()[at];
        require((mine & theirs) == 0, "a square has one disc at most");
        require(std::popcount(mine | theirs) >= 4, "a position has four discs at least");
        const float error = wanted.data()[at] - fitting.expected(mine, theirs);
        missed += std::abs(error);
        fitting.learn(error, rate);
    }
    return steps == 0 ? 0 : missed / static_cast<double>(steps);
}

void bind(nb::module_& module) {
    nb::class_<Course>(module, "OthelloCourse")
        .def(
            "__init__",
            [](Course* place, int depth, int exact, int least_random, int most_random, double slips, double trust) {
                new (place) Course(course_of(depth, exact, least_random, most_random, slips, trust));
            },
            "depth"_a, "exact"_a, "least_random"_a, "most_random"_a, "slips"_a = 0.0, "trust"_a = 1.0);
    module.def("othello_lessons", &lessons, "patterns"_a, "course"_a, "seed"_a, "first"_a, "games"_a, "threads"_a = 1,
               "Positions of self-play and what they should be worth: own and other discs as uint64, float32 discs.");
    module.def("othello_duel", &duel, "one"_a, "another"_a, "course"_a, "seed"_a, "games"_a, "threads"_a = 1,
               "The disc differences for `one`; every opening is played twice, with colours exchanged.");
    module.def("othello_fit", &fit, "weights"_a, "slopes"_a, "own"_a, "other"_a, "discs"_a, "picks"_a, "rate"_a,
               "Moves the weights by the lessons that are picked, in this order. Returns the mean error in discs.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
