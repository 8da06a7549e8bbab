// Beam search: the pairs in sight, then several queues drawn by lot. The fields of best shape go on from each layer.
//
// A first placement promises the mean over the queues of the best chain that follows it. A field to which several first
// placements lead is kept once and counts for all of them. Only whole numbers are used: every build finds the same.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "puyo/position.hpp"
#include "puyo/shape.hpp"

namespace asobiba::puyo::search {

struct Plan {
    int width;                      // fields that go on, of each layer
    int depth;                      // placements
    int queues;                     // drawn by lot after the pairs in sight
    int patience = 970;             // thousandths that a chain is still worth one placement later
    bool goes_on = true;            // after the last placement: what stands ready then counts
    std::function<void()> pause{};  // called every now and then, and may throw to end the search
};

// A chain of so many links ends a line: what is left of the field is another story.
inline constexpr int big_chain = 5;

// Of a layer, between two pauses: some milliseconds.
inline constexpr std::size_t fields_at_once = 256;

// With fewer empty cells than this, what stands ready is worth less.
inline constexpr int ample_room = 24;

struct Node {
    Field field;
    std::uint32_t firsts = 0;  // the first placements that lead here
    int way = 0;               // what tears and wasted puyos have cost so far
    int score = 0;             // with the shape
    std::uint8_t row14 = 0;

    bool buried() const { return (columns_at(field.occupied(), in_sight) >> spawn & 1) != 0; }

    bool is_same_field(const Node& other) const {
        Cells difference = {};
        for (std::size_t i = 0; i < code_bits; ++i) difference |= field.bits[i] ^ other.field.bits[i];
        return !any(difference) && row14 == other.row14;
    }

    std::uint64_t hash() const {
        std::uint64_t hash = row14;
        for (const Cells bit : field.bits) {
            hash = (hash ^ halves(bit)[0]) * 0x9e3779b97f4a7c15ULL;
            hash = (hash ^ hash >> 29 ^ halves(bit)[1]) * 0xbf58476d1ce4e5b9ULL;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

inline std::uint32_t distinct_placements(const Node& node, Pair pair) {
    return distinct(reachable(node.field.occupied(), node.row14), pair.axis, pair.child);
}

// The pair lands and its chain runs.
inline Chain put(Node& node, Pair pair, int number, const Rules& rules) {
    const Placement& placement = placement_of[static_cast<std::size_t>(number)];
    if (rules.row14_once && placement.side == 'u' && height_of(node.field.occupied(), placement.axis) == in_sight)
        node.row14 = static_cast<std::uint8_t>(node.row14 | 1 << placement.axis);
    place(node.field, pair.axis, pair.child, placement);
    return resolve(node.field);
}

// What a placement costs that tears the pair or pops a few puyos.
inline int cost(const Node& before, int number, const Chain& chain, const Weights& weights) {
    const Placement& placement = placement_of[static_cast<std::size_t>(number)];
    const Cells standing = before.field.occupied();
    const int torn = std::abs(height_of(standing, placement.axis) - height_of(standing, placement.child));
    return torn * weights.tear + chain.links * weights.waste;
}

// The fields of one layer, each once.
class Layer {
  public:
    explicit Layer(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 2)) {}

    const std::vector<Node>& nodes() const { return nodes_; }

    void add(const Node& node) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = node.hash() & mask;; at = (at + 1) & mask) {
            if (slots_[at] == 0) {
                nodes_.push_back(node);
                slots_[at] = static_cast<std::uint32_t>(nodes_.size());
                return;
            }
            Node& known = nodes_[slots_[at] - 1];
            if (known.is_same_field(node)) {
                known.firsts |= node.firsts;
                known.way = std::max(known.way, node.way);
                return;
            }
        }
    }

    // Judges all, with a pause now and then, and lets the best go on. Nothing can be added after that.
    template <class Pause>
    void keep_best(std::size_t most, int colors, const Weights& weights, Pause pause) {
        if (nodes_.size() <= most) return;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (i % (fields_at_once * placements) == 0) pause();
            nodes_[i].score = nodes_[i].way + shape(nodes_[i].field, colors, weights);
        }
        std::nth_element(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(most), nodes_.end(),
                         [](const Node& one, const Node& other) { return one.score > other.score; });
        nodes_.resize(most);
    }

  private:
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> slots_;  // numbers of nodes counted from 1, or 0
};

// The best chain that was found: what it is worth, sooner is better, and its links.
struct Promise {
    std::int64_t points = 0;
    std::int64_t links = 0;
};

using Promises = std::array<Promise, placements>;

class Beam {
  public:
    Beam(const Rules& rules, const Weights& weights, const Plan& plan)
        : rules_(rules), weights_(weights), plan_(plan) {}

    // Sums over plan.queues queues, by first placement. `opened` are the fields after the first placement, `found` what
    // that has brought, `seen` the pairs in sight after it.
    Promises search(const std::vector<Node>& opened, Promises found, std::span<const Pair> seen, Dice& dice) const {
        Line line{Layer(opened.size()), found, 300};
        for (const Node& node : opened) line.layer.add(node);
        settle(line);  // a poor value for placements of which nothing goes on
        line.factor = 1000;
        const auto depth = static_cast<std::size_t>(plan_.depth - 1);
        const std::size_t known = std::min(seen.size(), depth);
        for (const Pair pair : seen.first(known)) advance(line, pair);

        Promises sum{};
        for (int queue = 0; queue < plan_.queues; ++queue) {
            Line future = line;
            for (const Pair pair : drawn(depth - known, dice)) advance(future, pair);
            settle(future);
            for (std::size_t i = 0; i < placements; ++i) {
                sum[i].points += future.found[i].points;
                sum[i].links += future.found[i].links;
            }
        }
        return sum;
    }

  private:
    // The search along one queue, as far as it has come.
    struct Line {
        Layer layer;
        Promises found;
        std::int64_t factor;  // thousandths that a chain is worth here

        void note(std::uint32_t firsts, std::int64_t points, int links) {
            points = points * factor / 1000;
            for (; firsts != 0; firsts &= firsts - 1) {
                Promise& best = found[static_cast<std::size_t>(std::countr_zero(firsts))];
                if (points > best.points) best = {points, links};
            }
        }
    };

    void pause() const {
        if (plan_.pause) plan_.pause();
    }

    template <class Visit>
    void for_each(const Layer& layer, Visit visit) const {
        for (std::size_t i = 0; i < layer.nodes().size(); ++i) {
            if (i % fields_at_once == 0) pause();
            visit(layer.nodes()[i]);
        }
    }

    void advance(Line& line, Pair pair) const {
        line.factor = line.factor * plan_.patience / 1000;
        Layer next(line.layer.nodes().size() * placements);
        for_each(line.layer, [&](const Node& node) {
            for (std::uint32_t left = distinct_placements(node, pair); left != 0; left &= left - 1) {
                Node child = node;
                const int number = std::countr_zero(left);
                const Chain chain = put(child, pair, number, rules_);
                child.way += cost(node, number, chain, weights_);
                if (child.buried()) continue;
                line.note(child.firsts, chain.score, chain.links);
                if (chain.links < big_chain) next.add(child);
            }
        });
        next.keep_best(static_cast<std::size_t>(plan_.width), rules_.colors, weights_, [this] { pause(); });
        line.layer = std::move(next);
    }

    // What stands ready. The fuller a field is, the less often the puyos come in time that start its chain.
    void settle(Line& line) const {
        if (!plan_.goes_on) return;
        for_each(line.layer, [&](const Node& node) {
            const Cells occupied = node.field.occupied();
            const std::int64_t room = std::min(width * in_sight - count(occupied), ample_room);
            for_each_trigger(node.field, rules_.colors, Top(occupied).walk(), true,
                             [&](int, unsigned, int, Field& grown) {
                                 const Chain chain = resolve(grown);
                                 const std::int64_t points = chain.score * room / ample_room;
                                 line.note(node.firsts, points, chain.links);
                             });
        });
    }

    // Colours come equally often: each is drawn once before any is drawn again.
    std::vector<Pair> drawn(std::size_t count, Dice& dice) const {
        std::array<unsigned, most_colors> bag{};
        std::uint32_t left = 0;
        const auto next = [&] {
            if (left == 0)
                while (left < static_cast<std::uint32_t>(rules_.colors)) {
                    bag[left] = left + 1;
                    ++left;
                }
            std::swap(bag[dice.below(left)], bag[left - 1]);
            return bag[--left];
        };
        std::vector<Pair> pairs;
        for (; count != 0; --count) {
            const unsigned axis = next();
            pairs.push_back({axis, next()});
        }
        return pairs;
    }

    const Rules& rules_;
    const Weights& weights_;
    const Plan& plan_;
};

}  // namespace asobiba::puyo::search
