// What Python asks of the searches, checked.
#pragma once

#include <cstring>

#include "common/bindings.hpp"
#include "puyo/beam.hpp"
#include "puyo/position.hpp"

namespace asobiba {

inline puyo::search::Plan checked_plan(int width, int depth, int queues) {
    constexpr int most_steps = 1'000'000;  // some seconds
    require(1 <= width && width <= 10'000, "width is a number from 1 to 10000");
    require(1 <= depth && depth <= 100, "depth is a number from 1 to 100");
    require(1 <= queues && queues <= 1'000, "queues is a number from 1 to 1000");
    require(width * depth <= most_steps / queues, "width x depth x queues is at most 1000000");
    return {width, depth, queues};
}

// A field at rest.
inline puyo::Field field_from(const nb::bytes& raw) {
    puyo::Player player;
    if (raw.size() != sizeof player.field) throw nb::value_error("a field has another size");
    std::memcpy(&player.field, raw.c_str(), sizeof player.field);
    if (!player.valid({.colors = puyo::most_colors})) throw nb::value_error("these bytes are no field");
    return puyo::Field::from(player.field);
}

}  // namespace asobiba
