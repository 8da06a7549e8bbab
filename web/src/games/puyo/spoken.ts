// The position in words, for who cannot see the canvas: a table for each field.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { EMPTY } from "./field";
import { isTimed, type Player, type TimedView, type TurnView } from "./views";
import type { Words } from "./words";

export class Spoken {
  readonly node = el("div", { class: "unseen" });
  private told: string[] = [];

  constructor(
    private readonly words: Words,
    private readonly ctx: BoardContext,
  ) {}

  /** Only what has changed is written anew. */
  tell(view: TurnView | TimedView): void {
    view.players.forEach((player, seat) => {
      const caption = this.caption(view, seat);
      const told = caption + player.field.join();
      if (told === this.told[seat]) return;
      this.told[seat] = told;
      const table = this.table(player, caption);
      const old = this.node.children[seat];
      if (old) old.replaceWith(table);
      else this.node.append(table);
    });
    while (this.node.children.length > view.players.length) this.node.lastChild?.remove();
  }

  private caption(view: TurnView | TimedView, seat: number): string {
    const { ctx, words } = this;
    const player = view.players[seat]!;
    const timed = isTimed(view);
    const ojama = timed ? view.players[seat]!.pending + view.players[seat]!.fixed : view.players[seat]!.ojama;
    const pairs = timed ? view.players[seat]!.pairs : view.pairs;
    const facts = [ctx.t("told.score", { who: words.who(seat), count: player.score })];
    if (view.players.length > 1) facts.push(ctx.t("told.ojama", { count: ojama }));
    if (player.all_clear) facts.push(ctx.t("all_clear"));
    const comma = ctx.t("list.separator");
    if (pairs.length) facts.push(ctx.t("told.pairs", { pairs: pairs.map((pair) => words.pair(pair)).join(comma) }));
    return facts.join(comma);
  }

  private table(player: Player, caption: string): HTMLTableElement {
    const { ctx, words } = this;
    const columns = EMPTY.map((_, at) => el("th", { scope: "col" }, ctx.t("told.column", { column: at + 1 })));
    const rows = words
      .rows(player.field)
      .map(({ row, cells }) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, ctx.t("told.row", { row })),
          ...cells.map((cell) => el("td", {}, cell)),
        ),
      );
    const head = el("thead", {}, el("tr", {}, el("td"), ...columns));
    return el("table", {}, el("caption", {}, caption), head, el("tbody", {}, ...rows));
  }
}
