// What a search has found. Written once for every search and every game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/tree.hpp"

namespace asobiba {

struct Reported {
    int action;
    std::uint32_t visits;
    std::vector<double> values;  // by seat
    Proof proof;
    std::uint32_t plies;  // to the end, this move counted, where that is proven
};

struct Report {
    std::vector<Reported> moves;  // ascending
    std::vector<int> line;        // best moves of all seats, as far as nothing but choices leads
    std::vector<double> values;   // of the root, by seat
    bool proven = false;
    std::size_t nodes = 0;
    std::size_t depth = 0;
};

// The sooner win, or the later end, of two children that are proven to be equally good.
inline bool is_preferred(const Tree& tree, Slot child, Slot other) {
    return tree.mean(child) > 0 ? tree[child].plies < tree[other].plies : tree[child].plies > tree[other].plies;
}

// The child to play: of those that are proven the best, unless the most visited of the others looks better.
inline Slot best_child(const Tree& tree, Slot above) {
    Slot proven = nowhere;
    Slot open = nowhere;
    tree.each_child(above, [&](Slot child) {
        if (tree[child].visits == 0) return;
        Slot& best = tree[child].is_proven() ? proven : open;
        if (best == nowhere) {
            best = child;
        } else if (!tree[child].is_proven() && tree[child].visits != tree[best].visits) {
            if (tree[child].visits > tree[best].visits) best = child;
        } else if (tree.mean(child) != tree.mean(best)) {
            if (tree.mean(child) > tree.mean(best)) best = child;
        } else if (tree[child].is_proven() && is_preferred(tree, child, best)) {
            best = child;
        }
    });
    if (proven == nowhere || open == nowhere) return proven == nowhere ? open : proven;
    return tree.mean(proven) >= tree.mean(open) ? proven : open;
}

// Where the seats choose: the node itself, or of all who choose at once the part of the one who thinks.
inline Slot chooser_of(const Tree& tree, Slot slot, int seat) {
    const Node& node = tree[slot];
    if (node.kind == Kind::choice) return slot;
    return node.kind == Kind::commits ? node.first + static_cast<Slot>(std::max(seat, 0)) : nowhere;
}

inline Reported reported(const Tree& tree, Slot child) {
    const Node& node = tree[child];
    Reported move{node.action, node.visits, {}, node.proof, node.is_proven() ? node.plies + 1u : 0};
    for (std::size_t seat = 0; seat < tree.seats(); ++seat) move.values.push_back(tree.value(child, seat));
    return move;
}

template <class Search>
Report report_of(const Search& search) {
    const Tree& tree = search.tree();
    Report report;
    report.nodes = tree.size();
    report.depth = search.depth();
    report.proven = tree[Tree::root].is_proven();
    for (std::size_t seat = 0; seat < tree.seats(); ++seat) report.values.push_back(tree.value(Tree::root, seat));
    const Slot chooser = chooser_of(tree, Tree::root, search.position().to_play(search.rules()));
    if (chooser == nowhere) return report;
    tree.each_child(chooser, [&](Slot child) { report.moves.push_back(reported(tree, child)); });
    std::ranges::sort(report.moves, {}, &Reported::action);
    for (Slot at = chooser; at != nowhere && tree[at].kind == Kind::choice;) {
        at = best_child(tree, at);
        if (at != nowhere) report.line.push_back(tree[at].action);
    }
    return report;
}

}  // namespace asobiba
