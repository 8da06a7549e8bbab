// How a game went: who was ahead after each move, or what each seat could hope for, and the moves that gave it away.
import type { Judged } from "../games/board";
import { number, t } from "../i18n/texts";
import { seatColour } from "./colours";
import { type Mistake, mistakesOf, worstOf } from "./kinds";
import { isTwoSided, type Point, type Trace, tracesOf } from "./traces";
import { exactFrom, lossText, unitText } from "./units";

interface CourseProps {
  judged: readonly Judged[];
  /** What the seats are called, and what the rules call them: a game has colours of these names. */
  seats: readonly string[];
  seatNames: readonly string[];
  /** Of a game for one: its score after each ply, which is drawn where nobody can say what was expected. */
  scores?: readonly number[];
  /** Plies of the game. */
  last: number;
  at: number;
  /** Missing where one cannot go anywhere. */
  go?: (ply: number) => void;
}

const [WIDTH, HEIGHT, EDGE] = [600, 160, 10];
/** An even game looks even: the scale is at least so large. */
const LEAST: Readonly<Record<string, number>> = { discs: 16, "win chance": 50, result: 1 };
/** More would be a row of beads. */
const MOST_DOTS = 40;

interface Scale {
  across(ply: number): number;
  up(value: number): number;
  /** Where nothing is: the middle of two sides, otherwise the ground. */
  zero: number;
  most: number;
}

export function Course(props: CourseProps) {
  const { judged, seats, seatNames, last, at, go } = props;
  const { unit, traces } = drawn(props);
  if (traces.every(({ points }) => points.length === 0)) return null;
  const twoSided = isTwoSided(unit, seats.length);
  const scale = scaleOf(traces, unit, twoSided, last);
  const exact = exactFrom(judged);
  const drag = go && dragged((part) => go(Math.round(((part * WIDTH - EDGE) / (WIDTH - 2 * EDGE)) * last)));
  return (
    <figure class="course">
      <div class="course-picture">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={t("graph.course")}
          preserveAspectRatio="none"
          {...(drag ?? {})}
        >
          {exact !== null && <rect class="course-exact" x={scale.across(exact)} y={0} width={WIDTH} height={HEIGHT} />}
          {twoSided && <Sides trace={traces[0]!} scale={scale} />}
          <line class="course-zero" x1={0} x2={WIDTH} y1={scale.zero} y2={scale.zero} />
          {traces.map(({ seat, points }) => (
            <polyline
              key={seat}
              class="course-line"
              data-seat={twoSided ? undefined : seatNames[seat]}
              {...(twoSided ? {} : { style: { stroke: seatColour(seat) } })}
              points={points.map(({ ply, value }) => `${round(scale.across(ply))},${round(scale.up(value))}`).join(" ")}
            />
          ))}
          <line class="course-at" x1={scale.across(at)} x2={scale.across(at)} y1={0} y2={HEIGHT} />
        </svg>
        <Dots judged={judged} seats={seats} traces={traces} scale={scale} {...(go ? { go } : {})} />
        {twoSided && <span class="course-seat course-up">{seats[0]}</span>}
        {twoSided && <span class="course-seat course-down">{seats[1]}</span>}
        {unit !== "result" && <span class="course-scale">{scaleText(unit, scale.most, twoSided)}</span>}
      </div>
      <figcaption>
        {!twoSided && seats.length > 1 && <Legend seats={seats} seatNames={seatNames} />}
        {exact !== null && <span class="course-sure">{t("analysis.exact_from", { number: exact + 1 })}</span>}
      </figcaption>
    </figure>
  );
}

function drawn({ judged, seats, scores }: CourseProps): { unit: string; traces: Trace[] } {
  const traces = tracesOf(judged, seats.length);
  if (!scores || traces.some(({ points }) => points.length > 0)) return { unit: judged[0]?.unit ?? "", traces };
  return { unit: "points", traces: [{ seat: 0, points: scores.map((value, ply) => ({ ply, value })) }] };
}

function Legend({ seats, seatNames }: Pick<CourseProps, "seats" | "seatNames">) {
  return (
    <>
      {seats.map((name, seat) => (
        <span key={name} class="legend">
          <i class="legend-mark" data-seat={seatNames[seat]} style={{ background: seatColour(seat) }} />
          {name}
        </span>
      ))}
    </>
  );
}

function scaleText(unit: string, most: number, twoSided: boolean): string {
  const size = number(Math.round(most));
  if (unit === "win chance") return twoSided ? `${number(50 + Math.round(most))} %` : `${size} %`;
  return `${twoSided ? "±" : ""}${size} ${unitText(unit)}`.trim();
}

function scaleOf(traces: readonly Trace[], unit: string, twoSided: boolean, last: number): Scale {
  const values = traces.flatMap(({ points }) => points.map(({ value }) => (twoSided ? Math.abs(value) : value)));
  const most = Math.max(twoSided ? (LEAST[unit] ?? 1) : unit === "win chance" ? 100 : 1, ...values);
  const [zero, room] = twoSided ? [HEIGHT / 2, HEIGHT / 2 - EDGE] : [HEIGHT - EDGE, HEIGHT - 2 * EDGE];
  return {
    across: (ply) => EDGE + (ply / Math.max(1, last)) * (WIDTH - 2 * EDGE),
    // What is worse than nothing lies on the ground.
    up: (value) => zero - ((twoSided ? value : Math.max(0, value)) / most) * room,
    zero,
    most,
  };
}

function Sides({ trace, scale }: { trace: Trace; scale: Scale }) {
  return (
    <>
      <path class="course-first" d={area(trace.points, scale, Math.min)} />
      <path class="course-second" d={area(trace.points, scale, Math.max)} />
    </>
  );
}

interface DotsProps {
  judged: readonly Judged[];
  seats: readonly string[];
  traces: readonly Trace[];
  scale: Scale;
  go?: (ply: number) => void;
}

/** Mistakes, where the line is then. For the keyboard there is the list of them. */
function Dots({ judged, seats, traces, scale, go }: DotsProps) {
  return (
    <>
      {worstOf(mistakesOf(judged), MOST_DOTS).map(({ made, kind }) => {
        const trace = traces.length === 1 ? traces[0] : traces[made.seat];
        const point = trace?.points.find(({ ply }) => ply === made.ply);
        return (
          <button
            key={made.ply}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            class={`course-dot kind-${kind}`}
            title={mistakeText({ made, kind }, seats)}
            style={{
              left: `${(100 * scale.across(made.ply)) / WIDTH}%`,
              top: `${(100 * (point ? scale.up(point.value) : scale.zero)) / HEIGHT}%`,
            }}
            onClick={() => go?.(made.ply)}
          />
        );
      })}
    </>
  );
}

/** "24. White e1: blunder, gave away 12 discs" */
export function mistakeText({ made, kind }: Mistake, seats: readonly string[]): string {
  const who = seats.length > 1 ? `${seats[made.seat]} ` : "";
  return `${made.ply + 1}. ${who}${made.move}: ${t(`kind.${kind}`)}${t("list.separator")}${lossText(made)}`;
}

/** Between the line and the middle, on one side of it. */
function area(points: readonly Point[], scale: Scale, side: (one: number, other: number) => number): string {
  if (points.length < 2) return "";
  const drawn = points.map(({ ply, value }) => ({ x: scale.across(ply), y: scale.up(value) }));
  const { zero } = scale;
  const edge = drawn.flatMap((point, index) => {
    const before = drawn[index - 1];
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
