// The games of this browser that are not over: a picture, the score, and a way to end them.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { ago, number, t } from "../i18n/texts";
import type { RoomCard } from "../wire";
import { pictureOf } from "./cards";
import { Refused } from "./errors";
import { Cross } from "./icons";
import { lazy } from "./lazy";
import { titleOf } from "./names";
import { complain } from "./notices";
import { gameText } from "./seatnames";
import { forgetSeat, seats } from "./seats";
import { server } from "./server";

/** The server keeps six games that somebody plays alone, and any number with others. */
const MOST = 8;

const unfinished = signal<readonly RoomCard[]>([]);

const GiveUp = lazy(async () => (await import("./giveup")).GiveUp);

/** What is over or gone is forgotten. */
export async function loadUnfinished(): Promise<void> {
  const newest = Object.entries(seats.value).sort(([, a], [, b]) => b.at - a.at);
  const found = await Promise.all(
    newest.slice(0, MOST).map(([id]) => server.room(id).catch((error: unknown) => forgetIfGone(id, error))),
  );
  const rooms = found.filter((room): room is RoomCard => room !== null);
  for (const { id, status } of rooms) if (status === "over") forgetSeat(id);
  unfinished.value = rooms.filter(({ status }) => status !== "over");
}

function forgetIfGone(room: string, error: unknown): null {
  if (error instanceof Refused && error.code === "no_room") forgetSeat(room);
  return null;
}

async function end({ id }: RoomCard): Promise<void> {
  try {
    await server.end(id);
    forgetSeat(id);
    unfinished.value = unfinished.value.filter((room) => room.id !== id);
  } catch (error) {
    complain(error);
  }
}

export function Unfinished() {
  const [ending, setEnding] = useState<RoomCard | null>(null);
  if (unfinished.value.length === 0) return null;
  return (
    <section class="unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">{t("home.continue")}</h2>
      <ul class="chips">
        {unfinished.value.map((room) => (
          <Chip key={room.id} room={room} end={() => setEnding(room)} />
        ))}
      </ul>
      {ending && <GiveUp room={ending} onYes={() => void end(ending)} close={() => setEnding(null)} />}
    </section>
  );
}

function Chip({ room, end }: { room: RoomCard; end(): void }) {
  const picture = pictureOf(room.game);
  const title = titleOf(room.game);
  const score = scoreOf(room);
  return (
    <li class="chip">
      <a href={`/room/${room.id}`}>
        {picture && <img src={picture} alt="" width="64" height="40" />}
        <span class="chip-text">
          <strong>{title}</strong>
          <span class="dim clip">{score || ago(room.created_ms)}</span>
        </span>
      </a>
      <button
        type="button"
        class="button quiet round"
        onClick={end}
        aria-label={t("end.label", { game: title, score })}
      >
        <Cross />
      </button>
    </li>
  );
}

/** "Discs 33 : 31" */
function scoreOf({ game, counts = {}, status }: RoomCard): string {
  if (status === "open") return t("home.waiting");
  const [name, values] = Object.entries(counts)[0] ?? ["", []];
  if (values.length === 0) return "";
  return `${gameText(game, `count.${name}`) ?? ""} ${values.map(number).join(" : ")}`.trim();
}
