// How Otrio is played, in positions.
import type { Lesson } from "../board";
import { slotNamed, viewOf } from "./view";

const [RED, BLUE] = [0, 2];

function placed(seat: number, name: string): NonNullable<Lesson["last"]> {
  return { seat, action: slotNamed(name), text: name, happened: [] };
}

export const lessons: readonly Lesson[] = [
  { text: "lesson.board", view: viewOf(".../.../.../.../.../.../.../.../... R"), due: [0] },
  { text: "lesson.turn", view: viewOf("..Y/.../.../.../.R./.../.../B../..G R"), due: [0], last: placed(3, "La1") },
  { text: "lesson.same", view: viewOf(".R./.Y./G../.../BR./..Y/..G/B../.R.", 4, RED), last: placed(0, "Mc3") },
  { text: "lesson.rising", view: viewOf("Y.G/R.G/.R./B../.B./..B/.G./..R/Y..", 4, BLUE), last: placed(2, "Lc2") },
  { text: "lesson.nest", view: viewOf("G../.Y./.B./.../RRR/..G/B../.../..Y", 4, RED), last: placed(0, "Lb2") },
  { text: "lesson.nothing", view: viewOf(".R./R../..R/..Y/..G/.../Y../BG./.B. G"), due: [1], last: placed(0, "Lc1") },
  { text: "lesson.threat", view: viewOf("R../..G/Y../.../.R./..B/.G./B../... Y"), due: [3], last: placed(2, "Sb3") },
  {
    text: "lesson.players",
    view: viewOf(".../.../.../.../.R./.../.../G../... B", 2),
    due: [0],
    last: placed(1, "Sb3"),
    options: { players: 2 },
  },
];
