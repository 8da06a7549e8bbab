// Functions that fit a screen; biome.jsonc has the same for files.

import { parseSync } from "vite";
import { expect, test } from "vitest";

const MOST = 80;
const SOURCES: Record<string, string> = import.meta.glob(["../src/**/*.{ts,tsx}", "./*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

function linesOf(text: string): number {
  return text.trimEnd().split("\n").length;
}

/** Every function in a file: its first line, and how many it has. */
function* functions(text: string, node: unknown): Generator<{ line: number; lines: number }> {
  if (node === null || typeof node !== "object") return;
  const { type, start, end } = node as { type?: string; start: number; end: number };
  if (type?.includes("Function")) yield { line: linesOf(text.slice(0, start)), lines: linesOf(text.slice(start, end)) };
  for (const inner of Object.values(node)) yield* functions(text, inner);
}

test("functions are counted with what is inside them", () => {
  const text = "const a = () => {\n  return function () {\n    return 1;\n  };\n};\n";
  expect([...functions(text, parseSync("a.ts", text).program)].map(({ lines }) => lines)).toEqual([5, 3]);
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
});

test(`no function has more than ${MOST} lines`, () => {
  const long = Object.entries(SOURCES).flatMap(([file, text]) =>
    [...functions(text, parseSync(file, text).program)]
      .filter(({ lines }) => lines > MOST)
      .map(({ line, lines }) => `${file}:${line}: ${lines}`),
  );
  expect(long).toEqual([]);
});
