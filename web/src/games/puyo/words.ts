// What is said: to who cannot see the board, and on the canvas.
import type { BoardContext } from "../board";
import { columnsOf, type Field, HEIGHT, isEmpty, pointsOf, resolve } from "./field";
import { isLost, landing, type Placement, placed, placementOf, SIDES } from "./placements";
import type { TurnView } from "./views";

export class Words {
  private readonly numbers: Intl.NumberFormat;

  constructor(private readonly ctx: BoardContext) {
    this.numbers = new Intl.NumberFormat(ctx.language);
  }

  number = (value: number): string => this.numbers.format(value);

  /** Who has a seat: "You", "Left". */
  who(seat: number): string {
    const { ctx } = this;
    const mine = seat === ctx.seat && ctx.purpose !== "replay";
    return mine ? ctx.t("you") : ctx.seatName(seat);
  }

  chain = (count: number): string => this.ctx.t("chain", { count });

  colour(letter: string | undefined): string {
    return this.ctx.t(`colour.${letter ?? "."}`);
  }

  /** 3725 frames -> 1:02 */
  clock(frames: number): string {
    const seconds = Math.floor(frames / 60);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  pair(letters: string): string {
    return this.ctx.t("pair", { axis: this.colour(letters[0]), child: this.colour(letters[1]) });
  }

  /** Where the pair in hand would come to rest. */
  aimed(field: Field, letters: string, placement: Placement): string {
    const [axis, child] = landing(field, placement);
    return [
      this.place(placement),
      ...[axis, child].map((row, at) => {
        const colour = this.colour(letters[at]);
        return isLost(row) ? this.ctx.t("aim.lost", { colour }) : this.ctx.t("aim.row", { colour, row: row + 1 });
      }),
    ].join(this.ctx.t("list.separator"));
  }

  place({ column, side }: Placement): string {
    return this.ctx.t(`place.${SIDES[side]}`, { column: column + 1 });
  }

  /** One player's half of a turn: "Left: column 3, child above. 2-chain, 360 points." */
  placed(seat: number, before: Field, letters: string, action: number): string {
    const { ctx } = this;
    const placement = placementOf(action);
    const { links, field } = resolve(placed(before, letters, placement));
    const said = [ctx.t("said.placed", { who: this.who(seat), place: this.place(placement) })];
    const points = links.reduce((sum, link) => sum + pointsOf(link), 0);
    if (links.length) said.push(ctx.t("said.chain", { chain: this.chain(links.length), points }));
    if (links.length && isEmpty(field)) said.push(ctx.t("said.clear", { who: this.who(seat) }));
    return said.join(" ");
  }

  chained(seat: number, count: number): string {
    return this.ctx.t("said.chained", { who: this.who(seat), chain: this.chain(count) });
  }

  cleared(seat: number): string {
    return this.ctx.t("said.clear", { who: this.who(seat) });
  }

  fell(seat: number, count: number): string {
    return this.ctx.t("said.fell", { who: this.who(seat), count });
  }

  /** The pair that is due, and what comes next. */
  due({ pairs }: TurnView): string {
    const [now, next] = [pairs[0], pairs[1]];
    if (!now || !next) return "";
    return this.ctx.t("said.due", { pair: this.pair(now), next: this.pair(next) });
  }

  /** The rows of a field from the top, those above all puyos left out, each as six names. */
  rows(rows: readonly string[]): { row: number; cells: string[] }[] {
    const height = Math.max(...columnsOf(rows).map((puyos) => puyos.length));
    return rows.slice(HEIGHT - height).map((letters, at) => ({
      row: height - at,
      cells: [...letters].map((letter) => this.colour(letter)),
    }));
  }
}

/** How many ojama are in a field. */
export function ojamaIn(field: Field): number {
  return field.join("").split("O").length - 1;
}
