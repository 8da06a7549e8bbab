// Perfect play of Otrio for two: alpha-beta with the one question whether a seat forces a line within so many plies.
// Asked for more and more plies, it tells who wins and when.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "otrio/position.hpp"
#include "otrio/table.hpp"

namespace asobiba::otrio {

// The slot that makes a line with two others, as a set; empty if they are not in a line.
inline constexpr std::array<std::array<Slots, slot_count>, slot_count> third = [] {
    std::array<std::array<Slots, slot_count>, slot_count> table{};
    for (const Slots line : lines)
        for (std::size_t a = 0; a < slot_count; ++a)
            for (std::size_t b = 0; b < slot_count; ++b)
                if (a != b && (line >> a & 1) != 0 && (line >> b & 1) != 0)
                    table[a][b] = line & ~(Slots{1} << a | Slots{1} << b);
    return table;
}();

inline constexpr std::array<int, slot_count> lines_through = [] {
    std::array<int, slot_count> table{};
    for (const Slots line : lines)
        for (std::size_t slot = 0; slot < slot_count; ++slot) table[slot] += line >> slot & 1;
    return table;
}();

// The slots that make a line of `slot` and one of `mine`.
inline Slots completing(Slots mine, std::size_t slot) {
    Slots found = 0;
    for (; mine != 0; mine &= mine - 1) found |= third[slot][static_cast<std::size_t>(std::countr_zero(mine))];
    return found;
}

inline bool is_at_most_one(Slots set) { return (set & (set - 1)) == 0; }

// A position without a line, with what the search wants to know of it kept up to date.
struct Node {
    Node(const Rules& rules, const Board& board) : empty(board.empty(rules)), turn(board.turn) {
        for (std::size_t color = 0; color < most_colors; ++color)
            for (Slots left = board.pieces[color]; left != 0; left &= left - 1)
                put(color, static_cast<std::size_t>(std::countr_zero(left)));
    }

    void put(std::size_t color, std::size_t slot) {
        lacking[color] |= completing(pieces[color], slot);
        pieces[color] |= Slots{1} << slot;
        empty &= ~(Slots{1} << slot);
        const std::size_t size = slot / cell_count;
        if (open_cells[of_size(pieces[color], size)] == 0) spent[color] |= every_cell << (cell_count * size);
    }

    Slots open_to(std::size_t color) const { return empty & ~spent[color]; }

    int pieces_left(const Rules& rules) const {
        int left = whole_stock * static_cast<int>(rules.colors);
        for (const Slots held : pieces) left -= std::popcount(held);
        return left;
    }

    // Where the next piece of a colour would win.
    Slots threats(std::size_t color) const { return lacking[color] & open_to(color); }

    std::array<Slots, most_colors> pieces{};
    std::array<Slots, most_colors> lacking{};  // what would make a line with two pieces, whether it is empty or not
    std::array<Slots, most_colors> spent{};    // all slots of the sizes of which nothing is left
    Slots empty;
    std::uint32_t turn;
};

enum class Outcome { loss = -1, draw = 0, win = 1, unknown = 2 };

// What a move leads to, for the one who makes it.
struct Verdict {
    int action;
    Outcome outcome = Outcome::unknown;
    int plies = 0;  // to the line that decides, the move counted; none of a draw
};

// One search: `pause` is called every now and then and may throw to end it.
template <class Pause>
class Solver {
  public:
    Solver(const Rules& rules, std::uint64_t budget, Pause pause)
        : rules_(rules), budget_(budget), pause_(pause), table_(budget) {}

    // Of every legal move, ascending. Not `every_move`: it ends as soon as a best one is known.
    std::vector<Verdict> solve(const Board& board, bool every_move) {
        std::vector<Verdict> verdicts;
        board.legal(rules_, [&](int action) { verdicts.push_back({action}); });
        std::stable_sort(verdicts.begin(), verdicts.end(),
                         [](auto& a, auto& b) { return promise(a.action) > promise(b.action); });
        try {
            if (!verdicts.empty()) deepen(Node(rules_, board), verdicts, every_move);
        } catch (const Exhausted&) {  // what was found until then is true
        }
        std::sort(verdicts.begin(), verdicts.end(), [](auto& a, auto& b) { return a.action < b.action; });
        return verdicts;
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Exhausted {};

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

    static std::size_t slot_of(int action) { return static_cast<std::size_t>(action % second_color); }

    static int promise(int action) { return action == pass ? 0 : lines_through[slot_of(action)]; }

    void deepen(const Node& root, std::vector<Verdict>& verdicts, bool every_move) {
        const int full = std::min(std::popcount(root.empty), root.pieces_left(rules_));
        const int longest = full * static_cast<int>(rules_.turns);  // every round places a piece at least
        for (int plies = 1; plies <= longest; ++plies) {
            for (Verdict& verdict : verdicts) {
                if (verdict.outcome == Outcome::unknown) settle(root, verdict, plies);
                if (verdict.outcome == Outcome::win && !every_move) return;
            }
            if (plies == full + 1) find_draws(root, verdicts, longest);
            if (is_answered(verdicts, every_move)) return;
        }
    }

    // The one who moves completes lines at odd plies, the other at even ones.
    void settle(const Node& root, Verdict& verdict, int plies) {
        const Outcome outcome = plies % 2 == 1 ? Outcome::win : Outcome::loss;
        if (!leads_to(root, verdict.action, outcome, plies)) return;
        verdict.outcome = outcome;
        verdict.plies = plies;
    }

    // When the board would be full but for passes, nearly all that is still open is a draw.
    void find_draws(const Node& root, std::vector<Verdict>& verdicts, int longest) {
        for (Verdict& verdict : verdicts)
            if (verdict.outcome == Outcome::unknown && !leads_to(root, verdict.action, Outcome::win, longest) &&
                !leads_to(root, verdict.action, Outcome::loss, longest))
                verdict.outcome = Outcome::draw;
    }

    static bool is_answered(const std::vector<Verdict>& verdicts, bool every_move) {
        const auto count = [&](Outcome outcome) {
            return std::count_if(verdicts.begin(), verdicts.end(), [&](auto& each) { return each.outcome == outcome; });
        };
        const auto open = count(Outcome::unknown);
        return open == 0 || (!every_move && open == 1 && count(Outcome::draw) == 0);
    }

    bool leads_to(const Node& root, int action, Outcome outcome, int plies) {
        const std::size_t mover = root.turn % 2;
        attacker_ = outcome == Outcome::win ? mover : 1 - mover;
        if (action == pass) return forces(passed(root), plies - 1);
        const std::size_t color = root.turn + (action > pass ? 2u : 0u), slot = slot_of(action);
        if ((root.threats(color) >> slot & 1) != 0) return attacker_ == mover;
        return forces(placed(root, color, slot), plies - 1);
    }

    // Whether a seat's next piece is of its other colour.
    bool alternates() const { return rules_.turns == most_colors; }

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

    // Whether the attacker forces a line within so many plies.
    bool forces(const Node& node, int plies) {
        const bool attacks = node.turn % 2 == attacker_;
        if (attacks != (plies % 2 == 1)) --plies;  // the last ply is the attacker's, or it is of no use
        if (plies <= 0 || node.empty == 0) return false;
        if (threats(node, node.turn) != 0) return attacks;
        if (plies == 1) return false;
        const Slots open = open_at(node, node.turn), danger = threats(node, turn_after(node.turn));
        if (!is_at_most_one(danger) || (danger & ~open) != 0) return !attacks;
        if (plies == 2) return false;  // the one danger is met
        const Slots candidates = danger != 0 ? danger : open;
        if (attacks && alternates()) {
            if (forces_in_three(node, candidates)) return true;
            if (plies == 3) return false;
        }
        return searched(node, candidates, plies);
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
        const std::optional<bool> known = table_.known(key, node.turn, attacker_, plies);
        if (known) return *known;
        const bool found = candidates == 0 ? forces(passed(node), plies - 1) : forces_by_move(node, candidates, plies);
        table_.store(key, node.turn, attacker_, plies, found);
        return found;
    }

    bool forces_by_move(const Node& node, Slots candidates, int plies) {
        const bool attacks = node.turn % 2 == attacker_;
        const Moves moves = ordered(node, candidates, plies);
        for (std::size_t i = 0; i < moves.count; ++i)
            if (forces(placed(node, moves.list[i].color, moves.list[i].slot), plies - 1) == attacks) return attacks;
        return !attacks;
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

    const Rules& rules_;
    std::uint64_t budget_;
    Pause pause_;
    Table table_;
    std::uint64_t nodes_ = 0;
    std::size_t attacker_ = 0;  // the seat that is asked about
};

}  // namespace asobiba::otrio
