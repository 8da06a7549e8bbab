// Any game: what its view says as lists and tables, and its legal moves as a list to choose from.
import type { Board, BoardContext, Shown } from "../board";
import { el } from "../dom";
import "./board.css";
import { told } from "./told";

export function mount(root: HTMLElement, ctx: BoardContext): Board {
  const position = el("div", { class: "generic-view", role: "group", "aria-label": ctx.t("position") });
  const heading = el("h3", { class: "generic-heading", id: `moves-${ctx.game}` });
  const list = el("div", {
    class: "generic-moves",
    role: "listbox",
    tabindex: 0,
    "aria-labelledby": heading.id,
    onkeydown: (event) => pressed(event as KeyboardEvent),
    onclick: (event) => clicked(event),
  });
  const choice = el("section", { class: "generic-choice" }, heading, list);
  root.append(el("div", { class: "generic" }, position, choice));

  let moves: Shown["moves"] = [];
  let at = 0;

  function point(to: number): void {
    list.children[at]?.setAttribute("aria-selected", "false");
    at = Math.max(0, Math.min(to, moves.length - 1));
    const option = list.children[at];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) list.setAttribute("aria-activedescendant", option.id);
    else list.removeAttribute("aria-activedescendant");
  }

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    if (event.key in steps) point(at + steps[event.key]!);
    else if (event.key === "Home") point(0);
    else if (event.key === "End") point(moves.length - 1);
    else if (event.key === "Enter" || event.key === " ") choose(at);
    else return;
    event.preventDefault();
  }

  function clicked(event: Event): void {
    const option = (event.target as Element).closest("[role=option]");
    if (option) choose([...list.children].indexOf(option));
  }

  function choose(index: number): void {
    const move = moves[index];
    if (!move) return;
    point(index);
    ctx.play(move[0]);
  }

  function offer(shown: Shown): void {
    const kept = moves[at]?.[0];
    moves = shown.moves;
    heading.textContent = ctx.t(moves.length ? "choose" : shown.over ? "over" : "wait");
    list.replaceChildren(
      ...moves.map(([action, text], index) =>
        el("div", { class: "generic-move", role: "option", id: `move-${index}`, "data-action": action }, text),
      ),
    );
    choice.hidden = ctx.purpose !== "room";
    list.hidden = moves.length === 0;
    at = 0;
    point(
      Math.max(
        0,
        moves.findIndex(([action]) => action === kept),
      ),
    );
  }

  return {
    update(shown, how) {
      position.replaceChildren(told(shown.view));
      offer(shown);
      if (how === "step") announce(ctx, shown);
    },
    focus: () => list.focus(),
    destroy: () => root.replaceChildren(),
  };
}

function announce(ctx: BoardContext, shown: Shown): void {
  for (const { seat, text } of shown.since) {
    if (text === "") continue;
    const who = ctx.seatNames[seat];
    ctx.say(who === undefined ? ctx.t("luck", { text }) : ctx.t("moved", { who: ctx.t(`seat.${who}`), text }));
  }
  if (shown.since.some(({ seat }) => seat !== ctx.seat)) ctx.sound("move");
}
