// The contract of a game as a C++20 concept: the twin of asobiba.core.contract.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/dice.hpp"

namespace asobiba {

inline constexpr int chance = -1;
inline constexpr int over = -2;

// A position is plain data without padding; its `Rules` hold the options and whatever tables they imply.
//
//   start         the first position
//   to_play       the seat to move, or chance, or over
//   legal         calls the visitor with every legal action, ascending; at chance, every outcome
//   allows        whether an action (at chance: an outcome) is legal; any number may be asked
//   apply         plays a legal action
//   score         a seat's score so far
//   luck          an outcome of chance, drawn with the dice
//   any_legal     a legal action, each equally likely; only when a seat is to move
//   must_pass     whether the only legal action is the forced pass
//   observe       writes rules.observation() elements, what a seat may see
//   hash          equal for equal positions
//   valid         whether raw bytes are a position that all of the above may be asked about
template <class P>
concept Position = requires(const P position, P& changing, const typename P::Rules& rules, int number, Dice& dice,
                            typename P::Element* out) {
    requires std::is_trivially_copyable_v<P>;
    requires std::has_unique_object_representations_v<P>;
    { P::start(rules) } -> std::same_as<P>;
    { position.to_play(rules) } -> std::same_as<int>;
    position.legal(rules, [](int) {});
    { position.allows(rules, number) } -> std::same_as<bool>;
    changing.apply(rules, number);
    { position.score(rules, number) } -> std::convertible_to<double>;
    { position.luck(rules, dice) } -> std::same_as<int>;
    { position.any_legal(rules, dice) } -> std::same_as<int>;
    { position.must_pass(rules) } -> std::same_as<bool>;
    position.observe(rules, number, out);
    { position.hash(rules) } -> std::same_as<std::uint64_t>;
    { position.valid(rules) } -> std::same_as<bool>;
    { rules.seats() } -> std::same_as<int>;
    { rules.actions() } -> std::same_as<int>;
    { rules.observation() } -> std::same_as<std::size_t>;
};

// A game in which the seats choose at the same time: each commits, hidden from the others, and the last commit ends the
// turn. So nothing that one chooses changes what another may.
//
//   choices       writes of every action whether a seat may commit to it, whoever is to move
//   may_choose    whether a seat may commit to an action; any number may be asked
//   all_choose    whether every seat is about to commit
template <class P>
concept Commits =
    Position<P> && requires(const P position, const typename P::Rules& rules, int number, std::int8_t* mask) {
        position.choices(rules, number, mask);
        { position.may_choose(rules, number, number) } -> std::same_as<bool>;
        { position.all_choose(rules) } -> std::same_as<bool>;
    };

// A game that a single move may end at any time, such as one that three in a row win: whoever searches looks further.
template <class P>
concept EndsSuddenly = Position<P> && requires { requires P::ends_suddenly; };

// One that sees by itself which moves win at once.
//
//   winning       the first legal action after which the seat to move has won, with the highest score there is; -1:
//   none
template <class P>
concept SeesWins = EndsSuddenly<P> && requires(const P position, const typename P::Rules& rules) {
    { position.winning(rules) } -> std::same_as<int>;
};

}  // namespace asobiba
