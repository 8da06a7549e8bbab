// Where a tree already knows a position. Written once for every search and every game.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "common/position.hpp"
#include "common/tree.hpp"

namespace asobiba {

inline constexpr std::size_t most_looked_at = 50'000;

// The node of a position that was reached from the root's by any actions and any luck, nearest first; nowhere if it is
// not found among the first that are looked at. Nodes without children of their own are worth nothing.
template <Position P>
Slot reached(const Tree& tree, const typename P::Rules& rules, const P& root, const P& wanted) {
    struct Known {
        Slot slot;
        P position;
    };
    std::vector<Known> known{{Tree::root, root}};
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Known here = known[i];
        if (std::memcmp(&here.position, &wanted, sizeof(P)) == 0) return here.slot;
        if (tree[here.slot].kind == Kind::commits) continue;
        tree.each_child(here.slot, [&](Slot child) {
            if (tree[child].first == nowhere || known.size() >= most_looked_at) return;
            P after = here.position;
            after.apply(rules, tree[child].action);
            known.push_back({child, after});
        });
    }
    return nowhere;
}

}  // namespace asobiba
