// How a game went: who was ahead after each move, what moves gave away, and from where on all of it is proven. Of a game
// for one: what was expected.
import type { Judged } from "../games/board";
import { number, t } from "../i18n/texts";
import { costOf, drawn, exactFrom, RANKS, unitText, worst } from "./units";

interface CourseProps {
  judged: readonly Judged[];
  seats: readonly string[];
  /** Plies of the game. */
  last: number;
  at: number;
  /** Missing where one cannot go anywhere. */
  go?: (ply: number) => void;
}

const [WIDTH, HEIGHT, EDGE] = [600, 160, 10];
const MIDDLE = HEIGHT / 2;
/** A game that is even looks even: the scale is at least so large. */
const LEAST: Readonly<Record<string, number>> = { discs: 16, "win chance": 50, result: 1 };

export function Course({ judged, seats, last, at, go }: CourseProps) {
  const unit = judged[0]?.unit ?? "";
  const values = valuesOf(judged, seats.length);
  const most = Math.max(LEAST[unit] ?? 1, ...values.flatMap(({ value }) => (value === null ? [] : Math.abs(value))));
  const alone = seats.length === 1;
  // Nobody is behind who plays alone: the line begins at the bottom.
  const zero = alone && values.every(({ value }) => value !== null && value >= 0) ? HEIGHT - EDGE : MIDDLE;
  // Numbers that only rank have no zero.
  const low = alone && unit === RANKS ? Math.min(most, ...values.map(({ value }) => value ?? most)) : 0;
  const across = (ply: number): number => EDGE + (ply / Math.max(1, last)) * (WIDTH - 2 * EDGE);
  const points = values.map(({ ply, value, end }) => ({
    x: across(ply),
    y: zero - (((value ?? end * most) - low) / (most - low || 1)) * (zero - EDGE),
  }));
  const exact = exactFrom(judged);
  return (
    <figure class="course">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t(alone ? "graph.alone" : "graph.course")}
        preserveAspectRatio="none"
        {...(go ? dragged((part) => go(Math.round(((part * WIDTH - EDGE) / (WIDTH - 2 * EDGE)) * last))) : {})}
      >
        {exact !== null && <rect class="course-exact" x={across(exact)} y={0} width={WIDTH} height={HEIGHT} />}
        <path class="course-first" d={area(points, zero, Math.min)} />
        <path class="course-second" d={area(points, zero, Math.max)} />
        <line class="course-zero" x1={0} x2={WIDTH} y1={zero} y2={zero} />
        <Losses judged={judged} across={across} />
        <polyline class="course-line" points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        <line class="course-at" x1={across(at)} x2={across(at)} y1={0} y2={HEIGHT} />
      </svg>
      {seats.length === 2 && <span class="course-seat course-up">{seats[0]}</span>}
      {seats.length === 2 && <span class="course-seat course-down">{seats[1]}</span>}
      {unit in LEAST && unit !== "result" && <span class="course-scale">±{number(Math.round(most))}</span>}
      {alone && unit !== RANKS && (
        <span class="course-scale">
          {number(Math.round(most))} {unitText(unit)}
        </span>
      )}
      {exact !== null && <figcaption>{t("analysis.exact_from", { number: exact + 1 })}</figcaption>}
    </figure>
  );
}

/** Bars that hang from the line of an even game, the three worst in full colour. */
function Losses({ judged, across }: { judged: readonly Judged[]; across(ply: number): number }) {
  const marked = worst(judged);
  const tallest = Math.max(0, ...judged.map(costOf).filter(Number.isFinite)) || 1;
  return (
    <g>
      {judged
        .filter((each) => costOf(each) > 0)
        .map((each) => {
          const height = Math.min(1, costOf(each) / tallest) * (HEIGHT / 3);
          const kind = marked.includes(each) ? "course-loss course-worst" : "course-loss";
          return (
            <rect
              key={each.ply}
              class={kind}
              x={across(each.ply + 1) - 2.5}
              y={HEIGHT - height}
              width={5}
              height={height}
            />
          );
        })}
    </g>
  );
}

interface Value {
  ply: number;
  /** Null where only the end is known, which is then 1, 0 or -1. */
  value: number | null;
  end: number;
}

/** What the best move is worth: of two players to the first, otherwise to the one who moves. */
function valuesOf(judged: readonly Judged[], seats: number): Value[] {
  return [...judged]
    .sort((one, other) => one.ply - other.ply)
    .flatMap(({ ply, seat, moves, unit }) => {
      const best = moves[0]?.value;
      if (best == null) return [];
      const sign = seats === 2 && seat === 1 ? -1 : 1;
      const value = drawn(unit, best);
      return [{ ply, value: value === null ? null : sign * value, end: sign * Math.sign(best) }];
    });
}

interface Point {
  x: number;
  y: number;
}

/** Between the line and `zero`, on one side of it. */
function area(points: readonly Point[], zero: number, side: (one: number, other: number) => number): string {
  if (points.length < 2) return "";
  const edge = points.flatMap((point, index) => {
    const before = points[index - 1];
    if (!before || (before.y - zero) * (point.y - zero) >= 0) return [point];
    const share = (zero - before.y) / (point.y - before.y);
    return [{ x: before.x + share * (point.x - before.x), y: zero }, point];
  });
  const along = edge.map(({ x, y }) => `${round(x)},${round(side(y, zero))}`).join("L");
  return `M${round(edge[0]!.x)},${zero}L${along}L${round(edge.at(-1)!.x)},${zero}Z`;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}

/** Press and drag; `to` gets the part of the width. The keyboard goes by the moves. */
function dragged(to: (part: number) => void) {
  const follow = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    to(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  return {
    onPointerDown(event: PointerEvent): void {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      follow(event);
    },
    onPointerMove(event: PointerEvent): void {
      if (event.buttons > 0) follow(event);
    },
  };
}
