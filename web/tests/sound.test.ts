import { expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("document", { documentElement: { dataset: {}, classList: { toggle: () => {} } } });
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null });

test("what comes again rises by the steps of a scale, and not for ever", async () => {
  const { raised } = await import("../src/app/sound");
  const all = Array.from({ length: 20 }, (_, steps) => raised(steps));
  expect(all[0]).toBe(1);
  expect(all[7]).toBeCloseTo(2);
  expect(all[14]).toBeCloseTo(4);
  expect(all.slice(1, 15).every((each, at) => each > all[at]!)).toBe(true);
  expect(all[19]).toBe(all[14]);
});
