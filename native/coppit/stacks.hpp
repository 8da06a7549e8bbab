// Coppit's stacks as bits. A hat is the number of its owner's seat, two bits, kept in two words: bit i of `low` and of
// `high` belong to hat i. There are 48 hats at most, so that a word can be shifted by any number of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace asobiba::coppit {

using Word = std::uint64_t;

inline constexpr int most_seats = 4;
inline constexpr int most_hats = 12;   // of one colour
inline constexpr int most_nodes = 64;  // of a board: a set of nodes is a word

inline constexpr Word bit(int index) { return Word{1} << index; }
inline constexpr Word below(int index) { return bit(index) - 1; }
inline constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Which hats are this seat's; above the last hat the answer means nothing.
inline Word those_of(int seat, Word low, Word high) {
    return ((seat & 1) != 0 ? low : ~low) & ((seat & 2) != 0 ? high : ~high);
}

// A stack in the hand, its bottom hat first.
struct Stack {
    Word low = 0;
    Word high = 0;
    int size = 0;

    // So many hats of one colour.
    static Stack of(int seat, int count) {
        return {(seat & 1) != 0 ? below(count) : 0, (seat & 2) != 0 ? below(count) : 0, count};
    }

    int count(int seat) const { return std::popcount(those_of(seat, low, high) & below(size)); }

    // The same stack without one colour.
    Stack without(int seat) const {
        Stack rest;
        for (Word left = ~those_of(seat, low, high) & below(size); left != 0; left &= left - 1) {
            const int hat = std::countr_zero(left);
            rest.low |= (low >> hat & 1) << rest.size;
            rest.high |= (high >> hat & 1) << rest.size;
            ++rest.size;
        }
        return rest;
    }
};

inline Stack joined(const Stack& under, const Stack& over) {
    return {under.low | over.low << under.size, under.high | over.high << under.size, under.size + over.size};
}

// The hats of one stack among those of a seat's stacks: first, and one past the last.
struct Range {
    int first;
    int last;

    Word mask() const { return below(last) & ~below(first); }
};

// The stacks of one seat: those with its hat on top. A node has one of them at most. Their hats are in the order of the
// nodes, and from bottom to top.
struct Stacks {
    Word nodes = 0;  // where they stand
    Word low = 0;
    Word high = 0;
    Word tops = 0;  // which hats are on top

    bool stand_on(int node) const { return (nodes >> node & 1) != 0; }
    int hats() const { return static_cast<int>(std::bit_width(tops)); }
    Word hats_of(int seat) const { return those_of(seat, low, high) & below(hats()); }
    int count(int seat) const { return std::popcount(hats_of(seat)); }
    int count(int seat, Range range) const { return std::popcount(those_of(seat, low, high) & range.mask()); }
    bool has_prisoners(int seat, Range range) const { return count(seat, range) < range.last - range.first; }

    // Where the hats of the stacks on lower nodes end.
    int first_hat(int node) const {
        int first = 0;
        Word left = tops;
        for (Word lower = nodes & below(node); lower != 0; lower &= lower - 1) {
            first = std::countr_zero(left) + 1;
            left &= left - 1;
        }
        return first;
    }

    // Only for a node where a stack stands.
    Range range(int node) const {
        const int first = first_hat(node);
        return {first, first + std::countr_zero(tops >> first) + 1};
    }

    Stack take(int node) {
        const Range span = range(node);
        const int first = span.first;
        const int last = span.last;
        const auto removed = [first, last](Word hats) { return (hats & below(first)) | hats >> last << first; };
        const Stack taken{low >> first & below(last - first), high >> first & below(last - first), last - first};
        low = removed(low);
        high = removed(high);
        tops = removed(tops);
        nodes &= ~bit(node);
        return taken;
    }

    // Only on a node where none of them stands.
    void put(int node, const Stack& stack) {
        const int first = first_hat(node);
        const auto inserted = [first, size = stack.size](Word hats, Word added) {
            return (hats & below(first)) | added << first | hats >> first << (first + size);
        };
        low = inserted(low, stack.low);
        high = inserted(high, stack.high);
        tops = inserted(tops, bit(stack.size - 1));
        nodes |= bit(node);
    }

    // Calls the visitor with every node and the range of its stack's hats.
    template <class Visitor>
    void each(Visitor visit) const {
        int first = 0;
        Word ends = tops;
        for (Word left = nodes; left != 0; left &= left - 1, ends &= ends - 1) {
            const Range range{first, std::countr_zero(ends) + 1};
            visit(std::countr_zero(left), range);
            first = range.last;
        }
    }

    // Whether the words agree: as many tops as nodes, nothing above the last top, the seat's own hats on top.
    bool are_sound(int seat) const {
        return hats() <= most_seats * most_hats && std::popcount(tops) == std::popcount(nodes) &&
               ((low | high) & ~below(hats())) == 0 && (tops & ~those_of(seat, low, high)) == 0;
    }
};

}  // namespace asobiba::coppit
