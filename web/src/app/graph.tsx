// A small graph: lines over a number, with a place that is marked.
import { number, t } from "../i18n/texts";

export interface Curve {
  name: string;
  points: readonly (readonly [number, number])[];
  /** Which of the graph's colours. */
  colour: number;
}

export interface Bar {
  at: number;
  height: number;
  colour: number;
}

interface GraphProps {
  label: string;
  curves: readonly Curve[];
  bars?: readonly Bar[];
  at?: number;
  go?: (x: number) => void;
}

const [WIDTH, HEIGHT, EDGE] = [600, 180, 8];

export function Graph({ label, curves, bars = [], at, go }: GraphProps) {
  const points = curves.flatMap((curve) => curve.points);
  if (points.length === 0) return <p class="dim">{t("graph.empty")}</p>;
  const xs = scale(
    points.map(([x]) => x),
    EDGE,
    WIDTH - EDGE,
  );
  const ys = scale([...points.map(([, y]) => y), 0], HEIGHT - EDGE, EDGE);
  const tallest = Math.max(...bars.map(({ height }) => height), 0) || 1;
  const clicked = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    go?.(Math.round(xs.back(((event.clientX - box.left) / box.width) * WIDTH)));
  };
  return (
    <figure class="graph">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the replay's slider does the same */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        preserveAspectRatio="none"
        onClick={clicked}
      >
        <line class="graph-zero" x1={0} x2={WIDTH} y1={ys.to(0)} y2={ys.to(0)} />
        {bars.map((bar) => {
          const height = (bar.height / tallest) * (HEIGHT / 3);
          return (
            <rect
              key={bar.at}
              class={`graph-bar colour-${bar.colour}`}
              x={xs.to(bar.at) - 2}
              y={HEIGHT - height}
              width={4}
              height={height}
            />
          );
        })}
        {curves.map((curve) => (
          <polyline
            key={curve.name}
            class={`graph-line colour-${curve.colour}`}
            points={curve.points.map(([x, y]) => `${xs.to(x)},${ys.to(y)}`).join(" ")}
          />
        ))}
        {at !== undefined && <line class="graph-at" x1={xs.to(at)} x2={xs.to(at)} y1={0} y2={HEIGHT} />}
      </svg>
      <figcaption>
        {curves.map((curve) => (
          <span key={curve.name} class={`legend colour-${curve.colour}`}>
            {curve.name}
          </span>
        ))}
        <span class="dim">
          {number(ys.low)} – {number(ys.high)}
        </span>
      </figcaption>
    </figure>
  );
}

interface Scale {
  low: number;
  high: number;
  to(value: number): number;
  back(place: number): number;
}

function scale(values: readonly number[], from: number, until: number): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  return {
    low,
    high,
    to: (value) => Math.round((from + ((value - low) / span) * (until - from)) * 10) / 10,
    back: (place) => low + ((place - from) / (until - from)) * span,
  };
}
