// Coppit's options and board. The geometry comes from Python (asobiba.games.coppit.paths): every move of the board by
// number, and which of them a stack has with a die. It is checked here, so that no number leads out of a table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "coppit/stacks.hpp"

namespace asobiba::coppit {

inline constexpr int pass = 0;
inline constexpr int faces = 6;
inline constexpr std::uint32_t highest_number = 999'999'999;  // of turns, rolls and hats, as the notation reads them

// The observation: planes of the board's nodes, as asobiba.games.coppit.encode numbers them.
namespace plane {
inline constexpr int safe = 16, box = 20, banked = 24, die = 28, turn = 34, armed = 38, hundreds = 39, rest = 40;
inline constexpr int count = 41;
}  // namespace plane

enum class WinMode : int { box_count, captured, box_plus_captured, last_survivor };

struct Options {
    int seats;
    int hats;
    bool extra_roll_on_6;
    bool auto_bank_on_return;
    bool allow_box_invasion;
    bool allow_respawn;
    bool allow_empty_return;
    bool free_on_capture;
    bool ends_in_play;  // end_mode
    WinMode win_mode;
    std::uint32_t max_turns;  // 0: no limit
    std::uint32_t max_extra_rolls;
    int gray_capacity;  // most_seats + 1: no limit, not even for a merger
};

// A move of the board as Python lists it, whoever makes it.
struct Path {
    int source;
    int destination;
    bool held;             // out of a BOX: the held stack leaves, not a single hat
    bool holds;            // into the own BOX: the stack stays whole
    std::vector<int> way;  // nodes between the ends that matter: a BOX passed through; squares, if passing captures
};

// What one seat has on the board, as Python lists it.
struct Outlook {
    int home;                                          // its BOX
    Word safe;                                         // where its stacks cannot be captured
    std::vector<std::vector<std::vector<int>>> reach;  // by die and node: the moves of a stack that stands there
    std::vector<std::vector<int>> deploys;             // by die: the moves of a hat in the BOX
    std::vector<int> seen;                             // by seat: the number of its colour in this seat's eyes
    std::vector<int> back;                             // by node: where this seat sees it
};

struct Board {
    int nodes;
    int squares;  // the nodes that are no BOX: 0 .. squares-1
    Word gray;
    std::vector<Path> paths;
    std::vector<Outlook> outlooks;
};

// A path in few bytes.
struct Move {
    std::uint8_t source;
    std::uint8_t destination;
    bool held;
    bool holds;
    std::uint32_t way;  // where the nodes on the way begin in the list of all
    std::uint32_t steps;
};

struct Rules : Options {
    int nodes;
    int squares;
    Word gray;
    Word homes = 0;      // the boxes of all seats
    bool has_obstacles;  // whether something may forbid a move that the die allows
    std::array<int, most_seats> home{};
    std::array<Word, most_seats> safe{};

    // std::invalid_argument names what is out of range.
    Rules(const Options& options, const Board& board)
        : Options(options), nodes(board.nodes), squares(board.squares), gray(board.gray) {
        require(2 <= options.seats && options.seats <= most_seats, "seats");
        require(1 <= hats && hats <= most_hats, "hats");
        require(WinMode::box_count <= win_mode && win_mode <= WinMode::last_survivor, "win_mode");
        require(gray_capacity >= 1, "gray_capacity");
        require(0 < squares && squares < nodes && nodes <= most_nodes, "nodes");
        require(!board.paths.empty() && board.outlooks.size() == at(options.seats), "moves or seats");
        has_obstacles = has_full_grays() || !auto_bank_on_return || !allow_empty_return;
        for (const Path& path : board.paths) add(path);
        for (const Outlook& outlook : board.outlooks) add(outlook);
        starts_.push_back(static_cast<std::uint32_t>(actions_.size()));
        note_safe_planes();
    }

    int seats() const { return Options::seats; }
    int actions() const { return static_cast<int>(moves_.size()); }
    bool has_full_grays() const { return gray_capacity <= most_seats; }
    std::size_t observation() const { return at(plane::count) * at(nodes); }

    const Move& move(int action) const { return moves_[at(action)]; }

    std::span<const std::uint8_t> way(const Move& move) const { return {ways_.data() + move.way, move.steps}; }

    // The moves of a seat's stack on a node with a die of 1 .. 6, ascending.
    std::span<const std::int32_t> reach(int seat, int die, int node) const { return list(seat, die, node); }

    // The moves of a hat in the seat's BOX.
    std::span<const std::int32_t> deploys(int seat, int die) const { return list(seat, die, most_nodes); }

    // The numbers of the colours in a seat's eyes, where it sees a node, and its planes of safe squares.
    const std::array<int, most_seats>& seen(int seat) const { return seen_[at(seat)]; }
    const std::uint8_t* back(int seat) const { return back_[at(seat)].data(); }
    const std::int8_t* safe_planes(int seat) const { return safe_planes_.data() + at(seat * most_seats * nodes); }

  private:
    static void require(bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(std::string("the table of Coppit's board has wrong ") + what);
    }

    std::uint8_t checked(int node) const {
        require(0 <= node && node < nodes, "nodes");
        return static_cast<std::uint8_t>(node);
    }

    void add(const Path& path) {
        moves_.push_back({checked(path.source), checked(path.destination), path.held, path.holds,
                          static_cast<std::uint32_t>(ways_.size()), static_cast<std::uint32_t>(path.way.size())});
        for (const int node : path.way) ways_.push_back(checked(node));
    }

    // A seat's lists of moves, die by die: one for each node that there may be, then that of the hats in the BOX.
    void add(const Outlook& outlook) {
        const std::size_t seat = back_.size();
        home[seat] = checked(outlook.home);
        safe[seat] = outlook.safe;
        require(outlook.home >= squares, "boxes");
        homes |= bit(outlook.home);
        require(outlook.seen.size() == at(seats()) && outlook.back.size() == at(nodes), "turns");
        for (std::size_t other = 0; other < outlook.seen.size(); ++other) {
            require(0 <= outlook.seen[other] && outlook.seen[other] < most_seats, "colours");
            seen_[seat][other] = outlook.seen[other];
        }
        back_.emplace_back();
        for (const int node : outlook.back) back_.back().push_back(checked(node));
        require(outlook.reach.size() == faces + 1 && outlook.deploys.size() == faces + 1, "dice");
        for (std::size_t die = 1; die <= faces; ++die) {
            require(outlook.reach[die].size() == at(nodes), "reach");
            for (int node = 0; node < most_nodes; ++node)
                add(node < nodes ? outlook.reach[die][at(node)] : std::vector<int>{}, node, node == outlook.home);
            add(outlook.deploys[die], outlook.home, false);
        }
    }

    void add(const std::vector<int>& list, int source, bool held) {
        starts_.push_back(static_cast<std::uint32_t>(actions_.size()));
        for (const int action : list) {
            require(pass < action && action < actions(), "actions");
            require(move(action).source == source && move(action).held == held, "actions");
            actions_.push_back(action);
        }
    }

    std::span<const std::int32_t> list(int seat, int die, int place) const {
        const std::size_t index = at((seat * faces + die - 1) * (most_nodes + 1) + place);
        return {actions_.data() + starts_[index], actions_.data() + starts_[index + 1]};
    }

    void note_safe_planes() {
        safe_planes_.assign(at(seats() * most_seats * nodes), 0);
        for (int seat = 0; seat < seats(); ++seat)
            for (int other = 0; other < seats(); ++other)
                for (int node = 0; node < nodes; ++node) {
                    const int row = seat * most_seats + seen(seat)[at(other)];
                    safe_planes_[at(row * nodes + back(seat)[node])] = (safe[at(other)] >> node & 1) != 0;
                }
    }

    std::vector<Move> moves_;
    std::vector<std::uint8_t> ways_;     // of all moves, one after the other
    std::vector<std::int32_t> actions_;  // list after list
    std::vector<std::uint32_t> starts_;  // where each list begins
    std::array<std::array<int, most_seats>, most_seats> seen_{};
    std::vector<std::vector<std::uint8_t>> back_;
    std::vector<std::int8_t> safe_planes_;  // [seats, 4, nodes]
};

}  // namespace asobiba::coppit
