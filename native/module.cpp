// A Python module with every kernel. It is built twice, for any x86-64 and for those with AVX2 and BMI2;
// asobiba/_native/__init__.py chooses.
#include <nanobind/nanobind.h>

namespace asobiba {

void bind_coppit(nanobind::module_& module);
void bind_othello(nanobind::module_& module);
void bind_twenty48(nanobind::module_& module);
void bind_otrio(nanobind::module_& module);
void bind_puyo(nanobind::module_& module);
void bind_puyo_search(nanobind::module_& module);
void bind_puyo_learning(nanobind::module_& module);
void bind_puyo_afterstates(nanobind::module_& module);

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
    asobiba::bind_coppit(module);
    asobiba::bind_othello(module);
    asobiba::bind_twenty48(module);
    asobiba::bind_otrio(module);
    asobiba::bind_puyo(module);
    asobiba::bind_puyo_search(module);
    asobiba::bind_puyo_learning(module);
    asobiba::bind_puyo_afterstates(module);
}
