// The moves of a position, looked at deeper and deeper, by several threads that share a table.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "common/workers.hpp"
#include "othello/midgame.hpp"
#include "othello/solved.hpp"
#include "othello/windows.hpp"

namespace asobiba::othello {

// Thrown by a search that has used up its nodes, or that somebody has stopped.
struct Stopped {};

struct RootMove {
    int square;  // or a pass
    Squares mine;
    Squares theirs;
    int value = 0;         // in units, or in discs if the search went to the end
    bool is_bound = true;  // at most so much: a search for the best move has seen that it is not this one
};

// How deep a search was.
struct Reach {
    int depth = 0;
    int care = 0;
    bool to_end = false;
};

template <class Evaluator>
class Root {
  public:
    static constexpr int unit = Evaluator::unit;

    Root(const Evaluator& evaluator, const ErrorModel& errors, int table_bits, int threads)
        : evaluator_(evaluator), errors_(errors), table_(table_bits), workers_(threads) {}

    // The next searches are about this position. What others found is kept.
    void about(Squares mine, Squares theirs) {
        mine_ = mine;
        theirs_ = theirs;
        table_.grow_older();
        moves_.clear();
        reach_ = {};
        nodes_ = 0;
        stop_ = false;
        const Squares moves = brackets(mine, theirs);
        if (moves == 0 && brackets(theirs, mine) != 0) moves_.push_back({pass, theirs, mine});
        for (Squares left = moves; left != 0; left &= left - 1) {
            const int square = std::countr_zero(left);
            const Squares flipped = turned_from(square, mine, theirs);
            moves_.push_back({square, theirs ^ flipped, mine | flipped | Squares{1} << square});
        }
        for (RootMove& each : moves_) each.value = -glimpse(each.mine, each.theirs);
        sort(moves_);
    }

    void forget() { table_.forget(); }

    // May be called while another thread searches.
    void stop() { stop_ = true; }

    // Looks so many plies ahead, or to the end. Not `every_move`: only the best one's value is sure. False: it was
    // stopped, and what was known before stands. `pause` may throw.
    template <class Pause>
    bool look(int depth, int care, bool every_move, std::uint64_t most_nodes, Pause pause) {
        if (moves_.empty()) return true;
        const int empty = std::popcount(~(mine_ | theirs_));
        const Reach reach{std::min(depth, empty), care, depth >= empty};
        marks_.lift_all();
        nodes_left_ = most_nodes - std::min(most_nodes, nodes_.load());
        std::vector<RootMove> found = moves_;
        if (reach.to_end != reach_.to_end)  // what is known now is a guess in the other measure
            for (RootMove& each : found) each.value = reach.to_end ? each.value / unit : each.value * unit;
        const bool is_done = every_move ? look_at_each(found, reach, pause) : look_for_best(found, reach, pause);
        if (!is_done) return false;
        sort(found);
        moves_ = std::move(found);
        reach_ = reach;
        return true;
    }

    const std::vector<RootMove>& moves() const { return moves_; }
    const Reach& reach() const { return reach_; }
    std::uint64_t nodes() const { return nodes_; }

    // What the table expects both sides to play after a move of the root.
    std::vector<int> line_after(const RootMove& move) const {
        std::vector<int> line{move.square};
        Squares mine = move.mine, theirs = move.theirs;
        while (static_cast<int>(line.size()) < reach_.depth) {
            const Squares moves = brackets(mine, theirs);
            if (moves == 0) {
                if (brackets(theirs, mine) == 0) break;
                line.push_back(pass);
                std::swap(mine, theirs);
                continue;
            }
            const int move = expected(mine, theirs);
            if (move >= 64 || (moves >> move & 1) == 0) break;
            const Squares flipped = turned_from(move, mine, theirs), own = mine | flipped | Squares{1} << move;
            line.push_back(move);
            mine = theirs ^ flipped;
            theirs = own;
        }
        return line;
    }

  private:
    // What the table says; of the last squares, which it does not hold, what a search finds at once.
    int expected(Squares mine, Squares theirs) const {
        if (reach_.to_end && std::popcount(~(mine | theirs)) < far) {
            Table table(near_bits);
            auto heed = [](std::uint64_t) {};
            Endgame endgame(table, heed);
            return solved(endgame, table, mine, theirs).move;
        }
        Known known;
        return table_.find(key_of(mine, theirs), known) ? known.move : int{no_move};
    }

    // Of one thread: stops it when its nodes are used up, when it is told to, or when another one is done.
    template <class Pause>
    class Watch {
      public:
        Watch(Root& root, Pause heed) : root_(root), heed_(heed) {}

        void operator()(std::uint64_t nodes) {
            if (nodes < next_) return;
            if (nodes >= root_.nodes_left_ || root_.stop_ || root_.is_done_) throw Stopped{};
            next_ = std::min(nodes + between, root_.nodes_left_);
            heed_();
        }

      private:
        static constexpr std::uint64_t between = 1 << 14;

        Root& root_;
        Pause heed_;
        std::uint64_t next_ = std::min<std::uint64_t>(1 << 12, root_.nodes_left_);
    };

    static void sort(std::vector<RootMove>& moves) {
        std::stable_sort(moves.begin(), moves.end(), [](const RootMove& a, const RootMove& b) {
            return a.value != b.value ? a.value > b.value : a.is_bound < b.is_bound;
        });
    }

    int glimpse(Squares mine, Squares theirs) const {
        if (brackets(mine, theirs) == 0 && brackets(theirs, mine) == 0) return unit * result(mine, theirs);
        return evaluator_.evaluate(mine, theirs);
    }

    // Counts the nodes of a thread, however it ends.
    template <class Mind>
    struct Count {
        std::atomic<std::uint64_t>& nodes;
        const Mind& midgame;

        ~Count() { nodes += midgame.nodes(); }
    };

    // `share(midgame)` on each thread; whether at least one of them came to its end.
    template <class Pause, class Share>
    bool with_threads(int care, Pause pause, Share share) {
        is_done_ = false;
        std::atomic<bool> is_any_done = false;
        Marks* const marks = workers_.threads() > 1 ? &marks_ : nullptr;
        const auto work = [&](std::size_t, std::size_t, auto heed) {
            if (is_done_) return;
            Watch<decltype(heed)> watch(*this, heed);
            Midgame<Evaluator, decltype(watch)> midgame(evaluator_, errors_, table_, marks, watch);
            const Count<decltype(midgame)> count{nodes_, midgame};
            midgame.be_careful(care);
            try {
                share(midgame);
                is_any_done = true;
            } catch (const Stopped&) {
            }
        };
        try {
            workers_.share_long(static_cast<std::size_t>(workers_.threads()), pause, work);
        } catch (const Stopped&) {
        }
        return is_any_done;
    }

    template <class Mind>
    static int deeper(Mind& midgame, const RootMove& each, const Reach& reach, int alpha, int beta) {
        return reach.to_end ? -midgame.end(each.mine, each.theirs, -beta, -alpha)
                            : -midgame.search(each.mine, each.theirs, depth_after(each, reach), -beta, -alpha);
    }

    // A forced pass is no ply.
    static int depth_after(const RootMove& each, const Reach& reach) {
        return each.square == pass ? reach.depth : reach.depth - 1;
    }

    static int width_of(const Reach& reach) { return reach.to_end ? 1 : 2 * unit; }
    static int limit_of(const Reach& reach) { return reach.to_end ? most : most * unit; }

    // The threads take one move after the other.
    template <class Pause>
    bool look_at_each(std::vector<RootMove>& found, const Reach& reach, Pause pause) {
        std::atomic<std::size_t> next = 0, done = 0;
        with_threads(reach.care, pause, [&](auto& midgame) {
            for (std::size_t i; (i = next.fetch_add(1)) < found.size();) {
                found[i].value = in_widening_windows(
                    found[i].value, width_of(reach), limit_of(reach),
                    [&](int alpha, int beta) { return deeper(midgame, found[i], reach, alpha, beta); });
                found[i].is_bound = false;
                ++done;
            }
        });
        return done == found.size();
    }

    // All threads look for the best move; the first that has it is right.
    template <class Pause>
    bool look_for_best(std::vector<RootMove>& found, const Reach& reach, Pause pause) {
        std::mutex lock;
        const std::vector<RootMove> before = found;
        return with_threads(reach.care, pause, [&](auto& midgame) {
            std::vector<RootMove> mine = before;
            in_widening_windows(mine.front().value, width_of(reach), limit_of(reach),
                                [&](int alpha, int beta) { return best_between(midgame, mine, reach, alpha, beta); });
            const std::scoped_lock one(lock);
            if (!is_done_) found = std::move(mine);
            is_done_ = true;
        });
    }

    template <class Mind>
    int best_between(Mind& midgame, std::vector<RootMove>& moves, const Reach& reach, int alpha, int beta) {
        int best = -limit_of(reach) - 1;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            RootMove& each = moves[i];
            const int low = std::max(alpha, best);
            int value = deeper(midgame, each, reach, i == 0 ? alpha : low, i == 0 ? beta : low + 1);
            if (i > 0 && low < value && value < beta) value = deeper(midgame, each, reach, low, beta);
            each.value = value;
            each.is_bound = value <= low && value > -limit_of(reach);  // less than all discs nobody loses
            if (value <= best) continue;
            best = value;
            if (i > 0 && value > alpha)
                std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                            moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            if (best >= beta) break;
        }
        return best;
    }

    const Evaluator& evaluator_;
    ErrorModel errors_;
    Table table_;
    Marks marks_;
    Workers workers_;
    Squares mine_ = 0;
    Squares theirs_ = 0;
    std::vector<RootMove> moves_;
    Reach reach_;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::uint64_t nodes_left_ = 0;
    std::atomic<bool> stop_ = false;
    std::atomic<bool> is_done_ = false;
};

}  // namespace asobiba::othello
