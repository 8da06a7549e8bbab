// Squares, stacks and events in words: for labels, for the log, for who cannot see the board.
import type { BoardContext } from "../board";
import type { Protection } from "./art";
import { type BoardMap, COLOURS, type Colour, type Spot } from "./map";
import { type Choice, type Event, homeOf, type Stack, type View } from "./views";

type Texts = BoardContext["t"];

export class Words {
  constructor(
    private readonly t: Texts,
    private readonly map: BoardMap,
    private readonly safe: Protection,
  ) {}

  colour(colour: Colour): string {
    return this.t(`seat.${colour.toLowerCase()}`);
  }

  colours(colours: readonly Colour[]): string {
    return this.list(colours.map((colour) => this.colour(colour)));
  }

  list(parts: readonly string[]): string {
    return parts.filter((part) => part !== "").join(this.t("join"));
  }

  /** "2 red, 1 green" */
  hats(hats: Stack): string {
    const kinds = COLOURS.map((colour) => ({ colour, count: hats.filter((hat) => hat === colour).length }));
    return this.list(
      kinds
        .filter(({ count }) => count > 0)
        .map(({ colour, count }) => this.t("hats", { colour: this.colour(colour), count })),
    );
  }

  place(spot: Spot): string {
    return spot.kind === "BOX"
      ? this.t("box", { colour: this.colour(spot.colour!) })
      : this.t("square", { name: spot.short });
  }

  /** A square and everything on it. */
  spot(spot: Spot, view: View): string {
    const here = (view.nodes[spot.name] ?? []).map((stack) => this.stack(stack));
    const single = spot.kind === "BOX" ? this.t("at_home", { count: homeOf(view, spot.colour!) }) : "";
    return this.list([this.place(spot), this.protection(spot), single, ...here]);
  }

  protection(spot: Spot): string {
    if (spot.kind === "GRAY" && this.safe.grey) return this.t("safe.all");
    return spot.kind === "COLOR" && this.safe.colour ? this.t("safe.one", { colour: this.colour(spot.colour!) }) : "";
  }

  stack(stack: Stack): string {
    const top = this.colour(stack.at(-1)!);
    return stack.length === 1 ? this.t("hat", { top }) : this.t("stack", { top, under: this.hats(stack.slice(0, -1)) });
  }

  /** What tells this way from the others with the same ends. */
  way({ text, path }: Choice, others: readonly Choice[]): string {
    const isSame = (mark: (text: string) => boolean): boolean =>
      others.every((other) => mark(other.text) === mark(text));
    const kinds = [
      isSame(isHeld) ? "" : this.t(isHeld(text) ? "way.held" : "way.single"),
      isSame(isHold) ? "" : this.t(isHold(text) ? "way.hold" : "way.bank"),
    ].filter((kind) => kind !== "");
    const way = path.slice(0, -1).map((node) => this.map.spots[node]!.short);
    return this.list(kinds.length > 0 ? kinds : [this.t("way.by", { way: way.join(" ") })]);
  }

  event(event: Event): string {
    switch (event.event) {
      case "roll":
        return this.t("event.roll", { who: this.colour(event.colour), die: event.die });
      case "move":
      case "deploy":
        return this.went(event.colour, event.path);
      case "end":
        return this.t("event.end", { who: this.colours(event.winner), count: event.winner.length });
      case "pass":
      case "skip":
      case "extra_roll":
        return this.t(`event.${event.event}`, { who: this.colour(event.colour) });
      default:
        return this.t(`event.${event.event}`, { who: this.colour(event.colour), hats: this.hats(event.hats) });
    }
  }

  private went(colour: Colour, path: readonly string[]): string {
    const [from, to] = [path[0]!, path.at(-1)!].map((name) => this.map.spots[this.map.index.get(name)!]!) as [
      Spot,
      Spot,
    ];
    const who = this.colour(colour);
    if (to.kind === "BOX" && to.colour === colour) return this.t("event.home", { who, from: this.place(from) });
    if (from.kind === "BOX" && from.colour === colour) return this.t("event.deploy", { who, to: this.place(to) });
    return this.t("event.move", { who, from: this.place(from), to: this.place(to) });
  }
}

function isHeld(text: string): boolean {
  return text.startsWith("box+");
}

function isHold(text: string): boolean {
  return text.endsWith("+");
}
