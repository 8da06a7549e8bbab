#include "othello/position.hpp"

#include "common/bindings.hpp"

namespace asobiba {

namespace {

void bind(nb::module_& module) {
    nb::class_<othello::Rules>(module, "OthelloRules")
        .def(
            "__init__",
            [](othello::Rules* rules, int scoring) {
                if (scoring < 0 || scoring > 2) throw nb::value_error("scoring is 0 result, 1 discs or 2 count");
                new (rules) othello::Rules{static_cast<othello::Score>(scoring)};
            },
            "scoring"_a = 0);
    bind_kernel<othello::Board>(module, "Othello");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
