// The question before a game that was left is ended.
import { t } from "../i18n/texts";
import type { RoomCard } from "../wire";
import { Confirm } from "./dialog";
import { titleOf } from "./names";

export function GiveUp({ room, onYes, close }: { room: RoomCard; onYes(): void; close(): void }) {
  return (
    <Confirm
      title={t("end.title", { game: titleOf(room.game) })}
      text={t(room.people > 1 ? "end.leave" : "end.text")}
      yes={t("end.yes")}
      onYes={onYes}
      close={close}
    />
  );
}
