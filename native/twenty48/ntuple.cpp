// N-tuple networks of 2048 for Python: what a board is worth, and how that is learned.
#include "twenty48/ntuple.hpp"

#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <vector>

#include "common/arrays.hpp"
#include "common/kernels.hpp"
#include "common/require.hpp"
#include "common/signals.hpp"
#include "common/workers.hpp"
#include "twenty48/ntuple_training.hpp"

namespace asobiba {

namespace {

using twenty48::Course;
using twenty48::Lessons;
using twenty48::NTuple;
using twenty48::Played;
using twenty48::Stages;
using twenty48::Tuple;
using twenty48::Tuples;

constexpr std::size_t most_side = 8, most_weights = std::size_t{1} << 32;
constexpr std::size_t most_games_at_once = 1 << 20;
constexpr std::size_t results_each = sizeof(Played) / sizeof(std::int32_t);

void make_tuples(Tuples* place, std::size_t rows, std::size_t columns, const std::vector<std::vector<int>>& given) {
    require(1 <= rows && rows <= most_side && 1 <= columns && columns <= most_side && rows * columns >= 2,
            "a board of 2 to 64 cells");
    require(1 <= given.size() && given.size() <= Tuples::most_tuples, "1 to 32 tuples");
    std::vector<Tuple> tuples;
    for (const std::vector<int>& cells : given) {
        require(1 <= cells.size() && cells.size() <= Tuples::most_cells_each, "a tuple has 1 to 7 cells");
        Tuple tuple;
        for (const int cell : cells) {
            require(0 <= cell && static_cast<std::size_t>(cell) < rows * columns,
                    "a cell that the board does not have");
            require(std::find(tuple.begin(), tuple.end(), cell) == tuple.end(), "a tuple has each cell once");
            tuple.push_back(static_cast<std::uint8_t>(cell));
        }
        tuples.push_back(tuple);
    }
    new (place) Tuples(rows, columns, tuples);
}

Stages stages_of(const std::vector<int>& ranks, const Tuples& tuples) {
    Stages stages;
    for (const int rank : ranks) {
        require(1 <= rank && rank <= twenty48::largest, "a stage begins with a rank from 1 to 17");
        require(stages.ranks.empty() || stages.ranks.back() < static_cast<unsigned>(rank),
                "stages are ascending ranks");
        stages.ranks.push_back(static_cast<unsigned>(rank));
    }
    require(tuples.size() * stages.count() <= most_weights, "2^32 weights at most");
    return stages;
}

void make_course(Course* place, float rate, bool backward, float trace, int stop, std::size_t lanes, bool rewinds) {
    require(std::isfinite(rate) && rate >= 0, "rate is a number from 0");
    require(0 <= trace && trace <= 1, "trace is a number from 0 to 1");
    require(trace == 0 || backward, "a trace is learned backward");
    require(!rewinds || backward, "a game that is rewound is learned backward");
    require(1 <= stop, "stop is a rank from 1");
    require(1 <= lanes && lanes <= 1024, "lanes is a number from 1 to 1024");
    new (place) Course{rate, backward, trace, static_cast<unsigned>(stop), lanes, rewinds};
}

template <class Field>
void play(const Lessons& lessons, std::uint64_t seed, std::uint64_t first, std::vector<Played>& games, int threads) {
    const Field field({lessons.tuples.rows(), lessons.tuples.columns()});
    std::atomic<std::size_t> taken{0};
    Workers(threads).share_long(static_cast<std::size_t>(threads), heed_signals,
                                [&](std::size_t, std::size_t, auto heed) {
                                    twenty48::play_games(lessons, field, seed, first, taken, games, heed);
                                });
}

void learn(const Tuples& tuples, const std::vector<int>& stages, const Course& course, const Given<float>& weights,
           const Given<float>& coherence, std::uint64_t seed, std::uint64_t first, const Given<std::int32_t>& results,
           int threads, bool packed) {
    require(1 <= threads && threads <= 256, "threads is a number from 1 to 256");
    const Stages kept = stages_of(stages, tuples);
    const std::size_t games = nb::len(results.object), size = tuples.size() * kept.count();
    require(games <= most_games_at_once, "1048576 games at most");
    const auto learned = array_of(weights, size, "weights");
    const auto sums = array_or_none(coherence, 2 * size, "coherence");
    const auto out = array_of(results, results_each * games, "results");
    nb::gil_scoped_release unlocked;
    twenty48::wish_for_large_pages(learned.data(), size * sizeof(float));
    if (sums.data() != nullptr) twenty48::wish_for_large_pages(sums.data(), 2 * size * sizeof(float));
    std::vector<Played> played(games);
    const Lessons lessons{tuples, kept, course, learned.data(), sums.data()};
    const bool is_usual = tuples.rows() == 4 && tuples.columns() == 4;
    if (is_usual && packed) play<twenty48::NibbleField>(lessons, seed, first, played, threads);
    else play<twenty48::GridField>(lessons, seed, first, played, threads);
    if (games != 0) std::memcpy(out.data(), played.data(), games * sizeof(Played));
}

void make_ntuple(NTuple* place, const Tuples& tuples, const std::vector<int>& stages,
                 const Given<const std::int16_t>& weights, const Given<const float>& scales) {
    Stages kept = stages_of(stages, tuples);
    const auto given = array_of(weights, tuples.size() * kept.count(), "weights");
    const auto times = array_of(scales, tuples.tuples().size(), "scales");
    nb::gil_scoped_release unlocked;
    new (place) NTuple(tuples, kept, given.data(), times.data());
}

void values(const NTuple& network, const Given<const std::uint8_t>& ranks, const Given<float>& out) {
    const std::size_t cells = network.tuples().rows() * network.tuples().columns(), count = nb::len(out.object);
    const auto given = array_of(ranks, cells * count, "ranks");
    const auto found = array_of(out, count, "out");
    for (std::size_t i = 0; i < cells * count; ++i)
        require(given.data()[i] <= twenty48::largest, "a rank is 17 at most");
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < count; ++i) found.data()[i] = network.value(given.data() + cells * i);
}

void packed_values(const NTuple& network, const Given<const std::uint64_t>& boards, const Given<float>& out) {
    require(network.tuples().rows() == 4 && network.tuples().columns() == 4, "a board of 4x4 is packed");
    const std::size_t count = nb::len(out.object);
    const auto given = array_of(boards, count, "boards");
    const auto found = array_of(out, count, "out");
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < count; ++i) found.data()[i] = network.value(given.data()[i]);
}

void bind(nb::module_& module) {
    nb::class_<Tuples>(module, "Twenty48Tuples")
        .def("__init__", &make_tuples, "rows"_a, "columns"_a, "tuples"_a)
        .def_prop_ro("size", &Tuples::size)
        .def_prop_ro("features", &Tuples::features);
    nb::class_<Course>(module, "Twenty48Course")
        .def("__init__", &make_course, "rate"_a, "backward"_a = false, "trace"_a = 0.0F, "stop"_a = twenty48::ranks,
             "lanes"_a = Course{}.lanes, "rewinds"_a = false);
    module.def("twenty48_learn", &learn, "tuples"_a, "stages"_a, "course"_a, "weights"_a, "coherence"_a.none(),
               "seed"_a, "first"_a, "results"_a, "threads"_a = 1, "packed"_a = true,
               "Plays the games number first, first + 1, ... and moves the weights. Writes score, moves and largest "
               "rank of each to results [games, 3].");
    nb::class_<NTuple>(module, "Twenty48NTuple")
        .def("__init__", &make_ntuple, "tuples"_a, "stages"_a, "weights"_a, "scales"_a)
        .def("values", &values, "ranks"_a, "out"_a, "Writes the points to come after each board [n, cells].")
        .def("packed_values", &packed_values, "boards"_a, "out"_a, "The same of 4x4 boards of four bits a cell.");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
