import { expect, test } from "vitest";
import { botAmong, botsOf } from "../src/app/bots";

const OTRIO = { levels: ["random", "greedy:noise=0.5", "greedy"], agents: ["random", "greedy"] };

test.each([
  ["levels first, each agent once", OTRIO, "greedy", ["random", "greedy:noise=0.5", "greedy"]],
  ["the game's own opponent", OTRIO, "greedy:noise=0.1", ["random", "greedy:noise=0.5", "greedy", "greedy:noise=0.1"]],
  ["not one that cannot play", OTRIO, "minimax:depth=3", ["random", "greedy:noise=0.5", "greedy"]],
  ["what is no level", { levels: ["random"], agents: ["random", "solver"] }, "random", ["random", "solver"]],
])("bots to choose from: %s", (_, variant, opponent, bots) => {
  expect(botsOf(variant, opponent)).toEqual(bots);
});

test.each([
  ["solver", "greedy", "solver"],
  ["minimax", "greedy", "greedy"],
  [undefined, "beam", "random"],
])("who chose %s or else %s gets %s", (chosen, otherwise, bot) => {
  expect(botAmong(["random", "greedy", "solver"], chosen, otherwise)).toBe(bot);
});
