#include "twenty48/position.hpp"

#include <bit>

#include "common/bindings.hpp"

namespace asobiba {

namespace {

void bind(nb::module_& module) {
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
