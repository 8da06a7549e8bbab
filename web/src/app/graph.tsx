// A small graph: lines over a number.
import { number, t } from "../i18n/texts";

export interface Curve {
  name: string;
  points: readonly (readonly [number, number])[];
  /** Which of the graph's colours. */
  colour: number;
}

interface GraphProps {
  label: string;
  curves: readonly Curve[];
}

const [WIDTH, HEIGHT, EDGE] = [600, 180, 8];

export function Graph({ label, curves }: GraphProps) {
  const points = curves.flatMap((curve) => curve.points);
  if (points.length === 0) return <p class="dim">{t("graph.empty")}</p>;
  const xs = scale(
    points.map(([x]) => x),
    EDGE,
    WIDTH - EDGE,
  );
  const ys = scale([...points.map(([, y]) => y), 0], HEIGHT - EDGE, EDGE);
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="none">
        <line class="graph-zero" x1={0} x2={WIDTH} y1={ys.to(0)} y2={ys.to(0)} />
        {curves.map((curve) => (
          <polyline
            key={curve.name}
            class={`graph-line colour-${curve.colour}`}
            points={curve.points.map(([x, y]) => `${xs.to(x)},${ys.to(y)}`).join(" ")}
          />
        ))}
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
}

function scale(values: readonly number[], from: number, until: number): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  return {
    low,
    high,
    to: (value) => Math.round((from + ((value - low) / span) * (until - from)) * 10) / 10,
  };
}
