// Long loops answer Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

namespace asobiba {

// Called every now and then by a loop that runs without the interpreter's lock: twenty times a second it asks Python
// whether a signal has come. An exception, such as KeyboardInterrupt, ends the loop.
inline void heed_signals() {
    using Clock = std::chrono::steady_clock;
    static thread_local Clock::time_point asked = Clock::now();
    const auto now = Clock::now();
    if (now - asked < std::chrono::milliseconds(50)) return;
    asked = now;
    nanobind::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

}  // namespace asobiba
