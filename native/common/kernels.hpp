// What the Python module is made of: a game's folder adds its kernel with one line,
//
//   const Bound kernel(bind);
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

namespace asobiba {

using Bind = void (*)(nanobind::module_&);

inline std::vector<Bind>& kernels() {
    static std::vector<Bind> all;
    return all;
}

struct Bound {
    explicit Bound(Bind bind) { kernels().push_back(bind); }
};

}  // namespace asobiba
