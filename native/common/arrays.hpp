// Arrays that cross from Python without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/memory.hpp"

namespace asobiba {

// An array as Python brings it: anything at all until `array_of` has looked at it. Nothing is converted, since what is
// written to a converted copy would be lost.
template <class T>
struct Given {
    nb::object object;
};

// As long as it exists, Python can neither free nor resize its memory.
template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

template <class T>
Array<T> array_of(const Given<T>& given, std::size_t size, const char* name) {
    Array<T> found;
    if (!nb::try_cast<Array<T>>(given.object, found, false) || found.size() != size)
        throw nb::type_error((std::string(name) + ": an array of another type or size was expected").c_str());
    if (reinterpret_cast<std::uintptr_t>(found.data()) % alignof(T) != 0)
        throw nb::type_error((std::string(name) + ": an aligned array was expected").c_str());
    return found;
}

// Without data if there is no array.
template <class T>
Array<T> array_or_none(const Given<T>& given, std::size_t size, const char* name) {
    return given.object.is_none() ? Array<T>() : array_of(given, size, name);
}

// Arrays that are written to from call to call, and without the interpreter's lock.
class Held {
  public:
    template <class T>
    T* array(const Given<T>& given, std::size_t size, const char* name) {
        T* const data = array_of(given, size, name).data();
        nb::object owner = lasting_owner(given.object);
        if (!owner.is_valid())
            throw nb::type_error(
                (std::string(name) + ": memory that cannot be resized was expected, as made by lasting()").c_str());
        owners_.push_back(std::move(owner));
        return data;
    }

    template <class T>
    T* array_or_none(const Given<T>& given, std::size_t size, const char* name) {
        return given.object.is_none() ? nullptr : array(given, size, name);
    }

  private:
    std::vector<nb::object> owners_;
};

// How numpy calls a type.
template <class T>
constexpr auto dtype_name() {
    using nb::detail::const_name;
    if constexpr (std::is_same_v<T, float>) return const_name("float32");
    else if constexpr (std::is_same_v<T, std::int8_t>) return const_name("int8");
    else if constexpr (std::is_same_v<T, std::uint8_t>) return const_name("uint8");
    else if constexpr (std::is_same_v<T, std::int16_t>) return const_name("int16");
    else if constexpr (std::is_same_v<T, std::int32_t>) return const_name("int32");
    else if constexpr (std::is_same_v<T, std::int64_t>) return const_name("int64");
    else if constexpr (std::is_same_v<T, std::uint64_t>) return const_name("uint64");
}

}  // namespace asobiba

template <class T>
struct nanobind::detail::type_caster<asobiba::Given<T>> {
    NB_TYPE_CASTER(asobiba::Given<T>, const_name("numpy.typing.NDArray[numpy.") +
                                          asobiba::dtype_name<std::remove_const_t<T>>() + const_name("]"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
        value.object = borrow<nanobind::object>(source);
        return true;
    }
};
