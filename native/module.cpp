// A Python module with every kernel. It is built twice, for any x86-64 and for those with AVX2 and BMI2;
// asobiba/_native/__init__.py chooses.
#include <nanobind/nanobind.h>

#include "common/kernels.hpp"
#include "common/memory.hpp"

namespace asobiba {

// Whether this processor runs the faster of the two builds.
bool has_avx2() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

}  // namespace asobiba

NB_MODULE(NATIVE_MODULE, module) {
    module.doc() = "Fast twins of the rulebooks. Every function equals its plain Python version by test.";
    module.def("has_avx2", &asobiba::has_avx2);
    asobiba::bind_memory(module);
    for (const asobiba::Bind bind : asobiba::kernels()) bind(module);
}
