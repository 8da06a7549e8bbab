// A search of so many plies, or to the end of the game with an evaluation that tells which moves to try first and which
// to leave out: principal variation search with a table, enhanced transposition cut-offs, stability and Multi-ProbCut.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "othello/endgame.hpp"
#include "othello/marks.hpp"
#include "othello/ordering.hpp"
#include "othello/probcut.hpp"
#include "othello/table.hpp"

namespace asobiba::othello {

inline constexpr int plain_endgame = 12;  // with so many empty squares an evaluation costs more than it saves
inline constexpr int by_evaluation = 3;   // from this depth on moves are sorted by what they look like
inline constexpr int least_probed = 3;    // the least depth that a shallower search may stand for
inline constexpr int marked_from = 4;     // the least depth at which threads avoid each other's moves
inline constexpr int looks_ahead_midgame = 4;

// `Evaluator::evaluate(mine, theirs)` is the expected final difference of discs in parts of 1 / Evaluator::unit.
template <class Evaluator, class Heed>
class Midgame {
  public:
    Midgame(const Evaluator& evaluator, const ErrorModel& errors, Table& table, Marks* marks, Heed& heed)
        : evaluator_(evaluator), errors_(errors), table_(table), marks_(marks), endgame_(table, heed), heed_(heed) {}

    static constexpr int unit = Evaluator::unit;

    std::uint64_t nodes() const { return endgame_.nodes; }

    void be_careful(int care) { care_ = care; }

    // In units; to the end of the game if it is not further than `depth`.
    int search(Squares mine, Squares theirs, int depth, int alpha, int beta) {
        const int empty = std::popcount(~(mine | theirs));
        if (depth >= empty) return unit * end(mine, theirs, below(alpha), above(beta));
        if (depth <= 0) return seen(mine, theirs);
        if (depth < by_evaluation) return at_a_glance(mine, theirs, depth, alpha, beta);
        return node<false>(mine, theirs, depth, alpha, beta);
    }

    // In discs, to the end.
    int end(Squares mine, Squares theirs, int alpha, int beta) {
        const int empty = std::popcount(~(mine | theirs));
        if (empty <= plain_endgame) return endgame_.solve(mine, theirs, alpha, beta);
        return node<true>(mine, theirs, empty, alpha, beta);
    }

  private:
    static int below(int units) { return units >= 0 ? units / unit : -((unit - 1 - units) / unit); }
    static int above(int units) { return -below(-units); }

    int seen(Squares mine, Squares theirs) {
        ++endgame_.nodes;
        return evaluator_.evaluate(mine, theirs);
    }

    int after_no_move(Squares mine, Squares theirs, int depth, int alpha, int beta) {
        if (brackets(theirs, mine) == 0) return unit * result(mine, theirs);
        return -search(theirs, mine, depth, -beta, -alpha);
    }

    // A ply or two.
    int at_a_glance(Squares mine, Squares theirs, int depth, int alpha, int beta) {
        heed_(++endgame_.nodes);
        const Squares moves = brackets(mine, theirs);
        if (moves == 0) return after_no_move(mine, theirs, depth, alpha, beta);
        int best = -unit * nothing_less;
        for (const Squares part : {moves & good_squares, moves & ~good_squares})
            for (Squares left = part; left != 0; left &= left - 1) {
                const int square = std::countr_zero(left);
                const Squares flipped = turned_from(square, mine, theirs), own = mine | flipped | Squares{1} << square;
                if (flipped == theirs) return unit * most;
                const int value = -search(theirs ^ flipped, own, depth - 1, -beta, -std::max(alpha, best));
                if (value > best && (best = value) >= beta) return best;
            }
        return best;
    }

    template <bool to_end>
    int deeper(const Candidate& each, int depth, int alpha, int beta) {
        if constexpr (to_end) return -end(each.mine, each.theirs, -beta, -alpha);
        else return -search(each.mine, each.theirs, depth - 1, -beta, -alpha);
    }

    template <bool to_end>
    int node(Squares mine, Squares theirs, int depth, int alpha, int beta) {
        constexpr int scale = to_end ? 1 : unit;
        heed_(++endgame_.nodes);
        const Squares moves = brackets(mine, theirs);
        if (moves == 0) {
            if (brackets(theirs, mine) == 0) return scale * result(mine, theirs);
            return -node<to_end>(theirs, mine, depth, -beta, -alpha);
        }
        const int empty = std::popcount(~(mine | theirs));
        if (alpha >= scale * stability_matters(empty)) {
            const int bound = scale * (most - 2 * std::popcount(stable_discs(theirs, mine)));
            if (bound <= alpha) return bound;
        }
        const Key key = key_of(mine, theirs);
        Known known;
        if (table_.find(key, known) && known.depth >= depth && known.care() >= care_) {
            const int known_scale = !to_end && known.depth == empty ? unit : 1;  // to the end it counts in discs
            const int lower = known_scale * known.lower, upper = known_scale * known.upper;
            if (lower >= beta || lower == upper) return lower;
            if (upper <= alpha) return upper;
        }
        int best = 0;
        if (beta - alpha == 1 && is_foreseen<to_end>(mine, theirs, depth, empty, alpha, best)) return best;
        Candidates candidates;
        if (!list<to_end>(candidates, mine, theirs, moves, known, depth, empty, beta, best)) return best;
        const int move = best_of<to_end>(candidates, key, depth, alpha, beta, best);
        table_.store(key, depth, care_, alpha, beta, best, move);
        return best;
    }

    // The principal variation search of one node.
    template <bool to_end>
    int best_of(Candidates& candidates, const Key& key, int depth, int alpha, int beta, int& best) {
        int move = no_move;
        best = -unit * nothing_less;
        const bool avoids = marks_ != nullptr && depth >= marked_from;
        Candidates later;
        const auto try_one = [&](const Candidate& each, bool is_first) {
            const int low = std::max(alpha, best);
            int value = is_first ? deeper<to_end>(each, depth, alpha, beta) : deeper<to_end>(each, depth, low, low + 1);
            if (!is_first && low < value && value < beta) value = deeper<to_end>(each, depth, low, beta);
            if (value <= best) return false;
            best = value;
            move = each.square;
            return best >= beta;
        };
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const Candidate& each = candidates.best_from(i);
            if (avoids && i > 0) {
                const std::uint64_t name = Marks::name_of(key, each.square, depth);
                if (marks_->has(name)) {
                    later.add(each);
                    continue;
                }
                marks_->set(name);
                const bool is_enough = try_one(each, false);
                marks_->lift(name);
                if (is_enough) return move;
            } else if (try_one(each, i == 0)) {
                return move;
            }
        }
        for (const Candidate& each : later)
            if (try_one(each, false)) break;
        return move;
    }

    // Whether a shallow search makes it as good as sure that the value is above alpha, or not; `bound` tells which.
    template <bool to_end>
    bool is_foreseen(Squares mine, Squares theirs, int depth, int empty, int alpha, int& bound) {
        if (care_ == whole_care || depth < least_probed || probes_ >= most_probes) return false;
        constexpr int scale = to_end ? unit : 1;  // from what this node counts in to units
        const int shallow = shallow_for(depth);
        const double doubt = doubts[static_cast<std::size_t>(care_)] * unit;
        const int margin = static_cast<int>(doubt * errors_(depth, shallow, empty));
        const int glance_margin = static_cast<int>(doubt * errors_(depth, 0, empty)) / 2;
        const int look = evaluator_.evaluate(mine, theirs);
        const int high = (alpha + 1) * scale + margin, low = alpha * scale - margin;
        const Probe probe(probes_);
        if (look >= (alpha + 1) * scale + glance_margin && high < unit * most &&
            search(mine, theirs, shallow, high - 1, high) >= high)
            return bound = alpha + 1, true;
        if (look <= alpha * scale - glance_margin && low > -unit * most &&
            search(mine, theirs, shallow, low, low + 1) <= low)
            return bound = alpha, true;
        return false;
    }

    // False: one of the moves is known to be enough, `best` is what it is worth.
    template <bool to_end>
    bool list(Candidates& candidates, Squares mine, Squares theirs, Squares moves, const Known& known, int depth,
              int empty, int beta, int& best) {
        constexpr int scale = to_end ? 1 : unit;
        const Squares odd = squares_of_quadrants[odd_quadrants(~(mine | theirs))];
        for (Squares left = moves; left != 0; left &= left - 1) {
            const int square = std::countr_zero(left);
            const Squares flipped = turned_from(square, mine, theirs);
            if (flipped == theirs) return best = scale * most, false;
            const Squares other = mine | flipped | Squares{1} << square;
            Candidate each{theirs ^ flipped, other, square, 0, to_end ? brackets(theirs ^ flipped, other) : 0};
            Known reply;
            if (depth >= looks_ahead_midgame && table_.find(key_of(each.mine, each.theirs), reply) &&
                reply.depth >= depth - 1 && reply.care() >= care_ && (reply.depth == empty - 1) == to_end &&
                -reply.upper >= beta)
                return best = -reply.upper, false;
            candidates.add(each);
        }
        if (candidates.size() == 1) return true;
        for (Candidate& each : candidates)
            each.promise = each.square == known.move     ? 1 << 28
                           : each.square == known.second ? 1 << 27
                                                         : promise<to_end>(each, depth, odd);
        return true;
    }

    template <bool to_end>
    int promise(const Candidate& each, int depth, Squares odd) {
        const int ahead = to_end ? (depth > 20 ? 2 : depth > 16 ? 1 : 0) : depth > 12 ? 2 : depth > 7 ? 1 : 0;
        const int value = -search(each.mine, each.theirs, ahead, -unit * most, unit * most);
        if constexpr (!to_end) return value;
        return value + end_weight * promise_near_the_end(each, odd) * unit / 16;
    }

    // A search that stands for a deeper one has searches of the same kind below it, but not without end.
    class Probe {
      public:
        explicit Probe(int& count) : count_(count) { ++count_; }
        Probe(const Probe&) = delete;
        Probe& operator=(const Probe&) = delete;
        ~Probe() { --count_; }

      private:
        int& count_;
    };

    static constexpr int nothing_less = 99;  // discs; below any value when negative
    static constexpr int most_probes = 2;
    static constexpr int end_weight = 2;
    static constexpr Squares good_squares = corners | 0x3c003c3c3c3c003cULL | 0x3c3cbdbdbdbd3c3cULL;

    const Evaluator& evaluator_;
    const ErrorModel& errors_;
    Table& table_;
    Marks* marks_;
    Endgame<Heed> endgame_;
    Heed& heed_;
    int care_ = whole_care;
    int probes_ = 0;
};

}  // namespace asobiba::othello
