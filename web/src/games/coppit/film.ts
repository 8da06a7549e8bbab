// How a position came about, played in order: the die tumbles, hats hop square by square, catch, and carry home.
// Scenes wait for each other, the faster the more of them wait. Nobody waits for them: whoever acts cuts the film.
import type { BoardContext, Ply } from "../board";
import { svg } from "../dom";
import { caughtHats, caughtPlace, hat, moved, stack } from "./art";
import { between, type Colour, type Place, type Spot } from "./map";
import type { Picture } from "./picture";
import { type Event, eventsOf, lifted, robbed, type Stack, type View } from "./views";

export interface Scene {
  before: View;
  after: View;
  plies: readonly Ply[];
}

/** Who watches the film. */
export interface Audience {
  begins(scene: Scene): void;
  /** The position that a scene leads to is shown. */
  ends(scene: Scene): void;
  isOver(): void;
}

type Went = Extract<Event, { path: readonly string[] }>;

const ROLL_MS = 420;
const STEP_MS = 95;
const CATCH_MS = 240;
const BANK_MS = 420;
/** From one hat to the next. */
const LATER_MS = 60;
/** More scenes than this do not wait. */
const MOST = 4;

export class Film {
  private queue: Scene[] = [];
  private isRunning = false;
  private frame = 0;

  constructor(
    private readonly picture: Picture,
    private readonly sound: BoardContext["sound"],
    private readonly audience: Audience,
  ) {}

  get isPlaying(): boolean {
    return this.isRunning;
  }

  add(scene: Scene): void {
    this.queue.push(scene);
    if (!this.isRunning) void this.run();
  }

  get isLate(): boolean {
    return this.queue.length >= MOST;
  }

  /** Nothing moves any more; whoever cuts shows what is now. */
  cut(): void {
    cancelAnimationFrame(this.frame);
    this.queue = [];
    this.isRunning = false;
    this.picture.front.replaceChildren();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
      this.audience.begins(scene);
      await this.play(scene);
      this.picture.front.replaceChildren();
      this.audience.ends(scene);
    }
    this.isRunning = false;
    this.audience.isOver();
  }

  private async play({ before, after, plies }: Scene): Promise<void> {
    const isClear = plies.filter(({ seat }) => seat >= 0).length <= 1;
    for (const { happened, text } of plies) {
      const events = eventsOf(happened);
      const went = events.find((event): event is Went => "path" in event);
      if (went && isClear) {
        await this.travel(before, went, text, events);
        this.picture.show({ ...after, die: null });
        this.picture.front.replaceChildren();
      }
      for (const event of events) if (event.event === "roll") await this.tumble(event.die, event.colour);
    }
  }

  private async tumble(face: number, colour: Colour): Promise<void> {
    this.sound("tick");
    let shown = 0;
    await this.tween(ROLL_MS, (part) => {
      const tick = Math.floor(part * 7);
      if (tick > shown || shown === 0) shown = tick + 1;
      const seen = part > 0.75 ? face : ((face + shown * 2) % 6) + 1;
      this.picture.roll(seen, colour, (1 - part) ** 2 * 400, 1 + 0.35 * Math.sin(part * Math.PI));
    });
    this.picture.roll(face, colour);
  }

  private async travel(before: View, went: Went, text: string, events: readonly Event[]): Promise<void> {
    const { map, front } = this.picture;
    const way = went.path.map((name) => map.spots[map.index.get(name)!]!);
    let { hats, rest } = lifted(before, went, text);
    let waiting = events;
    this.picture.show(rest);
    for (const [number, spot] of way.slice(1).entries()) {
      await this.hop(hats, way[number]!, spot);
      const here = waiting.filter((event) => "node" in event && event.node === spot.name);
      waiting = waiting.filter((event) => !here.includes(event));
      for (const event of here) {
        if (event.event === "capture") {
          rest = robbed(rest, event);
          hats = spot.kind === "BOX" ? hats : [...event.hats, ...hats];
          this.picture.show(rest);
          await this.pounce(hats, spot);
        } else if (event.event === "bank") {
          hats = hats.filter((each) => each === went.colour);
          front.replaceChildren();
          await this.bank(rest, event, spot);
        }
      }
    }
    this.sound("move");
  }

  private async hop(hats: Stack, from: Spot, to: Spot): Promise<void> {
    const node = stack(hats, from, to.inwards);
    this.picture.front.replaceChildren(node);
    await this.tween(STEP_MS, (part) => {
      const place = between(from, to, part);
      node.setAttribute("transform", moved({ x: place.x, y: place.y - 20 * Math.sin(part * Math.PI) }));
    });
  }

  private async pounce(hats: Stack, spot: Spot): Promise<void> {
    this.sound("capture");
    const node = stack(hats, spot, spot.inwards);
    const flash = svg("circle", { class: "coppit-flash", cx: spot.x, cy: spot.y });
    this.picture.front.replaceChildren(flash, node);
    await this.tween(CATCH_MS, (part) => {
      flash.setAttribute("r", String(20 + 55 * part));
      flash.style.opacity = String(1 - part);
      node.setAttribute("transform", moved(spot, 1 + 0.3 * Math.sin(part * Math.PI)));
    });
  }

  /** The caught hats fly one after the other from the BOX to the tray. */
  private async bank(view: View, { colour, hats }: { colour: Colour; hats: Stack }, from: Place): Promise<void> {
    this.sound("pop");
    const tray = this.picture.map.trays[colour];
    const had = caughtHats(view, colour).length;
    const nodes = hats.map((each) => hat(each, from));
    const whole = BANK_MS + LATER_MS * hats.length;
    this.picture.front.replaceChildren(...nodes);
    await this.tween(whole, (part) => {
      for (const [number, node] of nodes.entries()) {
        const own = Math.max(0, Math.min(1, (part * whole - LATER_MS * number) / BANK_MS));
        const to = caughtPlace(tray, had + number, had + hats.length);
        const place = between(from, to, own * own * (3 - 2 * own));
        const up = Math.sin(own * Math.PI);
        node.setAttribute("transform", moved({ x: place.x, y: place.y - 60 * up }, to.size * (1 + 0.6 * up)));
      }
    });
  }

  /** Calls `draw` with 0 .. 1. A film that is cut never comes back from here. */
  private tween(ms: number, draw: (part: number) => void): Promise<void> {
    const length = ms / (1 + 0.8 * this.queue.length);
    return new Promise((done) => {
      let begun: number | null = null;
      const next = (now: number): void => {
        begun ??= now;
        const part = Math.min(1, (now - begun) / length);
        draw(part);
        if (part < 1) this.frame = requestAnimationFrame(next);
        else done();
      };
      this.frame = requestAnimationFrame(next);
    });
  }
}
