// How a game ended, and what one may do next.
import { useEffect } from "preact/hooks";
import { t } from "../i18n/texts";
import { Actions } from "./actions";
import { countsText, placesText, reasonText } from "./ending";
import { FairLuck } from "./fair";
import { outcome, playerName } from "./names";
import { say } from "./notices";
import { playerOf } from "./players";
import { recordPath } from "./server";
import { sound } from "./sound";
import type { Table } from "./table";

export function Result({ table }: { table: Table }) {
  const [info, state, you] = [table.info.value!, table.state.value!, table.you.value];
  const result = state.result!;
  const players = state.seats.map(playerOf);
  const names = players.map((each) => playerName(info.game, each, info.options));
  const text = outcome(info.game, players, result.returns, info.options);
  // Of people at one device nobody is "you".
  const mine = you?.seat == null || table.mine.length > 1 ? null : standing(result.returns, you.seat);
  useEffect(() => {
    say(text);
    if (mine === "won") sound("win");
    if (mine === "lost") sound("lose");
  }, [state.round]);
  const lucky = info.settings.timed === true || table.plies.value.some((ply) => ply.seat === -1);
  return (
    <section class={`result ${mine ?? ""}`} aria-labelledby="result">
      <h2 id="result">{mine && players.length > 1 ? t(`result.${mine}`) : text}</h2>
      <p>
        {(mine === "won" || mine === "lost") && players.length > 1 && `${text}. `}
        {reasonText(result.reason)}
        {result.assisted && ` ${t("result.assisted")}`}
      </p>
      {[placesText(names, result.places), ...countsText(info.game, names, result.counts)]
        .filter(Boolean)
        .map((line) => (
          <p key={line} class="dim">
            {line}
          </p>
        ))}
      <Actions table={table} />
      <div class="row">
        <a class="button" href={`/replay/${info.id}/${state.round}`}>
          {t("replay.open")}
        </a>
        <a class="button" href={recordPath(info.id, state.round)} download>
          {t("record.download")}
        </a>
        <a class="button quiet" href="/">
          {t("nowhere.home")}
        </a>
      </div>
      {lucky && <FairLuck promise={table.promise} nonce={result.nonce} seed={result.seed} />}
    </section>
  );
}

function standing(returns: readonly number[], seat: number): "won" | "lost" | "drawn" {
  const best = Math.max(...returns);
  if (returns.every((each) => each === best)) return "drawn";
  return returns[seat] === best ? "won" : "lost";
}
