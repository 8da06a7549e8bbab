#include "coppit/position.hpp"

#include "common/bindings.hpp"

namespace asobiba {

namespace {

using coppit::Board;
using coppit::Options;
using coppit::Outlook;
using coppit::Path;

// By their names.
using Fields = nb::typed<nb::dict, nb::str, nb::any>;

template <class T>
T field(const nb::dict& fields, const char* name) {
    if (!fields.contains(name)) throw nb::key_error(name);
    return nb::cast<T>(fields[name]);
}

Options options_from(const nb::dict& fields) {
    return {
        .seats = field<int>(fields, "seats"),
        .hats = field<int>(fields, "hats"),
        .extra_roll_on_6 = field<bool>(fields, "extra_roll_on_6"),
        .auto_bank_on_return = field<bool>(fields, "auto_bank_on_return"),
        .allow_box_invasion = field<bool>(fields, "allow_box_invasion"),
        .allow_respawn = field<bool>(fields, "allow_respawn"),
        .allow_empty_return = field<bool>(fields, "allow_empty_return"),
        .free_on_capture = field<bool>(fields, "free_on_capture"),
        .ends_in_play = field<bool>(fields, "ends_in_play"),
        .win_mode = static_cast<coppit::WinMode>(field<int>(fields, "win_mode")),
        .max_turns = field<std::uint32_t>(fields, "max_turns"),
        .max_extra_rolls = field<std::uint32_t>(fields, "max_extra_rolls"),
        .gray_capacity = field<int>(fields, "gray_capacity"),
    };
}

Path path_from(const nb::dict& fields) {
    return {
        .source = field<int>(fields, "source"),
        .destination = field<int>(fields, "destination"),
        .held = field<bool>(fields, "held"),
        .holds = field<bool>(fields, "holds"),
        .way = field<std::vector<int>>(fields, "way"),
    };
}

Outlook outlook_from(const nb::dict& fields) {
    return {
        .home = field<int>(fields, "home"),
        .safe = field<std::uint64_t>(fields, "safe"),
        .reach = field<std::vector<std::vector<std::vector<int>>>>(fields, "reach"),
        .deploys = field<std::vector<std::vector<int>>>(fields, "deploys"),
        .seen = field<std::vector<int>>(fields, "seen"),
        .back = field<std::vector<int>>(fields, "back"),
    };
}

Board board_from(const nb::dict& fields) {
    Board board{
        .nodes = field<int>(fields, "nodes"),
        .squares = field<int>(fields, "squares"),
        .gray = field<std::uint64_t>(fields, "gray"),
        .paths = {},
        .outlooks = {},
    };
    using List = std::vector<nb::dict>;
    for (const auto& path : field<List>(fields, "paths")) board.paths.push_back(path_from(path));
    for (const auto& outlook : field<List>(fields, "outlooks")) board.outlooks.push_back(outlook_from(outlook));
    return board;
}

void bind(nb::module_& module) {
    nb::class_<coppit::Rules>(module, "CoppitRules")
        .def(
            "__init__",
            [](coppit::Rules* rules, const Fields& options, const Fields& board) {
                new (rules) coppit::Rules(options_from(options), board_from(board));
            },
            "options"_a, "board"_a);
    bind_kernel<coppit::Position>(module, "Coppit");
}

const Bound kernel(bind);

}  // namespace

}  // namespace asobiba
