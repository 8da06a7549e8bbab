// What Python hands over, checked.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>

#include "common/position.hpp"

namespace asobiba {

namespace nb = nanobind;
using namespace nb::literals;

inline void require(bool holds, const char* sentence) {
    if (!holds) throw nb::value_error(sentence);
}

template <Position P>
P position_from(const typename P::Rules& rules, const nb::bytes& raw) {
    P position;
    if (raw.size() != sizeof(P)) throw nb::value_error("a position of this game has another size");
    std::memcpy(&position, raw.c_str(), sizeof(P));
    if (!position.valid(rules)) throw nb::value_error("these bytes are no position of this game");
    return position;
}

template <Position P>
nb::bytes bytes_of(const P& position) {
    return nb::bytes(reinterpret_cast<const char*>(&position), sizeof(P));
}

}  // namespace asobiba
