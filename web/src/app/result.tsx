// How a game ended, over the board: who won, all places and scores, why, and what one may do next.
import { useEffect, useState } from "preact/hooks";
import { language, number, t } from "../i18n/texts";
import { Actions } from "./actions";
import { Dialog } from "./dialog";
import { countName, reasonText } from "./ending";
import { FairLuck } from "./fair";
import { playerName, winnersText } from "./names";
import { say } from "./notices";
import { playerOf } from "./players";
import { seatLabel } from "./seatnames";
import { recordPath } from "./server";
import { settings } from "./settings";
import { sound } from "./sound";
import type { Table } from "./table";

/** The last move is seen before the card comes. */
const LAST_MOVE_MS = 900;

export function Result({ table }: { table: Table }) {
  const [info, state, you] = [table.info.value!, table.state.value!, table.you.value];
  const [open, setOpen] = useState(false);
  const result = state.result!;
  const alone = state.seats.length === 1;
  const text = winnersText(info, state.seats.map(playerOf), result.returns);
  // Of people at one device nobody is "you".
  const mine = you?.seat == null || alone || table.mine.length > 1 ? null : standing(result.returns, you.seat);
  const title = mine ? t(`result.${mine}`) : text;
  const why = [mine && mine !== "drawn" ? t("sentence", { text }) : "", reasonText(result.reason)];
  const space = language.value === "ja" ? "" : " ";
  if (result.assisted) why.push(t("result.assisted"));
  useEffect(() => {
    if (mine === "won") sound("win");
    if (mine === "lost") sound("lose");
    const timer = setTimeout(
      () => {
        say([title, ...why].filter(Boolean).join(space));
        setOpen(true);
      },
      settings.peek().reducedMotion ? 0 : LAST_MOVE_MS,
    );
    return () => clearTimeout(timer);
  }, [state.round]);
  const next = (
    <Actions table={table}>
      <a class="button" href={`/replay/${info.id}/${state.round}`}>
        {t("replay.open")}
      </a>
      <a class="button quiet" href="/">
        {t("result.home")}
      </a>
    </Actions>
  );
  if (!open) {
    return (
      <section class="ended" aria-label={t("result")}>
        <button type="button" class="button quiet" onClick={() => setOpen(true)}>
          {title}
        </button>
        {next}
      </section>
    );
  }
  return (
    <Dialog title={title} close={() => setOpen(false)} name={`result ${mine ?? ""}`}>
      <p class="result-why">{why.filter(Boolean).join(space)}</p>
      <Standings table={table} />
      {next}
      <More table={table} />
    </Dialog>
  );
}

/** All seats, the best first: place, colour, name, and what the game counts. */
function Standings({ table }: { table: Table }) {
  const [info, state] = [table.info.value!, table.state.value!];
  const { places, counts } = state.result!;
  const kinds = Object.keys(counts);
  const several = state.seats.length > 1;
  if (!several && kinds.length === 0) return null;
  const seats = state.seats.map((_, seat) => seat).sort((one, other) => places[one]! - places[other]!);
  return (
    <table class="standings">
      <thead>
        <tr>
          {several && <th scope="col">{t("result.rank")}</th>}
          {several && <th scope="col">{t("seats")}</th>}
          {kinds.map((kind) => (
            <th key={kind} scope="col" class="standings-count">
              {countName(info.game, kind)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat} class={seat === table.you.value?.seat && several ? "mine" : ""} data-seat={info.seats[seat]}>
            {several && <td>{number(places[seat]!)}</td>}
            {several && (
              <th scope="row">
                <i class="standings-colour" style={{ background: "var(--seat-colour, transparent)" }} />
                {seatLabel(info.game, info.seats, seat)}{" "}
                <span class="dim">{playerName(info.game, playerOf(state.seats[seat]!), info.options)}</span>
              </th>
            )}
            {kinds.map((kind) => (
              <td key={kind} class="standings-count">
                {number(counts[kind]![seat]!)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function More({ table }: { table: Table }) {
  const [info, state] = [table.info.value!, table.state.value!];
  const { nonce, seed } = state.result!;
  const lucky = info.settings.timed === true || table.plies.value.some((ply) => ply.seat === -1);
  return (
    <div class="result-more">
      <a class="button quiet" href={recordPath(info.id, state.round)} download>
        {t("record.download")}
      </a>
      {lucky && <FairLuck promise={table.promise} nonce={nonce} seed={seed} />}
    </div>
  );
}

function standing(returns: readonly number[], seat: number): "won" | "lost" | "drawn" {
  const best = Math.max(...returns);
  if (returns.every((each) => each === best)) return "drawn";
  return returns[seat] === best ? "won" : "lost";
}
