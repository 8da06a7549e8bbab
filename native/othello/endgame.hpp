// Perfect play to the end of the game: alpha-beta with null windows, a table, and squares of odd quadrants first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "othello/last.hpp"
#include "othello/nearby.hpp"
#include "othello/ordering.hpp"
#include "othello/stability.hpp"
#include "othello/table.hpp"

namespace asobiba::othello {

inline constexpr int few = 4;            // empty squares that need no list of moves
inline constexpr int without_table = 6;  // empty squares below which a table costs more than it saves
inline constexpr int looks_ahead = 7;    // from so many on the table is asked about every reply
inline constexpr int far = 10;           // from so many on it is the table that others share
inline constexpr int seen_from = 12;     // from so many on an evaluation has a say in which move is tried first
inline constexpr int seen_weight = 3;    // of a disc that it expects, where a reply less counts 16
inline constexpr int near_bits = 13;     // below that many a table of its own, 128 kB, that stays in the cache

// So good must a result be, by empty squares, that the other side's stable discs are worth counting.
inline constexpr int stability_matters(int empty) { return empty < 8 ? 30 : 4; }

// No evaluation: moves are sorted by mobility alone.
struct Unseen {};
inline constexpr Unseen unseen;

// Values are discs. `heed` is called every now and then with the nodes so far and may throw. An evaluator, if there is
// one, tells which moves to try first where that is worth its time: `evaluate(mine, theirs)` in 1 / Evaluator::unit.
template <class Heed, class Evaluator = Unseen>
class Endgame {
  public:
    Endgame(Table& table, Heed& heed, const Evaluator& evaluator = unseen)
        : table_(table), heed_(heed), evaluator_(evaluator) {}

    std::uint64_t nodes = 0;

    // Of the side to move, between alpha and beta or a bound.
    int solve(Squares mine, Squares theirs, int alpha, int beta) {
        if (!near_) near_.emplace(near_bits);
        const Squares empty = ~(mine | theirs);
        return with(mine, theirs, empty, odd_quadrants(empty), alpha, beta);
    }

  private:
    int with(Squares mine, Squares theirs, Squares empty, Quadrants odd, int alpha, int beta) {
        const int count = std::popcount(empty);
        if (count >= far) return remembered(mine, theirs, brackets(mine, theirs), empty, odd, alpha, beta, count, true);
        if (count >= without_table)
            return near_the_end(mine, theirs, brackets(mine, theirs), empty, odd, alpha, beta, count, true);
        switch (count) {
            case 0: return result(mine, theirs);
            case 1: return solve_last(mine, std::countr_zero(empty), nodes);
            case 2: return solve_few<2>(mine, theirs, empty, odd, alpha, beta, nodes);
            case 3: return solve_few<3>(mine, theirs, empty, odd, alpha, beta, nodes);
            case 4: return solve_few<4>(mine, theirs, empty, odd, alpha, beta, nodes);
            default: return without_memory(mine, theirs, brackets(mine, theirs), empty, odd, alpha, beta, count, true);
        }
    }

    bool is_held_below(Squares mine, Squares theirs, int alpha, int count, int& bound) const {
        if (alpha < stability_matters(count)) return false;
        bound = most - 2 * std::popcount(stable_discs(theirs, mine));
        return bound <= alpha;
    }

    // Five or a few more empty squares. `moves` is where a disc may be placed; `hopes`: one of them is expected to be
    // enough, so that it pays to find it. Otherwise all have to be tried, in whatever order.
    int without_memory(Squares mine, Squares theirs, Squares moves, Squares empty, Quadrants odd, int alpha, int beta,
                       int count, bool hopes) {
        if (count == few) return solve_few<few>(mine, theirs, empty, odd, alpha, beta, nodes);
        ++nodes;
        int best = nothing;
        if (is_held_below(mine, theirs, alpha, count, best)) return best;
        if (moves == 0) {
            const Squares others = brackets(theirs, mine);
            if (others == 0) return result(mine, theirs);
            return -without_memory(theirs, mine, others, empty, odd, -beta, -alpha, count, !hopes);
        }
        best = nothing;
        const auto is_enough = [&](Squares next, Squares other, Squares replies, int square) {
            const int value = -without_memory(next, other, replies, empty ^ Squares{1} << square,
                                              odd ^ quadrant_of[static_cast<std::size_t>(square)], -beta,
                                              -std::max(alpha, best), count - 1, !hopes);
            best = std::max(best, value);
            return best >= beta;
        };
        const Squares odd_squares = squares_of_quadrants[odd];
        if (hopes && (moves & (moves - 1)) != 0) {
            Fastest fastest(mine, theirs, moves, odd_squares);
            for (std::size_t i = 0; i < fastest.moves().size(); ++i) {
                const auto& [next, other, replies, square] = fastest.take();
                if (is_enough(next, other, replies, square)) break;
            }
            return best;
        }
        for (Squares left = moves; left != 0;) {
            const int square = take_odd_first(left, odd_squares);
            const Squares flipped = turned_from(square, mine, theirs);
            const Squares next = theirs ^ flipped, other = mine | flipped | Squares{1} << square;
            if (is_enough(next, other, count - 1 == few ? 0 : brackets(next, other), square)) break;
        }
        return best;
    }

    // Six to nine empty squares: the table is this thread's own, and the move that it knows is tried before the others
    // are even listed.
    int near_the_end(Squares mine, Squares theirs, Squares moves, Squares empty, Quadrants odd, int alpha, int beta,
                     int count, bool hopes) {
        heed_(++nodes);
        int best = nothing;
        if (is_held_below(mine, theirs, alpha, count, best)) return best;
        if (moves == 0) {
            const Squares others = brackets(theirs, mine);
            if (others == 0) return result(mine, theirs);
            return -near_the_end(theirs, mine, others, empty, odd, -beta, -alpha, count, !hopes);
        }
        const Key key = key_of(mine, theirs);
        Nearby::Entry& entry = (*near_)[key];
        int known = no_move;
        if (entry.check == key.check) {
            if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
            known = entry.move;
        }
        int move = no_move;
        best = nothing;
        const auto is_enough = [&](Squares next, Squares other, Squares replies, int square) {
            const Squares rest = empty ^ Squares{1} << square;
            const Quadrants odd_rest = odd ^ quadrant_of[static_cast<std::size_t>(square)];
            const int low = std::max(alpha, best);
            const int value =
                count == without_table
                    ? -without_memory(next, other, replies, rest, odd_rest, -beta, -low, count - 1, !hopes)
                    : -near_the_end(next, other, replies, rest, odd_rest, -beta, -low, count - 1, !hopes);
            if (value > best) best = value, move = square;
            return best >= beta;
        };
        const auto is_enough_of = [&](int square) {
            const Squares flipped = turned_from(square, mine, theirs);
            const Squares next = theirs ^ flipped, other = mine | flipped | Squares{1} << square;
            return is_enough(next, other, brackets(next, other), square);
        };
        if (known == no_move || !is_enough_of(known)) {
            const Squares untried = known == no_move ? moves : moves ^ Squares{1} << known;
            Fastest fastest(mine, theirs, untried, squares_of_quadrants[odd]);
            if (count < looks_ahead || !is_known_enough(fastest, beta, best, move))
                for (std::size_t i = 0; i < fastest.moves().size(); ++i) {
                    const auto& [next, other, replies, square] = fastest.take();
                    if (is_enough(next, other, replies, square)) break;
                }
        }
        entry.store(key.check, alpha, beta, best, move);
        return best;
    }

    // Whether the table knows of one of the moves that it is enough; it is `move` then, worth `best`.
    bool is_known_enough(const Fastest& fastest, int beta, int& best, int& move) const {
        for (const Fastest::Move& each : fastest.moves()) {
            const Key key = key_of(each.mine, each.theirs);
            const Nearby::Entry& entry = (*near_)[key];
            if (entry.check == key.check && -entry.upper >= beta) return best = -entry.upper, move = each.square, true;
        }
        return false;
    }

    int remembered(Squares mine, Squares theirs, Squares moves, Squares empty, Quadrants odd, int alpha, int beta,
                   int count, bool hopes) {
        heed_(++nodes);
        int best = nothing;
        if (is_held_below(mine, theirs, alpha, count, best)) return best;
        const Key key = key_of(mine, theirs);
        table_.prefetch(key);
        if (moves == 0) {
            const Squares others = brackets(theirs, mine);
            if (others == 0) return result(mine, theirs);
            return -remembered(theirs, mine, others, empty, odd, -beta, -alpha, count, !hopes);
        }
        Known known;
        if (table_.find(key, known) && known.depth == count && known.care() == whole_care) {
            if (known.lower >= beta || known.lower == known.upper) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        Candidates candidates;
        if (!list(candidates, mine, theirs, moves, squares_of_quadrants[odd], known, count, beta, best)) return best;
        int move = no_move;
        best = nothing;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const Candidate& each = candidates.best_from(i);
            const int value = after(each, empty, odd, alpha, beta, std::max(alpha, best), count, i == 0, hopes);
            if (value > best) {
                best = value;
                move = each.square;
                if (best >= beta) break;
            }
        }
        table_.store(key, count, whole_care, alpha, beta, best, move);
        return best;
    }

    // False: one of the moves is known to be enough, `best` is what it is worth.
    bool list(Candidates& candidates, Squares mine, Squares theirs, Squares moves, Squares odd, const Known& known,
              int count, int beta, int& best) {
        for (Squares left = moves; left != 0; left &= left - 1) {
            const int square = std::countr_zero(left);
            const Squares flipped = turned_from(square, mine, theirs);
            if (flipped == theirs) return best = most, false;
            const Squares next = theirs ^ flipped, other = mine | flipped | Squares{1} << square;
            Candidate each{next, other, square, 0, brackets(next, other)};
            if (count > far) table_.prefetch(key_of(each.mine, each.theirs));
            each.promise = square == known.move     ? 1 << 20
                           : square == known.second ? 1 << 19
                                                    : promise(each, odd, count);
            candidates.add(each);
        }
        if (count <= far) return true;
        for (const Candidate& each : candidates) {
            Known reply;
            if (table_.find(key_of(each.mine, each.theirs), reply) && reply.depth == count - 1 &&
                reply.care() == whole_care && -reply.upper >= beta)
                return best = -reply.upper, false;
        }
        return true;
    }

    int promise(const Candidate& each, Squares odd, int count) const {
        const int promise = promise_near_the_end(each, odd);
        if constexpr (std::is_same_v<Evaluator, Unseen>) return promise;
        else
            return count < seen_from
                       ? promise
                       : promise - seen_weight * evaluator_.evaluate(each.mine, each.theirs) / Evaluator::unit;
    }

    int after(const Candidate& each, Squares empty, Quadrants odd, int alpha, int beta, int low, int count,
              bool is_first, bool hopes) {
        const Squares rest = empty ^ Squares{1} << each.square;
        const Quadrants odd_rest = odd ^ quadrant_of[static_cast<std::size_t>(each.square)];
        const auto value = [&](int from, int to) {
            const bool next_hopes = to - from > 1 || !hopes;
            if (count == far)
                return -near_the_end(each.mine, each.theirs, each.moves, rest, odd_rest, -to, -from, count - 1,
                                     next_hopes);
            return -remembered(each.mine, each.theirs, each.moves, rest, odd_rest, -to, -from, count - 1, next_hopes);
        };
        if (is_first) return value(alpha, beta);
        const int found = value(low, low + 1);
        return low < found && found < beta ? value(found, beta) : found;
    }

    Table& table_;
    std::optional<Nearby> near_;
    Heed& heed_;
    const Evaluator& evaluator_;
};

}  // namespace asobiba::othello
