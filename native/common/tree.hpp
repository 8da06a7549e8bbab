// The tree of a search: nodes with their statistics, in memory of a bounded size. Written once for every game.
//
// A node has no position of its own: whoever walks down the tree plays the actions on the way. Children that are chosen
// lie side by side, those that luck draws are a list, since most of them may never come up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace asobiba {

using Slot = std::uint32_t;  // the number of a node

inline constexpr Slot nowhere = std::numeric_limits<Slot>::max();
inline constexpr std::size_t most_nodes_of_a_tree = std::size_t{1} << 28;

enum class Kind : std::uint8_t {
    leaf,     // nothing is known of it but its visits
    end,      // the game is over
    choice,   // a seat chooses: `count` children side by side, the first `tried` of which have been visited
    commits,  // all seats choose at once: a child for each seat, which is a choice of its own
    drawn     // luck, or what was hidden, decides: a list of `count` children so far, of `tried` that there are
};

// What is known for certain of a node: nothing, the payoffs that luck brings on average, the payoffs.
enum class Proof : std::uint8_t { none, average, certain };

struct Node {
    std::int32_t action = -1;  // that leads here
    std::uint32_t visits = 0;
    Slot first = nowhere;  // child
    Slot next = nowhere;   // in a list of children
    std::uint16_t count = 0;
    std::uint16_t tried = 0;
    std::uint16_t plies = 0;  // to the end, where that is proven
    Kind kind = Kind::leaf;
    Proof proof = Proof::none;

    bool is_proven() const { return proof != Proof::none; }
};

class Tree {
  public:
    Tree(std::size_t seats, std::size_t capacity) : seats_(seats), capacity_(capacity) { clear(); }

    static constexpr Slot root = 0;

    std::size_t size() const { return nodes_.size(); }
    std::size_t capacity() const { return capacity_; }
    std::size_t seats() const { return seats_; }

    Node& operator[](Slot slot) { return nodes_[slot]; }
    const Node& operator[](Slot slot) const { return nodes_[slot]; }

    // What a node has brought to the seat that chose it, on average, and how little that is known: 1 / sqrt(visits). Of
    // a node that luck draws, the mean is its probability.
    double& mean(Slot slot) { return means_[slot]; }
    double mean(Slot slot) const { return means_[slot]; }
    double& spread(Slot slot) { return spreads_[slot]; }
    const double* means(Slot first) const { return means_.data() + first; }
    const double* spreads(Slot first) const { return spreads_.data() + first; }

    // Payoffs of all seats: their sums, or what is proven.
    double* totals(Slot slot) { return totals_.data() + slot * seats_; }
    const double* totals(Slot slot) const { return totals_.data() + slot * seats_; }

    double value(Slot slot, std::size_t seat) const {
        const Node& node = nodes_[slot];
        const double total = totals(slot)[seat];
        return node.is_proven() || node.visits == 0 ? total : total / node.visits;
    }

    // A root and nothing else. The memory is kept.
    void clear() {
        resize(0);
        add(1);
    }

    // So many nodes side by side, or nowhere if there is no room.
    Slot add(std::size_t count) {
        const std::size_t first = nodes_.size();
        if (first + count > std::max<std::size_t>(capacity_, 1)) return nowhere;
        if (first + count > nodes_.capacity()) reserve(std::min(2 * (first + count), capacity_));
        resize(first + count);
        return static_cast<Slot>(first);
    }

    // The child of a list to which an outcome leads; nowhere if it has never come up.
    Slot drawn(Slot above, int outcome) const {
        Slot child = nodes_[above].first;
        while (child != nowhere && nodes_[child].action != outcome) child = nodes_[child].next;
        return child;
    }

    // A new child of a list, or nowhere if there is no room.
    Slot add_drawn(Slot above, int outcome) {
        const Slot child = add(1);
        if (child == nowhere) return nowhere;
        Node& parent = nodes_[above];
        nodes_[child].action = outcome;
        nodes_[child].next = parent.first;
        parent.first = child;
        ++parent.count;
        return child;
    }

    void count_visit(Slot slot, std::span<const double> payoffs) {
        Node& node = nodes_[slot];
        ++node.visits;
        if (node.is_proven()) return;
        for (std::size_t seat = 0; seat < seats_; ++seat) totals(slot)[seat] += payoffs[seat];
    }

    // What the seat that chose the node thinks of it now. What is proven needs no further look.
    void judge(Slot slot, std::size_t seat) {
        const Node& node = nodes_[slot];
        means_[slot] = value(slot, seat);
        spreads_[slot] = node.is_proven() ? 0.0 : 1.0 / std::sqrt(static_cast<double>(node.visits));
    }

    void prove(Slot slot, Proof proof, std::size_t plies, std::span<const double> payoffs) {
        Node& node = nodes_[slot];
        node.proof = proof;
        node.plies =
            static_cast<std::uint16_t>(std::min<std::size_t>(plies, std::numeric_limits<std::uint16_t>::max()));
        std::copy(payoffs.begin(), payoffs.end(), totals(slot));
    }

    // A node becomes the root, and what is not below it is forgotten. Children lie behind their parents, so that
    // everything moves towards the front, and in order.
    void keep(Slot new_root) {
        std::vector<Slot> moved(size(), nowhere);
        moved[new_root] = root;
        Slot kept = 0;
        for (Slot from = new_root; from < size(); ++from) {
            if (moved[from] == nowhere) continue;
            each_child(from, [&](Slot child) { moved[child] = root; });
            moved[from] = kept++;
        }
        for (Slot from = new_root; from < moved.size(); ++from)
            if (moved[from] != nowhere) move(from, moved[from], moved);
        nodes_[root].next = nowhere;
        resize(kept);
    }

    template <class Visitor>
    void each_child(Slot above, Visitor visit) const {
        const Node& node = nodes_[above];
        if (node.kind == Kind::drawn) {
            for (Slot child = node.first; child != nowhere; child = nodes_[child].next) visit(child);
        } else if (node.first != nowhere) {
            for (Slot child = node.first; child < node.first + node.count; ++child) visit(child);
        }
    }

  private:
    // Doubled by hand, so that no more memory is asked for than the capacity needs.
    void reserve(std::size_t count) {
        nodes_.reserve(count);
        means_.reserve(count);
        spreads_.reserve(count);
        totals_.reserve(count * seats_);
    }

    void resize(std::size_t count) {
        nodes_.resize(count);
        means_.resize(count);
        spreads_.resize(count);
        totals_.resize(count * seats_);
    }

    void move(Slot from, Slot to, const std::vector<Slot>& moved) {
        Node node = nodes_[from];
        if (node.first != nowhere) node.first = moved[node.first];
        if (node.next != nowhere) node.next = moved[node.next];
        nodes_[to] = node;
        means_[to] = means_[from];
        spreads_[to] = spreads_[from];
        std::copy_n(totals(from), seats_, totals(to));
    }

    std::size_t seats_;
    std::size_t capacity_;
    std::vector<Node> nodes_;
    std::vector<double> means_, spreads_;
    std::vector<double> totals_;  // [nodes, seats]
};

}  // namespace asobiba
