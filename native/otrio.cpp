#include "otrio.hpp"

#include "bindings.hpp"

namespace asobiba {

void bind_otrio(nb::module_& module) {
    nb::class_<otrio::Rules>(module, "OtrioRules")
        .def("__init__",
             [](otrio::Rules* rules, int players, bool alternation, bool ban_center_medium, int start_seat,
                bool losers_share) {
                 if (players < 2 || players > 4) throw nb::value_error("players is 2, 3 or 4");
                 if (start_seat < 0 || start_seat >= players) throw nb::value_error("start_seat is a seat");
                 if (!alternation && players != 2)
                     throw nb::value_error("only one of two players has colours to choose from");
                 new (rules) otrio::Rules(players, alternation, ban_center_medium, start_seat, losers_share);
             },
             "players"_a = 4, "alternation"_a = true, "ban_center_medium"_a = false, "start_seat"_a = 0,
             "losers_share"_a = true)
        .def_static("lines", [] { return std::vector<otrio::Slots>(otrio::lines.begin(), otrio::lines.end()); });
    bind_kernel<otrio::Board>(module, "Otrio");
}

}  // namespace asobiba
