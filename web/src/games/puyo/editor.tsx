// A field to set up: choose a colour, then the cells. What floats falls when the field is done.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { PracticeProps } from "../board";
import { inRectangle, type Roving, roving } from "../grid";
import { sprite } from "./art";
import { EMPTY, type Field, HEIGHT, WIDTH } from "./field";
import { settled } from "./urls";

const BRUSHES = [..."RBYGO."];
const [NOTHING, SIZE] = [".", 64];

export interface EditorProps {
  t: PracticeProps["t"];
  settings: PracticeProps["settings"];
  field: Field;
  done(field: Field): void;
  cancel(): void;
}

export function Editor({ t, settings, field, done, cancel }: EditorProps) {
  const rows = useSignal(rowsOf(field));
  const brush = useSignal("R");
  const signs = settings.value.colourBlind;
  const paint = (at: number, letter = brush.value): void => {
    const [row, column] = [Math.floor(at / WIDTH), at % WIDTH];
    rows.value = rows.value.map((each, number) =>
      number === row ? each.slice(0, column) + letter + each.slice(column + 1) : each,
    );
  };
  /** What is there already goes. */
  const choose = (at: number): void => paint(at, letterAt(rows.value, at) === brush.value ? NOTHING : brush.value);
  return (
    <section class="puyo-editor" aria-label={t("practice.edit")}>
      <div class="row" role="radiogroup" aria-label={t("editor.colours")}>
        {BRUSHES.map((letter) => (
          <button
            key={letter}
            type="button"
            role="radio"
            class="button round"
            aria-checked={brush.value === letter}
            aria-label={t(`colour.${letter}`)}
            title={t(`colour.${letter}`)}
            onClick={() => (brush.value = letter)}
          >
            <Puyo letter={letter} signs={signs} />
          </button>
        ))}
      </div>
      <Cells t={t} rows={rows.value} signs={signs} choose={choose} typed={paint} />
      <div class="row">
        <button type="button" class="button primary" onClick={() => done(settled(rows.value))}>
          {t("editor.done")}
        </button>
        <button type="button" class="button" onClick={() => (rows.value = rowsOf(EMPTY))}>
          {t("editor.clear")}
        </button>
        <button type="button" class="button quiet" onClick={cancel}>
          {t("cancel")}
        </button>
      </div>
    </section>
  );
}

interface CellsProps {
  t: PracticeProps["t"];
  rows: readonly string[];
  signs: boolean;
  choose(at: number): void;
  typed(at: number, letter: string): void;
}

/** Arrows move, Enter and Space paint, R B Y G O write a colour and Delete nothing. */
function Cells({ t, rows, signs, choose, typed }: CellsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const latest = useRef(choose);
  latest.current = choose;
  const focus = useRef<Roving | null>(null);
  useEffect(() => {
    const cells = [...grid.current!.querySelectorAll<HTMLElement>("[role=gridcell]")];
    const found = roving(grid.current!, cells, inRectangle(WIDTH, WIDTH * HEIGHT), (at) => latest.current(at), {
      shares: false,
    });
    found.at(WIDTH * (HEIGHT - 1), false);
    focus.current = found;
    return () => found.destroy();
  }, []);
  const pressed = ({ key }: KeyboardEvent): void => {
    const letter = key === "Delete" || key === "Backspace" ? NOTHING : key.toUpperCase();
    if (focus.current && BRUSHES.includes(letter)) typed(focus.current.index, letter);
  };
  return (
    <div class="puyo-cells" role="grid" aria-label={t("editor.field")} ref={grid} onKeyDown={pressed} tabIndex={-1}>
      {rows.map((row, number) => (
        // biome-ignore lint/a11y/useFocusableInteractive: its cells are
        <div key={number} role="row">
          {[...row].map((letter, column) => (
            // biome-ignore lint/a11y/useFocusableInteractive: roving() does that
            // biome-ignore lint/a11y/useKeyWithClickEvents: roving() does that
            <div
              key={column}
              role="gridcell"
              class={number === 0 ? "puyo-cell hidden-row" : "puyo-cell"}
              data-letter={letter}
              aria-label={t("editor.cell", { column: column + 1, row: HEIGHT - number, colour: t(`colour.${letter}`) })}
              onClick={() => choose(number * WIDTH + column)}
            >
              <Puyo letter={letter} signs={signs} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Puyo({ letter, signs }: { letter: string; signs: boolean }) {
  const draw = (canvas: HTMLCanvasElement | null): void => {
    const ctx = canvas?.getContext("2d");
    ctx?.clearRect(0, 0, SIZE, SIZE);
    if (letter !== NOTHING) ctx?.drawImage(sprite(letter, 0, false, { size: SIZE, signs }), 0, 0);
  };
  return <canvas width={SIZE} height={SIZE} ref={draw} />;
}

function letterAt(rows: readonly string[], at: number): string {
  return rows[Math.floor(at / WIDTH)]![at % WIDTH]!;
}

/** Thirteen rows, the hidden one first. */
function rowsOf(field: Field): string[] {
  return Array.from({ length: HEIGHT }, (_, at) => field.map((each) => each[HEIGHT - 1 - at] ?? NOTHING).join(""));
}
