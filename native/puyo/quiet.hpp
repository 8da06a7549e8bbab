// The quiet search: the chains that a few puyos of one colour would start, dropped into one column. The twin of
// asobiba/games/puyo/potential.py, whose words are used here.
#pragma once

#include <bit>
#include <cstdint>

#include "puyo/field.hpp"
#include "puyo/placements.hpp"

namespace asobiba::puyo {

inline constexpr int most_trigger_puyos = 3;

// The columns that have a cell of the set.
inline Columns columns_of(Cells cells) {
    Columns columns = 0;
    for (int column = 0; column < width; ++column)
        columns |= static_cast<Columns>(cells[static_cast<std::size_t>(column)] != 0) << column;
    return columns;
}

// Whether four or more cells of the set hang together.
inline bool has_four(Cells cells) {
    const Cells up = cells & below(cells);
    const Cells down = above(up);
    const Cells right = cells & left_of(cells);
    const Cells left = right_of(right);
    const Cells upright = up | down;
    const Cells flat = right | left;
    const Cells column = up & down;
    const Cells row = right & left;
    const Cells twos = column | row | (upright & flat);
    return any((column & flat) | (row & upright) | (twos & (below(twos) | left_of(twos))));
}

// The columns in which a puyo of the set would be touched by some of 1 to 3 that come to rest on the landing cells.
inline Columns touched_columns(Cells same, Cells landing_cells) {
    const Cells beside = landing_cells | above(landing_cells) | above(above(landing_cells));
    return columns_of((same & below(landing_cells)) | ((left_of(same) | right_of(same)) & beside));
}

// Visits (column, colour, puyos, field with them) for every drop into one of these columns, within rows 1 to 12, that
// makes something pop in a field at rest. `least`: only with as few puyos as it takes.
template <class Visitor>
void for_each_trigger(const Field& field, int colors, Columns columns, bool least, Visitor visit) {
    const Cells in_view = in_every_column(column_in_sight);
    const Cells landing_cells = (field.occupied() + 1) & in_view;
    for (unsigned colour = 1; colour <= static_cast<unsigned>(colors); ++colour) {
        const Cells same = field.of(colour) & in_view;
        for (Columns left = columns & touched_columns(same, landing_cells); left != 0; left &= left - 1) {
            const int column = std::countr_zero(left);
            const Cells lowest = landing(field.occupied(), column);
            Cells added = lowest & in_view;
            for (int puyos = 1; puyos <= most_trigger_puyos && any(added); ++puyos) {
                if (has_four(same | added)) {
                    Field grown = field;
                    grown.put(added, colour);
                    visit(column, colour, puyos, grown);
                    if (least) break;
                }
                const Cells next = above(added) & ~added & in_view;
                if (!any(next)) break;
                added |= next;
            }
        }
    }
}

// Links until nothing pops, without the score.
inline int links_of(Field& field) {
    for (int links = 0;; ++links) {
        const Cells popped = Touches(field).groups_of_four();
        if (!any(popped)) return links;
        const Cells beside = above(popped) | below(popped) | right_of(popped) | left_of(popped);
        remove(field, popped | (beside & field.ojama() & in_every_column(column_in_sight)));
    }
}

}  // namespace asobiba::puyo
