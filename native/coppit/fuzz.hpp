// Coppit's rules for the fuzz program, read from the numbers that tests/native/coppit_tables.py writes.
#pragma once

#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "coppit/position.hpp"

namespace asobiba::coppit {

// Numbers in the order of the fields; a list has its length before it.
class Tables {
  public:
    explicit Tables(const std::string& file) : numbers_(file) {}

    std::vector<Rules> all() {
        std::vector<Rules> variants;
        for (auto count = number<std::size_t>(); count != 0; --count) {
            const Options options = this->options();  // of the two, this comes first
            variants.emplace_back(options, board());
        }
        return variants;
    }

  private:
    template <class T>
    T number() {
        T found;
        if (!(numbers_ >> found)) throw std::runtime_error("Coppit's tables are missing or end too early");
        return found;
    }

    template <class Read>
    auto list(Read read) {
        std::vector<decltype(read())> found;
        for (auto count = number<std::size_t>(); count != 0; --count) found.push_back(read());
        return found;
    }

    std::vector<int> ints() {
        return list([this] { return number<int>(); });
    }

    std::vector<std::vector<int>> lists() {
        return list([this] { return ints(); });
    }

    // Braces read from left to right.
    Options options() {
        return {number<int>(),
                number<int>(),
                number<bool>(),
                number<bool>(),
                number<bool>(),
                number<bool>(),
                number<bool>(),
                number<bool>(),
                number<bool>(),
                static_cast<WinMode>(number<int>()),
                number<std::uint32_t>(),
                number<std::uint32_t>(),
                number<int>()};
    }

    Path path() { return {number<int>(), number<int>(), number<bool>(), number<bool>(), ints()}; }

    Outlook outlook() {
        return {number<int>(), number<Word>(), list([this] { return lists(); }), lists(), ints(), ints()};
    }

    Board board() {
        return {number<int>(), number<int>(), number<Word>(), list([this] { return path(); }),
                list([this] { return outlook(); })};
    }

    std::ifstream numbers_;
};

}  // namespace asobiba::coppit
