// The contract of a game, as a C++20 concept: the twin of asobiba.core.contract.
#pragma once

#include <concepts>
#include <type_traits>

namespace asobiba {

inline constexpr int chance = -1;
inline constexpr int over = -2;

// A position is plain data. `for_each_legal` calls its visitor with every legal action in ascending order;
// `after` returns the next position and is defined for legal actions only.
template <class P>
concept Position = std::is_trivially_copyable_v<P> && requires(const P position, int action) {
    { position.to_play() } -> std::same_as<int>;
    { position.must_pass() } -> std::same_as<bool>;
    { position.after(action) } -> std::same_as<P>;
    position.for_each_legal([](int) {});
};

}  // namespace asobiba
