// Positions for the page "how to play".
import type { Lesson } from "../board";
import { HEIGHT } from "./field";
import type { TurnPlayer, TurnView } from "./views";

/** A field as it is written: rows from the top, empty ones above left out. */
function player(field: string, more: Partial<TurnPlayer> = {}): TurnPlayer {
  const rows = field.split("/");
  const above = Array.from({ length: HEIGHT - rows.length }, () => "......");
  const nothing = { score: 0, carry: 0, ojama: 0, loose: 0, all_clear: false, chain: 0, row14: 0, tray: [] };
  return { field: [...above, ...rows], ...nothing, ...more };
}

function lesson(text: string, pairs: readonly string[], ...players: TurnPlayer[]): Lesson {
  const to_play = pairs.length ? 0 : -2;
  const view: TurnView = { to_play, turn: 4, clock: 600, price: 70, pairs, commit: null, players };
  return { text: `lesson.${text}`, view, options: { mode: players.length > 1 ? "versus" : "single" } };
}

export const lessons: readonly Lesson[] = [
  lesson("pair", ["RB", "GY", "RR"], player("Y...../GGB.R.")),
  lesson("pop", [], player("..R.../.RR.../GBR.Y./GGB.YY")),
  lesson("chain", [], player("GRBYG./RBYGR./RBYGRR/RBYGRR")),
  lesson(
    "ojama",
    ["BG", "RR", "YB"],
    player("Y...../GGB.R.", { score: 1000 }),
    player("..O.O./OOOOOO/RYGBYR/RRGBYY", { ojama: 37, tray: ["rock", "large", "small"], score: 360 }),
  ),
  lesson(
    "offset",
    ["YY", "RB", "GG"],
    player("R...../RG..../RGB...", { ojama: 12, tray: ["large", "large"], score: 320 }),
    player("......", { all_clear: true, score: 2440 }),
  ),
  lesson("lose", [], player("..G.../..R.../..Y.../..B.../R.G.../BRY.../YGR.../GYB..Y/RGY..R/GRG.BY/BYR.GB/RBGYBG")),
  lesson("timed", ["RB", "GG", "YR"], player(".O..../BY.R../BR.YGO/RBGRGG", { score: 480 })),
];
