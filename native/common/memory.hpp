// Memory that Python can neither resize nor free while an array shows it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace asobiba {

namespace nb = nanobind;

// So many zeros. An array that numpy makes of it does not own them: numpy refuses to resize it, whatever it is asked,
// and they live as long as the array.
class Memory {
  public:
    explicit Memory(std::size_t size) : size_(size), bytes_(::operator new(size == 0 ? 1 : size, line)) {
        std::memset(bytes_.get(), 0, size);
    }

    // The protocol by which numpy takes memory over without a copy.
    nb::dict array_interface() const {
        nb::dict told;
        told["version"] = 3;
        told["typestr"] = "|u1";
        told["shape"] = nb::make_tuple(size_);
        told["data"] = nb::make_tuple(reinterpret_cast<std::uintptr_t>(bytes_.get()), false);
        return told;
    }

  private:
    static constexpr std::align_val_t line{64};

    struct Free {
        void operator()(void* bytes) const { ::operator delete(bytes, line); }
    };

    std::size_t size_;
    std::unique_ptr<void, Free> bytes_;
};

inline void bind_memory(nb::module_& module) {
    nb::class_<Memory>(module, "Memory")
        .def(nb::init<std::size_t>(), nb::arg("size"))
        .def_prop_ro("__array_interface__", &Memory::array_interface,
                     nb::for_getter(nb::sig("def __array_interface__(self) -> dict[str, object]")));
}

// What keeps the memory of an array where it is for as long as it is held; nothing if nobody can. Memory that numpy
// owns can be resized at any time, with `resize(refcheck=False)`; exporters of buffers refuse that while somebody has a
// view.
inline nb::object lasting_owner(nb::handle given) {
    nb::object at = nb::borrow(given);
    const nb::object array = nb::module_::import_("numpy").attr("ndarray");
    if (!nb::isinstance(at, array))
        return PyObject_CheckBuffer(at.ptr()) != 0 ? nb::steal(PyMemoryView_FromObject(at.ptr())) : nb::object();
    while (nb::isinstance(at, array)) at = at.attr("base");
    return nb::isinstance<Memory>(at) ? at : nb::object();
}

}  // namespace asobiba
