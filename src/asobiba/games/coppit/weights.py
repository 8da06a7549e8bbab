"""How much each trait of a seat counts, by the winner and the end that the options have.

INSTINCT chooses moves; JUDGEMENT tells the chance to win and adds up to the logarithm of the odds. The rows of
box_count and box_plus_captured on the board are what `python -m tools.data.coppit_weights` prints, from games of
instinct against itself. The others are older and no command makes them again: found by the same two methods, instinct
in games against greedy, with two seats for the end in play, judgement in 1,200 games each.
"""

from collections.abc import Mapping

from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.survey import Traits

# Without the pull home, free_away, some of its games never end: nobody leaves a safe square.
HUNTER = Traits(0.56, 0.28, 0.51, 0.35, -0.53, -0.21, -0.04, -0.19, -0.07, 0.07, 0.04)
# Whoever is left has won, nearly always, whatever is counted.
IN_PLAY_INSTINCT = Traits(0.55, 0.19, 0.49, 0.09, -0.65, -0.33, -0.04, -0.11, -0.02, 0.10, 0.05)

IN_PLAY_JUDGEMENT = Traits(0.31, 0.44, 0.36, 0.22, -0.60, -0.20, -0.02, -0.09, -0.22, 0.46, -0.02, 0.68)

INSTINCT: Mapping[tuple[str, str], Traits] = {
    ("box_count", "board"): Traits(0.45, 0.29, 0.32, 0.66, -0.64, -0.24, -0.08, -0.06, -0.07, 0.06, 0.05),
    ("captured", "board"): HUNTER,
    ("box_plus_captured", "board"): Traits(0.37, 0.11, 0.29, 0.55, -0.58, -0.01, 0.01, -0.07, -0.08, 0.12, -0.02),
    ("last_survivor", "board"): HUNTER,
    ("box_count", "in_play"): IN_PLAY_INSTINCT,
    ("captured", "in_play"): IN_PLAY_INSTINCT,
    ("box_plus_captured", "in_play"): IN_PLAY_INSTINCT,
    ("last_survivor", "in_play"): IN_PLAY_INSTINCT,
}

JUDGEMENT: Mapping[tuple[str, str], Traits] = {
    ("box_count", "board"): Traits(0.82, -0.02, 0.61, 0.02, -0.33, -0.16, -0.06, 0.01, 0.28, 0.04, 0.28, -0.05),
    ("captured", "board"): Traits(0.16, 0.67, -0.07, 0.78, 0.07, -0.78, 0.13, -0.29, 0.02, 0.52, 0.18, 0.51),
    ("box_plus_captured", "board"): Traits(0.56, 0.12, 0.22, 0.02, -0.24, -0.17, -0.03, -0.02, -0.01, 0.05, 0.44, 0.09),
    ("last_survivor", "board"): Traits(0.67, -0.02, 0.51, 0.12, -0.40, -0.14, -0.04, -0.11, 0.15, -0.07, 0.28, -0.03),
    ("box_count", "in_play"): IN_PLAY_JUDGEMENT,
    ("captured", "in_play"): IN_PLAY_JUDGEMENT,
    ("box_plus_captured", "in_play"): IN_PLAY_JUDGEMENT,
    ("last_survivor", "in_play"): IN_PLAY_JUDGEMENT,
}


def instinct(options: CoppitOptions) -> Traits:
    return INSTINCT[options.win_mode, str(options.end_mode)]


def judgement(options: CoppitOptions) -> Traits:
    return JUDGEMENT[options.win_mode, str(options.end_mode)]
