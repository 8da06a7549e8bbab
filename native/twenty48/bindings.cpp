#include "twenty48/position.hpp"

#include <bit>
#include <mutex>

#include "common/bindings.hpp"
#include "twenty48/exact.hpp"

namespace asobiba {

namespace {

// One for all threads: they take turns.
struct Exact {
    Exact(std::size_t rows, std::size_t columns, int target, bool stop_at_target, std::size_t most_positions)
        : cells(rows * columns),
          search(rows, columns, stop_at_target ? std::countr_zero(static_cast<unsigned>(target)) : twenty48::ranks,
                 most_positions, &heed_signals) {}

    std::vector<double> moves(const nb::bytes& ranks) {
        require(ranks.size() == cells, "a board of another size");
        twenty48::Tiles tiles{};
        std::memcpy(tiles.data(), ranks.c_str(), cells);
        for (const int rank : tiles) require(rank <= twenty48::largest, "a rank is 17 at most");
        nb::gil_scoped_release unlocked;
        const std::scoped_lock turn(mutex);
        try {
            const auto found = search.moves(tiles);
            return {found.begin(), found.end()};
        } catch (const twenty48::Memory::Full&) {
            return {};
        }
    }

    std::size_t cells;
    twenty48::Exact<void (*)()> search;
    std::mutex mutex;
};

void bind(nb::module_& module) {
    nb::class_<Exact>(module, "Twenty48Exact")
        .def(
            "__init__",
            [](Exact* exact, std::size_t rows, std::size_t columns, int target, bool stop_at_target,
               std::size_t most_positions) {
                require(1 <= rows && rows <= twenty48::most_cells && 1 <= columns && columns <= twenty48::most_cells &&
                            2 <= rows * columns && rows * columns <= twenty48::most_cells,
                        "a board of 2 to 9 cells");
                require(8 <= target && target <= 1 << twenty48::largest &&
                            std::has_single_bit(static_cast<unsigned>(target)),
                        "target is a power of two from 8 to 131072");
                new (exact) Exact(rows, columns, target, stop_at_target, most_positions);
            },
            "rows"_a, "columns"_a, "target"_a, "stop_at_target"_a, "most_positions"_a)
        .def("moves", &Exact::moves, "ranks"_a,
             "The score that best play expects after up, right, down, left, NaN if illegal; [] if that takes more "
             "positions than allowed.")
        .def_prop_ro("positions", [](const Exact& exact) { return exact.search.positions(); });
    nb::class_<twenty48::Rules>(module, "Twenty48Rules")
        .def(
            "__init__",
            [](twenty48::Rules* rules, int target, bool stop_at_target) {
                if (target < 8 || target > 1 << twenty48::largest ||
                    !std::has_single_bit(static_cast<unsigned>(target)))
                    throw nb::value_error("target is a power of two from 8 to 131072");
                new (rules) twenty48::Rules{std::countr_zero(static_cast<unsigned>(target)), stop_at_target};
            },
            "target"_a = 2048, "stop_at_target"_a = false);
    bind_kernel<twenty48::Board>(module, "Twenty48");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
