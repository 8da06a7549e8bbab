// How wide, deep and often to search, as Python asks for it.
#pragma once

#include "common/bindings.hpp"
#include "puyo/beam.hpp"

namespace asobiba {

inline puyo::search::Plan checked_plan(int width, int depth, int queues) {
    constexpr int most_steps = 1'000'000;  // some seconds
    require(1 <= width && width <= 10'000, "width is a number from 1 to 10000");
    require(1 <= depth && depth <= 100, "depth is a number from 1 to 100");
    require(1 <= queues && queues <= 1'000, "queues is a number from 1 to 1000");
    require(width * depth <= most_steps / queues, "width x depth x queues is at most 1000000");
    return {width, depth, queues};
}

}  // namespace asobiba
