// The board as an SVG: layers from the table up to the hats, and squares that can have the focus.
import { set, svg } from "../dom";
import * as art from "./art";
import { type BoardMap, type Colour, HALF, type Place } from "./map";
import { type Choice, pipsOf, type View } from "./views";

/** What a person may do now, as the picture shows it. */
export interface Offer {
  /** Squares with a hat that can move. */
  sources: readonly number[];
  /** The one that was picked. */
  source: number | null;
  /** Where its moves lead. */
  choices: readonly Choice[];
  /** Pointed at, or on its way to the server. */
  aimed: readonly Choice[];
  /** What the engine would do. */
  hinted: readonly Choice[];
}

export const NOTHING: Offer = { sources: [], source: null, choices: [], aimed: [], hinted: [] };

export class Picture {
  /** One for each square, in the order of the board: ring, cross, boxes. */
  readonly spots: readonly SVGGElement[];
  readonly root: SVGSVGElement;
  /** Above the hats, for what moves. */
  readonly front = svg("g", { class: "coppit-front" });
  private readonly trail = svg("g", { class: "coppit-trail" });
  private readonly ways = svg("g", { class: "coppit-ways" });
  private readonly hats = svg("g");
  private readonly dice = svg("g");
  private readonly rings = svg("g", { class: "coppit-rings" });
  private readonly focus = svg("g");

  constructor(
    readonly map: BoardMap,
    private readonly seated: readonly Colour[],
    safe: art.Protection,
  ) {
    this.spots = map.spots.map((spot) => {
      const isSeated = spot.colour !== null && seated.includes(spot.colour);
      const drawn = spot.kind === "BOX" ? art.box(spot.colour!, isSeated) : art.square(spot, map.radius, safe);
      return svg(
        "g",
        { class: "coppit-spot", role: "button", transform: art.moved(spot), "data-spot": spot.name },
        ...drawn,
      );
    });
    const unseen = [this.trail, this.ways, this.dice, this.hats, this.rings, this.front, this.focus];
    for (const layer of unseen) set(layer, { "pointer-events": "none", "aria-hidden": "true" });
    const ground = svg("g", { "aria-hidden": "true" }, ...art.ground(map, seated));
    this.root = svg(
      "svg",
      { class: "coppit-board", viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`, role: "group" },
      ground,
      svg("g", {}, ...this.spots),
      ...unseen,
    );
  }

  show(view: View): void {
    this.hats.replaceChildren(
      ...art.pieces(view, this.map),
      ...view.winner.map((colour) => art.star(this.box(colour))),
    );
    this.roll(view.die ?? 0, view.colour);
    const due = view.phase === "GAME_OVER" ? view.winner : [view.colour];
    for (const node of this.root.querySelectorAll<SVGElement>(".coppit-tray")) {
      node.classList.toggle("coppit-due", due.includes(node.dataset.colour as Colour));
    }
    for (const colour of this.seated)
      this.spots[this.map.boxes[colour].node]!.classList.toggle("coppit-due", due.includes(colour));
  }

  /** A die in the tray of a colour; 0 takes it away. */
  roll(face: number, colour: Colour, turn = 0, size = 1): void {
    if (face === 0) return this.dice.replaceChildren();
    const drawn = art.die(face, colour);
    set(drawn, { transform: art.moved(art.diePlace(this.map.trays[colour]), size, turn) });
    this.dice.replaceChildren(drawn);
  }

  /** The way of the last move. */
  follow(nodes: readonly number[], colour: Colour | null): void {
    const end = this.map.spots[nodes.at(-1) ?? -1];
    if (!end || !colour) return this.trail.replaceChildren();
    const paint = art.paintOf(colour);
    const last = art.ring(`coppit-last ${paint}`, end, this.map.radius);
    this.trail.replaceChildren(art.line(`coppit-trace ${paint}`, this.places(nodes)), last);
  }

  offer({ sources, source, choices, aimed, hinted }: Offer): void {
    const { spots, radius } = this.map;
    const ends = [...new Set(choices.map(({ end }) => end))];
    const aims = new Set(aimed.map(({ end }) => end));
    const lines = choices.map((choice) => art.line("coppit-way", this.places([choice.source, ...choice.path])));
    const clear = [
      ...hinted.flatMap((choice) => this.steps(choice, "coppit-hinted")),
      ...aimed.slice(0, 1).flatMap((choice) => this.steps(choice, "coppit-aimed")),
    ];
    this.ways.replaceChildren(...lines, ...clear);
    this.rings.replaceChildren(
      ...sources
        .filter((node) => !ends.includes(node))
        .map((node) => art.ring(node === source ? "coppit-from chosen" : "coppit-from", spots[node]!, radius)),
      ...ends.map((node) => art.ring(aims.has(node) ? "coppit-to aimed" : "coppit-to", spots[node]!, radius)),
    );
  }

  /** A whole path, its squares counted one after the other. */
  private steps(choice: Choice, kind: string): SVGElement[] {
    const pips = pipsOf(choice, this.map);
    const dots = choice.path.map((node, at) => {
      const dot = svg(
        "g",
        { class: `coppit-step ${kind}`, transform: art.moved(this.map.spots[node]!) },
        svg("circle", { r: 14 }),
        pips[at]! > 0 && svg("text", { y: 6 }, pips[at]),
      );
      dot.style.animationDelay = `${at * 55}ms`;
      return dot;
    });
    return [art.line(`coppit-way ${kind}`, this.places([choice.source, ...choice.path])), ...dots];
  }

  /** The ring around the square that has the keyboard's focus; -1 for none. */
  point(node: number): void {
    const spot = this.map.spots[node];
    this.focus.replaceChildren(...(spot ? [art.ring("coppit-focus", spot, this.map.radius + 5)] : []));
  }

  box(colour: Colour): Place {
    return this.map.spots[this.map.boxes[colour].node]!;
  }

  private places(nodes: readonly number[]): Place[] {
    return nodes.map((node) => this.map.spots[node]!);
  }

  /** Where on the board a pointer is, and how many units a pixel has. */
  at(event: MouseEvent): Place & { unit: number } {
    const { left, top, width } = this.root.getBoundingClientRect();
    const unit = (2 * HALF) / width;
    return { x: (event.clientX - left) * unit - HALF, y: (event.clientY - top) * unit - HALF, unit };
  }
}
