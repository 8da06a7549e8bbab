// Perfect play of Otrio for two: alpha-beta with the one question whether a seat forces a line within so many plies.
// Asked for more and more plies, it tells who wins and when.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "otrio/node.hpp"
#include "otrio/table.hpp"

namespace asobiba::otrio {

enum class Outcome { loss = -1, draw = 0, win = 1, unknown = 2 };

// What a move leads to, for the one who makes it.
struct Verdict {
    int action;
    Outcome outcome = Outcome::unknown;
    int plies = 0;  // to the line that decides, the move counted; none of a draw
};

// Thrown by the search when it has used up what it may.
struct Exhausted {};

// Searches one position after the other and remembers what it finds. `pause` is called every now and then and may throw
// to end a search: what was found until then stays. With more than two players a search is about one of them against
// all the others.
template <class Pause>
class Solver {
  public:
    // The table takes 32 bytes for each node, and at most for 2^table_bits.
    Solver(const Rules& rules, std::uint64_t nodes, int table_bits, const Book* book)
        : rules_(rules), most_nodes_(nodes), table_(nodes, table_bits), book_(book) {}

    // The next search is about this position and this seat, with so many nodes.
    void about(const Board& board, int seat, std::uint64_t nodes) {
        budget_ = nodes;
        root_ = Node(rules_, board);
        seat_ = seat;
        verdicts_.clear();
        board.legal(rules_, [&](int action) { verdicts_.push_back({action}); });
        std::stable_sort(verdicts_.begin(), verdicts_.end(),
                         [](auto& a, auto& b) { return promise(a.action) > promise(b.action); });
        worth_ = {pass};
        never_won_ = never_lost_ = false;
        weighed_ = deepened_ = 0;
        nodes_ = 0;
    }

    // Finds the verdict of every legal move. Not `every_move`: it ends as soon as a best one is known.
    // False: it ran out of what it may use. Asked again, it goes on.
    bool solve(bool every_move, Pause pause) {
        pause_ = std::move(pause);
        try {
            if (!verdicts_.empty()) deepen(every_move);
        } catch (const Exhausted&) {  // what was found until then is true
            return false;
        }
        return true;
    }

    // What the position is worth to the seat. Its moves are not told apart, and somebody else may be to move.
    bool weigh(Pause pause) {
        pause_ = std::move(pause);
        try {
            if (!verdicts_.empty()) weigh_by_depth();
        } catch (const Exhausted&) {
            return false;
        }
        return true;
    }

    // Ascending.
    std::vector<Verdict> verdicts() const {
        std::vector<Verdict> sorted = verdicts_;
        std::sort(sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.action < b.action; });
        return sorted;
    }

    // Of the whole position, by `weigh`.
    Verdict worth() const { return worth_; }

    // If it is not settled, nobody forces a line within so many plies.
    int searched_plies() const { return std::max(weighed_, deepened_); }

    // At most, by `weigh`: the seat never forces a line. And at least: nobody forces one against it.
    bool is_never_won() const { return never_won_; }
    bool is_never_lost() const { return never_lost_; }

    std::uint64_t nodes() const { return nodes_; }

    const Rules& rules() const { return rules_; }

    std::uint64_t most_nodes() const { return most_nodes_; }

    const Table& table() const { return table_; }

  private:
    struct Move {
        std::uint32_t color;
        std::uint32_t slot;
        int promise;  // the higher, the earlier it is tried
    };

    struct Moves {
        std::array<Move, 2 * slot_count> list;
        std::size_t count = 0;
    };

    static constexpr std::uint64_t between_pauses = 1 << 17;

    static int promise(int action) { return action == pass ? 0 : lines_through[slot_of(action)]; }

    int full() const { return std::min(std::popcount(root_.empty), root_.pieces_left(rules_)); }

    // Every round places a piece at least.
    int longest() const { return full() * static_cast<int>(rules_.turns); }

    void deepen(bool every_move) {
        for (int plies = deepened_ + 1; plies <= longest(); ++plies) {
            for (Verdict& verdict : verdicts_) {
                if (verdict.outcome == Outcome::unknown) settle(verdict, plies);
                if (verdict.outcome == Outcome::win && !every_move) return;
            }
            if (plies == full() + 1) find_draws();
            deepened_ = plies;
            if (is_answered(every_move)) return;
        }
    }

    void settle(Verdict& verdict, int plies) {
        const bool ours = is_ours(turn_of_ply(root_.turn, plies));
        if (!leads_to(verdict.action, ours, plies)) return;
        verdict.outcome = ours ? Outcome::win : Outcome::loss;
        verdict.plies = plies;
    }

    // When the board would be full but for passes, nearly all that is still open is a draw.
    void find_draws() {
        for (Verdict& verdict : verdicts_)
            if (verdict.outcome == Outcome::unknown && !leads_to(verdict.action, true, longest()) &&
                !leads_to(verdict.action, false, longest()))
                verdict.outcome = Outcome::draw;
    }

    bool is_answered(bool every_move) const {
        const auto count = [&](Outcome outcome) {
            return std::count_if(verdicts_.begin(), verdicts_.end(),
                                 [&](auto& each) { return each.outcome == outcome; });
        };
        const auto open = count(Outcome::unknown);
        return open == 0 || (!every_move && open == 1 && count(Outcome::draw) == 0);
    }

    void weigh_by_depth() {
        while (worth_.outcome == Outcome::unknown && weighed_ < longest()) {
            const int plies = weighed_ + 1;
            const bool ours = is_ours(turn_of_ply(root_.turn, plies));
            if (side_forces(ours, plies)) worth_ = {pass, ours ? Outcome::win : Outcome::loss, plies};
            else if (plies == full() + 1) weigh_to_the_end();
            weighed_ = plies;
        }
        if (worth_.outcome == Outcome::unknown) worth_.outcome = Outcome::draw;
    }

    void weigh_to_the_end() {
        never_won_ = !side_forces(true, longest());
        never_lost_ = !side_forces(false, longest());
        if (never_won_ && never_lost_) worth_.outcome = Outcome::draw;
    }

    bool side_forces(bool ours, int plies) {
        ours_attack_ = ours;
        return forces(root_, plies);
    }

    bool leads_to(int action, bool ours, int plies) {
        ours_attack_ = ours;
        if (action == pass) return forces(passed(root_), plies - 1);
        const std::size_t color = root_.turn + (action > pass ? 2u : 0u), slot = slot_of(action);
        if ((root_.threats(color) >> slot & 1) != 0) return attacks(root_.turn);
        return forces(placed(root_, color, slot), plies - 1);
    }

    bool is_ours(std::uint32_t turn) const { return rules_.owner[turn] == seat_; }

    bool attacks(std::uint32_t turn) const { return is_ours(turn) == ours_attack_; }

    // Whose turn it will be at the last of so many plies.
    std::uint32_t turn_of_ply(std::uint32_t turn, int plies) const {
        return within_round(turn + static_cast<std::uint32_t>(plies) - 1);
    }

    // A round has two, three or four turns, and a division by a variable is slow.
    std::uint32_t within_round(std::uint32_t turns) const {
        return rules_.turns == 3 ? turns % 3 : turns & static_cast<std::uint32_t>(rules_.turns - 1);
    }

    int rounds(int turns) const { return rules_.turns == 3 ? turns / 3 : turns >> (rules_.turns == 2 ? 1 : 2); }

    // Whether two play two colours each in turn: a seat's next piece is of its other colour.
    bool alternates() const { return rules_.players == 2 && rules_.turns == most_colors; }

    std::uint32_t turn_after(std::uint32_t turn) const { return turn + 1 == rules_.turns ? 0 : turn + 1; }

    Node passed(const Node& node) const {
        Node after = node;
        after.turn = turn_after(node.turn);
        return after;
    }

    Node placed(const Node& node, std::size_t color, std::size_t slot) const {
        Node after = passed(node);
        after.put(color, slot);
        return after;
    }

    // Where the one whose turn it would be could complete a line.
    Slots threats(const Node& node, std::uint32_t turn) const {
        return node.threats(turn) | (rules_.chooses ? node.threats(turn + 2) : 0);
    }

    Slots open_at(const Node& node, std::uint32_t turn) const {
        return node.open_to(turn) | (rules_.chooses ? node.open_to(turn + 2) : 0);
    }

    // Whether the attackers force a line of theirs within so many plies.
    bool forces(const Node& node, int plies) {
        while (plies > 0 && !attacks(turn_of_ply(node.turn, plies))) --plies;  // the last ply is theirs, or of no use
        if (plies <= 0 || node.empty == 0) return false;
        const bool now = attacks(node.turn);
        if (threats(node, node.turn) != 0) return now;
        if (plies == 1) return false;
        const std::uint32_t next = turn_after(node.turn);
        const Slots open = open_at(node, node.turn);
        Slots danger = 0;
        if (attacks(next) != now) {
            danger = threats(node, next);
            if (!is_at_most_one(danger) || (danger & ~open) != 0) return !now;
            if (plies == 2) return false;  // the one danger is met
        }
        const Slots candidates = danger != 0 ? danger : open;
        if (now && alternates()) {
            if (forces_in_three(node, candidates)) return true;
            if (plies == 3) return false;
        }
        return has_hope(node, plies) && searched(node, candidates, plies);
    }

    // Whether an attacker's colour has a line that nobody has blocked and that it can fill in so many plies.
    bool has_hope(const Node& node, int plies) const {
        for (std::uint32_t color = 0; color < rules_.colors; ++color) {
            if (attacks(rules_.chooses ? color % 2 : color) &&
                can_fill(node, color, placements(node.turn, color, plies)))
                return true;
        }
        return false;
    }

    // How many pieces a colour places in so many plies, at most.
    int placements(std::uint32_t now, std::uint32_t color, int plies) const {
        const auto turns = static_cast<std::uint32_t>(rules_.turns);
        const std::uint32_t wait = within_round(within_round(color) + turns - now);
        return rounds(plies - static_cast<int>(wait) + static_cast<int>(turns) - 1);
    }

    static bool can_fill(const Node& node, std::uint32_t color, int pieces) {
        if (pieces <= 1) return pieces == 1 && node.threats(color) != 0;
        const Slots mine = node.pieces[color];
        const std::uint64_t open = every_line & ~lines_meeting(every_slot & ~mine & ~node.open_to(color));
        return (pieces == 2 ? open & lines_meeting(mine) : open) != 0;
    }

    // Where colours alternate, the next line is the other colour's, whose threats this move does not add to.
    bool forces_in_three(const Node& node, Slots candidates) const {
        const std::uint32_t next = turn_after(node.turn);
        const Slots coming = node.threats(turn_after(next));
        const bool is_forced = is_at_most_one(candidates);
        const Slots left = is_forced ? coming & ~candidates : coming;
        if ((left & ~node.open_to(next)) != 0) return true;
        const bool spends_one = !is_forced && (candidates & ~coming) == 0;  // wherever it moves, it is in a threat
        return std::popcount(left) > (spends_one ? 2 : 1);
    }

    bool searched(const Node& node, Slots candidates, int plies) {
        count();
        const std::uint64_t key = key_of(node.pieces);
        std::optional<bool> known = in_book(node, key, plies);
        if (!known) known = table_.known(key, node.turn, side(), plies);
        if (known) return *known;
        const bool found = candidates == 0 ? forces(passed(node), plies - 1) : forces_by_move(node, candidates, plies);
        table_.store(key, node.turn, side(), plies, found);
        return found;
    }

    // The attackers as the table numbers them: of two players 1 is the first seat and 0 the second, otherwise 1 is
    // ours.
    std::size_t side() const {
        return static_cast<std::size_t>(rules_.players == 2 && seat_ == 1 ? !ours_attack_ : ours_attack_);
    }

    std::optional<bool> in_book(const Node& node, std::uint64_t key, int plies) const {
        if (book_ == nullptr) return std::nullopt;
        const auto pieces = static_cast<std::uint32_t>(std::popcount(rules_.slots & ~node.empty));
        if (pieces > book_->most_pieces() || pieces % rules_.turns != node.turn) return std::nullopt;
        const Bounds* bounds = book_->find(key);
        return bounds == nullptr ? std::nullopt : bounds->forces(side(), plies);
    }

    bool forces_by_move(const Node& node, Slots candidates, int plies) {
        const bool now = attacks(node.turn);
        const Moves moves = ordered(node, candidates, plies);
        for (std::size_t i = 0; i < moves.count; ++i)
            if (forces(placed(node, moves.list[i].color, moves.list[i].slot), plies - 1) == now) return now;
        return !now;
    }

    // Those first that threaten most.
    Moves ordered(const Node& node, Slots candidates, int plies) const {
        Moves moves;
        const int stopped = plies == 5 && alternates() ? stopped_threats(node) : -1;
        for (std::uint32_t color = node.turn; color < most_colors; color += 2) {
            for (Slots left = candidates & node.open_to(color); left != 0; left &= left - 1) {
                const auto slot = static_cast<std::uint32_t>(std::countr_zero(left));
                const int made = std::popcount(completing(node.pieces[color], slot) & node.open_to(color));
                if (made > stopped) moves.list[moves.count++] = {color, slot, 100 * made + lines_through[slot]};
            }
            if (!rules_.chooses) break;
        }
        std::sort(moves.list.begin(), moves.list.begin() + static_cast<std::ptrdiff_t>(moves.count),
                  [](const Move& a, const Move& b) { return a.promise > b.promise; });
        return moves;
    }

    // With five plies left, the due colour must win with the threats that it makes now. The other side has two moves to
    // stop them, one if the first must meet the other colour's threat; unless it lacks the pieces.
    int stopped_threats(const Node& node) const {
        const std::uint32_t next = turn_after(node.turn), own = turn_after(next), last = turn_after(own);
        if ((node.spent[next] | node.spent[last]) != 0) return -1;
        return node.threats(own) == 0 ? 2 : 1;
    }

    void count() {
        if (nodes_ == budget_) throw Exhausted();
        if (++nodes_ % between_pauses == 0) pause_();
    }

    Rules rules_;
    std::uint64_t most_nodes_;
    Table table_;
    const Book* book_;
    Node root_{rules_, Board()};
    std::vector<Verdict> verdicts_;
    Verdict worth_{pass};
    Pause pause_;
    int seat_ = 0;  // ours; all the others are the other side
    bool ours_attack_ = true;
    bool never_won_ = false, never_lost_ = false;
    int weighed_ = 0, deepened_ = 0;  // plies, by `weigh` and by `solve`
    std::uint64_t budget_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace asobiba::otrio
