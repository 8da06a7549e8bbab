// What an n-tuple network says of the boards at the end of a search.
#pragma once

#include <cstdint>

#include "twenty48/ntuple.hpp"

namespace asobiba::twenty48 {

// An Evaluation, see evaluation.hpp. The network must outlive it.
class Learned {
  public:
    static constexpr bool in_points = true, is_dear = true;

    Learned(const NTuple& network, int familiar) : network_(&network), familiar_(familiar) {}

    float operator()(std::uint64_t rows, std::uint64_t) const { return network_->value(rows); }

    float won() const { return 0; }  // nothing comes after it
    int familiar() const { return familiar_; }

  private:
    const NTuple* network_;
    int familiar_;
};

}  // namespace asobiba::twenty48
