import { expect, test, vi } from "vitest";
import { botAmong, botName, botsOf, choiceName, shortBotName } from "../src/app/bots";
import { speak } from "../src/i18n/texts";
import type { LevelCard } from "../src/wire";

const level = (agent: string, number: number, rating: number | null = null): LevelCard => ({
  number,
  names: { en: `Name ${number}`, ja: `名前${number}` },
  agent,
  rating,
  low: rating,
  high: rating,
});
const LEVELS = [level("random", 1, 812.4), level("greedy:noise=0.5", 2), level("greedy", 3, 1700)];

test.each([
  ["levels first, each agent once", ["random", "greedy"], ["random", "greedy:noise=0.5", "greedy"]],
  ["what is no level", ["random", "solver"], ["random", "greedy:noise=0.5", "greedy", "solver"]],
])("bots to choose from: %s", (_, agents, bots) => {
  expect(botsOf({ levels: LEVELS, agents })).toEqual(bots);
});

test.each([
  ["random", "1 · Name 1 (812)", "Bot Name 1 (level 1)", "Name 1 (level 1)"],
  ["greedy:noise=0.5", "2 · Name 2", "Bot Name 2 (level 2)", "Name 2 (level 2)"],
  ["minimax:depth=4", "Minimax search", "Bot Minimax search", "Minimax search"],
  ["engine:level=3", "Special bot", "Bot Special bot", "Special bot"],
])("a level has a number, a name and what was measured: %s", async (spec, choice, name, short) => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("en");
  const names = [choiceName, botName, shortBotName].map((named) => named("unknown", LEVELS, spec));
  expect(names).toEqual([choice, name, short]);
});

test.each([
  ["solver", "greedy", "solver"],
  ["minimax", "greedy", "greedy"],
  [undefined, "beam", "random"],
])("who chose %s or else %s gets %s", (chosen, otherwise, bot) => {
  expect(botAmong(["random", "greedy", "solver"], chosen, otherwise)).toBe(bot);
});
