// Alone at a table: U takes back, R starts anew.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { onKeys } from "../games/keys";
import { t } from "../i18n/texts";
import { Confirm } from "./dialog";
import type { Table } from "./table";

/** Whether the person is asked if the game shall end for another one. */
export const asksRestart = signal(false);
/** The room whose game was given up for that. */
let restarting: string | null = null;

export function Solo({ table }: { table: Table }) {
  const [info, state, you] = [table.info.value!, table.state.value!, table.you.value];
  const plays = info.seats.length === 1 && you?.seat != null;
  const send = table.connection.send.bind(table.connection);
  useEffect(() => {
    if (state.status === "playing") return;
    if (restarting === info.id) send({ t: "offer", kind: "rematch" });
    restarting = null;
  }, [state.status]);
  const pressed = ({ key, repeat }: KeyboardEvent): boolean => {
    if (repeat || (key !== "u" && key !== "r")) return false;
    if (key === "r" && state.status === "playing") asksRestart.value = true;
    else if (key === "r") send({ t: "offer", kind: "rematch" });
    else if (mayUndo(table)) send({ t: "offer", kind: "takeback" });
    return true;
  };
  useEffect(() => (plays ? onKeys(pressed) : undefined));
  useEffect(() => () => void (asksRestart.value = false), []);
  if (!asksRestart.value) return null;
  return (
    <Confirm
      title={t("restart.title")}
      text={t("restart.text")}
      yes={t("restart")}
      onYes={() => {
        restarting = info.id;
        send({ t: "resign" });
      }}
      close={() => (asksRestart.value = false)}
    />
  );
}

function mayUndo(table: Table): boolean {
  const [info, state] = [table.info.peek()!, table.state.peek()!];
  return (
    state.status === "playing" &&
    info.settings.takebacks === true &&
    info.settings.timed !== true &&
    table.plies.peek().some(({ seat }) => seat === 0)
  );
}
