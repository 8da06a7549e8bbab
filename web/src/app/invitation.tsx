// What somebody sees who follows a link to a table: who asks, to which game, and one button.
import { useState } from "preact/hooks";
import { t } from "../i18n/texts";
import { lineOf, pictureOf } from "./cards";
import { Dialog } from "./dialog";
import { lazy } from "./lazy";
import { titleOf } from "./names";
import type { Table } from "./table";

const Lessons = lazy(async () => (await import("./how")).Lessons);

export function Invitation({ table }: { table: Table }) {
  const [reading, setReading] = useState(false);
  const { game } = table.info.value!;
  const [picture, title] = [pictureOf(game), titleOf(game)];
  const who = table.state.value!.seats.find(({ kind }) => kind === "human")?.name;
  return (
    <section class="invitation panel" aria-labelledby="invitation">
      {picture && <img src={picture} alt="" width="240" height="150" />}
      <div>
        <h2 id="invitation">{who ? t("invitation", { who, game: title }) : t("invitation.open", { game: title })}</h2>
        <p class="dim">{lineOf(game)}</p>
        <div class="row">
          <button type="button" class="button primary large" onClick={() => table.connection.send({ t: "sit" })}>
            {t("invitation.play")}
          </button>
          <button type="button" class="button large" onClick={() => setReading(true)}>
            {t("how")}
          </button>
        </div>
      </div>
      {reading && (
        <Dialog title={t("how.title", { game: title })} close={() => setReading(false)} wide>
          <Lessons game={game} />
        </Dialog>
      )}
    </section>
  );
}
