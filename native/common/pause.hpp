// What a long loop calls every now and then; it may throw to end the loop.
#pragma once

namespace asobiba {

struct NoPause {
    void operator()() const {}
};

}  // namespace asobiba
